/**
 * Every figure of an episode twice: as our report (or the function behind a figure that the report sums up) gives it, and
 * as the real package answered. Only pairs; judging them is the test's business.
 */
import { branchesOf, pathOf } from '../../src/analysis/branches';
import { spanSeconds } from '../../src/analysis/duration';
import { lastReply } from '../../src/analysis/last-reply';
import { truncationOf } from '../../src/analysis/outcome';
import type { EpisodeReport, TraceReport } from '../../src/analysis/report-types';
import { branchTokens, callOfNode } from '../../src/analysis/tokens';
import { aggregateUsage } from '../../src/analysis/usage';
import type { Episode, RolloutError, Span, Trace, Usage } from '../../src/model/episode';
import type { EpisodeAnswer, TraceAnswer, Version } from './fixtures';

export interface Figure {
  readonly name: string;
  readonly ours: unknown;
  readonly theirs: unknown;
}

/** Where a version's rule is not the report's: then our figure by its rule is compared as well. */
interface Rules {
  /** A trace's total counts each call once, or the last call of every branch (the report's rule). */
  readonly total: 'calls' | 'branches';
  /** Stop conditions that truncate for the report alone, which takes the union over all versions. */
  readonly notTruncating: readonly string[];
}
const RULES: Record<Version, Rules> = {
  '0.4.0': { total: 'calls', notTruncating: [] },
  '0.3.2.dev60': { total: 'branches', notTruncating: ['compaction_failed'] },
};

export function figuresOf(
  version: Version,
  episode: Episode,
  report: EpisodeReport,
  answer: EpisodeAnswer,
): Figure[] {
  const { traces } = report;
  const tokens = traces.map((trace) => trace.tokens);
  return [
    figure('id', report.id, answer.id),
    figure('traces', traces.length, answer.traces.length),
    figure('num_turns', sum(traces.map((trace) => trace.num_turns)), answer.num_turns),
    figure('tokens.input', sum(tokens.map(({ input }) => input)), answer.tokens.input),
    figure('tokens.output', sum(tokens.map(({ output }) => output)), answer.tokens.output),
    figure('tokens.total', sum(traces.map((one) => totalBy(version, one))), answer.tokens.total),
    figure('last_error', lastOf(episode.errors), answer.last_error),
    figure('errors', report.errors.at(-1)?.type, answer.last_error?.[0]),
    figure('usage', usageOf(episode.traces.flatMap(usagesOf)), answer.usage),
    figure('by_agent', byAgent(traces), answer.by_agent),
    ...episode.traces.flatMap((trace, index) => {
      const [ours, theirs] = [traces[index], answer.traces[index]];
      if (ours === undefined || theirs === undefined) return [figure(`trace ${index}`, ours, theirs)];
      return [
        ...traceFigures(version, trace, ours, theirs),
        ...scoreFigures(ours, theirs),
        ...branchFigures(trace, ours, theirs),
      ].map((one) => ({ ...one, name: `trace ${index} ${one.name}` }));
    }),
  ];
}

function traceFigures(version: Version, trace: Trace, ours: TraceReport, theirs: TraceAnswer): Figure[] {
  const { nodes } = trace;
  const exempt = RULES[version].notTruncating.includes(ours.stop_condition ?? '');
  const truncated = exempt ? truncationOf({ ...trace, stopCondition: null }) !== null : ours.is_truncated;
  const branchTotal = sum(theirs.branches.map(({ tokens }) => tokens.total));
  const assistants = nodes.filter(({ sampled, message }) => sampled && message.role === 'assistant');
  return [
    figure('id', ours.id, theirs.id),
    figure('has_error', !ours.ok, theirs.has_error),
    figure('last_error', lastOf(trace.errors), theirs.last_error),
    figure('errors', ours.errors.at(-1)?.message, theirs.last_error?.[1]),
    figure('stop_condition', ours.stop_condition, theirs.stop_condition),
    figure('is_truncated', truncated, theirs.is_truncated),
    figure('num_turns', ours.num_turns, theirs.num_turns),
    figure('num_branches', ours.branches.length, theirs.num_branches),
    figure('num_calls', ours.num_calls, theirs.call_seconds.length),
    figure('tokens.input', ours.tokens.input, theirs.tokens.input),
    figure('tokens.output', ours.tokens.output, theirs.tokens.output),
    figure('tokens.total', ours.tokens.total, branchTotal),
    figure("tokens.total by the version's rule", totalBy(version, ours), theirs.tokens.total),
    figure('usage', ours.usage, theirs.usage),
    figure('cost', ours.cost, theirs.usage?.cost ?? null),
    figure('last_reply', lastReply(trace), theirs.last_reply),
    figure('last_reply, cut', ours.last_reply, theirs.last_reply.slice(0, 2000)),
    figure('last_reply_length', ours.last_reply_length, theirs.last_reply.length),
    figure('last_message', nodes.at(-1)?.message.role ?? null, theirs.last_message),
    figure('assistant_messages', assistants.length, theirs.assistant_messages),
    figure(
      'tool_messages',
      nodes.filter(({ message }) => message.role === 'tool').length,
      theirs.tool_messages,
    ),
    figure(
      'call seconds',
      trace.calls.map(({ time }) => spanSeconds(time)),
      theirs.call_seconds.map((seconds, index) => sinceStart(trace.calls[index]?.time, seconds)),
    ),
    ...(['boot', 'setup', 'agent', 'finalize', 'scoring'] as const).map((span) =>
      figure(
        `${span} seconds`,
        spanSeconds(trace.timing[span]),
        sinceStart(trace.timing[span], theirs.spans[span]),
      ),
    ),
  ];
}

