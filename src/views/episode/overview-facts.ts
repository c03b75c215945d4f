/** The facts of an episode and of a trace for the overview, each with its place in the record. */
import { pointerTo } from '../../model/json';
import type { Outline, TraceOutline } from '../../store/episode.svelte';
import { formatCost, formatCount, formatDuration, formatPlural } from '../shared/format';
import type { Fact, FactValue } from './facts';

const text = (value: string, mono = false): FactValue => ({ kind: 'text', text: value, mono });
const missing = (reason: string): FactValue => ({ kind: 'missing', reason });
const known = (value: string | null, mono = true): FactValue =>
  value === null || value === '' ? missing('not recorded') : text(value, mono);

export function episodeFacts(outline: Outline): readonly Fact[] {
  const { episode } = outline;
  const facts: Fact[] = [
    { label: 'id', value: known(episode.id), source: '/id' },
    { label: 'environment', value: known(episode.env.id), source: '/env' },
  ];
  if (episode.env.name !== null)
    facts.push({ label: 'env name', value: text(episode.env.name), source: '/env' });
  const { task, run } = episode;
  if (task !== null) {
    facts.push({ label: 'task', value: known(task.label, false), source: '/task' });
    if (task.type !== null)
      facts.push({ label: 'task type', value: text(task.type, true), source: '/task/type' });
    if (task.key !== null && task.key !== task.label)
      facts.push({ label: 'task key', value: text(task.key, true), source: '/task/key' });
    if (task.hash !== null && task.hash !== task.key)
      facts.push({ label: 'task hash', value: text(task.hash, true), source: '/task/hash' });
  }
  if (episode.group !== null)
    facts.push({ label: 'group', value: text(episode.group, true), source: '/group' });
  if (run !== null) {
    const words = [run.type, run.name, run.step === null ? null : `step ${run.step}`].filter(
      (word) => word !== null,
    );
    facts.push({
      label: 'run',
      value: words.length === 0 ? missing('no name') : text(words.join(', ')),
      source: '/run',
    });
    if (run.id !== null) facts.push({ label: 'run id', value: text(run.id, true), source: '/run/id' });
  }
  facts.push({ label: 'ok', value: text(episode.ok ? 'yes' : 'no'), source: '/ok' });
  facts.push({
    label: 'tokens',
    value: text(`${formatCount(episode.tokens.input)} in, ${formatCount(episode.tokens.output)} out`),
    source: null,
    rule: 'sums over the traces and their branches',
  });
  const { recordedTokens } = episode;
  if (recordedTokens !== null) {
    facts.push({
      label: 'as recorded',
      value: text(`${countOf(recordedTokens.input)} in, ${countOf(recordedTokens.output)} out`),
      source: '/num_input_tokens',
    });
  }
  if (episode.cost !== null)
    facts.push({
      label: 'cost',
      value: text(formatCost(episode.cost)),
      source: null,
      rule: 'sum over the calls that report one',
    });
  facts.push({
    label: 'took',
    value: episode.duration === null ? missing('no usable times') : text(formatDuration(episode.duration)),
    source: null,
    rule: 'latest end − earliest start over all spans and calls',
  });
  facts.push({ label: 'format', value: text(outline.dialect.replaceAll('_', ' ')), source: '' });
  if (outline.repaired)
    facts.push({
      label: 'repaired',
      value: text('something in the record was put right: see below'),
      source: null,
    });
  return facts;
}

export function traceFacts(trace: TraceOutline): readonly Fact[] {
  const at = (...segments: string[]): string => pointerTo(trace.path, ...segments);
  const facts: Fact[] = [
    { label: 'id', value: known(trace.id), source: at('id') },
    { label: 'agent', value: known(trace.agent, false), source: at('agent', 'name') },
    { label: 'model', value: known(trace.model), source: at('agent') },
    {
      label: 'trainable',
      value: text(trace.trainable ? 'yes: its tokens train the policy' : 'no'),
      source: at('agent', 'trainable'),
    },
    { label: 'ok', value: text(trace.ok ? 'yes' : 'no'), source: at('ok') },
    { label: 'completed', value: text(trace.isCompleted ? 'yes' : 'no'), source: at('is_completed') },
    { label: 'stopped by', value: known(trace.stopCondition), source: at('stop_condition') },
    {
      label: 'truncated',
      value: trace.truncation === null ? text('no') : text(`yes: ${trace.truncation}`),
      source: null,
      rule: 'its stop condition, else how its last call ended',
    },
    {
      label: 'shape',
      value: text(
        [
          formatPlural(trace.nodes.count, 'node'),
          formatPlural(trace.turns, 'turn'),
          formatPlural(trace.branches.count, 'branch', 'branches'),
          formatPlural(trace.roots, 'root'),
        ].join(', '),
      ),
      source: null,
      rule: 'turns are messages that a model call produced; branches are leaves',
    },
  ];
  if (trace.verifiers !== null) {
    const { version, commit } = trace.verifiers;
    facts.push({
      label: 'written by',
      value: text(`verifiers ${version}${commit === null ? '' : `, ${commit.slice(0, 10)}`}`),
      source: at('verifiers'),
    });
  }
  if (trace.version !== null)
    facts.push({ label: 'version', value: text(String(trace.version)), source: at('version') });
  return facts;
}

export function countOf(value: number | null): string {
  return value === null ? '—' : formatCount(value);
}
