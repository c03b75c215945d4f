import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldLedger } from '../../../src/analysis/ledger/fold';
import { requestId } from '../../../src/model/ids';
import type { LedgerEvent } from '../../../src/model/ledger';

/** `R(K,P,a) S(K,k1) F(k1)`: one letter an event, arguments in the order of its fields. */
function events(text: string): LedgerEvent[] {
  return [...text.matchAll(/([A-Z])\(([^)]*)\)/g)].map(([, letter, list]): LedgerEvent => {
    const [a = '', b, c] = (list ?? '').split(',');
    switch (letter) {
      case 'R':
        return {
          kind: 'session_registered',
          session: a,
          parent: b ?? null,
          spawnedBy: c === undefined ? null : requestId(c),
        };
      case 'S':
        return { kind: 'request_started', session: a, request: requestId(b ?? ''), compaction: c ?? null };
      case 'F':
        return { kind: 'request_finished', request: requestId(a) };
      case 'X':
        return { kind: 'request_failed', request: requestId(a) };
      case 'B':
        return { kind: 'compaction_begun', compaction: a, session: b ?? '' };
      case 'E':
        return { kind: 'compaction_finished', compaction: a, status: b ?? '' };
      case 'C':
        return { kind: 'child_returned', session: a, child: b ?? '', request: requestId(c ?? '') };
      default:
        throw new Error(`no event ${letter}`);
    }
  });
}

const edges = (text: string) =>
  foldLedger(events(text)).edges.map((e) => `${e.source}→${e.target}:${e.type}`);

const PARENT = 'R(P) S(P,a) F(a) ';
const SPAWN = `${PARENT} C(P,K,k2) S(P,b) F(b)`;
const CHILD = 'R(K,P,a) S(K,k1) F(k1) S(K,k2) F(k2)';

interface Case {
  readonly name: string;
  readonly log: string;
  readonly edges: readonly string[];
  readonly inFlight?: readonly string[];
  readonly pending?: readonly string[];
  readonly warns?: string;
}

