/** A question about a picture, with a tool that answers with a picture: three rollouts. */
import type { JsonObject } from '../../../src/model/json';
import type { Chance } from './chance';
import { barChart } from './picture';
import { Rollout, type DemoTask, type DemoTool, type Seat } from './rollout';

const VALUES = [58, 96, 74, 121, 43, 102] as const;
const CHART = barChart(VALUES);
const picture = { type: 'image_url', image_url: { url: CHART.dataUrl() } } as const;
const QUESTION =
  'The chart shows the jars of honey sold in each month from January (left) to June (right). In which month was the ' +
  'second-largest number sold?';

export const CHARTS: DemoTask = {
  type: 'ChartTask',
  key: 'charts/honey',
  data: {
    idx: 3,
    name: 'honey',
    prompt: [{ role: 'user', content: [{ type: 'text', text: QUESTION }, picture] }],
    answer: 'June',
  },
};

const TOOLS: readonly DemoTool[] = [
  {
    name: 'crop',
    description:
      'Cut a rectangle out of the picture and return it. All numbers are pixels from the upper left corner.',
    parameters: { left: 'Left edge.', top: 'Upper edge.', width: 'Width.', height: 'Height.' },
  },
];

const SEAT: Seat = {
  name: 'agent',
  trainable: true,
  model: 'lantern-vision-12b',
  sampling: { temperature: 0.6, max_tokens: 512 },
  harness: 'tools',
};

function ask(chance: Chance, start: number): { rollout: Rollout; user: number } {
  const rollout = new Rollout(chance, start, CHARTS, SEAT, TOOLS);
  const system = rollout.system('You read charts. Say what you see before you conclude.');
  return { rollout, user: rollout.user(system, [{ type: 'text', text: QUESTION }, picture]) };
}

function graded(correct: boolean): JsonObject {
  return { correct: { score: correct ? 1 : 0, weight: 1 } };
}

function looks(rollout: Rollout, user: number): JsonObject {
  const asked = rollout.reply(user, {
    content:
      'The fourth bar is the highest. The second and the last look alike, so I compare their tops closely.',
    tools: [
      { id: 'call_crop', name: 'crop', arguments: { left: '70', top: '40', width: '200', height: '40' } },
    ],
  });
  const part = rollout.tool(asked, 'call_crop', [
    { type: 'text', text: 'The rectangle from 70,40 to 270,80:' },
    { type: 'image_url', image_url: { url: CHART.crop(70, 40, 200, 40).dataUrl() } },
  ]);
  rollout.reply(part, {
    content: 'The last bar ends a little higher than the second. The answer is **June**.',
  });
  return rollout.finish({ rewards: graded(true), metrics: { crops: 1 } });
}

function guesses(rollout: Rollout, user: number): JsonObject {
  rollout.reply(user, { content: 'April is highest, and after it February. The answer is **February**.' });
  return rollout.finish({ rewards: graded(false), metrics: { crops: 0 } });
}

/** Marks the bar it means: a second picture from the tool, on a branch that the harness then gave up. */
function changesItsMind(rollout: Rollout, user: number): JsonObject {
  rollout.reply(user, { content: 'June.', hiddenReasoning: 40 });
  const again = rollout.reply(user, {
    reasoning: 'I am asked to say what I see first. Heights, left to right: about 60, 95, 75, 120, 45, 100.',
    content:
      'From left to right I read about 60, 95, 75, 120, 45 and 100. The largest is April, the second largest **June**.',
  });
  const praise = rollout.user(again, [
    { type: 'text', text: 'Is it this one?' },
    { type: 'image_url', image_url: { url: barChart(VALUES, 5).dataUrl() } },
  ]);
  rollout.reply(praise, { content: 'Yes, the marked one, June.' });
  return rollout.finish({ rewards: graded(true), metrics: { crops: 0 }, stop: 'user_closed' });
}

export const CHARTS_ROLLOUTS: readonly ((
  chance: Chance,
  start: number,
) => { trace: JsonObject; end: number })[] = [looks, guesses, changesItsMind].map(
  (play) => (chance, start) => {
    const { rollout, user } = ask(chance, start);
    const trace = play(rollout, user);
    return { trace, end: rollout.now };
  },
);
