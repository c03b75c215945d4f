/** Why each branch began: what the agent or context is that begins in it, and of no other branch of the fork. */
import { describe, expect, it } from 'vitest';
import { agentsOf } from '../../../src/analysis/agents/reconstruct';
import { beginningsOf } from '../../../src/analysis/prefix/beginnings';
import { forkReports } from '../../../src/analysis/prefix/forks';
import { requestReports } from '../../../src/analysis/prefix/requests-report';
import { recordedLinks } from '../../../src/analysis/recorded-links';
import type { Trace } from '../../../src/model/episode';
import { traceIn } from '../../reading/dialects/read';
import { threeLevels } from '../../samples/session-run';
import { episode } from '../../samples/trace-builder';
import type { Drawing } from './traces';
import { R, S, U, continuityIn, drawnTrace, linked } from './traces';

async function begun(trace: Trace): Promise<string[]> {
  const continuity = await continuityIn(trace);
  const agents = agentsOf(trace, recordedLinks(trace).links);
  const forks = forkReports(continuity, requestReports(continuity));
  return beginningsOf(continuity.graph, agents, forks)
    .toSorted((one, other) => one.node - other.node)
    .map(({ node, sibling, cause }) => `${node} beside ${sibling ?? 'none'}: ${cause}`);
}

describe('a branch begins', () => {
  const child = [U(null, 'task'), R(3, 'b1', linked([2, 'subagent_call']))];
  it.each<Drawing & { name: string; are: readonly string[] }>([
    { name: 'not where there is one', nodes: [S(null), U(0), R(1, 'a1')], are: [] },
    {
      name: 'with a sub-agent, and the root’s own with none',
      nodes: [S(null), U(0), R(1, 'a1'), U(0, 'task'), R(3, 'b1', linked([2, 'subagent_call']))],
      are: ['3 beside 1: subagent_start'],
    },
    {
      name: 'with a sub-agent whose root is like no other',
      nodes: [S(null), U(0), R(1, 'a1'), ...child],
      are: ['3 beside none: subagent_start'],
    },
    {
      name: 'with a sub-agent that was answered twice',
      nodes: [S(null), U(0), R(1, 'a1'), ...child, R(3, 'b2')],
      calls: [2, 4, 5].map((node) => ({
        node,
        model: 'm',
        acp: { request_id: node === 2 ? 'one' : 'two' },
      })),
      are: ['3 beside none: subagent_start', '4 beside 5: retry', '5 beside 4: retry'],
    },
    {
      name: 'with the summary, and with the context that goes on from it',
      nodes: [
        S(null),
        U(0),
        R(1, 'a1'),
        U(2, 'sum up'),
        R(3, 'in short', linked([2, 'compaction_attempt'])),
        U(2, 'more'),
        R(5, 'a2', linked([2, 'continuation'])),
        U(null, 'in short'),
        R(7, 'a3', linked([4, 'compaction'])),
      ],
      are: ['3 beside 5: compaction_declared', '7 beside none: compaction_declared'],
    },
    {
      name: 'with a retry on both sides',
      nodes: [U(null), R(0, 'a1'), R(0, 'a2')],
      are: ['1 beside 2: retry', '2 beside 1: retry'],
    },
  ])('$name', async ({ name: _, are, ...drawing }) => {
    expect(await begun(drawnTrace(drawing))).toEqual(are);
  });

  it('says nothing of the root among agents that share its prompt', async () => {
    const trace = traceIn(episode({ traces: [threeLevels()] }));
    const agents = agentsOf(trace, recordedLinks(trace).links);
    const found = await begun(trace);
    expect(found.filter((line) => line.startsWith('0 '))).toEqual([]);
    const starts = found.filter((line) => line.endsWith('subagent_start'));
    expect(starts).toHaveLength(agents.agents.length - 1);
    expect(found.filter((line) => line.includes('beside none: compaction_declared'))).toHaveLength(1);
  });
});
