/**
 * Helpers that send out helpers of their own: three levels, one subtree that is called off, a helper that fails, one that goes on
 * from its notes and is heard late. The harness says on every call whose it was, and at the end how far it may go.
 */
import { isArray, isObject, type Json, type JsonObject } from '../../../src/model/json';
import type { DemoTool, MadeSession, Rollout } from './rollout';

const SYSTEM =
  'You look into faults of running services. Give single questions to helpers; a helper may have helpers of its own. Do not ' +
  'wait longer than you must.';
const HELPER =
  'You are a helper. Answer one question from the log files that you are given. Report what you found and the lines that show it.';

/** Besides those of a helper without helpers. */
export const MORE_TOOLS: readonly DemoTool[] = [
  {
    name: 'wait',
    description: 'Wait for the next report of a helper.',
    parameters: { seconds: 'optional: how long at most.' },
  },
  {
    name: 'call_off',
    description: 'Stop a helper and all helpers of its own.',
    parameters: { helper: 'Its name.' },
  },
];

/** Seconds that a search of two weeks of logs takes. */
const SEARCH = 2.2;

const ROOT: MadeSession = { id: 's-lead', depth: 0 };
const TIMEOUT = { type: 'TimeoutError', message: 'the provider did not answer within 12 s' } as const;

/** An agent with a prompt of its own, which tells its requests and its session. */
class Helper {
  readonly session: MadeSession;
  readonly #rollout: Rollout;
  #head: number;
  #requests = 0;
  #last: number | null = null;

  constructor(rollout: Rollout, session: MadeSession, prompt: Json, system = HELPER) {
    this.#rollout = rollout;
    this.session = session;
    this.#head = rollout.user(rollout.system(system), prompt);
  }

  get last(): number {
    return this.#last ?? this.#head;
  }

  /** One turn: calls a tool, or several, and has their answers; or says something in the end. */
  turn(
    said: { readonly content: string; readonly tools?: readonly (readonly [string, JsonObject, string])[] },
    ...causes: readonly (readonly [number, string])[]
  ): number {
    const tools = said.tools ?? [];
    const asked = tools.map(([name, given], at) => ({ id: this.#callId(at), name, arguments: given }));
    const node = this.#rollout.reply(this.#head, {
      content: said.content,
      ...(asked.length === 0 ? {} : { tools: asked }),
      request: this.nextRequest(),
      session: this.session,
    });
    const links = this.#last === null ? causes : [[this.#last, 'continuation'] as const, ...causes];
    this.#rollout.link(node, ...links);
    this.#last = node;
    this.#head = node;
    for (const [at, [, , answer]] of tools.entries()) {
      this.#head = this.#rollout.tool(this.#head, this.#callId(at), answer, SEARCH);
    }
    this.#requests += 1;
    return node;
  }

  /** Notes when the context is full, written twice, and a new context that begins from the second. */
  compact(cut: string, notes: string): void {
    const from = this.last;
    const request = this.#rollout.user(
      this.#head,
      'Your context is nearly full. Write down everything you need to go on. You will see only your notes.',
    );
    for (const [content, finish] of [
      [cut, 'length'],
      [notes, 'stop'],
    ] as const) {
      this.#last = this.#rollout.reply(request, {
        content,
        finish,
        request: this.nextRequest(),
        session: this.session,
      });
      this.#rollout.link(this.#last, [from, 'compaction_attempt']);
      this.#requests += 1;
    }
    this.#head = this.#rollout.user(this.#rollout.system(HELPER), `You go on from these notes:\n\n${notes}`);
  }

  /** The first turn of the new context. */
  resume(said: Parameters<Helper['turn']>[0]): number {
    const notes = this.last;
    this.#last = null;
    return this.turn(said, [notes, 'compaction']);
  }

  nextRequest(): string {
    return `req-${this.session.id.slice(2)}-${this.#requests + 1}`;
  }

  #callId(at: number): string {
    return `call_${this.session.id.slice(2)}_${this.#requests}_${at}`;
  }
}

function below(parent: MadeSession, name: string): MadeSession {
  return { id: `s-${name}`, depth: parent.depth + 1, parent: parent.id };
}

