/**
 * The sample run inside the app: six small tasks, twenty-four rollouts, good and bad, as a run of `verifiers` would leave them.
 * It is made up from beginning to end, and equal byte for byte every time.
 */
import type { JsonObject } from '../../src/model/json';
import { ARCHIVE, ARCHIVE_ROLLOUTS } from './demo/archive';
import { Chance } from './demo/chance';
import { CHARTS, CHARTS_ROLLOUTS } from './demo/charts';
import { DIG, DIG_ROLLOUTS } from './demo/dig';
import { REPAIR, REPAIR_ROLLOUTS } from './demo/repair';
import { taskJson, type DemoTask } from './demo/rollout';
import { SUMS, SUMS_ROLLOUTS } from './demo/sums';
import { SWAP, SWAP_ROLLOUTS } from './demo/swap';

type Play = (
  chance: Chance,
  start: number,
) => { readonly end: number } & ({ readonly trace: JsonObject } | { readonly traces: readonly JsonObject[] });

/** A Tuesday in March 2026, 9 o'clock UTC. */
const START = Date.UTC(2026, 2, 17, 9) / 1000;

const TASKS: readonly { readonly env: string; readonly task: DemoTask; readonly plays: readonly Play[] }[] = [
  { env: 'repair', task: REPAIR, plays: REPAIR_ROLLOUTS },
  { env: 'archive', task: ARCHIVE, plays: ARCHIVE_ROLLOUTS },
  { env: 'sums', task: SUMS, plays: SUMS_ROLLOUTS },
  { env: 'charts', task: CHARTS, plays: CHARTS_ROLLOUTS },
  { env: 'swap', task: SWAP, plays: SWAP_ROLLOUTS },
  { env: 'dig', task: DIG, plays: DIG_ROLLOUTS },
];

interface Landed {
  readonly end: number;
  readonly episode: JsonObject;
}

export function demoRun(): string {
  const chance = new Chance(1911);
  const runId = chance.hex(12);
  const landed: Landed[] = [];
  for (const [row, { env, task, plays }] of TASKS.entries()) {
    const group = { id: chance.hex(32) };
    const head = {
      env: { id: `${env}-v1`, name: env },
      task: taskJson(task),
      group,
      run: {
        type: 'train',
        id: runId,
        name: 'workbench--lantern',
        work: { type: 'train', step: 120, policy: { start: 119, end: 120 } },
      },
    };
    for (const [column, play] of plays.entries()) {
      const id = chance.hex(32);
      const played = play(chance, START + row * 7 + column * 11);
      const traces = 'traces' in played ? played.traces : [played.trace];
      const ok = traces.every((trace) => trace['ok'] === true);
      landed.push({ end: played.end, episode: { id, ...head, ok, errors: [], traces } });
    }
    if (env === 'swap') landed.push(neverStarted(chance.hex(32), head, START + 60));
  }
  // Lines are appended as episodes end, not as they begin.
  landed.sort((left, right) => left.end - right.end);
  return landed.map(({ episode }) => `${JSON.stringify(episode)}\n`).join('');
}

/** An episode whose environment failed before any agent ran. */
function neverStarted(id: string, head: JsonObject, end: number): Landed {
  const message = 'the table could not be set: no free port between 7400 and 7420';
  const traceback = [
    'Traceback (most recent call last):',
    '  File "environments/swap.py", line 61, in setup',
    '    self.table = await Table.open(ports=range(7400, 7421))',
    '  File "environments/table.py", line 33, in open',
    `    raise EnvError("${message}")`,
    `EnvError: ${message}`,
    '',
  ].join('\n');
  return {
    end,
    episode: { id, ...head, ok: false, errors: [{ type: 'EnvError', message, traceback }], traces: [] },
  };
}
