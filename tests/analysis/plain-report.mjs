/**
 * The figures of the report once more, from the raw JSON alone and as slowly as the definitions read: no import from the
 * product, no sharing, every path walked. What it and the product agree on was computed twice.
 */

const given = (value) => value !== undefined && value !== null;
const or = (value, otherwise) => (given(value) ? value : otherwise);
const sum = (values) => values.reduce((total, value) => total + value, 0);
const sumOrNull = (values) => (values.filter(given).length === 0 ? null : sum(values.filter(given)));

const TRUNCATING = [
  'max_turns',
  'max_input_tokens',
  'max_output_tokens',
  'max_total_tokens',
  'context_length',
  'harness_timeout',
  'compaction_failed',
];

/** One record of a file, or null for a row without a rollout. `line` is 1-based. */
export function plainEpisode(record, line) {
  if (Array.isArray(record.traces)) {
    const head = given(record.id) || !given(record.episode) ? record : record.episode;
    return plainRecord(head, record.traces, line);
  }
  if (Array.isArray(record.nodes)) {
    const ok = or(record.ok, plainErrors(record).length === 0);
    return plainRecord({ id: record.id, env: '', ok, task: record.task, errors: [] }, [record], line);
  }
  if (given(record.example_id) || ('prompt' in record && 'completion' in record))
    return plainFlat(record, line);
  return null;
}

function plainRecord(head, rawTraces, line) {
  const traces = rawTraces.map(plainTrace);
  const errors = plainErrors(head);
  const ok = or(head.ok, traces.length > 0 && errors.length === 0 && traces.every((trace) => trace.ok));
  return {
    id: or(head.id, ''),
    record: line,
    env: typeof head.env === 'string' ? head.env : or(head.env?.id, ''),
    task: plainTask(or(head.task, rawTraces[0]?.task)),
    group: or(head.group?.id, null),
    ok,
    ...standing(ok, traces, rawTraces),
    errors,
    traces,
  };
}

function standing(ok, traces, rawTraces) {
  const trainable = traces.filter((trace) => trace.trainable);
  const candidates = trainable.length > 0 ? trainable : traces;
  const scored = candidates.filter((trace) =>
    Object.values(scoresOf(rawTraces[traces.indexOf(trace)])).some(given),
  );
  const unknown = scored.some((trace) => trace.reward === null);
  const outcome = !ok
    ? 'error'
    : traces.some((trace) => trace.is_truncated)
      ? 'truncated'
      : scored.length === 0
        ? 'unscored'
        : 'ok';
  return {
    outcome,
    reward: scored.length === 0 || unknown ? null : sum(scored.map((trace) => trace.reward)) / scored.length,
    duration: extent(rawTraces.flatMap(spansOf)),
    cost: sumOrNull(traces.map((trace) => trace.cost)),
  };
}

function plainErrors(raw) {
  const errors = [...or(raw.errors, []), ...(given(raw.error) ? [raw.error] : [])];
  return errors.map((error) => ({ type: or(error.type, ''), message: or(error.message, '') }));
}

function plainTask(task) {
  if (!given(task)) return null;
  if (!given(task.data) && (given(task.idx) || given(task.prompt)))
    return { key: null, hash: null, type: 'Task' };
  return { key: or(task.key, or(task.hash, null)), hash: or(task.hash, null), type: or(task.type, null) };
}

/** name → score object, number or null, as written. */
function scoresOf(trace) {
  return or(trace.rewards, {});
}

function plainReward(reward) {
  if (!given(reward)) return null;
  const value =
    typeof reward === 'object'
      ? reward.score * (reward.weight === undefined ? 1 : (reward.weight ?? NaN))
      : reward;
  const numeric = typeof (typeof reward === 'object' ? reward.score : reward) === 'number';
  return numeric && Number.isFinite(value) ? value : null;
}

function spansOf(trace) {
  const timing = or(trace.timing, {});
  const agent = or(timing.agent, timing.generation);
  const phases = [timing.boot, timing.setup, agent, timing.finalize, timing.scoring];
  return [...phases, ...or(trace.calls, []).map((call) => call.time)];
}

function extent(spans) {
  const usable = spans.filter((span) => given(span) && span.start && span.end && span.end >= span.start);
  if (usable.length === 0) return null;
  return Math.max(...usable.map((span) => span.end)) - Math.min(...usable.map((span) => span.start));
}

