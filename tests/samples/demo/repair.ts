/** A coding agent repairs a small library: six rollouts of one task, from a clean success to a crash of the harness. */
import { isArray, isObject, type Json, type JsonObject } from '../../../src/model/json';
import type { Chance } from './chance';
import { CASES, LISTING, SOURCE, TESTS, installLog, testRun } from './repair-workspace';
import { changed, withRewrites, type Rewrite } from './rewriting';
import { Rollout, type DemoTask, type DemoTool, type Seat } from './rollout';

export const REPAIR: DemoTask = {
  type: 'RepairTask',
  key: 'repair/roman-numerals',
  data: {
    idx: 0,
    name: 'roman-numerals',
    prompt:
      'Some years come out wrong in `almanac/numerals.py`: the year 9 is printed as `VIV`, and 0 as an empty string. ' +
      'Make the tests in `tests/test_numerals.py` pass without changing them.',
    workdir: '/workspace/almanac',
    tests: 9,
  },
};

const TOOLS: readonly DemoTool[] = [
  {
    name: 'bash',
    description: 'Run a command in the workspace and return what it printed.',
    parameters: { command: 'The command line.' },
  },
  {
    name: 'edit',
    description: 'Replace a piece of text that occurs exactly once in a file.',
    parameters: { path: 'The file.', old: 'The text to replace.', new: 'The text to put in its place.' },
  },
];

const SYSTEM =
  'You are a careful software engineer in a terminal. Read before you write, make the smallest change that solves the ' +
  'problem, and run the tests before you say that you are done.';

const SEAT: Seat = {
  name: 'agent',
  trainable: true,
  model: 'lantern-70b',
  sampling: { temperature: 0.8, max_tokens: 2048 },
  harness: 'bash',
  maxTurns: 12,
};

const ALL_BROKEN = [2, 5, 7, 8];
const ADD_NINE = {
  path: 'almanac/numerals.py',
  old: '(10, "X"), (5, "V"), (4, "IV"), (1, "I"),',
  new: '(10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),',
};
const ADD_GUARD = {
  path: 'almanac/numerals.py',
  old: '    letters = []\n',
  new: '    if not 1 <= year <= 3999:\n        raise ValueError(f"a year from 1 to 3999 has a numeral, {year} has none")\n    letters = []\n',
};

/** Everybody begins by looking around. Returns the node that the next message hangs on. */
function begin(rollout: Rollout, opening: string): number {
  const system = rollout.system(SYSTEM);
  const user = rollout.user(system, REPAIR.data['prompt'] ?? '');
  const look = rollout.reply(user, {
    content: opening,
    tools: [
      { id: 'call_look', name: 'bash', arguments: { command: 'tree' } },
      { id: 'call_read', name: 'bash', arguments: { command: 'cat almanac/numerals.py' } },
    ],
  });
  const listing = rollout.tool(look, 'call_look', LISTING);
  return rollout.tool(listing, 'call_read', SOURCE);
}

function readTests(rollout: Rollout, parent: number, reasoning: string): number {
  const read = rollout.reply(parent, {
    reasoning,
    content: 'Now the tests, so that I know what they ask for.',
    tools: [{ id: 'call_tests', name: 'bash', arguments: { command: 'cat tests/test_numerals.py' } }],
  });
  return rollout.tool(read, 'call_tests', TESTS);
}

function runTests(
  rollout: Rollout,
  parent: number,
  content: string,
  id: string,
  broken: readonly number[],
): number {
  const run = rollout.reply(parent, {
    content,
    tools: [{ id, name: 'bash', arguments: { command: 'python -m pytest -q --color=yes' } }],
  });
  return rollout.tool(run, id, testRun(broken), 1.8);
}

function edit(
  rollout: Rollout,
  parent: number,
  reasoning: string,
  content: string,
  id: string,
  change: JsonObject,
): number {
  const thought = reasoning === '' ? {} : { reasoning };
  const wrote = rollout.reply(parent, {
    ...thought,
    content,
    tools: [{ id, name: 'edit', arguments: change }],
  });
  return rollout.tool(wrote, id, 'Edited almanac/numerals.py: 1 replacement.', 0.1);
}