const CASES: readonly Case[] = [
  { name: 'L1 chain', log: `${PARENT} S(P,b) F(b)`, edges: ['a→b:continuation'] },
  {
    name: 'L2 spawn and return',
    log: SPAWN + CHILD,
    edges: ['k2→b:subagent_return', 'a→b:continuation', 'a→k1:subagent_call', 'k1→k2:continuation'],
  },
  {
    name: 'L3 the child first',
    log: CHILD + SPAWN,
    edges: ['a→k1:subagent_call', 'k1→k2:continuation', 'k2→b:subagent_return', 'a→b:continuation'],
  },
  {
    name: 'L4 the first call of a child fails',
    log: 'R(K,P,a) S(K,k1) X(k1) S(K,k2) F(k2)',
    edges: ['a→k2:subagent_call'],
  },
  { name: 'L5 retry under one id', log: `${PARENT} S(P,b) X(b) S(P,b) F(b)`, edges: ['a→b:continuation'] },
  { name: 'L6 crash in flight', log: `${PARENT} C(P,K,k1) S(P,b)`, edges: [], inFlight: ['b'] },
  {
    name: 'L7 crash, then a new id',
    log: `${PARENT} C(P,K,k1) S(P,b) S(P,c) F(c)`,
    edges: ['a→c:continuation'],
    inFlight: ['b'],
  },
  {
    name: 'L8 compaction',
    log: `${PARENT} B(C,P) S(P,s,C) F(s) E(C,completed) S(P,b) F(b)`,
    edges: ['a→s:continuation', 's→b:compaction'],
  },
  {
    name: 'L9 of two slices the last commit counts',
    log: `${PARENT} B(C,P) S(P,s1,C) S(P,s2,C) F(s2) F(s1) E(C,completed) S(P,b) F(b)`,
    edges: ['a→s2:continuation', 'a→s1:continuation', 's1→b:compaction'],
  },
  {
    name: 'L10 a return before the compaction, no further turn',
    log: `${PARENT} C(P,K,k1) B(C,P) S(P,s,C) F(s) E(C,completed)`,
    edges: ['a→s:continuation', 'k1→s:subagent_return'],
    pending: ['s:compaction'],
  },
  {
    name: 'L11 a child returns while the slice runs',
    log: `${PARENT} B(C,P) S(P,s,C) C(P,K,k1) F(s) E(C,completed) S(P,b) F(b)`,
    edges: ['a→s:continuation', 'k1→s:subagent_return', 's→b:compaction'],
  },
  {
    name: 'L12 failed compaction',
    log: `${PARENT} C(P,K,k1) B(C,P) S(P,s,C) X(s) E(C,failed) S(P,b) F(b)`,
    edges: ['k1→b:subagent_return', 'a→b:continuation'],
  },
  {
    name: 'L13 the slice committed, the compaction failed',
    log: `${PARENT} B(C,P) S(P,s,C) F(s) E(C,failed) S(P,b) F(b)`,
    edges: ['a→s:continuation', 's→b:continuation'],
  },
  {
    name: 'L14 overflow: the turn fails, then a compaction',
    log: `${PARENT} S(P,b) X(b) B(C,P) S(P,c0,C) F(c0) E(C,completed) S(P,d) F(d)`,
    edges: ['a→c0:continuation', 'c0→d:compaction'],
  },
  {
    name: 'L15 a summary from elsewhere',
    log: `${PARENT} B(C,P) E(C,completed) S(P,b) F(b)`,
    edges: ['a→b:continuation'],
  },
  {
    name: 'L16 a child returns twice',
    log: `${PARENT} C(P,K,k1) S(P,b) F(b) C(P,K,k2) S(P,c) F(c)`,
    edges: ['k1→b:subagent_return', 'a→b:continuation', 'b→c:continuation'],
  },
  {
    name: 'L17 two children, the second back first',
    log: `${PARENT} C(P,K2,y) C(P,K1,x) S(P,b) F(b) R(K1,P,a) S(K1,x) F(x) R(K2,P,a) S(K2,y) F(y)`,
    edges: [
      'y→b:subagent_return',
      'x→b:subagent_return',
      'a→b:continuation',
      'a→x:subagent_call',
      'a→y:subagent_call',
    ],
  },
  {
    name: 'L18 late registration',
    log: 'S(K,k1) F(k1) R(K,P,a) S(K,k2) F(k2)',
    edges: ['k1→k2:continuation'],
    warns: 'late_registration',
  },
  {
    name: 'L19 unknown compaction',
    log: `${PARENT} S(P,s,ZZ) F(s) S(P,b) F(b)`,
    edges: ['a→s:continuation', 's→b:continuation'],
    warns: 'unknown_compaction',
  },
  {
    name: 'L20 a child starts with a summary',
    log: 'R(K,P,a) B(C,K) S(K,s,C) F(s) E(C,completed) S(K,k1) F(k1)',
    edges: ['s→k1:compaction', 'a→k1:subagent_call'],
  },
];

describe('the ledger fold', () => {
  it.each(CASES)('$name', ({ log, edges: expected, inFlight, pending, warns }) => {
    const fold = foldLedger(events(log));
    expect(edges(log)).toEqual(expected);
    expect(fold.inFlight).toEqual(inFlight ?? []);
    expect(fold.pending.map(({ source, type }) => `${source}:${type}`)).toEqual(pending ?? []);
    expect(fold.warnings.map(({ kind }) => kind)).toEqual(warns === undefined ? [] : [warns]);
  });

  it('gives one set of edges for two ledgers in either order', () => {
    expect(edges(SPAWN + CHILD).sort()).toEqual(edges(CHILD + SPAWN).sort());
  });

  it('keeps sessions, their parents and their requests', () => {
    const fold = foldLedger(events(SPAWN + CHILD));
    expect(fold.sessions.get('K')).toEqual({ id: 'K', parent: 'P', spawnedBy: 'a' });
    expect(fold.sessionOf.get(requestId('k2'))).toBe('K');
  });

  it('links into nothing that did not commit, whatever the order of events', () => {
    const letters = fc.constantFrom(
      'R(P)',
      'R(K,P,a)',
      'S(P,a)',
      'S(K,k)',
      'S(P,s,C)',
      'F(a)',
      'F(k)',
      'F(s)',
      'X(a)',
      'X(k)',
      'B(C,P)',
      'E(C,completed)',
      'E(C,failed)',
      'C(P,K,k)',
    );
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 40 }), (log) => {
        const finished = new Set(
          log.filter((event) => event.startsWith('F')).map((event) => event.slice(2, -1)),
        );
        for (const edge of foldLedger(events(log.join(' '))).edges)
          expect(finished.has(edge.target)).toBe(true);
      }),
    );
  });
});
