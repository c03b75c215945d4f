/** Questions to a small archive: a solver that searches and reads, and a judge with a trace of its own. Five rollouts. */
import type { Json, JsonObject } from '../../../src/model/json';
import type { Chance } from './chance';
import { Rollout, type DemoTask, type DemoTool, type Ending, type Seat } from './rollout';

const ANSWER =
  'Three nights (4, 17 and 26 March). The longest was 17 March: a broken mantle, two hours and ten minutes.';

export const ARCHIVE: DemoTask = {
  type: 'ArchiveTask',
  key: 'archive/dark-nights',
  data: {
    idx: 1,
    name: 'dark-nights',
    prompt:
      'On how many nights of March 1911 was the lamp of Skerry Point dark for any time at all, which of them was the ' +
      'longest, and what was the cause? Name the pages that say so.',
    answer: ANSWER,
  },
};

const TOOLS: readonly DemoTool[] = [
  {
    name: 'search',
    description: 'Search the archive. Returns the best matching pages with a snippet of each.',
    parameters: { query: 'A few words.', limit: 'optional: how many pages, 5 if nothing is said.' },
  },
  {
    name: 'read',
    description: 'Return one page of the archive as Markdown.',
    parameters: { page: 'The name of the page, as the search gives it.' },
  },
];

const SYSTEM =
  'You answer questions from an archive of harbour records. Search, read the pages themselves, and rest your answer on ' +
  'what they say. Name each page that you rely on.';

const SOLVER: Seat = {
  name: 'solver',
  trainable: true,
  model: 'lantern-70b',
  sampling: { temperature: 1, max_tokens: 1024 },
  harness: 'tools',
};

const JUDGE: Seat = {
  name: 'judge',
  trainable: false,
  model: 'plumb-8b',
  sampling: { temperature: 0 },
  harness: 'chat',
};

const PAGES: Readonly<Record<string, string>> = {
  'logs/skerry-point-1911-03a': `# Keeper's log, Skerry Point, 1–15 March 1911

| night | lit | put out | wind | remarks |
|------:|:----:|:------:|------|---------|
| 1 | 17:52 | 06:41 | SW 4 | |
| 2 | 17:54 | 06:39 | SW 5 | |
| 3 | 17:56 | 06:36 | W 6 | glass washed twice, salt |
| 4 | 17:58 | 06:34 | W 8 | **dark 20 min** from 02:10: draught put the flame out; shutters wedged |
| 5 | 18:00 | 06:31 | W 7 | |
| 6 | 18:02 | 06:29 | NW 5 | |
| 7 | 18:04 | 06:26 | N 3 | oil landed, 14 casks |
| 8 | 18:06 | 06:24 | N 2 | fog signal 9 h |
| 9 | 18:08 | 06:21 | calm | fog signal 11 h |
| 10 | 18:10 | 06:19 | calm | |
| 11 | 18:12 | 06:16 | SE 3 | |
| 12 | 18:14 | 06:14 | SE 4 | |
| 13 | 18:16 | 06:11 | S 5 | |
| 14 | 18:18 | 06:09 | SW 5 | |
| 15 | 18:20 | 06:06 | SW 6 | |
`,
  'logs/skerry-point-1911-03b': `# Keeper's log, Skerry Point, 16–31 March 1911

| night | lit | put out | wind | remarks |
|------:|:----:|:------:|------|---------|
| 16 | 18:22 | 06:04 | SW 7 | |
| 17 | 18:24 | 06:01 | W 9 | **dark 2 h 10 min** from 23:05: mantle broken by the shaking, spare one damp; candles in the lower window meanwhile |
| 18 | 18:26 | 05:59 | W 8 | new mantles asked for |
| 19 | 18:28 | 05:56 | W 6 | |
| 20 | 18:30 | 05:54 | NW 4 | |
| 21 | 18:32 | 05:51 | N 3 | |
| 22 | 18:34 | 05:49 | N 3 | |
| 23 | 18:36 | 05:46 | NE 4 | |
| 24 | 18:38 | 05:44 | NE 4 | |
| 25 | 18:40 | 05:41 | E 3 | inspector's visit, no remarks |
| 26 | 18:42 | 05:39 | E 5 | **dark 35 min** from 04:00: assistant asleep, clockwork run down |
| 27 | 18:44 | 05:36 | E 5 | |
| 28 | 18:46 | 05:34 | SE 4 | |
| 29 | 18:48 | 05:31 | SE 4 | |
| 30 | 18:50 | 05:29 | S 3 | |
| 31 | 18:52 | 05:26 | S 3 | |
`,
  'letters/board-1911-04-02': `# Letter to the lights board, 2 April 1911

> We beg to report that the lamp was dark on **two** nights of the past month by accident to the apparatus, the 4th by
> draught and the 17th by a broken mantle, and ask for two dozen mantles of the stronger kind.

The night of the 26th is not mentioned.
`,
};

