/** Whole files of every encoding, shape and kind of damage: what is read, what is skipped, and what is said about it. */
import { describe, expect, it, vi } from 'vitest';
import { bytesSource } from '../../../src/reading/source';
import { damagedEncodings } from '../../samples/bytes/encodings';
import { compressedFiles } from '../../samples/bytes/compressed';
import type { FileCase } from '../../samples/bytes/lines';
import { brokenElements, shapes } from '../../samples/bytes/shapes';
import { readAll } from './read-all';
import type { ReadAll } from './read-all';

// Slow machines are no fault of the code's.
vi.setConfig({ testTimeout: 60_000 });

function idsOf({ events }: ReadAll): readonly string[] {
  return events.flatMap((event) =>
    event.kind === 'record' && event.reading.kind === 'episode' ? [event.reading.episode.id] : [],
  );
}

function foundIn({ end }: ReadAll): readonly string[] {
  return end.diagnostics.map(({ code, record, byte }) => `${code}@${record ?? '-'}:${byte ?? '-'}`);
}

/** Every boundary a reader may be cut at. */
const CHUNKS = [1, 2, 3, 7, 100, 1 << 22];

const whole: readonly FileCase[] = [...damagedEncodings(), ...shapes(), ...compressedFiles()];

describe('a file', () => {
  it.each(whole)('$name', async (given) => {
    const { name, bytes, container, ids, repaired = 0, skipped = 0, found = [] } = given;
    for (const chunkBytes of CHUNKS) {
      if (bytes.length > 10_000 && chunkBytes < 100) continue;
      const read = await readAll(bytesSource(name, bytes), { chunkBytes, tokens: 'skip' });
      expect(idsOf(read), `chunks of ${chunkBytes}`).toEqual(ids);
      expect(foundIn(read)).toEqual(found);
      expect(read.end.container).toBe(container);
      expect(read.end.records).toEqual({ total: ids.length + skipped, read: ids.length, repaired, skipped });
    }
  });
});

describe('a broken element', () => {
  it.each(brokenElements())('$name', async ({ name, bytes, container, ids }) => {
    for (const chunkBytes of CHUNKS) {
      const read = await readAll(bytesSource(name, bytes), { chunkBytes });
      expect(idsOf(read), `chunks of ${chunkBytes}`).toEqual(ids);
      expect(read.end.records.skipped).toBeGreaterThan(0);
      expect(read.end.container).toBe(container);
      expect(read.end.records.total).toBe(read.end.records.read + read.end.records.skipped);
    }
  });
});
