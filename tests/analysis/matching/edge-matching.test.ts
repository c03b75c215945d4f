/** Which trace edge sets and ledgers belong to, whatever the order in which traces come. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EdgeMatching } from '../../../src/analysis/matching/edge-matching';
import type { TracePlace } from '../../../src/analysis/matching/sighting';
import type { EdgeSource } from '../../../src/model/edge-source';
import type { Trace } from '../../../src/model/episode';
import { requestId } from '../../../src/model/ids';
import type { LedgerEvent } from '../../../src/model/ledger';
import { trace } from '../build';

type Shown = readonly [place: TracePlace, of: Pick<Trace, 'id' | 'calls' | 'nodes'>];

/** A trace that carries ids, at a record. */
function carrying(record: number, id: string, ids: readonly string[], at = 0): Shown {
  const calls = ids.map((name) => ({ acp: { requestId: requestId(name), asWritten: name } }));
  return [{ source: 0, record, trace: at }, trace({ id, calls })];
}

function set(name: string, ...pairs: readonly (readonly [string, string])[]): EdgeSource {
  const edges = pairs.map(([source, target]) => ({
    source_request_id: source,
    target_request_id: target,
    type: 'continuation',
  }));
  return { kind: 'edge_set', name, payload: { edges } };
}

function ledger(name: string, session: string, ...requests: readonly string[]): EdgeSource {
  const events = requests.flatMap((request): LedgerEvent[] => [
    { kind: 'request_started', session, request: requestId(request), compaction: null },
    { kind: 'request_finished', request: requestId(request) },
  ]);
  return {
    kind: 'ledger',
    name,
    events: [{ kind: 'session_registered', session, parent: null, spawnedBy: null }, ...events],
  };
}

/** `record.trace: names` of what each trace gets, then what fits none. */
function plan(
  sources: readonly EdgeSource[],
  traces: readonly Shown[],
  named: string | null = null,
): string[] {
  const matching = new EdgeMatching(sources, { trace: named, policy: 'refuse_cycles' });
  for (const [place, of] of traces) matching.see(place, of);
  const { edgesOf, unmatched } = matching.plan();
  const given = traces.flatMap(([place]) => {
    const edges = edgesOf(place);
    if (edges === null) return [];
    const own = edges.ledger === null ? [] : [`${edges.ledger.name}[${edges.ledger.edges.length}]`];
    return [`${place.record}.${place.trace}: ${[...edges.sets.map(({ name }) => name), ...own].join(' ')}`];
  });
  return [...given.sort(), ...unmatched.map(({ name, reason, edges }) => `${name} ${reason}[${edges}]`)];
}

const RUN = [
  carrying(1, 't1', ['a', 'b', 'c']),
  carrying(2, 't2', ['x', 'y']),
  carrying(2, 't3', ['k', 'l'], 1),
  carrying(4, 't4', ['a', 'b']),
];

describe('a set', () => {
  const cases = [
    { name: 'of one trace', sources: [set('s', ['a', 'c'])], is: ['1.0: s'] },
    { name: 'of the second trace of an episode', sources: [set('s', ['k', 'l'])], is: ['2.1: s'] },
    { name: 'of no trace', sources: [set('s', ['a', 'x'])], is: ['s no_trace[1]'] },
    { name: 'of several traces', sources: [set('s', ['a', 'b'])], is: ['s several_traces[1]'] },
    { name: 'for a named one', sources: [set('s', ['a', 'b'])], named: 't4', is: ['4.0: s'] },
    { name: 'for a named one without its ids', sources: [set('s', ['a', 'b'])], named: 't2', is: ['2.0: s'] },
    {
      name: 'for one that is not there',
      sources: [set('s', ['a', 'b'])],
      named: 't9',
      is: ['s no_trace[1]'],
    },
    { name: 'without ids', sources: [set('s')], is: ['s several_traces[0]'] },
    {
      name: 'with an id that no call can carry, by the others',
      sources: [set('s', ['a', 'c'], ['b', 'no/id'])],
      is: ['1.0: s'],
    },
    {
      name: 'among several, in the order given',
      sources: [set('3', ['b', 'c']), set('1', ['a', 'c']), set('2', ['x', 'y'])],
      is: ['1.0: 3 1', '2.0: 2'],
    },
  ];
  it.each(cases)('$name', ({ sources, is, named = null }) => {
    expect(plan(sources, RUN, named)).toEqual(is);
    expect(plan(sources, RUN.toReversed(), named)).toEqual(is);
  });

  it('without ids belongs to the only trace there is', () => {
    expect(plan([set('s')], RUN.slice(0, 1))).toEqual(['1.0: s']);
    expect(plan([set('s')], [])).toEqual(['s no_trace[0]']);
  });

  it('of an id that several traces have goes to the one that carries its requests', () => {
    const twins = [carrying(1, 't', ['a']), carrying(2, 't', ['a', 'b']), carrying(3, 'u', ['a', 'b'])];
    expect(plan([set('s', ['a', 'b'])], twins, 't')).toEqual(['2.0: s']);
    expect(plan([set('s', ['p', 'q'])], twins, 't')).toEqual(['s several_traces[1]']);
  });

  it('says which trace comes closest', () => {
    const matching = new EdgeMatching([set('s', ['a', 'b'], ['b', 'z'])], {
      trace: null,
      policy: 'refuse_cycles',
    });
    for (const [place, of] of RUN) matching.see(place, of);
    expect(matching.plan().unmatched[0]).toMatchObject({
      accepted: false,
      outcomes: ['not_reached', 'not_reached'],
      detail:
        'No trace carries all its request ids; the nearest, trace "t1" of record 1, lacks 1 of its 3 request ids, the first "z".',
    });
  });
});