function hits(query: string): Json {
  const found: readonly (readonly [string, number, string])[] = [
    ['logs/skerry-point-1911-03a', 0.87, '… **dark** 20 min from 02:10: draught put the flame out …'],
    ['logs/skerry-point-1911-03b', 0.86, '… **dark** 2 h 10 min from 23:05: mantle broken by the shaking …'],
    ['letters/board-1911-04-02', 0.61, '… the lamp was **dark** on two nights of the past month …'],
    ['logs/skerry-point-1910-11', 0.34, '… a **dark** night, no moon, sixteen sail in the roads …'],
  ];
  return {
    query,
    hits: found.map(([page, score, snippet]) => ({ page, score, snippet })),
    total: 27,
    took_ms: 12,
  };
}

class Solving {
  readonly rollout: Rollout;
  #at: number;
  #call = 0;

  constructor(chance: Chance, start: number) {
    this.rollout = new Rollout(chance, start, ARCHIVE, SOLVER, TOOLS);
    const system = this.rollout.system(SYSTEM);
    this.#at = this.rollout.user(system, ARCHIVE.data['prompt'] ?? '');
  }

  search(query: string, thought: string): this {
    return this.#use('search', { query, limit: '4' }, JSON.stringify(hits(query)), thought);
  }

  read(page: string, thought = ''): this {
    const text =
      PAGES[page] ?? `No page is called \`${page}\`. Pages that are close: ${Object.keys(PAGES).join(', ')}`;
    return this.#use('read', { page }, text, thought);
  }

  answer(content: string, reasoning = ''): this {
    this.rollout.reply(this.#at, { content, ...(reasoning === '' ? {} : { reasoning }) });
    return this;
  }

  #use(name: string, given: JsonObject, answer: string, reasoning: string): this {
    const id = `call_${this.#call}`;
    this.#call += 1;
    const asked = this.rollout.reply(this.#at, {
      ...(reasoning === '' ? {} : { reasoning }),
      tools: [{ id, name, arguments: given }],
    });
    this.#at = this.rollout.tool(asked, id, answer, 0.15);
    return this;
  }
}

interface Verdict {
  readonly score: number;
  readonly reason: string;
}

function judge(
  chance: Chance,
  start: number,
  answer: string,
  verdict: Verdict,
): { trace: JsonObject; end: number } {
  const rollout = new Rollout(chance, start, ARCHIVE, JUDGE, []);
  const system = rollout.system(
    'You compare an answer with the reference. Give 1 when number, night and cause all agree, 0.5 when two of them do, ' +
      'else 0. Reply with one JSON object: {"score": number, "reason": string}.',
  );
  const user = rollout.user(system, `Reference: ${ANSWER}\n\nAnswer:\n${answer}`);
  rollout.reply(user, { content: `\`\`\`json\n${JSON.stringify(verdict, null, 2)}\n\`\`\`` });
  const trace = rollout.finish({ rewards: {}, info: { verdict: { ...verdict } }, scoring: 0 });
  return { trace, end: rollout.now };
}

interface Script {
  readonly play: (solving: Solving) => Solving;
  readonly answer: string;
  readonly verdict: Verdict | null;
  readonly cited: number;
}

