/** Folded ledgers on a trace: what is added, what is not in the trace, and that their order does not matter. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyLedger } from '../../../src/analysis/ledger-application';
import type { GivenLedger } from '../../../src/analysis/ledger-application';
import { ledgersTogether } from '../../../src/analysis/ledger/together';
import { recordedLinks } from '../../../src/analysis/recorded-links';
import type { CyclePolicy, SemanticLink } from '../../../src/analysis/semantic-types';
import type { Trace } from '../../../src/model/episode';
import { requestId } from '../../../src/model/ids';
import type { LedgerEvent, RequestEdge } from '../../../src/model/ledger';
import type { CallSketch } from '../build';
import { a, link, trace, u } from '../build';

const edge = (source: string, target: string, type = 'continuation'): RequestEdge => ({
  source: requestId(source),
  target: requestId(target),
  type,
});
const call = (node: number | null, name: string): CallSketch => {
  const acp = { requestId: requestId(name), asWritten: name };
  return node === null ? { acp } : { node, acp };
};
/** Four conversations of one request each. */
const FOUR = trace({
  nodes: ['a', 'b', 'c', 'd'].flatMap((name, at) => [u(name), a(name, 2 * at)]),
  calls: ['a', 'b', 'c', 'd'].map((name, at) => call(2 * at + 1, name)),
});

function lay(of: Trace, edges: readonly RequestEdge[], policy: CyclePolicy = 'refuse_cycles') {
  const ledger: GivenLedger = {
    name: 'l',
    edges,
    records: { sessions: new Map(), sessionOf: new Map(), sessionOfNode: new Map(), conflicts: [] },
    oddities: [],
  };
  return applyLedger(of, recordedLinks(of).links, ledger, policy);
}
const arrows = (links: readonly SemanticLink[]) =>
  links.map(({ source, target, type }) => `${source}>${target} ${type}`);

describe('a ledger on a trace', () => {
  it('adds its edges with their origin', () => {
    const { added, report, skipped } = lay(FOUR, [edge('a', 'b'), edge('b', 'c', 'vendor:x')]);
    expect(added).toEqual([
      { source: 1, target: 3, type: 'continuation', origin: 'ledger' },
      { source: 3, target: 5, type: 'vendor:x', origin: 'ledger' },
    ]);
    expect(report).toMatchObject({ origin: 'ledger', accepted: true, reason: null, added: 2, edges: 2 });
    expect(skipped).toEqual([]);
  });

  it('skips what is not in the trace and adds the rest', () => {
    const of = { ...FOUR, calls: [...FOUR.calls, ...trace({ calls: [call(null, 'failed')] }).calls] };
    const { added, report, skipped } = lay(of, [
      edge('a', 'gone'),
      edge('a', 'b'),
      edge('failed', 'c'),
      edge('b', 'c'),
    ]);
    expect(arrows(added)).toEqual(['1>3 continuation', '3>5 continuation']);
    expect(report.outcomes).toEqual(['skipped', 'added', 'skipped', 'added']);
    expect(skipped.map(({ edge: at, node }) => [at, node])).toEqual([
      [0, 1],
      [2, 5],
    ]);
    expect(skipped[0]?.why).toContain('request "gone" committed no node of this trace');
  });

  it('finds what the trace records already', () => {
    const nodes = [u('q'), a('a', 0), a('b', 1, [link(1, 'continuation')])];
    const of = trace({ nodes, calls: [call(1, 'a'), call(2, 'b')] });
    expect(lay(of, [edge('a', 'b')]).report).toMatchObject({
      added: 0,
      already_present: 1,
      outcomes: ['present'],
    });
  });

  it('takes two attempts of one request for one', () => {
    const of = trace({
      nodes: [u('q'), a('x', 0), a('y', 1)],
      calls: [call(1, 'r'), call(1, 's'), call(2, 't')],
    });
    const { report, skipped } = lay(of, [edge('r', 't'), edge('s', 't'), edge('r', 's')]);
    expect(report.outcomes).toEqual(['added', 'present', 'skipped']);
    expect(skipped[0]?.why).toContain('both requests committed node #1');
  });

  it('is added whole or not at all where it closes a cycle', () => {
    const edges = [
      edge('a', 'b'),
      edge('x', 'b'),
      edge('b', 'c'),
      edge('c', 'a', 'x'),
      edge('c', 'd'),
      edge('x', 'd'),
    ];
    const { added, report } = lay(FOUR, edges);
    expect(added).toEqual([]);
    expect(report).toMatchObject({ accepted: false, reason: 'cycle', refused_edge: 3, added: 0 });
    expect(report.outcomes).toEqual(['refused', 'skipped', 'refused', 'refused', 'not_reached', 'skipped']);
    expect(arrows(lay(FOUR, edges, 'allow_loops').added)).toHaveLength(4);
  });

  it('is not kept from a trace by calls that are none of its', () => {
    const bad = trace({
      nodes: [u('q')],
      calls: [{ ...call(null, 'bad'), nodeAsWritten: 99 }, call(0, 'user')],
    });
    const of = { ...FOUR, calls: [...FOUR.calls, ...bad.calls] };
    expect(arrows(lay(of, [edge('a', 'b'), edge('user', 'b')]).added)).toEqual(['1>3 continuation']);
  });
});

