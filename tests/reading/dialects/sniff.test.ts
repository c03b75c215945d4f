import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/model/json';
import { u } from '../../samples/trace-builder';
import { reading } from './read';

interface Case {
  readonly name: string;
  readonly record: Json;
  /** Kind, and dialect where there is one. */
  readonly is: string;
}

const ROLLOUTS: readonly Case[] = [
  { name: 'an episode', record: { id: 'e', env: { id: 'x' }, traces: [] }, is: 'episode verifiers_episode' },
  { name: 'an episode of nothing but traces', record: { traces: [] }, is: 'episode verifiers_episode' },
  {
    name: 'an episode with explicit nulls',
    record: { id: null, nodes: null, traces: [] },
    is: 'episode verifiers_episode',
  },
  {
    name: 'a draft',
    record: { episode: { id: 'e', env: 'x', errors: [] }, traces: [] },
    is: 'episode verifiers_episode',
  },
  { name: 'a bare trace', record: { id: 't', nodes: [] }, is: 'episode verifiers_trace' },
  { name: 'a bare trace with only a message', record: { nodes: [u('q')] }, is: 'episode verifiers_trace' },
  { name: 'nodes win over traces', record: { nodes: [], traces: [] }, is: 'episode verifiers_trace' },
  {
    name: 'a trace from before the graph',
    record: { id: 't', trajectory: [], rewards: {}, task: { idx: 0 } },
    is: 'episode verifiers_trace',
  },
  { name: 'a flat row', record: { example_id: 0, reward: 1 }, is: 'episode verifiers_legacy' },
  {
    name: 'a flat row without example',
    record: { prompt: 'q', completion: null },
    is: 'episode verifiers_legacy',
  },
  {
    name: 'a sample of the platform, which also names an example',
    record: { sample_id: 's', example_id: 1, rollout_number: 1, prompt: [], completion: [] },
    is: 'episode platform_sample',
  },
];

const ROWS: readonly Case[] = [
  { name: 'a live delta with nodes', record: { trace: 't', nodes: [u('q')] }, is: 'row verifiers_live' },
  { name: 'a live delta that opens', record: { trace: 't', open: { id: 't' } }, is: 'row verifiers_live' },
  { name: 'a dispatch', record: { id: 'd', kind: 'eval', env: 'e', started: 1.5 }, is: 'row verifiers_live' },
  {
    name: 'an annotation',
    record: { version: 1, trace_id: 't', info: {}, branches: [] },
    is: 'row annotations',
  },
  {
    name: 'an early annotation',
    record: { trace_id: 't', step: 0, subset: 'all', advantage: 0 },
    is: 'row annotations',
  },
  {
    name: 'where an annotation lies',
    record: { trace_id: 't', chunk: 0, offset: 0, info: {} },
    is: 'row annotations',
  },
  {
    name: 'where an episode lies',
    record: { line: 1, chunk: 0, offset: 0, trace_ids: ['t'] },
    is: 'row run_index',
  },
  { name: 'a verdict', record: { task_key: 'k', mode: 'm', reason: 'valid' }, is: 'row validate_rows' },
  {
    name: 'an event of a ledger',
    record: { type: 'request_finished', request_id: 'r' },
    is: 'row edge_ledger',
  },
  {
    name: 'a set of edges',
    record: { edges: [{ source_request_id: 'a', target_request_id: 'b', type: 'c' }] },
    is: 'row edge_set',
  },
  {
    name: 'a set of edges deep in what was captured',
    record: { result: [{ _meta: { 'ai.prime.acp/semantic-edges-v1': { edges: [] } } }] },
    is: 'row edge_set',
  },
  {
    name: 'metadata',
    record: { env_id: 'e', num_examples: 5, rollouts_per_example: 1 },
    is: 'row verifiers_legacy_metadata',
  },
  {
    name: 'metadata under its older name',
    record: { env: 'e', num_examples: 5, rollouts_per_example: 1 },
    is: 'row verifiers_legacy_metadata',
  },
  { name: 'metrics', record: { step: 3, time: 1.5, loss: 0.5 }, is: 'row metrics' },
  { name: 'metrics keyed by time', record: { step: null, time: 1.5, loss: 0.5 }, is: 'row metrics' },
  {
    name: 'a configuration',
    record: { env: { taskset: {} }, model: 'm', num_tasks: 4 },
    is: 'row run_config',
  },
  {
    name: 'a link to the platform',
    record: { kind: 'train', id: 'r', url: 'https://x' },
    is: 'row run_config',
  },
  { name: 'a plan', record: { gsm8k: { '0': 12, '10': 12 } }, is: 'row run_config' },
  {
    name: 'a summary',
    record: { episodes: 2, failed: 0, errors: {}, reward: null, tasks: {} },
    is: 'row run_summary',
  },
  {
    name: 'the head of a session',
    record: { session_id: 's', depth: 0, status: 'running' },
    is: 'row session_directory',
  },
  {
    name: 'a turn of a session',
    record: { type: 'assistant', timestamp: 1, turn: 0 },
    is: 'row session_directory',
  },
  {
    name: 'the head of a transcript',
    record: { type: 'session', id: 's', timestamp: 't', cwd: '/' },
    is: 'row prime_agent_transcript',
  },
  {
    name: 'a message of a transcript',
    record: { type: 'message', id: 'm', parentId: 'p', timestamp: 't', message: {} },
    is: 'row prime_agent_transcript',
  },
];
/** Parts of a tree of sessions, of which the tree is told. */
const PARTS = ['row session_directory', 'row prime_agent_transcript'];

