/** The index pass passes over what rows do not need; its rows are still those of the records read in full. */
import { expect, it } from 'vitest';
import { countFlags } from '../../../src/analysis/findings';
import { summarise } from '../../../src/analysis/summary';
import type { EpisodeRow } from '../../../src/model/row';
import { bytesSource } from '../../../src/reading/source';
import { readAll } from '../../reading/bytes/read-all';
import { manyAgents, twelveAgents } from '../../samples/agent-run';
import { utf8 } from '../../samples/bytes/lines';
import { demoRun } from '../../samples/demo-run';
import { hostileRun } from '../../samples/hostile';
import { plainRun } from '../../samples/plain-run';
import { threeLevels } from '../../samples/session-run';
import { readThrough } from './read';

/** Records with links and sessions, between others: there texts may decide whose calls they are. */
const linked = [twelveAgents(), manyAgents(200, 20), threeLevels(), twelveAgents(true)].map((record) =>
  JSON.stringify(record),
);
const [first = '', ...others] = plainRun(3).trim().split('\n');
const runs = [
  { name: 'the demo', text: demoRun() },
  { name: 'a plain run', text: plainRun(50) },
  { name: 'a hostile run', text: hostileRun() },
  { name: 'linked records', text: linked.join('\n') },
  {
    name: 'linked records among others',
    text: linked.flatMap((one) => [first, one, one, ...others]).join('\n'),
  },
];

it.each(runs)('$name', async ({ text }) => {
  const given = utf8(text);
  const { events } = await readAll(bytesSource('given', given), { tokens: 'keep' });
  const rows: EpisodeRow[] = [];
  for (const event of events) {
    if (event.kind !== 'record' || event.reading.kind !== 'episode') continue;
    const { line, byte, length, reading, repairs } = event;
    const warnings = countFlags(repairs) + countFlags(reading.diagnostics);
    rows.push(summarise(reading.episode, { line, byte, length }, warnings));
  }
  const read = await readThrough(given);
  expect(read.rows.map(({ row }) => row)).toEqual(rows);
  expect(rows.length).toBeGreaterThan(0);
});
