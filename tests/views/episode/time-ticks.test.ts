import { expect, it } from 'vitest';
import { layoutCalls, orderCalls } from '../../../src/layout/call-graph/call-graph';
import { textWidth } from '../../../src/layout/call-graph/text';
import { readRecord } from '../../../src/reading/record';
import { axisWidth, ticksOf } from '../../../src/views/episode/graph/time-ticks';
import { traceGraphOf } from '../../../src/worker/episode/call-graph';
import { twelveAgents } from '../../samples/agent-run';

it('has room beside the picture for every word of the axis, and none covers another', () => {
  const reading = readRecord(twelveAgents(true), { line: 1, byte: 0, metadata: null });
  const trace = reading.kind === 'episode' ? reading.episode.traces[0] : undefined;
  if (trace === undefined) throw new Error('no trace');
  const { time, height } = layoutCalls(orderCalls(traceGraphOf(trace).calls), 'time', new Set());
  if (time === null) throw new Error('no times');
  for (const k of [0.2, 0.8, 1, 2]) {
    const ticks = ticksOf(time, { x: 0, y: 0, k }, height * k);
    expect(ticks.length).toBeGreaterThan(10);
    for (const { text } of ticks) expect(textWidth(text)).toBeLessThan(axisWidth(time));
    const places = ticks.map(({ y }) => y).sort((a, b) => a - b);
    const apart = places.slice(1).map((y, at) => y - (places[at] ?? y));
    expect(Math.min(...apart)).toBeGreaterThanOrEqual(18);
  }
});