const UNKNOWN: readonly Case[] = [
  { name: 'null', record: null, is: 'unknown' },
  { name: 'a number', record: 123, is: 'unknown' },
  { name: 'a text', record: 'traces', is: 'unknown' },
  { name: 'an empty list', record: [], is: 'unknown' },
  { name: 'an empty object', record: {}, is: 'unknown' },
  { name: 'a graph of another tool', record: { nodes: [{ id: 1 }], edges: [[1, 2]] }, is: 'unknown' },
  { name: 'traces of another tool', record: { traces: [{ traceID: 'x', spans: [] }] }, is: 'unknown' },
  { name: 'traces that are no list', record: { traces: {} }, is: 'unknown' },
  { name: 'a trace that is no text', record: { trace: 1, set: {} }, is: 'unknown' },
  {
    name: 'the names of a prototype',
    record: JSON.parse('{"__proto__":{"nodes":[]},"constructor":1}'),
    is: 'unknown',
  },
];

describe('a record', () => {
  it.each([...ROLLOUTS, ...ROWS, ...UNKNOWN])('is told by its keys: $name', ({ record, is }) => {
    const read = reading(record);
    expect('dialect' in read ? `${read.kind} ${read.dialect}` : read.kind).toBe(is);
  });

  it.each(ROWS.filter(({ is }) => !PARTS.includes(is)))(
    'that holds no rollout says what it is: $name',
    ({ record }) => {
      const read = reading(record, 7);
      expect(read.kind === 'row' && read.diagnostics).toMatchObject([
        { code: 'no-rollout', severity: 'info', record: 7, byte: 0 },
      ]);
    },
  );

  it.each(UNKNOWN)('of no known kind is an error at its place: $name', ({ record }) => {
    const read = reading(record, 7);
    expect(read.kind === 'unknown' && read.diagnostics).toMatchObject([
      { code: 'record-of-unknown-kind', severity: 'error', record: 7, byte: 0 },
    ]);
  });

  it('of no known kind is described by its first keys, cut to a length', () => {
    const read = reading(
      Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`k${index}`.repeat(40), 1])),
    );
    const [found] = read.kind === 'unknown' ? read.diagnostics : [];
    expect(found?.message).toContain('and 3 more');
    expect(found?.message.length).toBeLessThan(400);
  });
});