const RIGHT = `The lamp was dark on **three** nights of March 1911:

| night | dark for | cause | page |
|---|---|---|---|
| 4 March | 20 min | a draught put the flame out | \`logs/skerry-point-1911-03a\` |
| **17 March** | **2 h 10 min** | the mantle broke, and the spare one was damp | \`logs/skerry-point-1911-03b\` |
| 26 March | 35 min | the assistant slept and the clockwork ran down | \`logs/skerry-point-1911-03b\` |

The longest was the night of the 17th. The letter to the board (\`letters/board-1911-04-02\`) speaks of two nights only; it leaves out the 26th.`;

const SCRIPTS: readonly Script[] = [
  {
    play: (solving) =>
      solving
        .search('Skerry Point lamp dark March 1911', 'I look for the log of that month first.')
        .read('logs/skerry-point-1911-03a', 'Two pages of the log cover the month; I need both.')
        .read('logs/skerry-point-1911-03b')
        .read('letters/board-1911-04-02', 'The letter is a second source. Does it agree?'),
    answer: RIGHT,
    verdict: { score: 1, reason: 'Three nights, the 17th, a broken mantle: all as in the reference.' },
    cited: 3,
  },
  {
    play: (solving) =>
      solving
        .search('lamp dark two nights', 'Someone must have reported it.')
        .read(
          'letters/board-1911-04-02',
          'A letter to the board sums the month up. That is quicker than the log.',
        ),
    answer:
      'Two nights, the 4th and the 17th of March 1911. The longest was the 17th, because of a broken mantle ' +
      '(`letters/board-1911-04-02`).',
    verdict: { score: 0.5, reason: 'Night and cause agree, but there were three nights, not two.' },
    cited: 1,
  },
  {
    play: (solving) =>
      solving
        .read('logs/skerry-point-1911-03', 'The page is probably called like the month.')
        .search('keeper log Skerry Point March 1911', 'It is not. Then I search.')
        .read('logs/skerry-point-1911-03a')
        .read('logs/skerry-point-1911-03b'),
    answer: RIGHT.replace(/\n\nThe longest.*$/s, '\n\nThe longest was the night of the 17th.'),
    verdict: { score: 1, reason: 'Number, night and cause agree with the reference.' },
    cited: 2,
  },
  {
    play: (solving) => solving,
    answer:
      'Records of that kind were rarely kept with such precision. I would expect about four or five such nights in a stormy ' +
      'March, most likely from oil of poor quality.',
    verdict: { score: 0, reason: 'Nothing was looked up, and nothing agrees with the reference.' },
    cited: 0,
  },
  {
    play: (solving) =>
      solving
        .search('Skerry Point dark night mantle', '')
        .read('logs/skerry-point-1911-03b', 'The second half of the month has the mantle.'),
    answer:
      'The log for the second half of March shows two dark nights, the 17th (2 h 10 min, a broken mantle) and the 26th ' +
      '(35 min). The longest is the 17th. I did not read the first half, so there may be more.',
    verdict: null,
    cited: 1,
  },
];

function ending(script: Script): Ending {
  const { verdict } = script;
  return {
    rewards: {
      judged: verdict === null ? null : { score: verdict.score, weight: 1 },
      cites_pages: { score: Math.min(1, script.cited / 2), weight: 0.25 },
    },
    metrics: { pages_cited: script.cited },
    ...(verdict === null ? { info: { judge_error: 'the judge did not answer in time' } } : {}),
  };
}

export const ARCHIVE_ROLLOUTS: readonly ((
  chance: Chance,
  start: number,
) => { traces: JsonObject[]; end: number })[] = SCRIPTS.map((script) => (chance, start) => {
  const { rollout } = script
    .play(new Solving(chance, start))
    .answer(
      script.answer,
      script.cited === 3
        ? 'Log and letter disagree about the 26th. The log is the record; I say so in the answer.'
        : '',
    );
  const solver = rollout.finish(ending(script));
  if (script.verdict === null) return { traces: [solver], end: rollout.now };
  const judged = judge(chance, rollout.now, script.answer, script.verdict);
  return { traces: [solver, judged.trace], end: judged.end };
});
