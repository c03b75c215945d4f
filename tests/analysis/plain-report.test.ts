/**
 * Report and list against a recomputation from the raw JSON that shares no code with the product: over the sample run, the
 * fixtures of the real writer, and real files where they are at hand.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { episodeReport } from '../../src/analysis/report';
import { summarise } from '../../src/analysis/summary';
import type { Json } from '../../src/model/json';
import { parseJson } from '../../src/model/json';
import { readFile } from '../../src/reading/file';
import { bytesSource } from '../../src/reading/source';
import { plainEpisode, plainRow } from './plain-report.mjs';

const root = new URL('../../', import.meta.url).pathname;
const FOLDERS = [
  'public/sample',
  'tests/fixtures/verifiers/0.4.0',
  'tests/fixtures/verifiers/0.3.2.dev60',
  '../shared/samples/verifiers-v1',
  '../shared/samples/verifiers-v0',
];
const files = FOLDERS.filter((folder) => existsSync(root + folder)).flatMap((folder) =>
  readdirSync(root + folder)
    .filter((name) => /(traces|results)\.jsonl(\.gz)?$/.test(name))
    .map((name) => `${folder}/${name}`),
);

function linesOf(bytes: Uint8Array, path: string): Json[] {
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : Buffer.from(bytes)).toString('utf8');
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(parseJson);
}

/** Of an answer what the plain one also has. */
function restrictedTo(pattern: Record<string, unknown>, answer: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(answer).filter(([name]) => name in pattern && name !== 'traces'));
}

describe('every figure equals its plain recomputation', () => {
  it('has files to compare', () => {
    expect(files.length).toBeGreaterThan(3);
  });

  it.each(files)('%s', async (path) => {
    const bytes = new Uint8Array(readFileSync(root + path));
    const records = linesOf(bytes, path);
    let compared = 0;
    for await (const event of readFile(bytesSource(path, bytes), { metadata: null, tokens: 'keep' })) {
      expect(event.kind).toBe('record');
      if (event.kind !== 'record' || event.reading.kind !== 'episode') continue;
      const { line, byte, length, reading } = event;
      const plain = plainEpisode(records[line - 1], line);
      expect(plain).not.toBeNull();
      if (plain === null) continue;
      compared += 1;
      const report = await episodeReport(reading.episode, { line, byte });
      const { traces, ...head } = plain;
      expect(restrictedTo(head, report)).toEqual(head);
      expect(report.traces.map((trace, index) => restrictedTo(traces[index] ?? {}, trace))).toEqual(traces);
      const row = plainRow(plain);
      expect(
        restrictedTo(row, { ...summarise(reading.episode, { line, byte, length }, 0), traces: undefined }),
      ).toEqual(restrictedTo(row, row));
    }
    expect(compared).toBe(records.length);
  });
});
