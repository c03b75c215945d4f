/**
 * The facts of a node and of a call, in two groups: what the file says, with its place in it, and what follows from that,
 * with the rule. Nothing is shown as 0 that is only unknown.
 */
import type { NodeIndex } from '../../model/ids';
import { nodeIndex } from '../../model/ids';
import { pointerTo } from '../../model/json';
import type { CallBody, MessageBody, TraceOutline } from '../../store/episode.svelte';
import { NODE_FLAGS } from '../../store/episode.svelte';
import type { EpisodeCursor } from '../../store/episode-cursor.svelte';
import { formatCost, formatCount, formatDuration, formatMoment, formatPlural } from '../shared/format';

export type FactValue =
  | { readonly kind: 'text'; readonly text: string; readonly mono?: boolean }
  | { readonly kind: 'node'; readonly node: NodeIndex; readonly after?: string }
  | { readonly kind: 'nodes'; readonly nodes: readonly NodeIndex[]; readonly more: number }
  | { readonly kind: 'request'; readonly id: string }
  /** The file said nothing; `reason` says what that means. */
  | { readonly kind: 'missing'; readonly reason: string };

export interface Fact {
  readonly label: string;
  readonly value: FactValue;
  /** In the record; null where it has no one place. */
  readonly source: string | null;
  /** For a derived fact: how it follows. */
  readonly rule?: string;
}

const text = (value: string, mono = false): FactValue => ({ kind: 'text', text: value, mono });
const missing = (reason: string): FactValue => ({ kind: 'missing', reason });

export function recordedFacts(body: MessageBody, trace: TraceOutline, node: NodeIndex): readonly Fact[] {
  const at = (...segments: string[]): string => pointerTo(body.pointer, ...segments);
  const holder = body.pointer.endsWith('/message') ? body.pointer.slice(0, -'/message'.length) : body.pointer;
  const flags = trace.nodes.flags[node] ?? 0;
  const parent = trace.nodes.parent[node] ?? -1;
  const stamp = trace.nodes.timestamp[node] ?? Number.NaN;
  const facts: Fact[] = [
    { label: 'role', value: text(body.role, true), source: at('role') },
    {
      label: 'parent',
      value: parent < 0 ? missing('none: a root') : { kind: 'node', node: nodeIndex(parent) },
      source: parent < 0 ? holder : pointerTo(holder, 'parent'),
    },
    {
      label: 'sampled',
      value: text(
        (flags & NODE_FLAGS.sampled) === 0 ? 'no: it was supplied' : 'yes: a model call produced it',
      ),
      source: pointerTo(holder, 'sampled'),
    },
    {
      label: 'time',
      value: Number.isNaN(stamp) ? missing('not recorded') : text(momentText(stamp)),
      source: Number.isNaN(stamp) ? holder : pointerTo(holder, 'timestamp'),
    },
  ];
  if (body.name !== null) facts.push({ label: 'name', value: text(body.name, true), source: at('name') });
  if (body.toolCallId !== null) {
    facts.push({ label: 'answers id', value: text(body.toolCallId, true), source: at('tool_call_id') });
  }
  if (body.parts.length > 0) {
    const length = body.parts.reduce((sum, part) => sum + (part.kind === 'text' ? part.text.length : 0), 0);
    const parts = body.parts.length === 1 ? '' : `, ${formatPlural(body.parts.length, 'part')}`;
    facts.push({
      label: 'content',
      value: text(`${formatPlural(length, 'character')}${parts}`),
      source: at('content'),
    });
  } else {
    facts.push({ label: 'content', value: missing('none'), source: body.pointer });
  }
  if (body.reasoning !== null) {
    facts.push({
      label: 'reasoning',
      value: text(formatPlural(body.reasoning.length, 'character')),
      source: at('reasoning_content'),
    });
  }
  if (body.toolCalls.length > 0) {
    const names = body.toolCalls.slice(0, 6).map((call) => call.name);
    const more =
      body.toolCalls.length > names.length ? ` and ${body.toolCalls.length - names.length} more` : '';
    facts.push({ label: 'tool calls', value: text(names.join(', ') + more, true), source: at('tool_calls') });
  }
  if (body.providerState > 0) {
    facts.push({
      label: 'provider state',
      value: text(formatPlural(body.providerState, 'opaque item')),
      source: at('provider_state'),
    });
  }
  if ((flags & NODE_FLAGS.links) !== 0) {
    facts.push({
      label: 'links',
      value: text('semantic parents are recorded'),
      source: pointerTo(holder, 'semantic_parents'),
    });
  }
  if ((flags & NODE_FLAGS.tokens) !== 0) {
    facts.push({ label: 'token ids', value: text('recorded'), source: pointerTo(holder, 'token_ids') });
  }
  return facts;
}

