/**
 * A made recursive run to judge the tree of agents by: three levels, a subtree that is cancelled, a child that fails, a
 * compaction inside a child, a result that is taken up late, a child that left no call, and limits from a snapshot. Also
 * one of any number of agents, eight levels deep. Equal for equal arguments.
 */
import type { Json, JsonObject } from '../../src/model/json';
import type { MadeAgent } from './agent-run';
import { AgentTrace } from './agent-run';
import { members, trace } from './trace-builder';

interface Snapshot {
  readonly turns: number;
  readonly depth: number;
  readonly concurrent: number;
  readonly started: number;
}

/** What the harness says of the whole tree when the session closes. */
function snapshot({ turns, depth, concurrent, started }: Snapshot): JsonObject {
  return {
    session_id: 't1',
    last_stop_reason: 'done',
    model: 'lantern-70b',
    turns,
    usage: { prompt_tokens: 18_240, completion_tokens: 1_310, total_tokens: 19_550 },
    metrics: { sub_rlm_num_calls: started },
    programmatic_tool_call_stats: {
      python_total: 0,
      bash_total: 0,
      by_tool_python: {},
      by_tool_bash: {},
    },
    supervisor: { subagent_calls: started, active_subagent_calls: 0 },
    limits: {
      max_depth: depth,
      max_concurrent_subagents: concurrent,
      max_subagent_calls: 64,
      max_tokens: null,
      summarize_at_tokens: 24_000,
      max_compactions: 3,
      allow_git: false,
    },
  };
}

/** Costs are a fixed price for a token, so that sums can be checked by hand. */
function priced(call: JsonObject): JsonObject {
  const { usage } = call;
  if (typeof usage !== 'object' || usage === null || !('prompt_tokens' in usage)) return call;
  const cost = (Number(usage.prompt_tokens) * 2 + Number(usage.completion_tokens) * 10) / 1_000_000;
  return members(call, { usage: { ...usage, cost: Number(cost.toFixed(6)) } });
}

function whole(
  made: AgentTrace,
  ending: Snapshot & { readonly counted: number; readonly reply: string },
): JsonObject {
  return trace({
    nodes: made.nodes,
    calls: made.calls.map(priced),
    rewards: { correct: { score: 0.5, weight: 1 } },
    metrics: { sub_rlm_num_calls: ending.counted },
    info: { 'ai.prime.rlm/session-v1': snapshot(ending) },
    agent: { name: 'agent', model: 'lantern-70b' },
    root_reply: ending.reply,
    is_completed: true,
    stop_condition: 'agent_completed',
    ok: true,
  });
}

/** `named`: the harness wrote on every call whose it was; else links alone tell agents apart. */
export function threeLevels(named = true): JsonObject {
  const made = new AgentTrace();
  const root = made.agent(
    'Find out why the harbour timetable was wrong in March, and write a report of one page.',
  );
  root.turn({ tools: ['list_files'] });
  const first = root.turn({ tools: ['spawn', 'spawn', 'spawn'], text: 'Three questions, three agents.' });
  const begun = made.now;

  // Reads much, and goes on from a summary.
  const tides = made.agent(
    'Read all tide tables of March and list every entry that differs from the printed one.',
  );
  tides.turn({ tools: ['read'], links: [[first, 'subagent_call']], start: begun, seconds: 6 });
  tides.turn({ tools: ['read', 'read'], start: begun + 7, seconds: 9 });
  tides.turn({ tools: ['read'], start: begun + 17, seconds: 8 });

  // Sends two more off, one of which sends one more; all of it is stopped.
  const crews = made.agent('Ask for the crew lists of all ferries and check each against the log.');
  const asked = crews.turn({
    tools: ['search'],
    links: [[first, 'subagent_call']],
    start: begun + 1,
    seconds: 5,
  });
  const fan = crews.turn({ tools: ['spawn', 'spawn'], start: begun + 7, seconds: 4 });
  const north = made.agent('Crew lists of the northern line.');
  north.turn({ tools: ['search'], links: [[fan, 'subagent_call']], start: begun + 12, seconds: 7 });
  const northDone = north.turn({ text: 'Four crews, all as in the log.', start: begun + 20, seconds: 4 });
  const south = made.agent('Crew lists of the southern line.');
  south.turn({ tools: ['search'], links: [[fan, 'subagent_call']], start: begun + 12.5, seconds: 8 });
  const scan = south.turn({ tools: ['spawn'], start: begun + 21, seconds: 5 });
  const scans = made.agent('Read the scanned lists of 1911, page by page.');
  scans.turn({ tools: ['read'], links: [[scan, 'subagent_call']], start: begun + 27, seconds: 20 });
  crews.turn({
    tools: ['wait'],
    links: [[northDone, 'subagent_return']],
    start: begun + 26,
    seconds: 6,
  });

  // Its last request fails three times.
  const letters = made.agent('Summarise the letters of the harbour office, March and April.');
  letters.turn({ tools: ['read'], links: [[first, 'subagent_call']], start: begun + 2, seconds: 6 });
  letters.turn({ tools: ['read', 'read'], start: begun + 9, seconds: 7 });
  const lost = made.idOf(70_001);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    made.now = begun + 17 + attempt * 6;
    made.fail(lost, 'APITimeoutError', 5);
  }

  made.now = begun + 27;
  const summary = tides.compact(2, { tools: ['read'], seconds: 7 });
  const tidesDone = tides.turn({
    text: 'Eleven entries differ, all after the 9th.',
    links: [[summary, 'continuation']],
    goesOn: false,
  });

  // The root goes on meanwhile, stops the crews, and takes the tides up late.
  const look = root.turn({ tools: ['read'], start: begun + 24, seconds: 5 });
  const gauge = made.agent('Compare the tide gauge with the table for the 10th of March.');
  gauge.turn({ tools: ['read'], links: [[look, 'subagent_call']], start: begun + 30, seconds: 6 });
  const gaugeDone = gauge.turn({ text: 'The table is 40 minutes early.', start: begun + 37, seconds: 4 });
  const told = root.turn({
    tools: ['cancel'],
    links: [[gaugeDone, 'subagent_return']],
    start: begun + 42,
    seconds: 5,
  });
  linked(made, asked, told, 'subagent_cancel');
  root.turn({ tools: ['write'], start: begun + 49, seconds: 8 });
  made.now = Math.max(made.now, begun + 60);
  const draft = root.turn({ tools: ['write'], links: [[tidesDone, 'subagent_return']], seconds: 8 });
  root.turn({
    text: 'The printed table was set by the old gauge until the 9th.',
    links: [[draft, 'continuation']],
  });
  if (named) {
    sessionsOn(made, lost, [
      [root.first, 'a0'],
      [tides.first, 'a1', 'a0'],
      [crews.first, 'a2', 'a0'],
      [north.first, 'a3', 'a2'],
      [south.first, 'a4', 'a2'],
      [scans.first, 'a5', 'a4'],
      [letters.first, 'a6', 'a0'],
      [gauge.first, 'a7', 'a0'],
    ]);
  }
  return whole(made, {
    turns: 7,
    depth: 3,
    concurrent: 6,
    started: 8,
    counted: 8,
    reply: 'The printed table was set by the old gauge until the 9th.',
  });
}

