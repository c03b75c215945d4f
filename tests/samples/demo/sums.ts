/** A sum with one right answer, thought through in one reply: four rollouts, one cut off, one with its tokens. */
import type { Json, JsonObject } from '../../../src/model/json';
import { rounded, type Chance } from './chance';
import { Rollout, type DemoTask, type Seat } from './rollout';

export const SUMS: DemoTask = {
  type: 'SumTask',
  key: 'sums/rolls-in-boxes',
  data: {
    idx: 2,
    name: 'rolls-in-boxes',
    prompt:
      'A bakery packs 1,260 rolls into boxes of 12 and boxes of 20, and no box may be part full. In how many ways can it ' +
      'choose the numbers of boxes? Give the number in `\\boxed{}`.',
    answer: '22',
  },
};

const SEAT: Seat = {
  name: 'agent',
  trainable: true,
  model: 'lantern-70b',
  sampling: { temperature: 1, max_tokens: 900 },
  harness: 'chat',
};

function ask(chance: Chance, start: number): { rollout: Rollout; user: number } {
  const rollout = new Rollout(chance, start, SUMS, SEAT, []);
  const system = rollout.system('Think step by step, then give one final answer.');
  return { rollout, user: rollout.user(system, SUMS.data['prompt'] ?? '') };
}

function graded(correct: boolean, words: number): { rewards: JsonObject; metrics: JsonObject } {
  return {
    rewards: { correct: { score: correct ? 1 : 0, weight: 1 }, boxed: { score: 1, weight: 0.1 } },
    metrics: { words_of_reasoning: words },
  };
}

function short(chance: Chance, start: number): { rollout: Rollout; trace: JsonObject } {
  const { rollout, user } = ask(chance, start);
  const reasoning =
    'Let a boxes of 12 and b boxes of 20. Then 12a + 20b = 1260, so 3a + 5b = 315. 5 divides 315 and 5b, so it divides 3a, ' +
    'so a = 5k. Then 3k + b = 63, b = 63 − 3k ≥ 0, so k runs from 0 to 21. That makes 22.';
  const content =
    'With $a$ boxes of 12 and $b$ boxes of 20 we need $3a + 5b = 315$. Then $a$ is a multiple of 5, say $a = 5k$, and ' +
    '$b = 63 - 3k$ with $k = 0, 1, …, 21$.\n\n\\boxed{22}';
  const node = rollout.reply(user, { reasoning, content });
  rollout.tokens(node, tokensOf(chance, `<think>${reasoning}</think>${content}`));
  return {
    rollout,
    trace: rollout.finish({ ...graded(true, 61), info: { kind: 'train', advantage: 0.4375 } }),
  };
}

/** Made-up ids; whole words stand for tokens, after three of the template's own. */
function tokensOf(chance: Chance, text: string): JsonObject {
  const pieces = text.match(/\s?[^\s]{1,6}/g) ?? [];
  const scaffold = [151644, 77091, 198];
  const ids = [
    ...scaffold,
    ...pieces.map(
      (piece) =>
        1000 + (Array.from(piece).reduce((sum, char) => sum * 31 + (char.codePointAt(0) ?? 0), 7) % 90_000),
    ),
  ];
  const sampled = (value: boolean): Json[] => [...scaffold.map(() => false), ...pieces.map(() => value)];
  const logprobs = pieces.map(() => {
    const unsure = chance.next();
    return rounded(-(unsure * unsure * unsure * unsure) * 3.2, 4);
  });
  return {
    token_ids: ids,
    mask: sampled(true),
    is_content: sampled(true),
    logprobs,
    advantages: pieces.map(() => 0.4375),
    loss_weights: { policy: [...scaffold.map(() => 0), ...pieces.map(() => 1)] },
  };
}

function thorough(chance: Chance, start: number): { rollout: Rollout; trace: JsonObject } {
  const { rollout, user } = ask(chance, start);
  const rows = Array.from(
    { length: 22 },
    (_, k) => `| ${k} | ${5 * k} | ${63 - 3 * k} | ${60 * k} + ${1260 - 60 * k} |`,
  );
  rollout.reply(user, {
    reasoning:
      'First simplify. Divide by 4: 3a + 5b = 315.\n\nModulo 5: 3a ≡ 0, so a ≡ 0. Write a = 5k.\n\n' +
      'Then 15k + 5b = 315, b = 63 − 3k. Non-negative for k ≤ 21.\n\nMay a or b be zero? "Boxes of 12 and boxes of 20" does not ' +
      'say that both are used. k = 0 gives 0 boxes of 12 and 63 boxes of 20, which is a way to choose the numbers. k = 21 gives ' +
      '105 and 0. I count both.\n\nTo be safe I list them all and check the sum of each row.',
    content: `All pairs, with the rolls in each kind of box:\n\n| k | boxes of 12 | boxes of 20 | rolls |\n|--:|--:|--:|--:|\n${rows.join('\n')}\n\nEvery row adds up to 1,260, and there are 22 rows.\n\n\\boxed{22}`,
  });
  return {
    rollout,
    trace: rollout.finish({ ...graded(true, 118), info: { kind: 'train', advantage: 0.4375 } }),
  };
}

function offByOne(chance: Chance, start: number): { rollout: Rollout; trace: JsonObject } {
  const { rollout, user } = ask(chance, start);
  rollout.reply(user, {
    reasoning:
      '3a + 5b = 315. a = 5k, b = 63 − 3k. k goes up to 21, because 63 / 3 = 21. So there are 21 ways.',
    content: 'The number of boxes of 12 must be $5k$ with $k$ up to 21, so there are 21 ways.\n\n\\boxed{21}',
  });
  return {
    rollout,
    trace: rollout.finish({ ...graded(false, 27), info: { kind: 'train', advantage: -0.5625 } }),
  };
}

function cutOff(chance: Chance, start: number): { rollout: Rollout; trace: JsonObject } {
  const { rollout, user } = ask(chance, start);
  const lines = Array.from({ length: 62 }, (_, index) => {
    const boxes = index + 1;
    const left = 1260 - 12 * boxes;
    return left % 20 === 0
      ? `${boxes} boxes of 12 leave ${left} rolls, that is ${left / 20} boxes of 20. Good.`
      : `${boxes} boxes of 12 leave ${left} rolls, which 20 does not divide.`;
  });
  rollout.reply(user, {
    reasoning: `I try the numbers of boxes of 12 one after the other.\n\n0 boxes of 12 leave 1260 rolls, that is 63 boxes of 20. Good.\n${lines.join('\n')}\n63 boxes of 12 leave 504 rol`,
    finish: 'length',
  });
  return {
    rollout,
    trace: rollout.finish({
      rewards: { correct: { score: 0, weight: 1 }, boxed: { score: 0, weight: 0.1 } },
      metrics: { words_of_reasoning: 560 },
      info: { kind: 'train', advantage: -0.5625 },
      stop: 'max_output_tokens',
    }),
  };
}

export const SUMS_ROLLOUTS: readonly ((
  chance: Chance,
  start: number,
) => { trace: JsonObject; end: number })[] = [short, thorough, offByOne, cutOff].map(
  (play) => (chance, start) => {
    const { rollout, trace } = play(chance, start);
    return { trace, end: rollout.now };
  },
);