function rewards(passed: number, style: number | null): JsonObject {
  return {
    tests_pass: { score: Number((passed / CASES.length).toFixed(4)), weight: 1 },
    small_change: style === null ? null : { score: style, weight: 0.2 },
  };
}

function cleanSuccess(rollout: Rollout): JsonObject {
  const start = begin(rollout, 'I will look at the project and the function first.');
  const known = readTests(
    rollout,
    start,
    'The table has 900, 400, 90, 40 and 4 as pairs, but there is no 9. So 9 becomes 5 + 4, that is V and IV: `VIV`. ' +
      'That also breaks every year that ends in 9. And nothing checks the range.',
  );
  const nine = edit(
    rollout,
    known,
    'Two faults, two small changes: the missing pair, and a check of the range with the words the test expects.',
    'The pair for nine is missing. I add it.',
    'call_nine',
    ADD_NINE,
  );
  const guard = edit(
    rollout,
    nine,
    '',
    'And a year outside the range should be refused, as the tests ask.',
    'call_guard',
    {
      ...ADD_GUARD,
      new: ADD_GUARD.new.replace(
        'a year from 1 to 3999 has a numeral, {year} has none',
        'only years from 1 to 3999 have a numeral, not {year}',
      ),
    },
  );
  const tested = runTests(rollout, guard, 'Let me run the tests.', 'call_run', []);
  rollout.reply(tested, {
    content:
      'All nine tests pass. Two things were wrong:\n\n' +
      '1. The table had no pair for **9**, so 9 was written as 5 + 4 (`VIV`), and with it every year ending in 9.\n' +
      '2. Nothing refused years that have no numeral. `to_roman` now raises `ValueError` for anything outside 1 to 3999.\n\n' +
      'The tests are unchanged.',
  });
  return rollout.finish({
    rewards: rewards(9, 1),
    metrics: { edits: 2, test_runs: 1, lines_changed: 3 },
    info: {
      patch:
        '--- a/almanac/numerals.py\n+++ b/almanac/numerals.py\n@@ -5,4 +5,4 @@\n-    (10, "X"), (5, "V"), (4, "IV"), (1, "I"),\n+    (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),\n',
    },
  });
}

function detour(rollout: Rollout): JsonObject {
  const start = begin(rollout, 'Looking around.');
  const install = rollout.reply(start, {
    content: 'Is pytest there at all?',
    tools: [{ id: 'call_pip', name: 'bash', arguments: { command: 'pip install --progress-bar on pytest' } }],
  });
  const installed = rollout.tool(install, 'call_pip', installLog(), 4.2);
  const first = runTests(rollout, installed, 'It is now. What fails?', 'call_run_1', ALL_BROKEN);
  const patch = edit(
    rollout,
    first,
    '`VIV` could simply be replaced at the end. That is the quickest way to make the two failing years right.',
    'I replace the wrong letters after the fact.',
    'call_patch',
    {
      path: 'almanac/numerals.py',
      old: '    return "".join(letters)',
      new: '    return "".join(letters).replace("VIV", "IX")',
    },
  );
  const second = runTests(rollout, patch, 'Again.', 'call_run_2', [7, 8]);
  const undone = edit(
    rollout,
    second,
    'It works for the two years but it hides the cause: the table. A reader would wonder why `VIV` may occur at all. ' +
      'I should take this back and add the pair.',
    'That works, but it mends the symptom. I take it back and add the missing pair.',
    'call_undo',
    {
      path: 'almanac/numerals.py',
      old: '    return "".join(letters).replace("VIV", "IX")',
      new: '    return "".join(letters)',
    },
  );
  const nine = edit(rollout, undone, '', 'The pair:', 'call_nine', ADD_NINE);
  const guard = edit(
    rollout,
    nine,
    'The test matches "from 1 to 3999" in the message.',
    'And the check of the range.',
    'call_guard',
    ADD_GUARD,
  );
  const third = runTests(rollout, guard, 'Once more.', 'call_run_3', []);
  rollout.reply(third, {
    content:
      'Done: `9` has its own pair now and years without a numeral raise `ValueError`. All nine tests pass.',
  });
  return rollout.finish({
    rewards: rewards(9, 0.5),
    metrics: { edits: 4, test_runs: 3, lines_changed: 3 },
  });
}

