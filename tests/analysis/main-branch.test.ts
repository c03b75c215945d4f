/** Which branch is shown first. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { branchesOf } from '../../src/analysis/branches';
import { graphOf } from '../../src/analysis/graph';
import { mainBranch } from '../../src/analysis/main-branch';
import type { Trace } from '../../src/model/episode';
import { a, link, shape, trace, u } from './build';

function leafOfMain(given: Trace): number | null {
  const graph = graphOf(given);
  const branches = branchesOf(given, graph);
  const main = mainBranch(given, graph, branches);
  return main === null ? null : (branches[main]?.leaf ?? null);
}

describe('the main branch', () => {
  /** A long context, the summary of it, and the short context that goes on from the summary. */
  const compacted = [
    u('q'),
    a('working', 0),
    u('more', 1),
    a('worked', 2),
    u('summarise', 3),
    { ...a('the summary', 4), links: [link(3, 'compaction_attempt')] },
    { ...u('go on from the summary'), links: [link(5, 'compaction')] },
    a('done', 6),
  ];
  const helper = [
    u('q'),
    { ...u('a task for a helper'), links: [link(0, 'subagent_call')] },
    a('helping', 1),
    u('go on', 2),
    a('helped', 3),
    { ...a('done', 0), links: [link(4, 'subagent_return')] },
    { ...u('a late helper'), links: [link(5, 'subagent_call')] },
    a('late', 6),
  ];
  it.each([
    { name: 'is none without nodes', of: trace(), leaf: null },
    { name: 'is none in a cycle', of: shape([1, 0]), leaf: null },
    { name: 'is the only one', of: trace({ nodes: [u('q'), a('1', 0)] }), leaf: 1 },
    {
      name: 'is the longest',
      of: trace({ nodes: [u('q'), a('1', 0), u('2', 1), a('3', 2), a('4', 0)] }),
      leaf: 3,
    },
    {
      name: 'is the last of equally long ones',
      of: trace({ nodes: [u('q'), a('1', 0), a('2', 0)] }),
      leaf: 2,
    },
    {
      name: 'holds the recorded reply',
      of: trace({
        nodes: [u('q'), a('1', 0), u('2', 1), a('3', 2), a('  42\n', 0)],
        rootReply: '42',
      }),
      leaf: 4,
    },
    { name: 'goes on after a compaction', of: trace({ nodes: compacted }), leaf: 7 },
    {
      name: 'is a summary where nothing else is',
      of: trace({ nodes: compacted.slice(0, 6) }),
      leaf: 5,
    },
    { name: 'is not a helper’s', of: trace({ nodes: helper }), leaf: 5 },
  ])('$name', ({ of, leaf }) => {
    expect(leafOfMain(of)).toBe(leaf);
  });

  it('is one of the branches, whatever the graph', () => {
    const parents = fc.array(fc.option(fc.nat(12), { nil: null }), { maxLength: 12 });
    fc.assert(
      fc.property(parents, (given) => {
        const of = shape(given);
        const { leaves } = graphOf(of);
        const leaf = leafOfMain(of);
        if (leaves.length === 0) expect(leaf).toBeNull();
        else expect(leaves).toContain(leaf);
      }),
    );
  });
});