describe('a ledger', () => {
  const cases = [
    { name: 'of one trace', sources: [ledger('L', 'P', 'x', 'y')], is: ['2.0: L[1]'] },
    { name: 'of several', sources: [ledger('L', 'P', 'a', 'b')], is: ['1.0: L[1]', '4.0: L[1]'] },
    { name: 'of none', sources: [ledger('L', 'P', 'p', 'q', 'r')], is: ['L no_trace[2]'] },
    {
      name: 'that tells of more than the trace has: the first trace hears of the rest',
      sources: [ledger('L', 'P', 'x', 'gone', 'lost', 'y')],
      is: ['2.0: L[3]'],
    },
    {
      name: 'of one session over two traces',
      sources: [ledger('L', 'P', 'x', 'y', 'k', 'l')],
      is: ['2.0: L[2]', '2.1: L[2]'],
    },
    {
      name: 'several of one trace',
      sources: [ledger('1', 'P', 'a'), ledger('2', 'K', 'c'), ledger('3', 'M', 'k')],
      is: ['1.0: 1 + 2[0]', '2.1: 3[0]', '4.0: 1[0]'],
    },
    {
      name: 'for a named trace, whole',
      sources: [ledger('L', 'P', 'p', 'q'), ledger('M', 'K', 'x', 'y')],
      named: 't2',
      is: ['2.0: L + M[2]'],
    },
    {
      name: 'for a trace that is not there',
      sources: [ledger('L', 'P', 'x', 'y')],
      named: 't9',
      is: ['L no_trace[1]'],
    },
    {
      name: 'beside sets',
      sources: [ledger('L', 'P', 'x', 'y'), set('s', ['x', 'y'])],
      is: ['2.0: s L[1]'],
    },
  ];
  it.each(cases)('$name', ({ sources, is, named = null }) => {
    expect(plan(sources, RUN, named)).toEqual(is);
    expect(plan(sources, RUN.toReversed(), named)).toEqual(is);
  });

  it('names three files and counts more', () => {
    const ids = ['a', 'b', 'c', 'd'];
    const sources = ids.map((id) => ledger(`${id}.jsonl`, id, id));
    expect(plan(sources, [carrying(1, 't', ids)])).toEqual(['1.0: a.jsonl and 3 more[0]']);
  });
});

it('the order in which traces come never matters', () => {
  const ids = ['a', 'b', 'c', 'd', 'e'];
  const id = fc.constantFrom(...ids);
  const sources = fc.array(
    fc.oneof(
      fc.array(fc.tuple(id, id), { maxLength: 3 }).map((pairs) => set('s', ...pairs)),
      fc
        .tuple(fc.constantFrom('P', 'K'), fc.uniqueArray(id, { maxLength: 4 }))
        .map(([session, list]) => ledger('L', session, ...list)),
    ),
    { maxLength: 4 },
  );
  const traces = fc
    .array(fc.tuple(fc.constantFrom('t', 'u'), fc.uniqueArray(id, { maxLength: 5 })), { maxLength: 5 })
    .map((drawn) => drawn.map(([name, list], at) => carrying(at + 1, name, list)));
  fc.assert(
    fc.property(sources, traces, fc.option(fc.constantFrom('t', 'u')), (given, shown, named) => {
      expect(plan(given, shown.toReversed(), named)).toEqual(plan(given, shown, named));
    }),
    { numRuns: 500 },
  );
});
