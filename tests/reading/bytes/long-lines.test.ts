/** A record beyond the limit is named and passed over; its neighbours are read, and nothing of it is held. */
import { describe, expect, it, vi } from 'vitest';
import { DocumentSplitter } from '../../../src/reading/json-documents';
import { LineSplitter } from '../../../src/reading/lines';
import { recordsInRange } from '../../../src/reading/records';
import { longLines } from '../../samples/bytes/long-lines';
import { readAll } from './read-all';

// Slow machines are no fault of the code's.
vi.setConfig({ testTimeout: 60_000 });

const lines = [
  { id: 1, length: 0 },
  { id: 2, length: 5000 },
  { id: 3, length: 900 },
  { id: 4, length: 1001 },
  { id: 5, length: 1000 },
];

describe.each(['lines', 'array'] as const)('records too long, as %s', (around) => {
  it.each([1, 7, 100, 4096, 1 << 20])('in chunks of %i', async (chunkBytes) => {
    const { events, end } = await readAll(longLines(lines, around), { longest: 1000, chunkBytes });
    const ids = events.flatMap((event) =>
      event.kind === 'record' && event.reading.kind === 'episode' ? [event.reading.episode.id] : [],
    );
    expect(ids).toEqual(['e1', 'e3', 'e5']);
    expect(end.records).toEqual({ total: 5, read: 3, repaired: 0, skipped: 2 });
    const shift = around === 'array' ? 2 : 1;
    expect(end.diagnostics.map(({ code, record }) => [code, record])).toEqual([
      ['record-too-long', 2],
      ['record-too-long', 4],
    ]);
    expect(end.diagnostics[0]?.message).toContain('5000 bytes');
    expect(end.diagnostics[0]?.message).toContain('{"id":"e2"');
    expect((end.diagnostics[1]?.byte ?? 0) - (end.diagnostics[0]?.byte ?? 0)).toBe(5000 + 900 + 2 * shift);
  });
});

describe('a line far beyond the limit', () => {
  const chunk = new Uint8Array(1 << 20).fill(0x78);

  it('is counted, not held', () => {
    const splitter = new LineSplitter({ byte: 0, longest: 1 << 22 });
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    for (let i = 0; i < 256; i += 1) {
      expect(splitter.push(chunk.slice())).toEqual([]);
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    }
    expect(splitter.push(Uint8Array.of(0x0a))).toMatchObject([
      { kind: 'overlong', line: 1, byte: 0, length: 2 ** 28 },
    ]);
    // Chunks that were let go wait for the collector, so the bound is a loose one.
    expect(most).toBeLessThan(200 * 2 ** 20);
  });

  it('is counted, not held, in an array', () => {
    const splitter = new DocumentSplitter({ byte: 0, longest: 1 << 22, report: () => undefined });
    splitter.push(new TextEncoder().encode('["'));
    for (let i = 0; i < 256; i += 1) expect(splitter.push(chunk.slice())).toEqual([]);
    const found = [...splitter.push(new TextEncoder().encode('",1')), ...splitter.end()];
    expect(found).toMatchObject([
      { kind: 'overlong', line: 1, byte: 1, length: 2 ** 28 + 2 },
      { kind: 'record', line: 2 },
    ]);
  });
});

describe('a range', () => {
  it('that ends inside a long line passes it over once', async () => {
    const source = longLines(lines);
    const kinds: string[] = [];
    for (let start = 0; start < source.size; start += 300) {
      for await (const found of recordsInRange(source, start, start + 300, {
        longest: 1000,
        chunkBytes: 128,
      })) {
        kinds.push(found.kind);
      }
    }
    expect(kinds).toEqual(['record', 'overlong', 'record', 'overlong', 'record']);
  });
});