const started = (session: string, request: string, compaction: string | null = null): LedgerEvent => ({
  kind: 'request_started',
  session,
  request: requestId(request),
  compaction,
});
const finished = (request: string): LedgerEvent => ({
  kind: 'request_finished',
  request: requestId(request),
});
const registered = (
  session: string,
  parent: string | null = null,
  by: string | null = null,
): LedgerEvent => ({
  kind: 'session_registered',
  session,
  parent,
  spawnedBy: by === null ? null : requestId(by),
});

describe('ledgers together', () => {
  const P: LedgerEvent[] = [
    registered('P'),
    started('P', 'a'),
    finished('a'),
    { kind: 'child_returned', session: 'P', child: 'K', request: requestId('k') },
    started('P', 'b'),
    finished('b'),
  ];
  const K: LedgerEvent[] = [registered('K', 'P', 'a'), started('K', 'k'), finished('k')];
  const named = (name: string, events: readonly LedgerEvent[]) => ({ name, events });
  const edges = (given: Parameters<typeof ledgersTogether>[0]) =>
    ledgersTogether(given)
      .fold.edges.map(({ source, target, type }) => `${source}>${target} ${type}`)
      .sort();
  const BOTH = ['a>b continuation', 'a>k subagent_call', 'k>b subagent_return'];

  it.each([
    { name: 'parent first', given: [named('P', P), named('K', K)] },
    { name: 'child first', given: [named('K', K), named('P', P)] },
    { name: 'one of them twice', given: [named('P', P), named('K', K), named('P again', P)] },
    {
      name: 'one of them as it was earlier',
      given: [named('P early', P.slice(0, 3)), named('K', K), named('P', P)],
    },
    {
      name: 'one of them as it was earlier, behind',
      given: [named('P', P), named('K', K), named('P early', P.slice(0, 5))],
    },
  ])('have the same edges: $name', ({ given }) => {
    expect(edges(given)).toEqual(BOTH);
    expect(ledgersTogether(given).ledgers).toHaveLength(2);
  });

  it('know which of them started a request', () => {
    const { ledgerOf, ledgers } = ledgersTogether([named('K', K), named('P', P)]);
    expect([...ledgerOf].map(([request, at]) => `${request} ${ledgers[at]?.name}`)).toEqual([
      'k K',
      'a P',
      'b P',
    ]);
  });

  it('may be given in any order', () => {
    // Sessions that start, finish, fail and return; each session's events stay in order.
    const sessions = ['S0', 'S1', 'S2'];
    const step = fc.record({
      kind: fc.constantFrom('start', 'finish', 'fail', 'return'),
      other: fc.nat(2),
    });
    const ledgers = fc.tuple(
      ...sessions.map((_, at) =>
        fc.array(step, { maxLength: 8 }).map((steps) => {
          const own = sessions[at] ?? '';
          const parent = at === 0 ? null : 'S0';
          const events: LedgerEvent[] = [registered(own, parent, parent === null ? null : 'S0-0')];
          let count = 0;
          for (const { kind, other } of steps) {
            const last = `${own}-${count - 1}`;
            if (kind === 'start') {
              events.push(started(own, `${own}-${count}`));
              count += 1;
            } else if (kind === 'finish') events.push(finished(last));
            else if (kind === 'fail') events.push({ kind: 'request_failed', request: requestId(last) });
            else if (other !== at) {
              const child = sessions[other] ?? '';
              events.push({
                kind: 'child_returned',
                session: own,
                child: `${child} of ${own}`,
                request: requestId(`${child}-0`),
              });
            }
          }
          return named(own, events);
        }),
      ),
    );
    fc.assert(
      fc.property(ledgers, ([first, second, third]) => {
        const once = edges([first, second, third].filter((one) => one !== undefined));
        expect(edges([third, first, second].filter((one) => one !== undefined))).toEqual(once);
        expect(edges([second, third, first].filter((one) => one !== undefined))).toEqual(once);
      }),
      { numRuns: 500 },
    );
  });
});