function callsOf(trace) {
  if (Array.isArray(trace.calls)) return trace.calls;
  const facts = (node) => given(node.usage) || given(node.finish_reason);
  const nodes = or(trace.nodes, []);
  if (!nodes.some(facts)) return [];
  return nodes.flatMap((node, index) =>
    facts(node) || node.sampled === true
      ? [{ node: index, usage: node.usage, finish_reason: node.finish_reason }]
      : [],
  );
}

function branchPaths(nodes) {
  const parents = nodes.map((node) =>
    Number.isInteger(node.parent) && node.parent >= 0 && node.parent < nodes.length ? node.parent : null,
  );
  const paths = [];
  for (let leaf = 0; leaf < nodes.length; leaf += 1) {
    if (parents.includes(leaf)) continue;
    const path = [];
    for (let at = leaf; at !== null && !path.includes(at); at = parents[at]) path.unshift(at);
    paths.push(path);
  }
  return { parents, paths };
}

const inputOf = (usage) => or(usage.prompt_tokens, 0) + or(usage.cached_input_tokens, 0);
const outputOf = (usage) => or(usage.completion_tokens, 0);

function tokensOf(trace, paths) {
  const calls = callsOf(trace);
  if (!Array.isArray(trace.calls) && !calls.some((call) => given(call.usage))) {
    const nodes = or(trace.nodes, []);
    const total = sum(nodes.map((node) => or(node.token_ids, []).length));
    const output = sum(
      nodes.map((node) => or(node.mask, []).filter((value) => value === true || value === 1).length),
    );
    return { input: total - output, output, total };
  }
  const tokens = { input: 0, output: 0, total: 0 };
  const counted = new Set();
  for (const path of paths) {
    let previous = 0;
    for (const node of path) {
      const call = calls.filter((candidate) => candidate.node === node).at(-1);
      if (call === undefined || !given(call.usage)) continue;
      if (!counted.has(call)) tokens.input += Math.max(0, inputOf(call.usage) - previous);
      counted.add(call);
      previous = inputOf(call.usage) + outputOf(call.usage);
      tokens.output += outputOf(call.usage);
    }
    tokens.total += previous;
  }
  return tokens;
}

function usageOf(calls) {
  const usages = calls.map((call) => call.usage).filter(given);
  if (usages.length === 0) return null;
  return {
    prompt_tokens: sum(usages.map((usage) => or(usage.prompt_tokens, 0))),
    completion_tokens: sum(usages.map(outputOf)),
    cached_input_tokens: sumOrNull(usages.map((usage) => usage.cached_input_tokens)),
    reasoning_tokens: sumOrNull(usages.map((usage) => usage.reasoning_tokens)),
    cost: sumOrNull(usages.map((usage) => usage.cost)),
  };
}

function textOf(content) {
  if (!Array.isArray(content)) return or(content, '');
  return content
    .filter((part) => part.type === 'text')
    .map((part) => part.text)
    .join('\n');
}

function lastReplyOf(trace, messages) {
  // What Python's `str.strip` calls blank.
  const blank = '[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]';
  const last = messages.filter(({ message, sampled }) => sampled && message.role === 'assistant').at(-1);
  const text = given(trace.root_reply)
    ? trace.root_reply
    : last === undefined
      ? ''
      : textOf(last.message.content);
  return text.replace(new RegExp(`^${blank}+`), '').replace(new RegExp(`${blank}+$`), '');
}

function branchesOf(nodes, paths) {
  const linksOf = (index) =>
    or(nodes[index].semantic_parents, []).filter(
      (link) => link.node >= 0 && link.node < nodes.length && link.node !== index,
    );
  const accepted = nodes.flatMap((_, index) =>
    linksOf(index)
      .filter((link) => link.type === 'compaction')
      .map((link) => link.node),
  );
  return paths.map((path, index) => {
    const leaf = path.at(-1);
    const isAttempt = linksOf(leaf).some((link) => link.type === 'compaction_attempt');
    const attempt = isAttempt ? (accepted.includes(leaf) ? 'accepted' : 'rejected') : null;
    return { index, leaf, root: path[0], length: path.length, trainable: attempt !== 'rejected', attempt };
  });
}

function isTruncated(trace, calls) {
  if (TRUNCATING.includes(trace.stop_condition)) return true;
  return (
    calls.filter((call) => !given(call.error)).at(-1)?.finish_reason === 'length' ||
    trace.is_truncated === true
  );
}

