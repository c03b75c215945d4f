/** Traces of model calls alone, written as links: node i is the sampled assistant node of call i. */
import type { Call, Node, Trace } from '../../../src/model/episode';
import { callIndex, nodeIndex, requestId } from '../../../src/model/ids';
import type { NodeLink } from '../../../src/analysis/agents/links';

const LABELS = {
  sc: 'subagent_call',
  sr: 'subagent_return',
  co: 'continuation',
  cp: 'compaction',
  ca: 'compaction_attempt',
} as const;

export type DrawnLink = readonly [source: number, label: string];

export interface Drawing {
  /** Links by node: cause and label, short labels as in `LABELS`. */
  readonly links: readonly (readonly DrawnLink[])[];
  /** Start and end by call; by default calls run one after another. */
  readonly times?: readonly (readonly [number, number])[];
  /** Request id by call; by default each its own. */
  readonly ids?: readonly (string | null)[];
  readonly subSessions?: number;
  readonly rootReply?: string;
  readonly texts?: Readonly<Record<number, string>>;
}

export function linksOf(drawing: Drawing): NodeLink[] {
  return drawing.links.flatMap((list, target) =>
    list.map(([source, label]) => ({
      source: nodeIndex(source),
      target: nodeIndex(target),
      type: Object.hasOwn(LABELS, label) ? LABELS[label as keyof typeof LABELS] : label,
    })),
  );
}

export function traceOf(drawing: Drawing): Trace {
  const nodes = drawing.links.map((_, index): Node => ({
    path: `/nodes/${index}`,
    index: nodeIndex(index),
    parent: null,
    hasBadParent: false,
    links: [],
    message: {
      role: 'assistant',
      content: { kind: 'text', text: drawing.texts?.[index] ?? `answer ${index}` },
      reasoning: null,
      toolCalls: [],
      toolCallId: null,
      name: null,
      providerState: [],
    },
    isRedacted: false,
    sampled: true,
    timestamp: null,
    tools: [],
    tokens: null,
  }));
  const calls = nodes.map(({ index }) => {
    const [start, end] = drawing.times?.[index] ?? [10 * index + 1, 10 * index + 2];
    const id = drawing.ids === undefined ? `r${index}` : (drawing.ids[index] ?? null);
    return callOn(index, index, start, end, id);
  });
  const metrics =
    drawing.subSessions === undefined
      ? []
      : [{ name: 'sub_rlm_num_calls', state: 'scored' as const, value: drawing.subSessions }];
  return { ...EMPTY, nodes, calls, metrics, rootReply: drawing.rootReply ?? null };
}

export function callOn(
  index: number,
  node: number | null,
  start: number,
  end: number,
  id: string | null,
): Call {
  return {
    path: `/calls/${index}`,
    index: callIndex(index),
    node: node === null ? null : nodeIndex(node),
    nodeAsWritten: node,
    origin: 'recorded',
    model: 'm',
    sampling: {},
    endpoint: '/v1/messages',
    finishReason: null,
    usage: null,
    time: { start, end },
    error: null,
    policy: null,
    acp: id === null ? null : { requestId: requestId(id), asWritten: id },
    lineage: null,
  };
}

const UNSET = { start: null, end: null };
const EMPTY: Trace = {
  path: '',
  id: 't',
  version: 1,
  verifiers: null,
  task: null,
  agent: { name: null, trainable: true, model: null, config: null, runtime: null },
  tools: [],
  nodes: [],
  calls: [],
  callsRecorded: true,
  rewards: [],
  metrics: [],
  info: {},
  judgeCalls: [],
  rootReply: null,
  extraUsage: [],
  isCompleted: true,
  ok: true,
  stopCondition: null,
  errors: [],
  timing: {
    start: null,
    boot: UNSET,
    setup: UNSET,
    agent: UNSET,
    finalize: UNSET,
    scoring: UNSET,
    modelSeconds: null,
    harnessSeconds: null,
  },
  recordedTokens: null,
  recordedTruncated: null,
  diagnostics: [],
};
