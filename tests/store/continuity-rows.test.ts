/** Verdicts as rows: kinds, order, filter, the worst break, the next one. */
import { describe, expect, it } from 'vitest';
import type { RequestOrder, VerdictKind } from '../../src/store/continuity-rows';
import { countKinds, isBreak, kindOf, nextBreak, rowsOf, worstBreak } from '../../src/store/continuity-rows';
import { REQUEST_STATUSES } from '../../src/worker/episode/protocol';
import type { RequestColumns } from '../../src/worker/episode/protocol';

interface Row {
  readonly status: (typeof REQUEST_STATUSES)[number];
  readonly kept?: readonly [number, number];
  readonly causes?: readonly string[];
  readonly apart?: 'preserved' | 'diverged';
  readonly tokens?: readonly [number, number];
  readonly cost?: number;
  readonly cache?: readonly [number, number];
}

/** Columns as the worker would send them, of what a case is about. */
function columns(rows: readonly Row[]): RequestColumns {
  const none = () => new Int32Array(rows.length).fill(-1);
  const code = (status: string | undefined) => REQUEST_STATUSES.findIndex((one) => one === status);
  const figures = (of: (row: Row) => number | undefined) =>
    Float64Array.from(rows, (row) => of(row) ?? Number.NaN);
  const zeros = () => new Uint16Array(rows.length);
  return {
    count: rows.length,
    node: Int32Array.from(rows.keys()),
    status: Uint8Array.from(rows, ({ status }) => code(status)),
    previous: Int32Array.from(rows, ({ kept }) => kept?.[1] ?? 0),
    preserved: Int32Array.from(rows, ({ kept }) => kept?.[0] ?? 0),
    apartStatus: Int8Array.from(rows, ({ apart }) => code(apart)),
    apartPreserved: none(),
    form: new Uint8Array(rows.length),
    baseline: none(),
    baselineCall: none(),
    basis: new Int8Array(rows.length).fill(-1),
    messagesOnly: new Uint8Array(rows.length),
    reason: none(),
    carryOver: none(),
    causes: Int32Array.from(rows.keys()),
    fields: none(),
    notes: new Uint8Array(rows.length),
    failedAttempts: zeros(),
    attempt: zeros(),
    attempts: zeros(),
    sharedNodes: none(),
    earlierNodes: none(),
    tokensKept: figures(({ tokens }) => tokens?.[0]),
    tokensOf: figures(({ tokens }) => tokens?.[1]),
    replyKept: figures(() => undefined),
    replyOf: figures(() => undefined),
    input: figures(({ cache }) => cache?.[1]),
    cacheReads: figures(({ cache }) => cache?.[0]),
    cost: figures(({ cost }) => cost),
    words: [],
    sets: rows.map(({ causes }) => causes ?? []),
  };
}

const FORM: Row = { status: 'diverged', kept: [1, 9], causes: ['content_form'], apart: 'preserved' };
const COMPACTED: Row = {
  status: 'diverged',
  kept: [1, 20],
  causes: ['messages_removed', 'compaction_declared'],
};
const EDITED: Row = { status: 'diverged', kept: [3, 8], causes: ['content_edited'] };
const REMOVED: Row = { status: 'diverged', kept: [1, 8], causes: ['messages_removed'] };
const KEPT: Row = { status: 'preserved', kept: [4, 4] };
const FIRST: Row = { status: 'no_predecessor' };

describe('kinds', () => {
  const cases: readonly { readonly name: string; readonly row: Row; readonly kind: VerdictKind }[] = [
    { name: 'kept', row: KEPT, kind: 'preserved' },
    { name: 'a break', row: EDITED, kind: 'diverged' },
    { name: 'form alone', row: FORM, kind: 'form' },
    { name: 'form and more', row: { ...FORM, apart: 'diverged' }, kind: 'diverged' },
    { name: 'a declared compaction', row: COMPACTED, kind: 'compacted' },
    { name: 'redacted', row: { status: 'unknown' }, kind: 'unknown' },
    { name: 'the first', row: FIRST, kind: 'no_predecessor' },
  ];
  it.each(cases)('$name', ({ row, kind }) => {
    const made = columns([row]);
    expect(kindOf(made, 0)).toBe(kind);
    expect(countKinds(made)[kind]).toBe(1);
    expect(isBreak(made, 0)).toBe(row.status === 'diverged');
  });
});

describe('order', () => {
  const made = columns([FIRST, KEPT, FORM, EDITED, COMPACTED, REMOVED]);
  const of = (order: RequestOrder, kinds: readonly VerdictKind[] = []) => rowsOf(made, new Set(kinds), order);

  it('is that of recording at first', () => expect(of('recorded')).toEqual([0, 1, 2, 3, 4, 5]));
  it('puts breaks first, those that lost most before others', () =>
    expect(of('breaks')).toEqual([5, 3, 2, 4, 1, 0]));
  it('puts last what was not compared', () => expect(of('kept')).toEqual([4, 2, 5, 3, 1, 0]));
  it('keeps only the kinds that are chosen', () =>
    expect(of('breaks', ['form', 'diverged'])).toEqual([5, 3, 2]));
  it('sorts figures with those that were not reported at the end', () => {
    const priced = columns([{ ...KEPT, cost: 1 }, KEPT, { ...KEPT, cost: 3 }]);
    expect(rowsOf(priced, new Set(), 'cost')).toEqual([2, 0, 1]);
    const cached = columns([{ ...KEPT, cache: [5, 10] }, KEPT, { ...KEPT, cache: [0, 10] }]);
    expect(rowsOf(cached, new Set(), 'cache')).toEqual([2, 0, 1]);
  });
});

describe('the worst break', () => {
  it('is the unexplained one that lost most segments', () =>
    expect(worstBreak(columns([KEPT, COMPACTED, EDITED, REMOVED]))).toBe(3));
  it('is the one with most tokens to be processed again, where there are tokens', () => {
    const few: Row = { ...REMOVED, tokens: [90, 100] };
    const many: Row = { ...EDITED, tokens: [10, 100] };
    expect(worstBreak(columns([few, many]))).toBe(1);
  });
  it('is none where all was kept', () => expect(worstBreak(columns([FIRST, KEPT]))).toBeNull());
});

it('steps from break to break in the order of recording', () => {
  const made = columns([FIRST, EDITED, KEPT, FORM]);
  expect(nextBreak(made, -1, 1)).toBe(1);
  expect(nextBreak(made, 1, 1)).toBe(3);
  expect(nextBreak(made, 3, 1)).toBeNull();
  expect(nextBreak(made, 4, -1)).toBe(3);
});