function half(rollout: Rollout): JsonObject {
  const start = begin(rollout, 'First a look at the code.');
  const nine = edit(
    rollout,
    start,
    'There is no 9 in the table. That is the fault the report names.',
    'The table lacks nine.',
    'call_nine',
    ADD_NINE,
  );
  rollout.reply(nine, {
    content: 'I added the missing pair `(9, "IX")`. The year 9 is now printed as `IX`.',
  });
  return rollout.finish({ rewards: rewards(7, 1), metrics: { edits: 1, test_runs: 0, lines_changed: 1 } });
}

function outOfTurns(rollout: Rollout): JsonObject {
  let at = begin(rollout, 'Let me see what is here.');
  const guesses: readonly (readonly [string, string])[] = [
    ['git log --oneline | head -5', 'fatal: not a git repository (or any of the parent directories): .git\n'],
    ['grep -rn "VIV" .', ''],
    [
      'python -c "from almanac.numerals import to_roman; print([to_roman(n) for n in range(1, 20)])"',
      "['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'VIV', 'X', 'XI', 'XII', 'XIII', 'XIV', 'XV', 'XVI', 'XVII', 'XVIII', 'XVIV']\n",
    ],
    ['python -c "from almanac.numerals import to_roman; print(to_roman(19), to_roman(29))"', 'XVIV XXVIV\n'],
    [
      'cat almanac/calendar.py | head -30',
      '"""Feasts and market days."""\n\nFEASTS = {\n    "candlemas": (2, 2),\n    "michaelmas": (9, 29),\n}\n',
    ],
    [
      'grep -n "to_roman" -r almanac tests',
      'almanac/numerals.py:10:def to_roman(year):\ntests/test_numerals.py:3:from almanac.numerals import to_roman\ntests/test_numerals.py:11:    assert to_roman(year) == roman\ntests/test_numerals.py:17:        to_roman(year)\n',
    ],
    ['python -m pytest -q --color=yes', testRun(ALL_BROKEN)],
    ['python -m pytest -q --color=yes -k 9', testRun(ALL_BROKEN)],
    [
      'pip list 2>/dev/null | head',
      'Package    Version\n---------- -------\niniconfig  2.0.0\npackaging  24.1\npip        24.2\npluggy     1.5.0\npytest     8.3.2\n',
    ],
    ['cat pyproject.toml', '[project]\nname = "almanac"\nversion = "0.4.1"\nrequires-python = ">=3.10"\n'],
    ['python -m pytest -q --color=yes', testRun(ALL_BROKEN)],
  ];
  for (const [index, [command, output]] of guesses.entries()) {
    const id = `call_${index}`;
    const asked = rollout.reply(at, {
      ...(index % 3 === 2 ? { reasoning: 'I would like to know more before I touch anything.' } : {}),
      content: index === 0 ? 'Perhaps the history tells when it broke.' : '',
      tools: [{ id, name: 'bash', arguments: { command } }],
    });
    at = rollout.tool(asked, id, output, 0.6);
  }
  const trace = rollout.finish({
    rewards: rewards(5, 0),
    metrics: { edits: 0, test_runs: 3, lines_changed: 0 },
    stop: 'max_turns',
  });
  return withRewrites(trace, REWRITES);
}

const SEARCH_TOOL = {
  name: 'search',
  description: 'Search all files of the workspace.',
  parameters: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  type: 'function',
};

/** A harness that saves room and counts down: each habit splits the conversation. */
const REWRITES: readonly Rewrite[] = [
  {
    call: 4,
    change: (all) =>
      changed(all, (message, at) => {
        const { reasoning_content: _, ...rest } = message;
        return at === all.length - 2 ? rest : message;
      }),
  },
  {
    call: 5,
    change: (all) =>
      changed(all, (message, at) =>
        at === 1 ? { ...message, content: [{ type: 'text', text: message['content'] ?? '' }] } : message,
      ),
  },
  {
    call: 6,
    change: (all) =>
      all.map((node, at) => (at === 0 ? { ...node, tools: [...toolsOf(node), SEARCH_TOOL] } : node)),
  },
  {
    call: 7,
    change: (all) =>
      changed(all, (message, at) =>
        at === 4 ? { ...message, content: '[output of an early command, left out to save room]' } : message,
      ),
  },
  {
    call: 8,
    change: (all) =>
      changed(all, (message, at) => {
        const calls = message['tool_calls'];
        if (at !== all.length - 2 || !isArray(calls)) return message;
        return {
          ...message,
          tool_calls: calls.map((call) => {
            const given = isObject(call) ? call['arguments'] : null;
            if (!isObject(call) || typeof given !== 'string') return call;
            return { ...call, arguments: given.replace(' --color=yes', '') };
          }),
        };
      }),
  },
  { call: 9, change: (all) => changed(all, countdown(3)) },
  { call: 10, change: (all) => changed(all, countdown(2)) },
  { call: 11, change: (all) => all.filter((_, at) => at < 5 || at > 12) },
];

