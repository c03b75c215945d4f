/** Any cutting of a file into ranges gives the same records, with the same places, also far beyond 2^31. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recogniseContainer } from '../../../src/reading/container';
import { recordsInRange, recordsOf } from '../../../src/reading/records';
import type { FoundRecord } from '../../../src/reading/records';
import { bytesSource } from '../../../src/reading/source';
import type { ByteSource } from '../../../src/reading/source';
import { bytes, utf8 } from '../../samples/bytes/lines';

interface Seen {
  readonly line: number;
  readonly byte: number;
  readonly text: string;
  readonly repaired: boolean;
  readonly terminated: boolean;
}

function seen(found: FoundRecord, lineOffset: number): Seen {
  const line = found.line + lineOffset;
  if (found.kind === 'overlong') {
    const { byte, length, snippet } = found;
    return { line, byte, text: `${length}:${snippet}`, repaired: false, terminated: false };
  }
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(found.bytes);
  return { line, byte: found.byte, text, repaired: found.repaired, terminated: found.terminated };
}

async function inOnePass(source: ByteSource, longest: number): Promise<readonly Seen[]> {
  const all: Seen[] = [];
  const container = await recogniseContainer(source);
  for await (const found of recordsOf(container, { longest })) all.push(seen(found, 0));
  return all;
}

async function inRanges(
  source: ByteSource,
  cuts: readonly number[],
  chunkBytes: number,
  longest: number,
): Promise<readonly Seen[]> {
  const { contentStart, repair } = await recogniseContainer(source);
  const edges = [0, ...[...cuts].sort((a, b) => a - b), source.size];
  const all: Seen[] = [];
  let lines = 0;
  for (let i = 0; i + 1 < edges.length; i += 1) {
    const options = { contentStart, repair, chunkBytes, longest };
    const range = recordsInRange(source, edges[i] ?? 0, edges[i + 1] ?? 0, options);
    for (;;) {
      const step = await range.next();
      if (step.done === true) {
        lines += step.value.lines;
        break;
      }
      all.push(seen(step.value, lines));
    }
  }
  return all;
}

const lineText = fc.oneof(
  fc.constantFrom('', ' ', '\r', '\t\r', '{}', '{"a":1}\r', '日本'),
  fc.string({ maxLength: 30 }).map((text) => JSON.stringify({ text }).slice(0, 40)),
);

const file = fc
  .tuple(fc.array(lineText, { maxLength: 12 }), fc.boolean(), fc.boolean())
  .map(([lines, mark, terminated]) =>
    // The first line keeps the file from being taken for a document.
    bytes(mark ? [0xef, 0xbb, 0xbf] : [], ['0', ...lines].join('\n'), terminated ? '\n' : ''),
  );

describe('ranges', () => {
  it('give the records of one pass, wherever the file is cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        file,
        fc.array(fc.nat(200), { maxLength: 6 }),
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom(12, 1000),
        async (given, cuts, chunkBytes, longest) => {
          const source = bytesSource('given', given);
          const inside = cuts.map((cut) => cut % (given.length + 1));
          expect(await inRanges(source, inside, chunkBytes, longest)).toEqual(
            await inOnePass(source, longest),
          );
        },
      ),
      { numRuns: 500 },
    );
  }, 60_000);

  it('hold in ranges of a hundred bytes', async () => {
    const given = utf8(
      Array.from({ length: 200 }, (_, i) => JSON.stringify({ i, text: 'x'.repeat((i * 37) % 400) })).join(
        '\n',
      ),
    );
    const source = bytesSource('given', given);
    const cuts = Array.from({ length: Math.floor(given.length / 100) }, (_, i) => (i + 1) * 100);
    expect(await inRanges(source, cuts, 64, 1000)).toEqual(await inOnePass(source, 1000));
  });

  it('have right places beyond 2^31', async () => {
    // Made up on demand: line feeds at every multiple of a thousand, the line's own number behind them.
    const size = 2 ** 31 + 5_000_500;
    const source: ByteSource = {
      name: 'fabricated',
      size,
      slice(start, end) {
        const slice = new Uint8Array(end - start).fill(0x20);
        for (let line = Math.floor(start / 1000); line * 1000 < end; line += 1) {
          const text = utf8(`${line}`.padEnd(999) + '\n');
          slice.set(
            text.subarray(Math.max(0, start - line * 1000), end - line * 1000),
            Math.max(0, line * 1000 - start),
          );
        }
        return Promise.resolve(slice);
      },
    };
    const start = 2 ** 31 - 100_000;
    const range = recordsInRange(source, start, size);
    let count = 0;
    for (;;) {
      const step = await range.next();
      if (step.done === true) {
        expect(step.value.lines).toBe(count);
        break;
      }
      const { byte } = step.value;
      if (step.value.kind === 'record')
        expect(Number(new TextDecoder().decode(step.value.bytes))).toBe(byte / 1000);
      count += 1;
    }
    expect(count).toBe(Math.ceil(size / 1000) - Math.ceil(start / 1000));
  });
});
