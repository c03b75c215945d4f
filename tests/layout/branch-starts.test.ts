/** Where a branch goes its own way. */
import { expect, it } from 'vitest';
import { branchStart } from '../../src/layout/branch-starts';

const cases = [
  { name: 'behind the fork', parent: [-1, 0, 1, 1], leaf: 3, fork: 1, start: 3 },
  { name: 'several nodes behind it', parent: [-1, 0, 0, 2, 3], leaf: 4, fork: 0, start: 2 },
  { name: 'a root of its own', parent: [-1, 0], leaf: 1, fork: -1, start: 0 },
  { name: 'no such branch', parent: [-1], leaf: -1, fork: -1, start: -1 },
  { name: 'nodes that lead in a circle', parent: [1, 0], leaf: 1, fork: -1, start: -1 },
];

it.each(cases)('$name', ({ parent, leaf, fork, start }) => {
  const ends = { leaf: Int32Array.of(leaf), forkedAt: Int32Array.of(fork) };
  expect(branchStart(Int32Array.from(parent), ends, 0)).toBe(start);
});