function countdown(turns: number) {
  return (message: JsonObject, at: number): JsonObject =>
    at === 0 ? { ...message, content: `${SYSTEM} You have ${turns} turns left.` } : message;
}

function toolsOf(node: JsonObject): readonly Json[] {
  const tools = node['tools'];
  return isArray(tools) ? tools : [];
}

function crash(rollout: Rollout): JsonObject {
  const start = begin(rollout, 'Let me look.');
  rollout.reply(start, {
    content: 'I run the tests to see what fails.',
    tools: [{ id: 'call_run', name: 'bash', arguments: { command: 'python -m pytest -q --color=yes' } }],
  });
  const error = {
    type: 'SandboxError',
    message: 'the container stopped while a command was running (exit code 137)',
    traceback: [
      'Traceback (most recent call last):',
      '  File "harness/bash.py", line 88, in run_tool',
      '    result = await self.sandbox.execute(command, timeout=self.config.tool_timeout)',
      '  File "harness/sandbox.py", line 141, in execute',
      '    raise SandboxError(f"the container stopped while a command was running (exit code {code})")',
      'SandboxError: the container stopped while a command was running (exit code 137)',
      '',
    ].join('\n'),
  };
  return rollout.finish({
    rewards: { tests_pass: null, small_change: null },
    metrics: { edits: 0, test_runs: null },
    stop: 'error',
    ok: false,
    errors: [error],
    scoring: 0,
  });
}

/** The provider fails once, then the harness does not accept the first answer and asks again: two answers, one prompt. */
function secondChance(rollout: Rollout): JsonObject {
  const start = begin(rollout, 'I look at the function and its surroundings.');
  const known = readTests(rollout, start, 'No 9 in the table, no check of the range.');
  rollout.failedCall(
    { type: 'ProviderError', message: 'upstream request timed out', status_code: 504 },
    31.5,
  );
  rollout.wait(2);
  const badly = rollout.reply(known, {
    content: 'I make both changes in one go.',
    tools: [
      {
        id: 'call_both',
        name: 'edit',
        // Cut off in the middle: not JSON, and kept as it came.
        arguments:
          '{"path": "almanac/numerals.py", "old": "(10, \\"X\\"), (5, \\"V\\")", "new": "(10, \\"X\\"), (9, \\"IX\\")',
      },
    ],
  });
  rollout.tool(
    badly,
    'call_both',
    'The arguments are no JSON object: unexpected end of input at character 93.',
    0.05,
  );
  const nine = edit(
    rollout,
    known,
    'One change at a time, so that each is easy to check.',
    'First the missing pair.',
    'call_nine',
    ADD_NINE,
  );
  const guard = edit(rollout, nine, '', 'Then the range.', 'call_guard', ADD_GUARD);
  const tested = runTests(rollout, guard, 'And the tests.', 'call_run', []);
  rollout.reply(tested, { content: 'Nine of nine tests pass.' });
  return rollout.finish({
    rewards: rewards(9, 1),
    metrics: { edits: 2, test_runs: 1, lines_changed: 3 },
    info: { retried: 'the first edit was sent with broken arguments' },
  });
}

export const REPAIR_ROLLOUTS: readonly ((
  chance: Chance,
  start: number,
) => { trace: JsonObject; end: number })[] = [
  cleanSuccess,
  detour,
  half,
  outOfTurns,
  crash,
  secondChance,
].map((play) => (chance, start) => {
  const rollout = new Rollout(chance, start, REPAIR, SEAT, TOOLS);
  const trace = play(rollout);
  return { trace, end: rollout.now };
});
