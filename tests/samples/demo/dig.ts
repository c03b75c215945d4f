/**
 * A long search through a service's logs by an agent that sends out helpers and rewrites its own history: the harness names
 * its requests and declares what caused what. Two rollouts.
 */
import type { JsonObject } from '../../../src/model/json';
import type { Chance } from './chance';
import { MORE_TOOLS, calledOff } from './dig-helpers';
import { Rollout, type DemoTask, type DemoTool, type Seat } from './rollout';

const ANSWER =
  'The cache of stops is rebuilt on every request since release 2.14, because its key contains the time.';

export const DIG: DemoTask = {
  type: 'DigTask',
  key: 'dig/slow-mornings',
  data: {
    idx: 5,
    name: 'slow-mornings',
    prompt:
      'The ferry timetable service is slow on weekday mornings since the 9th. Its logs of two weeks are in `logs/`. Find out ' +
      'why, and back it with lines from the logs.',
    answer: ANSWER,
  },
};

const TOOLS: readonly DemoTool[] = [
  {
    name: 'grep',
    description: 'Lines of a file that match a pattern, at most 40.',
    parameters: { pattern: 'The pattern.', file: 'The file.' },
  },
  {
    name: 'delegate',
    description: 'Give a question to a helper with an empty context; returns its report.',
    parameters: { question: 'The question.', file: 'The file it may read.' },
  },
];

const SEAT: Seat = {
  name: 'agent',
  trainable: true,
  model: 'lantern-70b',
  sampling: { temperature: 0.7, max_tokens: 1024 },
  harness: 'recursive',
};

const SYSTEM =
  'You look into faults of running services. Your context is small: give single questions to helpers, and when you are asked ' +
  'to, write down all you know so that you can go on from your notes alone.';
const HELPER =
  'You are a helper. Answer one question from one log file. Report what you found and the lines that show it.';

function logLines(day: number, slow: boolean): string {
  return Array.from({ length: 14 }, (_, index) => {
    const minute = String(4 + index * 4).padStart(2, '0');
    const time = `2026-03-${String(day).padStart(2, '0')}T07:${minute}:${String((index * 17) % 60).padStart(2, '0')}Z`;
    const took = slow ? 1180 + ((index * 137) % 420) : 38 + ((index * 11) % 23);
    const line = index % 3 === 1 ? 'harbour–island' : 'quay–headland';
    return `${time} INFO  timetable request line=${line} took_ms=${took} cache=${slow ? 'miss' : 'hit'}`;
  }).join('\n');
}

const REBUILT = Array.from({ length: 10 }, (_, index) => {
  const second = String(index * 6).padStart(2, '0');
  return `2026-03-10T07:12:${second}Z DEBUG cache   build key=stops@2026-03-10T07:12:${second} stops=1204 took_ms=${1105 + index * 13}`;
}).join('\n');

/** A helper's own little context: a root of its own. Returns its first and last reply. */
function helper(
  rollout: Rollout,
  question: string,
  file: string,
  name: string,
  grep: { readonly pattern: string; readonly lines: string },
  report: string,
): { first: number; last: number } {
  const system = rollout.system(HELPER);
  const user = rollout.user(system, `${question}\n\nFile: ${file}`);
  const first = rollout.reply(user, {
    tools: [{ id: `call_${name}`, name: 'grep', arguments: { pattern: grep.pattern, file } }],
    request: `req-${name}-1`,
  });
  const lines = rollout.tool(first, `call_${name}`, grep.lines, 0.2);
  const last = rollout.reply(lines, { content: report, request: `req-${name}-2` });
  rollout.link(last, [first, 'continuation']);
  return { first, last };
}

const FAST = 'Before the 9th the morning requests take 38 to 60 ms, and every line says `cache=hit`.';
const SLOW = 'On the 10th every request takes 1.2 to 1.6 s, and every line says `cache=miss`.';