function plainTrace(trace) {
  const nodes = or(trace.nodes, []);
  const { parents, paths } = branchPaths(nodes);
  const calls = callsOf(trace);
  const rewards = Object.entries(scoresOf(trace)).map(([name, reward]) => [name, plainReward(reward)]);
  const scored = Object.values(scoresOf(trace)).filter(given);
  const values = scored.map(plainReward);
  const usage = usageOf(calls);
  const reply = lastReplyOf(trace, nodes);
  const errors = plainErrors(trace);
  return {
    id: or(trace.id, ''),
    agent: or(trace.agent?.name, 'agent'),
    model: or(
      calls.find((call) => given(call.model))?.model,
      or(trace.agent?.config?.model, or(trace.agent?.model, null)),
    ),
    trainable: or(trace.agent?.trainable, true),
    ok: or(trace.ok, errors.length === 0),
    is_completed: or(trace.is_completed, false),
    stop_condition: or(trace.stop_condition, null),
    is_truncated: isTruncated(trace, calls),
    reward: values.length === 0 || values.includes(null) ? null : sum(values),
    rewards: Object.fromEntries(rewards),
    metrics: Object.fromEntries(
      Object.entries(or(trace.metrics, {})).map(([name, value]) => [
        name,
        Number.isFinite(value) ? value : null,
      ]),
    ),
    num_nodes: nodes.length,
    num_calls: calls.length,
    num_turns: nodes.filter((node) => node.sampled === true).length,
    num_roots: parents.filter((parent) => parent === null).length,
    tokens: tokensOf(trace, paths),
    usage,
    last_reply: reply.slice(0, 2000),
    last_reply_length: reply.length,
    duration: extent(spansOf(trace)),
    cost: usage === null ? null : usage.cost,
    errors,
    branches: branchesOf(nodes, paths),
  };
}

/** Flat (v0) results: one chain of prompt and completion. Columns that became metrics are not counted again here. */
function plainFlat(row, line) {
  const messages = (value, sampled) => {
    const list = typeof value === 'string' && value.startsWith('[') ? JSON.parse(value) : value;
    if (typeof list === 'string')
      return list === ''
        ? []
        : [{ message: { role: sampled ? 'assistant' : 'user', content: list }, sampled }];
    return or(list, []).map((message) => ({ message, sampled: sampled && message.role === 'assistant' }));
  };
  const nodes = [...messages(row.prompt, false), ...messages(row.completion, true)];
  const reward = Number.isFinite(row.reward) ? row.reward : null;
  const error = given(row.error) && row.error !== '';
  const reply = lastReplyOf({}, nodes);
  const length = nodes.length;
  const trace = {
    ok: !error,
    stop_condition: or(row.stop_condition, null),
    is_truncated: row.is_truncated === true || TRUNCATING.includes(row.stop_condition),
    reward,
    num_nodes: length,
    num_calls: 0,
    num_turns: nodes.filter(({ sampled }) => sampled).length,
    num_roots: Math.min(1, length),
    tokens: { input: 0, output: 0, total: 0 },
    usage: null,
    last_reply: reply.slice(0, 2000),
    last_reply_length: reply.length,
    branches:
      length === 0 ? [] : [{ index: 0, leaf: length - 1, root: 0, length, trainable: true, attempt: null }],
  };
  const outcome = error ? 'error' : trace.is_truncated ? 'truncated' : given(row.reward) ? 'ok' : 'unscored';
  return { record: line, ok: !error, outcome, reward, cost: null, group: null, traces: [trace] };
}

/** The list's figures are sums over the traces of the report. */
export function plainRow(episode) {
  const { traces } = episode;
  const distinct = (values) => [...new Set(values.filter(given))].join(', ');
  return {
    line: episode.record,
    reward: episode.reward,
    outcome: episode.outcome,
    cost: episode.cost,
    traces: traces.length,
    turns: sum(traces.map((trace) => trace.num_turns)),
    branches: sum(traces.map((trace) => trace.branches.length)),
    nodes: sum(traces.map((trace) => trace.num_nodes)),
    tokensIn: sum(traces.map((trace) => trace.tokens.input)),
    tokensOut: sum(traces.map((trace) => trace.tokens.output)),
    stop: distinct(traces.map((trace) => trace.stop_condition)),
  };
}
