/** Directories beside a trace: which agents their sessions are, which source wins, and what is reported where they disagree. */
import { describe, expect, it } from 'vitest';
import { joinDirectory } from '../../../src/analysis/sessions/directory-join';
import { directoryRecords } from '../../../src/analysis/sessions/directory-records';
import { agentsOf } from '../../../src/analysis/agents/reconstruct';
import type { Agents } from '../../../src/analysis/agents/reconstruct';
import { requestId } from '../../../src/model/ids';
import type { RecordedSession, SessionTree } from '../../../src/model/session-tree';
import type { Drawing } from '../agents/traces';
import { linksOf, traceOf } from '../agents/traces';

function session(id: string, parent: string | null, more: Partial<RecordedSession> = {}): RecordedSession {
  return {
    id,
    aliases: [],
    folder: id,
    parent,
    depth: null,
    name: `the ${id}`,
    task: null,
    status: null,
    error: null,
    requests: [],
    replies: [],
    ...more,
  };
}

const tree = (...sessions: readonly RecordedSession[]): SessionTree => ({
  name: 'd',
  generation: 'nano-rlm, G5',
  sessions,
});

/** A trace of id `t` with a directory beside it, and a ledger that says who is whose parent. */
function joined(
  drawing: Drawing,
  sessions: readonly RecordedSession[],
  ledger: readonly (readonly [string, string, string | null])[] = [],
) {
  const trace = traceOf(drawing);
  const links = linksOf(drawing);
  const records =
    ledger.length === 0
      ? null
      : {
          sessions: new Map(
            ledger.map(([, id, parent]) => [
              id,
              {
                id,
                source: 'ledger' as const,
                parent,
                depth: null,
                name: null,
                status: null,
                task: null,
                error: null,
              },
            ]),
          ),
          sessionOf: new Map(ledger.map(([request, id]) => [requestId(request), id])),
          sessionOfNode: new Map(),
          conflicts: [],
        };
  const known = directoryRecords(trace, [tree(...sessions)], records, () => agentsOf(trace, links, records));
  const agents: Agents = agentsOf(trace, links, known?.records ?? records);
  return { agents, absent: known?.absent ?? [] };
}

const named = ({ agents }: Agents) =>
  agents.map(({ label, name, basis, source }) => `${label} ${name} ${basis} ${source}`);

const TWO: Drawing = {
  links: [[], [[0, 'sc']], [[0, 'sc']]],
  texts: {
    0: 'I ask two others for help.',
    1: 'The first one has an answer.',
    2: 'The second one has another.',
  },
};

interface Case {
  readonly name: string;
  readonly drawing: Drawing;
  readonly sessions: readonly RecordedSession[];
  readonly is: readonly string[];
  readonly absent: readonly string[];
}

const CASES: readonly Case[] = [
  {
    name: 'by what was said',
    drawing: TWO,
    sessions: [
      session('a', 't', { replies: ['The second one has another.'] }),
      session('b', 't', { replies: ['The first one has an answer.'] }),
    ],
    is: ['root null root null', 'sub 1 the b lineage directory', 'sub 2 the a lineage directory'],
    absent: [],
  },
  {
    name: 'the last one by elimination',
    drawing: TWO,
    sessions: [session('a', 't', { replies: ['The second one has another.'] }), session('b', 't')],
    is: ['root null root null', 'sub 1 the b lineage directory', 'sub 2 the a lineage directory'],
    absent: [],
  },
  {
    name: 'not where what was said speaks against it',
    drawing: TWO,
    sessions: [
      session('a', 't', { replies: ['The second one has another.'] }),
      session('b', 't', { replies: ['Something else altogether.'] }),
    ],
    is: ['root null root null', 'sub 1 null declared null', 'sub 2 the a lineage directory'],
    absent: ['b'],
  },
  {
    name: 'not of two of which nothing is known',
    drawing: TWO,
    sessions: [session('a', 't'), session('b', 't')],
    is: ['root null root null', 'sub 1 null declared null', 'sub 2 null declared null'],
    absent: ['a', 'b'],
  },
  {
    name: 'by its requests',
    drawing: TWO,
    sessions: [
      session('a', 't', { requests: [requestId('r1')] }),
      session('b', 't', { requests: [requestId('r2')] }),
    ],
    is: ['root null root null', 'sub 1 the a lineage directory', 'sub 2 the b lineage directory'],
    absent: [],
  },
  {
    name: 'the root by the trace’s own id',
    drawing: TWO,
    sessions: [session('t', null)],
    is: ['root the t root directory', 'sub 1 null declared null', 'sub 2 null declared null'],
    absent: [],
  },
  {
    name: 'not by a reply that two sessions gave',
    drawing: TWO,
    sessions: [
      session('a', 't', { replies: ['The first one has an answer.'] }),
      session('b', 't', { replies: ['The first one has an answer.'] }),
    ],
    is: ['root null root null', 'sub 1 null declared null', 'sub 2 null declared null'],
    absent: ['a', 'b'],
  },
  {
    name: 'agents of a trace without links, by what was said',
    drawing: { ...TWO, links: [[], [], []] },
    sessions: [
      session('t', null, { replies: ['I ask two others for help.'] }),
      session('a', 't', { replies: ['The first one has an answer.'] }),
      session('b', 'a', { replies: ['The second one has another.'] }),
    ],
    is: ['root the t root directory', 'sub 1 the a lineage directory', 'sub 1.1 the b lineage directory'],
    absent: [],
  },
];

describe('sessions of a directory', () => {
  it.each(CASES)('are agents: $name', ({ drawing, sessions, is, absent }) => {
    const found = joined(drawing, sessions);
    expect(named(found.agents)).toEqual(is);
    expect(found.absent.map(({ id }) => id)).toEqual(absent);
  });

  it('win over links, and the disagreement is kept', () => {
    const { agents } = joined(TWO, [
      session('a', 't', { replies: ['The first one has an answer.'] }),
      session('b', 'a', { replies: ['The second one has another.'] }),
    ]);
    expect(named(agents)).toEqual([
      'root null root null',
      'sub 1 the a lineage directory',
      'sub 1.1 the b lineage directory',
    ]);
    expect(agents.disagreements).toMatchObject([{ about: 'parent', kept: 'sub 1', dropped: 'root' }]);
  });

  it('give way to a ledger, fill in what it does not say, and the disagreement is kept', () => {
    const { agents } = joined(
      TWO,
      [session('a', 'b', { status: 'failed', error: 'it broke' })],
      [
        ['r0', 'P', null],
        ['r1', 'a', 'P'],
      ],
    );
    expect(agents.agents[1]).toMatchObject({
      basis: 'ledger',
      source: 'ledger',
      name: 'the a',
      status: 'failed',
      error: 'it broke',
    });
    expect(agents.disagreements).toMatchObject([{ about: 'parent_session', kept: 'P', dropped: 'b' }]);
  });

  it('are linear to join', () => {
    const size = 20_000;
    const drawing: Drawing = {
      links: Array.from({ length: size }, (_, at) => (at === 0 ? [] : [[at - 1, 'sc']])),
    };
    const trace = traceOf(drawing);
    const sessions = Array.from({ length: size }, (_, at) =>
      session(at === 0 ? 't' : `s${at}`, at === 0 ? null : at === 1 ? 't' : `s${at - 1}`),
    );
    const { absent } = joinDirectory(trace, agentsOf(trace, linksOf(drawing)), sessions);
    expect(absent).toEqual([]);
  });
});