function solved(rollout: Rollout): JsonObject {
  const system = rollout.system(SYSTEM);
  const user = rollout.user(system, DIG.data['prompt'] ?? '');
  const plan = rollout.reply(user, {
    reasoning:
      'A day before and a day after the change, side by side. Two helpers can read them at the same time.',
    content: 'I let two helpers read one morning each, before and after the 9th.',
    tools: [
      {
        id: 'call_before',
        name: 'delegate',
        arguments: { question: 'How long do requests take between 7 and 8?', file: 'logs/2026-03-06.log' },
      },
      {
        id: 'call_after',
        name: 'delegate',
        arguments: { question: 'How long do requests take between 7 and 8?', file: 'logs/2026-03-10.log' },
      },
    ],
    request: 'req-main-1',
  });
  const question = 'How long do requests take between 7 and 8?';
  const before = helper(
    rollout,
    question,
    'logs/2026-03-06.log',
    'before',
    { pattern: 'T07:.*timetable request', lines: logLines(6, false) },
    FAST,
  );
  const after = helper(
    rollout,
    question,
    'logs/2026-03-10.log',
    'after',
    { pattern: 'T07:.*timetable request', lines: logLines(10, true) },
    SLOW,
  );
  rollout.link(before.first, [plan, 'subagent_call']);
  rollout.link(after.first, [plan, 'subagent_call']);

  const fast = rollout.tool(plan, 'call_before', FAST, 0.1);
  const slow = rollout.tool(fast, 'call_after', SLOW, 0.1);
  const look = rollout.reply(slow, {
    reasoning: 'So it is the cache: hits before, misses after. Why does it miss? Its key would tell.',
    content: 'The cache is never hit any more. I look at how it is built.',
    tools: [
      { id: 'call_cache', name: 'grep', arguments: { pattern: 'cache +build', file: 'logs/2026-03-10.log' } },
    ],
    request: 'req-main-2',
  });
  rollout.link(
    look,
    [plan, 'continuation'],
    [before.last, 'subagent_return'],
    [after.last, 'subagent_return'],
  );
  const builds = rollout.tool(look, 'call_cache', REBUILT, 0.2);
  const guess = rollout.reply(builds, {
    content:
      'The key contains the second of the request, so no entry is ever found again. When did that begin?',
    tools: [
      {
        id: 'call_release',
        name: 'grep',
        arguments: { pattern: 'release|started version', file: 'logs/2026-03-09.log' },
      },
    ],
    request: 'req-main-3',
  });
  rollout.link(guess, [look, 'continuation']);
  const release = rollout.tool(
    guess,
    'call_release',
    '2026-03-09T04:30:02Z INFO  service started version=2.14.0 (was 2.13.2)\n2026-03-09T04:30:02Z INFO  service release notes: "cache keys carry the date of the timetable"\n',
    0.2,
  );

  // The context is nearly full: the harness asks for notes, twice, and goes on from the second.
  const request = rollout.user(
    release,
    'Your context is nearly full. Write down everything you need to go on. You will see only your notes.',
  );
  const cut = rollout.reply(request, {
    content:
      '## Notes\n\n- slow since 9 March, every request 1.2–1.6 s (before: about 50 ms)\n- cache=miss on ev',
    finish: 'length',
    request: 'req-notes-1',
  });
  const notes = rollout.reply(request, {
    content:
      '## Notes\n\n- Weekday mornings are slow since 9 March: 1.2–1.6 s instead of about 50 ms (`logs/2026-03-06.log`, `logs/2026-03-10.log`).\n' +
      '- Before: `cache=hit` on every line. After: `cache=miss` on every line.\n' +
      '- The key of the cache contains the second: `key=stops@2026-03-10T07:12:06`.\n' +
      '- Release 2.14.0 started on 2026-03-09 at 04:30; its notes say "cache keys carry the date of the timetable".\n' +
      '- Left to do: are there any hits after the release at all?',
    request: 'req-notes-2',
  });
  rollout.link(cut, [guess, 'compaction_attempt']);
  rollout.link(notes, [guess, 'compaction_attempt']);

  const fresh = rollout.system(SYSTEM);
  const resumed = rollout.user(
    fresh,
    `You go on from these notes:\n\n- slow since 9 March, 1.2–1.6 s instead of 50 ms, cache=miss\n- key contains the second: key=stops@2026-03-10T07:12:06\n- release 2.14.0 on 2026-03-09 04:30\n- left to do: any hits after the release?`,
  );
  const check = rollout.reply(resumed, {
    content: 'One thing is left to check.',
    tools: [
      { id: 'call_hits', name: 'grep', arguments: { pattern: 'cache=hit', file: 'logs/2026-03-10.log' } },
    ],
    request: 'req-main-4',
  });
  rollout.link(check, [notes, 'compaction']);
  const none = rollout.tool(check, 'call_hits', '(no lines)', 0.2);
  const answer = rollout.reply(none, {
    content:
      'Since release **2.14.0** (9 March, 04:30) the cache of stops is rebuilt on every request.\n\n' +
      '```text\n2026-03-10T07:12:06Z DEBUG cache   build key=stops@2026-03-10T07:12:06 stops=1204 took_ms=1118\n```\n\n' +
      'The release put "the date of the timetable" into the key, but what went in is the full time, to the second. So no entry is ever ' +
      'found again: `cache=hit` does not occur once after the release. Each request pays for a rebuild of about 1.1 s.\n\n' +
      '**Mend it** by using the date alone in the key.',
    request: 'req-main-5',
  });
  rollout.link(answer, [check, 'continuation']);
  return rollout.finish({
    rewards: { cause_found: { score: 1, weight: 1 }, evidence: { score: 1, weight: 0.5 } },
    metrics: { helpers: 2, compactions: 1, lines_quoted: 1 },
    info: {
      judge_calls: [
        {
          name: 'cause',
          request: {
            model: 'plumb-8b',
            messages: [
              { role: 'system', content: 'Does the answer name the cause? Reply yes or no.' },
              { role: 'user', content: `Cause: ${ANSWER}` },
            ],
          },
          response: {
            message: { role: 'assistant', content: 'yes' },
            parsed: true,
            usage: { prompt_tokens: 141, completion_tokens: 1 },
          },
        },
      ],
    },
    extraUsage: [{ prompt_tokens: 141, completion_tokens: 1, cost: 0.00001 }],
  });
}

const PLAYS: readonly {
  readonly play: (rollout: Rollout) => JsonObject;
  readonly tools: readonly DemoTool[];
}[] = [
  { play: solved, tools: TOOLS },
  { play: (rollout) => calledOff(rollout, DIG.data['prompt'] ?? ''), tools: [...TOOLS, ...MORE_TOOLS] },
];

export const DIG_ROLLOUTS: readonly ((
  chance: Chance,
  start: number,
) => { trace: JsonObject; end: number })[] = PLAYS.map(({ play, tools }) => (chance, start) => {
  const rollout = new Rollout(chance, start, DIG, SEAT, tools);
  const trace = play(rollout);
  return { trace, end: rollout.now };
});
