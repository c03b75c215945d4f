/** Totals of parts, put together in any order, are those of one pass. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutDiagnostics, diagnostic } from '../../../src/model/diagnostic';
import type { Diagnostic } from '../../../src/model/diagnostic';
import type { RecordReading } from '../../../src/reading/record';
import { Tally } from '../../../src/reading/tally';

type Kind = 'annotations' | 'metrics' | 'run_index' | 'unknown' | 'foreign' | 'skipped';

interface Line {
  readonly kind: Kind;
  readonly repaired: boolean;
  readonly findings: number;
}

function add(tally: Tally, line: number, { kind, repaired, findings }: Line, offset = 0): void {
  const found: Diagnostic[] = Array.from({ length: findings }, (_, index) =>
    diagnostic('bad-field', { record: line, byte: index, path: `/${index}` }, 'x'),
  );
  if (kind === 'skipped') {
    tally.skip([diagnostic('not-json', { record: line }, 'x')]);
    return;
  }
  tally.add(line, { value: null, byte: line + offset, repaired, diagnostics: [] }, readingOf(kind, found));
}

function readingOf(kind: Exclude<Kind, 'skipped'>, diagnostics: readonly Diagnostic[]): RecordReading {
  if (kind === 'unknown') return { kind, diagnostics };
  if (kind === 'foreign') return { kind, dialect: 'otlp', advice: 'elsewhere' };
  return { kind: 'row', dialect: kind, diagnostics };
}

const lines = fc.array(
  fc.record({
    kind: fc.constantFrom<Kind>('annotations', 'metrics', 'run_index', 'unknown', 'foreign', 'skipped'),
    repaired: fc.boolean(),
    findings: fc.nat(60),
  }),
  { maxLength: 40 },
);

describe('a tally', () => {
  it('of parts in any order equals that of one pass', () => {
    fc.assert(
      fc.property(
        lines,
        fc.array(fc.nat(40), { maxLength: 4 }),
        fc.infiniteStream(fc.nat()),
        (given, cuts, order) => {
          const whole = new Tally();
          given.forEach((line, index) => add(whole, index + 1, line));
          const edges = [
            0,
            ...cuts.map((cut) => cut % (given.length + 1)).sort((a, b) => a - b),
            given.length,
          ];
          const parts = edges.slice(1).map((end, index) => {
            const start = edges[index] ?? 0;
            const part = new Tally();
            given.slice(start, end).forEach((line, at) => add(part, at + 1, line, start));
            return { state: structuredClone(part.state()), start, rank: order.next().value };
          });
          const merged = new Tally();
          for (const { state, start } of parts.toSorted((a, b) => a.rank - b.rank))
            merged.merge(state, start);
          expect(merged.end('jsonl')).toEqual(whole.end('jsonl'));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('keeps the first hundred of a code, and counts all', () => {
    const tally = new Tally();
    for (let line = 1; line <= 500; line += 1)
      tally.skip([diagnostic('not-json', { record: line, byte: line * 10 }, 'x')]);
    tally.note(diagnostic('utf-16', {}, 'x'));
    const { diagnostics, records } = tally.end('jsonl');
    expect(records).toEqual({ total: 500, read: 0, repaired: 0, skipped: 500 });
    expect(diagnostics).toHaveLength(102);
    expect(diagnostics[0]?.code).toBe('utf-16');
    expect(diagnostics[100]).toMatchObject({ code: 'not-json', record: 100 });
    expect(diagnostics[101]).toMatchObject({ code: 'not-json', record: 101, count: 500 });
  });

  it.each<{ name: string; kinds: readonly Kind[]; dialect: string; total: number }>([
    { name: 'nothing', kinds: [], dialect: 'unknown', total: 0 },
    {
      name: 'a majority',
      kinds: ['metrics', 'annotations', 'annotations'],
      dialect: 'annotations',
      total: 3,
    },
    {
      name: 'a tie: the first seen',
      kinds: ['metrics', 'annotations', 'annotations', 'metrics'],
      dialect: 'metrics',
      total: 4,
    },
    {
      name: 'skipped records have no vote',
      kinds: ['unknown', 'skipped', 'skipped', 'metrics'],
      dialect: 'metrics',
      total: 4,
    },
    {
      name: 'foreign records alone: a foreign file',
      kinds: ['foreign', 'unknown'],
      dialect: 'otlp',
      total: 0,
    },
    { name: 'a foreign record among others', kinds: ['foreign', 'metrics'], dialect: 'metrics', total: 2 },
  ])('names the dialect of $name', ({ kinds, dialect, total }) => {
    const tally = new Tally();
    kinds.forEach((kind, index) => {
      add(tally, index + 1, { kind, repaired: false, findings: 0 });
    });
    expect(tally.end('jsonl')).toMatchObject({ dialect, records: { total } });
  });

  it('gives a foreign record among others as an error of its own', () => {
    const tally = new Tally();
    add(tally, 1, { kind: 'foreign', repaired: false, findings: 0 });
    add(tally, 2, { kind: 'metrics', repaired: false, findings: 0 });
    expect(tally.end('jsonl').diagnostics).toMatchObject([{ code: 'foreign-format', record: 1 }]);
  });
});

describe('cut diagnostics', () => {
  it('are in report order whatever order they came in', () => {
    const found = [3, 1, 2].map((record) => diagnostic('bad-field', { record }, 'x'));
    expect(cutDiagnostics(found).map(({ record }) => record)).toEqual([1, 2, 3]);
  });
});
