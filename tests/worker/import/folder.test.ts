/**
 * A folder of three thousand small files, many of them damaged, through the client as a drop goes: nothing throws, nothing
 * hangs, every file comes to an end of its own, and what was read and skipped is what was there.
 */
import { expect, it } from 'vitest';
import { sourceIndex } from '../../../src/model/ids';
import type { SourceEnd, SourceListener } from '../../../src/worker/import/client';
import { ImportClient } from '../../../src/worker/import/client';
import { inLanes } from '../../../src/worker/import/lanes';
import type { NamedBlob } from '../../../src/worker/import/protocol';
import { gzip, zstdStored } from '../../samples/bytes/compressed';
import { Chance, damage } from '../../samples/bytes/damage';
import { utf16 } from '../../samples/bytes/encodings';
import { episode, jsonl, pretty, utf8 } from '../../samples/bytes/lines';
import { plainEpisode } from '../../samples/plain-run';
import { startInProcess } from './in-process';

const FILES = 3000;

interface Made extends NamedBlob {
  /** How many episodes it holds, if it is whole. */
  readonly episodes: number | null;
}

function folder(): readonly Made[] {
  const chance = new Chance(11);
  return Array.from({ length: FILES }, (_, index) => {
    const count = chance.below(4);
    const lines = Array.from({ length: count }, (_each, line) => episode(`${index}-${line}`));
    if (index % 10 === 0) lines.push(JSON.stringify(plainEpisode(index)));
    const text = jsonl(lines);
    const whole =
      [
        () => utf8(text),
        () => utf8(text),
        () => utf8(`[${lines.map((line) => pretty(line)).join(',')}]`),
        () => gzip(text),
        () => zstdStored(text),
        () => utf16(text, 'little'),
      ][chance.below(6)]?.() ?? utf8(text);
    const damaged = chance.below(3) === 0 && whole.length > 0;
    const bytes = damaged ? damage(whole, chance).bytes : whole;
    return {
      path: `folder/${index % 40}/traces-${index}.jsonl`,
      blob: new Blob([bytes]),
      episodes: damaged ? null : lines.length,
    };
  });
}

it('reads three thousand files, whole and damaged ones', async () => {
  const files = folder();
  const client = new ImportClient(startInProcess, 2);
  const { signal } = new AbortController();
  const print = await client.fingerprint(files, signal);
  expect(print.kind).toBe('done');
  const paired = await client.pair(files, signal);
  expect(paired.kind === 'done' ? paired.value.length : paired.kind).toBe(FILES);
  const read = await inLanes(files, 3, async (file, index) => {
    const rows: unknown[] = [];
    const end = await client.read(sourceIndex(index), file, null, listening(rows), signal);
    return faultOf(file, end, rows.length);
  });
  expect(read.filter((fault) => fault !== null)).toEqual([]);
  const digests = await client.digests(files, signal);
  expect(digests.kind === 'done' && digests.value.every((digest) => digest !== null)).toBe(true);
  client.close();
}, 120_000);

it('stops among them when it is told to', async () => {
  const files = folder();
  const client = new ImportClient(startInProcess, 2);
  const stop = new AbortController();
  let begun = 0;
  const ends = await inLanes(files, 3, async (file, index) => {
    begun += 1;
    if (begun === 300) stop.abort();
    return client.read(sourceIndex(index), file, null, listening([]), stop.signal);
  });
  expect(ends.filter(({ kind }) => kind === 'read').length).toBeLessThan(300);
  expect(ends.slice(300).every(({ kind }) => kind === 'cancelled')).toBe(true);
  client.close();
}, 60_000);

function listening(rows: unknown[]): SourceListener {
  return {
    rows: (pending) => rows.push(...pending.rows()),
    progress: () => undefined,
    content: () => undefined,
  };
}

function faultOf({ path, episodes }: Made, end: SourceEnd, rows: number): string | null {
  if (end.kind !== 'read') return `${path}: ${end.kind}`;
  const { records, episodes: listed, role } = end.facts;
  if (records.total !== records.read + records.skipped) return `${path}: the counts do not add up`;
  if (listed !== rows) return `${path}: ${rows} rows of ${listed} episodes`;
  if (role === 'unreadable') return `${path}: unreadable`;
  return episodes === null || episodes === listed ? null : `${path}: ${listed} of ${episodes} episodes`;
}
