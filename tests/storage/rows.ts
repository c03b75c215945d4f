/** Rows for tests: arbitrary ones, and a plain one to change. */
import fc from 'fast-check';
import { recordIndex, sourceIndex } from '../../src/model/ids';
import type { EpisodeRow } from '../../src/model/row';
import type { PlacedRow } from '../../src/storage/row-columns';

export function plainRow(changes: Partial<EpisodeRow> = {}): EpisodeRow {
  return {
    line: 1,
    byte: 0,
    length: 10,
    id: 'e1',
    env: 'demo',
    task: 't1',
    group: null,
    agents: 'solver',
    models: 'm',
    reward: 1,
    scored: true,
    outcome: 'ok',
    stop: 'done',
    traces: 1,
    turns: 2,
    branches: 1,
    nodes: 4,
    tokensIn: 10,
    tokensOut: 5,
    cost: null,
    duration: 1.5,
    errors: 0,
    warnings: 0,
    errorType: null,
    ...changes,
  };
}

const count = fc.nat({ max: Number.MAX_SAFE_INTEGER });
const amount = fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }));
const name = fc.string({ unit: 'binary' });

const anyRow: fc.Arbitrary<EpisodeRow> = fc.record({
  line: count,
  byte: count,
  length: count,
  id: name,
  env: name,
  task: name,
  group: fc.option(name),
  agents: name,
  models: name,
  reward: amount,
  scored: fc.boolean(),
  outcome: fc.constantFrom('ok' as const, 'error' as const, 'truncated' as const, 'unscored' as const),
  stop: name,
  traces: count,
  turns: count,
  branches: count,
  nodes: count,
  tokensIn: count,
  tokensOut: count,
  cost: amount,
  duration: amount,
  errors: count,
  warnings: count,
  errorType: fc.option(name),
});

export const placedRows: fc.Arbitrary<PlacedRow[]> = fc.array(
  fc.record({
    source: fc.nat({ max: 2 ** 32 - 1 }).map(sourceIndex),
    record: count.map(recordIndex),
    row: anyRow,
  }),
);

export function numberedRows(length: number): PlacedRow[] {
  return Array.from({ length }, (_, i) => ({
    source: sourceIndex(0),
    record: recordIndex(i),
    row: plainRow({ id: `e${i}`, line: i + 1, byte: i * 10 }),
  }));
}