const RELEASES = [
  '2026-03-02T04:30:01Z INFO  service started version=2.13.1 (was 2.13.0)',
  '2026-03-05T04:30:02Z INFO  service started version=2.13.2 (was 2.13.1)',
  '2026-03-09T04:30:02Z INFO  service started version=2.14.0 (was 2.13.2)',
].join('\n');
const FOUND =
  'Version 2.14.0 started on 9 March at 04:30; its notes say "cache keys carry the date of the timetable".';

function lines(day: number, count: number): string {
  return Array.from({ length: count }, (_, index) => {
    const minute = String((index * 7) % 60).padStart(2, '0');
    return `2026-03-${String(day).padStart(2, '0')}T07:${minute}:00Z INFO  timetable request took_ms=${1180 + ((index * 137) % 420)} cache=miss`;
  }).join('\n');
}

export function calledOff(rollout: Rollout, question: Json): JsonObject {
  const lead = new Helper(rollout, ROOT, question, SYSTEM);
  const delegated = 'The helper is at work. Its report will come when it is there.';
  const plan = lead.turn({
    content:
      'Three helpers: one for the releases, one for the whole of the 10th, one for the graphs of the machine.',
    tools: [
      [
        'delegate',
        { question: 'Which releases started, and what do their notes say?', file: 'logs/' },
        delegated,
      ],
      [
        'delegate',
        { question: 'Describe every line of the morning.', file: 'logs/2026-03-10.log' },
        delegated,
      ],
      ['delegate', { question: 'Was the machine short of anything?', file: 'graphs/' }, delegated],
    ],
  });
  const begun = rollout.now;

  rollout.at(begun);
  const notes = new Helper(
    rollout,
    below(ROOT, 'notes'),
    'Which releases started, and what do their notes say?\n\nFiles: logs/',
  );
  notes.turn(
    {
      content: 'I look for starts first.',
      tools: [['grep', { pattern: 'started version', file: 'logs/*.log' }, RELEASES]],
    },
    [plan, 'subagent_call'],
  );
  notes.turn({
    content: 'Now the notes of each, and a morning of each, to be sure.',
    tools: [
      ['grep', { pattern: 'release notes', file: 'logs/*.log' }, lines(9, 24)],
      ['grep', { pattern: 'took_ms', file: 'logs/2026-03-05.log' }, lines(5, 24)],
    ],
  });
  notes.compact(
    '## Notes\n\n- three releases: 2.13.1 (2 March), 2.13.2 (5 March), 2.14.0 (9',
    '## Notes\n\n- three releases: 2.13.1 (2 March), 2.13.2 (5 March), 2.14.0 (9 March, 04:30)\n- left to do: the notes of 2.14.0',
  );
  notes.resume({
    content: 'One thing is left to read.',
    tools: [['grep', { pattern: '2.14.0', file: 'logs/2026-03-09.log' }, FOUND]],
  });
  const notesDone = notes.turn({ content: FOUND });
  const notesEnd = rollout.now;

  rollout.at(begun + 0.4);
  const all = new Helper(
    rollout,
    below(ROOT, 'all'),
    'Describe every line of the morning.\n\nFile: logs/2026-03-10.log',
  );
  const split = all.turn(
    {
      content: 'There are 86,400 lines. I give each half to a helper.',
      tools: [
        [
          'delegate',
          { question: 'Describe every line from 7:00 to 7:30.', file: 'logs/2026-03-10.log' },
          delegated,
        ],
        [
          'delegate',
          { question: 'Describe every line from 7:30 to 8:00.', file: 'logs/2026-03-10.log' },
          delegated,
        ],
      ],
    },
    [plan, 'subagent_call'],
  );
  const halved = rollout.now;
  const early = new Helper(rollout, below(all.session, 'early'), 'Describe every line from 7:00 to 7:30.');
  early.turn(
    {
      content: 'I read them.',
      tools: [['grep', { pattern: 'T07:[0-2]', file: 'logs/2026-03-10.log' }, lines(10, 12)]],
    },
    [split, 'subagent_call'],
  );
  const earlyDone = early.turn({ content: 'All are requests of the timetable, each a cache miss.' });
  const earlyEnd = rollout.now;
  rollout.at(halved + 0.3);
  const late = new Helper(rollout, below(all.session, 'late'), 'Describe every line from 7:30 to 8:00.');
  late.turn(
    {
      content: 'I read them.',
      tools: [['grep', { pattern: 'T07:[3-5]', file: 'logs/2026-03-10.log' }, lines(10, 16)]],
    },
    [split, 'subagent_call'],
  );
  late.turn({
    content: 'Line by line, then. The first is a request of the timetable.',
    tools: [['grep', { pattern: 'T07:30', file: 'logs/2026-03-10.log' }, lines(10, 3)]],
  });
  late.turn({
    content: 'The second is a request of the timetable too.',
    tools: [['grep', { pattern: 'T07:31', file: 'logs/2026-03-10.log' }, lines(10, 3)]],
  });
  rollout.at(Math.max(earlyEnd, halved + 3));
  all.turn({ content: 'Half is told. I wait for the other half.', tools: [['wait', {}, 'Nothing yet.']] }, [
    earlyDone,
    'subagent_return',
  ]);

  rollout.at(begun + 0.9);
  const graphs = new Helper(
    rollout,
    below(ROOT, 'graphs'),
    'Was the machine short of anything?\n\nFiles: graphs/',
  );
  graphs.turn(
    {
      content: 'I begin with the memory.',
      tools: [['grep', { pattern: 'memory', file: 'graphs/2026-03-10.csv' }, '07:00,61\n07:30,63\n08:00,62']],
    },
    [plan, 'subagent_call'],
  );
  const request = graphs.nextRequest();
  for (let attempt = 0; attempt < 3; attempt += 1) {
    rollout.failedCall({ ...TIMEOUT }, 12, request, graphs.session);
    rollout.wait(1);
  }

  rollout.at(begun + 9);
  lead.turn({
    content: 'Meanwhile I look at the cache myself.',
    tools: [['grep', { pattern: 'cache +build', file: 'logs/2026-03-10.log' }, lines(10, 4)]],
  });
  const stop = lead.turn({
    content: 'A description of every line is not needed after all. I call that helper off.',
    tools: [['call_off', { helper: 'all' }, 'The helper and its own helpers were called off.']],
  });
  rollout.link(split, [plan, 'subagent_call'], [stop, 'subagent_cancel']);
  lead.turn({
    content: 'The graphs failed to come, and the releases are still being read.',
    tools: [['wait', {}, `The helper for the graphs failed: ${TIMEOUT.message}, three times.`]],
  });
  rollout.at(Math.max(rollout.now, notesEnd + 0.5, begun + 52));
  lead.turn({ content: 'Now the report on the releases is here.', tools: [['wait', {}, FOUND]] }, [
    notesDone,
    'subagent_return',
  ]);
  const answer =
    'It began with release 2.14.0 on 9 March at 04:30: since then every request is a cache miss. What in the release makes it so I ' +
    'could not prove: the helper for the graphs failed, and I called off the one that read every line.';
  lead.turn({ content: answer });
  const ended = rollout.finish({
    rewards: { cause_found: { score: 0, weight: 1 }, evidence: { score: 0.5, weight: 0.5 } },
    metrics: { helpers: 5, compactions: 1, lines_quoted: 0, sub_rlm_num_calls: 6 },
    errors: [{ ...TIMEOUT }],
  });
  return { ...ended, root_reply: answer, info: { 'ai.prime.rlm/session-v1': snapshot(ended) } };
}

/** What the harness says when the session closes: turns and usage of the root alone, the rest of the whole tree. */
function snapshot({ id, calls }: JsonObject): JsonObject {
  const own = (isArray(calls) ? calls : []).filter(isObject).filter(({ rlm }) => {
    return isObject(rlm) && rlm['session_id'] === ROOT.id;
  });
  const total = (name: string): number =>
    own.reduce((sum, { usage }) => sum + (isObject(usage) ? Number(usage[name] ?? 0) : 0), 0);
  const prompt = total('prompt_tokens') + total('cached_input_tokens');
  const completion = total('completion_tokens');
  return {
    session_id: id ?? '',
    last_stop_reason: 'done',
    model: 'lantern-70b',
    turns: own.length,
    usage: { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion },
    metrics: { sub_rlm_num_calls: 6 },
    programmatic_tool_call_stats: { python_total: 0, bash_total: 0, by_tool_python: {}, by_tool_bash: {} },
    supervisor: { subagent_calls: 6, active_subagent_calls: 0 },
    limits: {
      max_depth: 2,
      max_concurrent_subagents: 6,
      max_subagent_calls: 64,
      max_compactions: 3,
      allow_git: false,
    },
  };
}