export function derivedFacts(trace: TraceOutline, node: NodeIndex, cursor: EpisodeCursor): readonly Fact[] {
  const { nodes } = trace;
  const facts: Fact[] = [];
  const place = cursor.sequence.indexOf(node);
  if (place >= 0 && typeof cursor.branch === 'number') {
    facts.push({
      label: 'place',
      value: text(
        `message ${formatCount(place + 1)} of ${formatCount(cursor.sequence.length)} on branch #${cursor.branch}`,
      ),
      source: null,
      rule: 'position on the path from the root to the branch’s leaf',
    });
  }
  const children: NodeIndex[] = [];
  let count = 0;
  for (let other = 0; other < nodes.count; other += 1) {
    if (nodes.parent[other] !== node) continue;
    count += 1;
    if (children.length < 8) children.push(nodeIndex(other));
  }
  facts.push({
    label: count > 1 ? 'forks into' : 'followed by',
    value:
      count === 0
        ? missing('nothing: a leaf')
        : { kind: 'nodes', nodes: children, more: count - children.length },
    source: null,
    rule: 'nodes whose parent this is',
  });
  const asked = nodes.answersNode[node] ?? -1;
  if (asked >= 0) {
    facts.push({
      label: 'answers',
      value: { kind: 'node', node: nodeIndex(asked), after: `call ${(nodes.answersCall[node] ?? 0) + 1}` },
      source: null,
      rule: 'the nearest call above it on its path with the same id; without ids, in order',
    });
  } else if ((nodes.flags[node] ?? 0) & NODE_FLAGS.orphan) {
    facts.push({ label: 'answers', value: missing('no call on its path'), source: null });
  }
  const answers: NodeIndex[] = [];
  for (let other = 0; other < nodes.count && answers.length < 9; other += 1) {
    if (nodes.answersNode[other] === node) answers.push(nodeIndex(other));
  }
  if (answers.length > 0) {
    facts.push({
      label: 'answered by',
      value: { kind: 'nodes', nodes: answers.slice(0, 8), more: Math.max(0, answers.length - 8) },
      source: null,
      rule: 'results that answer a call of this message, on any branch',
    });
  }
  facts.push({
    label: 'size',
    value: text(formatPlural(nodes.size[node] ?? 0, 'character')),
    source: null,
    rule: 'text, reasoning and arguments together, in UTF-16 units',
  });
  return facts;
}

export function recordedCallFacts(call: CallBody): readonly Fact[] {
  const at = (...segments: string[]): string => pointerTo(call.pointer, ...segments);
  const tokens = (value: number | null, name: string): Fact => ({
    label: name.replace('_tokens', '').replaceAll('_', ' '),
    value: value === null ? missing('not reported') : text(formatCount(value)),
    source: value === null ? call.pointer : at('usage', name),
  });
  const facts: Fact[] = [
    {
      label: 'model',
      value: call.model === null ? missing('not recorded') : text(call.model, true),
      source: at('model'),
    },
    {
      label: 'endpoint',
      value: call.endpoint === null ? missing('not recorded') : text(call.endpoint, true),
      source: at('endpoint'),
    },
    {
      label: 'finish',
      value: call.finishReason === null ? missing('none given') : text(call.finishReason, true),
      source: at('finish_reason'),
    },
    tokens(call.promptTokens, 'prompt_tokens'),
    tokens(call.cachedInputTokens, 'cached_input_tokens'),
    tokens(call.completionTokens, 'completion_tokens'),
    tokens(call.reasoningTokens, 'reasoning_tokens'),
  ];
  if (call.cost !== null)
    facts.push({ label: 'cost', value: text(formatCost(call.cost)), source: at('usage', 'cost') });
  facts.push(
    {
      label: 'start',
      value: call.start === null ? missing('not recorded') : text(momentText(call.start)),
      source: at('time', 'start'),
    },
    {
      label: 'end',
      value: call.end === null ? missing('not recorded') : text(momentText(call.end)),
      source: at('time', 'end'),
    },
  );
  if (call.requestId !== null) {
    facts.push({
      label: 'request',
      value: { kind: 'request', id: call.requestId },
      source: at('acp', 'request_id'),
    });
  }
  if (call.sampling === null)
    facts.push({ label: 'settings', value: missing('not recorded'), source: call.pointer });
  for (const [name, value] of call.sampling ?? []) {
    facts.push({ label: name, value: text(value, true), source: at('sampling', name) });
  }
  for (const [name, value] of call.policy ?? []) {
    facts.push({ label: `policy ${name}`, value: text(value, true), source: at('policy', name) });
  }
  return facts;
}

export function derivedCallFacts(call: CallBody): readonly Fact[] {
  const facts: Fact[] = [];
  if (call.promptTokens !== null) {
    facts.push({
      label: 'input',
      value: text(`${formatCount(call.promptTokens + (call.cachedInputTokens ?? 0))} tokens`),
      source: null,
      rule: 'prompt and cached input together',
    });
  }
  if (call.start !== null && call.end !== null) {
    const seconds = call.end - call.start;
    facts.push({
      label: 'took',
      value: seconds < 0 ? missing('ends before it starts') : text(formatDuration(seconds)),
      source: null,
      rule: 'end − start',
    });
    if (seconds > 0 && call.completionTokens !== null && call.completionTokens > 0) {
      facts.push({
        label: 'speed',
        value: text(`${(call.completionTokens / seconds).toFixed(1)} tokens a second`),
        source: null,
        rule: 'completion tokens over the whole time, waiting included',
      });
    }
  }
  return facts;
}

/** To the millisecond, in the reader's own time zone. */
export function momentText(seconds: number): string {
  if (!Number.isFinite(seconds) || Math.abs(seconds) > 8e12) return String(seconds);
  const part = Math.floor((seconds - Math.floor(seconds)) * 1000);
  return `${formatMoment(seconds * 1000)}.${String(part).padStart(3, '0')}`;
}
