/**
 * Made runs of agents that call agents, to judge the graph by: one of twelve agents on three levels that a person can
 * check by hand, and ones of any size. Equal for equal arguments. Times run in seconds from a fixed day.
 */
import type { Json, JsonObject } from '../../src/model/json';
import { isArray, isObject } from '../../src/model/json';
import { a, calling, link, members, system, tool, toolCall, trace, u, usage } from './trace-builder';

type DrawnLink = readonly [source: number, type: string];

interface TurnOptions {
  /** Names of tools that are called, each answered at once; none: the reply is text. */
  readonly tools?: readonly string[];
  readonly text?: string;
  readonly links?: readonly DrawnLink[];
  readonly seconds?: number;
  readonly start?: number;
  readonly tokens?: number;
  /** Failed attempts under the same request id before. */
  readonly failedBefore?: number;
  readonly sampling?: JsonObject;
  /** Physical parent instead of the agent's head. */
  readonly after?: number;
  /** False: no `continuation` from the agent's last turn. */
  readonly goesOn?: boolean;
  /** The answer is part of the file, the agent goes on from before it. */
  readonly aside?: boolean;
}

const START = Date.UTC(2026, 2, 17, 9) / 1000;

export class AgentTrace {
  readonly nodes: JsonObject[] = [];
  readonly calls: JsonObject[] = [];
  now = START;

  add(node: JsonObject, parent: number | null): number {
    this.nodes.push(members(node, { parent }));
    return this.nodes.length - 1;
  }

  /** An agent with a prompt of its own. */
  agent(prompt: string, name = 'agent'): MadeAgent {
    const root = this.add(system(`You are ${name}. Do what is asked, then answer.`), null);
    return new MadeAgent(this, this.add(u(prompt), root));
  }

  /** A call that committed nothing. */
  fail(id: string, type: string, seconds = 1): void {
    this.calls.push({
      node: null,
      acp: { request_id: id },
      model: 'lantern-70b',
      time: { start: this.now, end: this.now + seconds },
      error: { type, message: 'the provider did not answer' },
    });
    this.now += seconds;
  }

  idOf(node: number): string {
    return `${(node * 2654435761).toString(16).padStart(10, '0')}${'7'.repeat(22)}`.slice(0, 32);
  }
}

export class MadeAgent {
  readonly #trace: AgentTrace;
  /** The message that it was sent off with. */
  readonly first: number;
  head: number;
  last: number | null = null;
  context = 900;

  constructor(trace: AgentTrace, head: number) {
    this.#trace = trace;
    this.first = head;
    this.head = head;
  }

  turn(options: TurnOptions = {}): number {
    const made = this.#trace;
    const { tools = [], text = '', seconds = 4, tokens = 60 + 40 * tools.length, failedBefore = 0 } = options;
    const links: DrawnLink[] = [...(options.links ?? [])];
    if (this.last !== null && options.goesOn !== false && !links.some(([source]) => source === this.last)) {
      links.push([this.last, 'continuation']);
    }
    const asked = tools.map((name, at) => toolCall(`c${made.nodes.length}.${at}`, name, '{"q":"the lamp"}'));
    const id = made.idOf(made.nodes.length);
    for (let attempt = 0; attempt < failedBefore; attempt += 1) made.fail(id, 'ServiceUnavailable');
    const start = options.start ?? made.now;
    const node = made.add(
      a(text, {
        ...(asked.length > 0 && { message: calling(...asked) }),
        semantic_parents: links.map(([source, type]) => link(source, type)),
      }),
      options.after ?? this.head,
    );
    made.calls.push({
      node,
      model: 'lantern-70b',
      acp: { request_id: id },
      sampling: options.sampling ?? { temperature: 1 },
      finish_reason: asked.length > 0 ? 'tool_calls' : 'stop',
      usage: usage(this.context, tokens),
      time: { start, end: start + seconds },
    });
    if (options.start === undefined) made.now += seconds + 0.5;
    if (options.aside === true) return node;
    this.head = node;
    for (const [at, name] of tools.entries()) {
      this.head = made.add(
        tool(`c${node}.${at}`, `${name}: page 17 says the lamp was lit at dusk.`),
        this.head,
      );
    }
    this.last = node;
    this.context += tokens + 220 * Math.max(1, tools.length);
    return node;
  }

  /** Attempts at a summary, the last of which is taken up; then the first call of the new context. */
  compact(attempts: number, resumed: TurnOptions = {}): number {
    const before = this.last ?? 0;
    const head = this.#trace.add(u('Summarise what you know so that you can go on.'), this.head);
    let summary = before;
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      summary = this.turn({
        text: 'So far: the keeper lit the lamp on 28 of 31 nights.',
        links: [[before, 'compaction_attempt']],
        goesOn: false,
        after: head,
        aside: true,
        tokens: 480,
        seconds: 7,
      });
    }
    const root = this.#trace.add(system('You are an agent. Go on from the summary.'), null);
    this.head = this.#trace.add(u('So far: the keeper lit the lamp on 28 of 31 nights.'), root);
    this.context = 1300;
    return this.turn({
      ...resumed,
      links: [[summary, 'compaction'], ...(resumed.links ?? [])],
      goesOn: false,
    });
  }
}