/** Adds a link to a call. */
function linked(made: AgentTrace, at: number, cause: number, type: string): void {
  const node = made.nodes[at];
  if (node === undefined) throw new RangeError(`no node #${at}`);
  const parents = node['semantic_parents'];
  made.nodes[at] = members(node, {
    semantic_parents: [...(Array.isArray(parents) ? (parents as Json[]) : []), { node: cause, type }],
  });
}

type MadeSession = readonly [prompt: number, id: string, parent?: string];

/** Writes on every call whose it was, as one fork of the harness does. What is under no prompt went on from a summary. */
function sessionsOn(made: AgentTrace, failed: string, sessions: readonly MadeSession[]): void {
  const parents = new Map(sessions.map(([, id, parent]) => [id, parent ?? null]));
  const depthOf = (id: string): number => {
    const parent = parents.get(id) ?? null;
    return parent === null ? 0 : 1 + depthOf(parent);
  };
  const ofNode = made.nodes.map(() => 'a1');
  for (const [at, { parent }] of made.nodes.entries()) {
    const begun = sessions.find(([prompt]) => prompt === at);
    ofNode[at] = begun?.[1] ?? (typeof parent === 'number' ? (ofNode[parent] ?? 'a1') : 'a1');
  }
  made.calls.splice(
    0,
    made.calls.length,
    ...made.calls.map((call) => {
      const id = typeof call['node'] === 'number' ? (ofNode[call['node']] ?? 'a1') : 'a6';
      const isOurs = typeof call['node'] === 'number' || JSON.stringify(call['acp']).includes(failed);
      if (!isOurs) return call;
      const parent = parents.get(id) ?? null;
      return members(call, {
        rlm: { session_id: id, depth: depthOf(id), ...(parent !== null && { parent_session_id: parent }) },
      });
    }),
  );
}

/** Agents on nine levels, two below each, until there are enough; every one returns. */
export function deepRun(agents: number): JsonObject {
  const made = new AgentTrace();
  const order: { readonly agent: MadeAgent; readonly depth: number; readonly children: MadeAgent[] }[] = [
    { agent: made.agent('Read the whole archive.'), depth: 0, children: [] },
  ];
  for (const { agent: parent, depth, children } of order) {
    if (depth === 8 || order.length === agents) continue;
    const spawn = parent.turn({ tools: ['spawn', 'spawn'], seconds: 2 });
    for (let child = 0; child < 2 && order.length < agents; child += 1) {
      const agent = made.agent(`Read shelf ${order.length + 1} of the archive.`);
      agent.turn({
        tools: ['read'],
        links: [[spawn, 'subagent_call']],
        seconds: 1 + (order.length % 7),
        start: made.now + child,
      });
      made.now += 1;
      children.push(agent);
      order.push({ agent, depth: depth + 1, children: [] });
    }
  }
  for (const { agent, children } of order.toReversed()) {
    const links = children.map((child) => [child.last ?? 0, 'subagent_return'] as const);
    agent.turn({ text: 'Read.', links, seconds: 1 });
  }
  const started = agents - 1;
  return whole(made, { turns: 2, depth: 8, concurrent: 512, started, counted: started, reply: 'Read.' });
}
