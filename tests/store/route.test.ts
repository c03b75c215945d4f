/** Addresses: print and parse are inverse; whatever is in the address bar opens as much as it can. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COLUMN_IDS, FLAGS, OUTCOMES } from '../../src/analysis/rows';
import { branchIndex, nodeIndex, recordIndex, runKey, sourceIndex, traceIndex } from '../../src/model/ids';
import type { Route } from '../../src/store/route';
import {
  episodeRoute,
  EPISODE_VIEWS,
  formatRoute,
  parseRoute,
  runRoute,
  samePage,
  START,
} from '../../src/store/route';

const KEY = runKey('0123456789ab');
const index = fc.nat({ max: 2 ** 40 });
const key = fc
  .tuple(fc.stringMatching(/^[0-9a-f]{12}$/), fc.option(fc.nat({ max: 99 })))
  .map(([digits, copy]) => runKey(copy === null ? digits : `${digits}-${copy}`));
// Addresses are Unicode: a lone surrogate cannot be written into one.
const text = fc.string({ unit: 'binary' }).filter((value) => !/\p{Surrogate}/u.test(value));

const route: fc.Arbitrary<Route> = fc.oneof(
  fc.constant(START),
  fc.record({
    kind: fc.constant('run' as const),
    run: key,
    query: text,
    outcomes: fc.subarray([...OUTCOMES]),
    flags: fc.subarray([...FLAGS]),
    sort: fc.option(fc.record({ column: fc.constantFrom(...COLUMN_IDS), descending: fc.boolean() })),
    at: fc.option(fc.record({ source: index.map(sourceIndex), record: index.map(recordIndex) })),
    panel: fc.constantFrom('import' as const, null),
  }),
  fc.record({
    kind: fc.constant('episode' as const),
    run: key,
    source: index.map(sourceIndex),
    record: index.map(recordIndex),
    id: fc.option(text),
    trace: index.map(traceIndex),
    branch: fc.oneof(fc.constant(null), fc.constant('all' as const), index.map(branchIndex)),
    node: fc.option(index.map(nodeIndex)),
    view: fc.constantFrom(...EPISODE_VIEWS),
  }),
  fc.record({ kind: fc.constant('bytes' as const), run: key, source: index.map(sourceIndex), from: index }),
);

describe('addresses', () => {
  it('are read back as they were written', () => {
    fc.assert(
      fc.property(route, (value) => {
        expect(parseRoute(formatRoute(value))).toEqual(value);
      }),
    );
  });

  it('never throw, whatever stands in the address bar', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('#', '#/run/', '#/run/0123456789ab/0/'),
        (rest, head) => {
          const read = parseRoute(head + rest);
          expect(parseRoute(formatRoute(read)).kind).toBe(read.kind);
        },
      ),
    );
  });

  it.each([
    { name: 'nothing', hash: '', expected: START },
    { name: 'a lone mark', hash: '#', expected: START },
    { name: 'a run', hash: '#/run/0123456789ab', expected: runRoute(KEY) },
    {
      name: 'a damaged field, the others kept',
      hash: '#/run/0123456789ab?sort=colour.desc&q=a+b&outcome=ok.nonsense&at=x.1',
      expected: { ...runRoute(KEY), query: 'a b', outcomes: ['ok'] },
    },
    {
      name: 'a field of a later version',
      hash: '#/run/0123456789ab/2/7?view=hologram&node=12&colour=red',
      expected: episodeRoute(
        { run: KEY, source: sourceIndex(2), record: recordIndex(7) },
        { node: nodeIndex(12) },
      ),
    },
    {
      name: 'a negative and an endless index',
      hash: `#/run/0123456789ab/0/0?trace=-1&node=${'9'.repeat(40)}`,
      expected: episodeRoute({ run: KEY, source: sourceIndex(0), record: recordIndex(0) }),
    },
  ])('read $name', ({ hash, expected }) => {
    expect(parseRoute(hash)).toEqual(expected);
  });

  it.each([
    '#/nowhere',
    '#/run',
    '#/run/XYZ',
    '#/run/0123456789ab/1',
    '#/run/0123456789ab/1/2/3',
    '#/run/0123456789ab/a/b',
  ])('of no known shape are said to be so: %s', (hash) => {
    expect(parseRoute(hash).kind).toBe('unknown');
  });

  it('tell a change on a page from a new page', () => {
    const list = runRoute(KEY);
    const episode = episodeRoute({ run: KEY, source: sourceIndex(0), record: recordIndex(0) });
    expect(samePage(list, { ...list, query: 'x' })).toBe(true);
    expect(samePage(list, runRoute(runKey('ffffffffffff')))).toBe(false);
    expect(samePage(episode, { ...episode, node: nodeIndex(3) })).toBe(true);
    expect(samePage(episode, { ...episode, record: recordIndex(1) })).toBe(false);
    expect(samePage(list, episode)).toBe(false);
  });
});