/** The run of twelve agents, on three levels, with two compactions. `loop`: messages to and fro that close a cycle. */
export function twelveAgents(loop = false): JsonObject {
  const made = new AgentTrace();
  const root = made.agent(
    'Write the report on the lights of Skerry Point: who kept them, and when were they dark?',
  );
  root.turn({ tools: ['list_files', 'read'] });
  root.turn({ tools: ['read'] });
  const spawn = root.turn({ tools: ['spawn', 'spawn', 'spawn'], text: 'Three questions, three readers.' });

  const logs = made.agent('Read the keeper’s logs of 1911 and list the dark nights.', 'a reader');
  const letters = made.agent('Read the letters to the board of lights.', 'a reader');
  const weather = made.agent('Find the weather of March 1911.', 'a reader');
  logs.turn({ tools: ['search'], links: [[spawn, 'subagent_call']] });
  letters.turn({ tools: ['search'], links: [[spawn, 'subagent_call']] });
  weather.turn({ tools: ['search'], links: [[spawn, 'subagent_call']] });
  const months = logs.turn({ tools: ['spawn', 'spawn', 'spawn'] });
  const monthly = ['January', 'February', 'March'].map((month) =>
    made.agent(`Read the log of ${month} 1911.`),
  );
  const returns: number[] = [];
  for (const [at, agent] of monthly.entries()) {
    agent.turn({ tools: ['read'], links: [[months, 'subagent_call']] });
    if (at === 1) agent.turn({ tools: ['read'], failedBefore: 2 });
    if (at === 2) agent.turn({ tools: ['read', 'read'] });
    returns.push(agent.turn({ text: `In this month the lamp was dark on ${at} nights.` }));
  }
  for (let page = 0; page < 4; page += 1) letters.turn({ tools: ['read'] });
  const ask = letters.turn({ tools: ['spawn', 'spawn'] });
  const sender = made.agent('Who signed the letter of 2 April?');
  const stamp = made.agent('What does the stamp say?');
  sender.turn({ tools: ['zoom'], links: [[ask, 'subagent_call']] });
  stamp.turn({ tools: ['zoom', 'ocr'], links: [[ask, 'subagent_call']] });
  const signed = sender.turn({ text: 'It was signed by the assistant keeper.' });
  const stamped = stamp.turn({ text: 'Received, 4 April.' });
  weather.turn({ tools: ['fetch'] });
  const counted = logs.turn({
    text: 'Three dark nights: 4, 17 and 26 March.',
    links: returns.map((at) => [at, 'subagent_return'] as const),
  });
  letters.compact(1, {
    tools: ['read'],
    links: [
      [signed, 'subagent_return'],
      [stamped, 'subagent_return'],
    ],
  });
  const heard = letters.turn({ tools: ['read'] });
  const lettersDone = letters.turn({ text: 'The board was told of two nights only.' });

  const wait = root.turn({ tools: ['wait'], links: [[counted, 'subagent_return']] });
  weather.turn({ tools: ['fetch'], links: [[wait, 'subagent_cancel']], seconds: 30 });
  const told = root.turn({
    tools: ['note'],
    links: [
      [lettersDone, 'subagent_return'],
      [heard, 'agent_message'],
    ],
  });
  root.compact(2, { tools: ['plan'] });
  const check = root.turn({ tools: ['spawn', 'spawn'] });

  const checker = made.agent('Check every date in the draft against the pages.', 'a checker');
  const critic = made.agent('Say what the draft leaves out.', 'a critic');
  checker.turn({ tools: ['read'], links: [[check, 'subagent_call']] });
  critic.turn({ tools: ['read'], links: [[check, 'subagent_call']] });
  const deep = checker.turn({ tools: ['spawn'] });
  const almanac = made.agent('Compare with the almanac, page by page.');
  almanac.turn({ tools: ['open'], links: [[deep, 'subagent_call']] });
  for (let page = 0; page < 13; page += 1) almanac.turn({ tools: page % 4 === 3 ? ['search'] : ['read'] });
  const compared = almanac.turn({ text: 'All dates agree with the almanac but one.' });
  const forked = critic.turn({ tools: ['read'] });
  critic.turn({ tools: ['search'] });
  critic.turn({ text: 'I cannot find the page.' });
  const again = critic.turn({
    tools: ['read'],
    after: forked,
    links: [[forked, 'continuation']],
    goesOn: false,
  });
  const reviewed = critic.turn({
    text: 'The assistant keeper is not named.',
    links: [
      [again, 'continuation'],
      [compared, 'critic_review'],
    ],
  });
  const checked = checker.turn({
    text: 'One date is wrong: 26, not 27 March.',
    links: [[compared, 'subagent_return']],
  });
  made.fail(made.idOf(90_001), 'RateLimit', 2);
  const draft = root.turn({
    tools: ['write'],
    links: [
      [checked, 'subagent_return'],
      [reviewed, 'subagent_return'],
      [checked, 'vendor:sign-off'],
    ],
  });
  root.turn({
    text: 'The lamp was dark on three nights of March 1911, the board was told of two.',
    links: [[draft, 'continuation']],
  });
  if (loop) {
    const linked = made.nodes[told];
    if (linked !== undefined) {
      const parents = linked['semantic_parents'];
      made.nodes[told] = members(linked, {
        semantic_parents: [
          ...(Array.isArray(parents) ? (parents as Json[]) : []),
          link(draft, 'agent_message'),
        ],
      });
    }
  }
  return traceJson(made, { reward: 0.75, subSessions: 12 });
}

