/**
 * Every encoding, shape, compression and kind of damage through the import: the same totals as reading the file in one go,
 * and rows that point at their records in the bytes that are kept.
 */
import { describe, expect, it } from 'vitest';
import { bytesSource } from '../../../src/reading/source';
import { readAll } from '../../reading/bytes/read-all';
import { compressedFiles } from '../../samples/bytes/compressed';
import { damagedEncodings } from '../../samples/bytes/encodings';
import { brokenElements, shapes } from '../../samples/bytes/shapes';
import { readThrough } from './read';

const files = [...damagedEncodings(), ...shapes(), ...brokenElements(), ...compressedFiles()];

describe('importing', () => {
  it.each(files)('$name', async ({ name, bytes, ids, container }) => {
    const { end: once } = await readAll(bytesSource(name, bytes), { tokens: 'skip' });
    for (const cutting of [{}, { workers: 3, first: 50, block: 70 }]) {
      const { end, rows, content } = await readThrough(bytes, cutting);
      expect(rows.map(({ row }) => row.id)).toEqual(ids);
      expect(rows.map(({ source }) => source).every((source) => source === 3)).toBe(true);
      if (end.kind !== 'read') throw new Error(end.kind);
      const { facts, diagnostics } = end;
      expect({ ...facts.records }).toEqual(once.records);
      expect(facts).toMatchObject({
        container,
        dialect: once.dialect,
        size: bytes.length,
        episodes: ids.length,
      });
      expect(diagnostics).toEqual(once.diagnostics);
      for (const { row } of rows) {
        const text = await content.slice(row.byte, row.byte + row.length).text();
        expect(text).toContain(`"${row.id}"`);
      }
    }
  });

  it.each([
    { name: 'rollouts', text: '{"id":"e","env":{"id":"x"},"traces":[]}', role: 'rollouts' },
    { name: 'nothing', text: ' \n\n', role: 'empty' },
    { name: 'rows without rollouts', text: '{"trace_id":"t","chunk":0,"offset":0}', role: 'companion' },
    { name: 'a number', text: '123', role: 'unknown' },
    { name: 'a log', text: 'INFO started\nINFO done\n', role: 'unknown' },
    { name: 'a picture', text: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0]), role: 'foreign' },
  ])('says what a file of $name is', async ({ text, role }) => {
    const { end } = await readThrough(text);
    if (end.kind !== 'read') throw new Error(end.kind);
    expect(end.facts.role).toBe(role);
    if (role === 'foreign') expect(end.facts.advice).not.toBeNull();
  });
});