/** The package scores 0 where nothing was scored, and keeps what is not finite; the report says null to both. */
function scoreFigures(ours: TraceReport, theirs: TraceAnswer): Figure[] {
  const named = new Map(Object.entries(ours.rewards));
  const scored = [...theirs.rewards.values()].some((value) => value !== null);
  return [
    figure('reward', ours.reward, scored ? finite(theirs.reward) : null),
    figure('unscored reward', scored ? 0 : theirs.reward, 0),
    figure('rewards', [...named.keys()].sort(), [...theirs.rewards.keys()].sort()),
    ...[...theirs.rewards].map(([name, value]) => figure(`reward ${name}`, named.get(name), finite(value))),
  ];
}

function branchFigures(trace: Trace, ours: TraceReport, theirs: TraceAnswer): Figure[] {
  const tokens = branchTokens(trace);
  const calls = callOfNode(trace);
  const paths = branchesOf(trace).map(({ leaf }) => pathOf(trace, leaf));
  return theirs.branches.flatMap((branch, index) => {
    const { root, leaf, length, trainable } = branch;
    const own = ours.branches[index];
    const path = paths[index] ?? [];
    const made = path.flatMap((node) => trace.calls[calls[node] ?? -1] ?? []);
    const streams = path.map((node) => trace.nodes[node]?.tokens);
    return [
      figure('index', own?.index, branch.index),
      figure('path', [own?.root, own?.leaf, own?.length], [root, leaf, length]),
      figure('trainable', own?.trainable, trainable),
      figure('attempt', own?.attempt === 'rejected', !trainable),
      figure('tokens', tokens[index], branch.tokens),
      figure('calls', made.length, branch.calls),
      figure('usage', usageOf(made.flatMap(({ usage }) => usage ?? [])), branch.usage),
      figure('token ids', sum(streams.map((one) => one?.ids.length ?? 0)), branch.token_ids),
      figure('sampled tokens', sum(streams.map((one) => trues(one?.mask ?? []))), branch.sampled),
    ].map((one) => ({ ...one, name: `branch ${index} ${one.name}` }));
  });
}

function totalBy(version: Version, { tokens, usage }: TraceReport): number {
  return RULES[version].total === 'branches' ? tokens.total : tokens.input + (usage?.completion_tokens ?? 0);
}

function figure(name: string, ours: unknown, theirs: unknown): Figure {
  return { name, ours, theirs };
}

/** A start of 0 is an unset one: where the package counts seconds since 1970, we know of none. */
function sinceStart(span: Span | undefined, seconds: number | undefined): number | undefined {
  return span?.start === null && seconds !== undefined && span.end === seconds ? 0 : seconds;
}

function finite(value: number | null): number | null {
  return value !== null && Number.isFinite(value) ? value : null;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function trues(mask: readonly unknown[]): number {
  return mask.filter((value) => value === true).length;
}

function lastOf(errors: readonly RolloutError[]): readonly [string, string] | null {
  const last = errors.at(-1);
  return last === undefined ? null : [last.type, last.message];
}

function usagesOf(trace: Trace): readonly Usage[] {
  return trace.calls.flatMap(({ usage }) => usage ?? []);
}

function usageOf(usages: readonly Usage[]): TraceReport['usage'] {
  const all = aggregateUsage(usages);
  if (all === null) return null;
  return {
    prompt_tokens: all.promptTokens,
    completion_tokens: all.completionTokens,
    cached_input_tokens: all.cachedInputTokens,
    reasoning_tokens: all.reasoningTokens,
    cost: all.cost,
  };
}

function byAgent(traces: readonly TraceReport[]): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const { agent, id } of traces) (found[agent ?? ''] ??= []).push(id);
  return found;
}