/** A run of any size: a root that sends agents off in turns, some of which send others, with plain work in between. */
export function manyAgents(calls: number, agents: number): JsonObject {
  const made = new AgentTrace();
  const root = made.agent('Read the whole archive.');
  root.turn({ tools: ['plan'] });
  const each = Math.max(2, Math.floor(calls / agents));
  let left = agents - 1;
  let returns: (readonly [number, string])[] = [];
  while (left > 0) {
    const group = Math.min(left, 9);
    left -= group;
    const spawn = root.turn({ tools: ['spawn'], links: returns });
    returns = [];
    const children = Array.from({ length: Math.min(3, group) }, () => made.agent('Read your share.'));
    const share = Math.max(0, group - children.length);
    for (const [at, child] of children.entries()) {
      child.turn({ tools: ['list'], links: [[spawn, 'subagent_call']] });
      const grandchildren = Math.floor(share / children.length) + (at < share % children.length ? 1 : 0);
      const below: (readonly [number, string])[] = [];
      for (let next = 0; next < grandchildren; next += 1) {
        const grandchild = made.agent('Read one page.');
        grandchild.turn({ tools: ['read'], links: [[child.last ?? 0, 'subagent_call']] });
        for (let work = 0; work < each - 2; work += 1)
          grandchild.turn({ tools: [work % 5 === 4 ? 'grep' : 'read'] });
        below.push([grandchild.turn({ text: 'Read.' }), 'subagent_return']);
      }
      for (let work = 0; work < each - 3; work += 1)
        child.turn({ tools: ['read'], ...(work === 0 && { links: below }) });
      if (at === 1) child.compact(2, { tools: ['read'] });
      returns.push([child.turn({ text: 'My share is read.' }), 'subagent_return']);
    }
  }
  root.turn({ text: 'All is read.', links: returns });
  return traceJson(made, { reward: 1, subSessions: null });
}

function traceJson(made: AgentTrace, ending: { reward: number; subSessions: number | null }): JsonObject {
  return trace({
    nodes: made.nodes,
    calls: made.calls,
    rewards: { correct: { score: ending.reward, weight: 1 } },
    metrics: ending.subSessions === null ? {} : { sub_rlm_num_calls: ending.subSessions },
    agent: { name: 'lantern', model: 'lantern-70b' },
    is_completed: true,
    stop_condition: 'agent_completed',
    ok: true,
  });
}

/** The same trace as its writer would have left it without links, and the links as the edge set that was published. */
export function publishedApart(value: JsonObject): { readonly trace: JsonObject; readonly set: JsonObject } {
  const nodes = listOf(value['nodes']);
  const ids = new Map<number, Json>();
  for (const call of listOf(value['calls'])) {
    const { node, acp } = objectOf(call);
    if (typeof node === 'number') ids.set(node, objectOf(acp)['request_id'] ?? null);
  }
  const links = nodes.flatMap((node, target) =>
    listOf(objectOf(node)['semantic_parents']).map((one) => {
      const { node: source, type } = objectOf(one);
      return { source: Number(source), target, type: type ?? null };
    }),
  );
  // An edge is published once both its requests have committed, those into the later one first.
  const later = ({ source, target }: { source: number; target: number }) =>
    2 * Math.max(source, target) + (source > target ? 1 : 0);
  links.sort((left, right) => later(left) - later(right));
  const edges = links.map(({ source, target, type }) => ({
    source_request_id: ids.get(source) ?? null,
    target_request_id: ids.get(target) ?? null,
    type,
  }));
  const bare = nodes.map((node) => members(objectOf(node), { semantic_parents: [] }));
  return { trace: members(value, { nodes: bare }), set: { edges } };
}

function listOf(value: Json | undefined): readonly Json[] {
  return isArray(value) ? value : [];
}

function objectOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}
