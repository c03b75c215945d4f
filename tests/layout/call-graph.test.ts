import { describe, expect, it } from 'vitest';
import { layoutCalls, orderCalls } from '../../src/layout/call-graph/call-graph';
import type { CallPicture } from '../../src/layout/call-graph/call-graph';
import { shortLabel } from '../../src/layout/call-graph/text';
import type { Trace } from '../../src/model/episode';
import type { Json } from '../../src/model/json';
import { readRecord } from '../../src/reading/record';
import { agentsOf } from '../../src/analysis/agents/reconstruct';
import { recordedLinks } from '../../src/analysis/recorded-links';
import { traceGraphOf } from '../../src/worker/episode/call-graph';
import { manyAgents, twelveAgents } from '../samples/agent-run';
import { threeLevels } from '../samples/session-run';

function traceFrom(value: Json): Trace {
  const reading = readRecord(value, { line: 1, byte: 0, metadata: null });
  const trace = reading.kind === 'episode' ? reading.episode.traces[0] : undefined;
  if (trace === undefined) throw new Error('no trace');
  return trace;
}

function picture(value: Json, order: 'causal' | 'time' = 'causal'): CallPicture {
  return layoutCalls(orderCalls(traceGraphOf(traceFrom(value)).calls), order, new Set());
}

const finite = (values: ArrayLike<number>) => Array.from(values).every(Number.isFinite);

it.each([
  { whole: 'root', short: 'root' },
  { whole: 'sub 1.2', short: '1.2' },
  { whole: 'sub 1.2 · tides', short: '1.2' },
  { whole: 'sub …7.1', short: '…7.1' },
  { whole: 'unlinked 3', short: '3' },
  { whole: 'branch #4', short: '#4' },
  { whole: 'on no branch', short: 'on no branch' },
  { whole: 'uncommitted', short: 'uncommitted' },
])('tells the lane of $whole from others in as little room as $short has', ({ whole, short }) => {
  expect(shortLabel(whole)).toBe(short);
});

describe('the picture of calls', () => {
  it.each(['causal', 'time'] as const)('gives twelve agents a lane each, in %s order', (order) => {
    const { graph, lanes, y, height, width } = picture(twelveAgents(), order);
    const trace = traceFrom(twelveAgents());
    const { agents } = agentsOf(trace, recordedLinks(trace).links);
    expect(
      agents.filter(({ basis }) => basis === 'declared' || basis === 'root').length,
    ).toBeGreaterThanOrEqual(12);
    expect(graph.groups.count).toBe(lanes.left.length);
    expect(graph.groups.count).toBeGreaterThanOrEqual(agents.length);
    expect(finite(lanes.left) && finite(lanes.width) && finite(y)).toBe(true);
    expect(Math.max(...y)).toBeLessThan(height);
    lanes.left.forEach((left, lane) => {
      expect(left + (lanes.width[lane] ?? 0)).toBeLessThanOrEqual(width);
    });
  });

  it('draws a loop of messages without losing a call', () => {
    const loop = picture(twelveAgents(true));
    expect(loop.graph.calls.count).toBe(picture(twelveAgents()).graph.calls.count);
    expect(finite(loop.y)).toBe(true);
  });

  it('lets an agent begin below the call that sent it off, not below the one that stopped it', () => {
    const { graph, y, items } = picture(threeLevels());
    const cancel = graph.links.types.indexOf('subagent_cancel');
    const at = graph.links.type.indexOf(cancel);
    const rowOf = (call = -1) => y[items.ofCall[call] ?? -1] ?? Number.NaN;
    expect(rowOf(graph.links.to[at])).toBeLessThan(rowOf(graph.links.from[at]));
  });

  it.each([
    { name: 'twelve agents, causal', value: twelveAgents(true), order: 'causal' },
    { name: 'three levels, causal', value: threeLevels(), order: 'causal' },
    { name: 'twelve agents, by time', value: twelveAgents(true), order: 'time' },
  ] as const)('leads no level stretch behind a call of an agent between: $name', ({ value, order }) => {
    const { itemEdges, items, lanes, routes, y } = picture(value, order);
    const laneOf = (item: number) => lanes.lane[items.group[item] ?? -1] ?? -1;
    const behind: string[] = [];
    for (let edge = 0; edge < itemEdges.count; edge += 1) {
      const ends = [laneOf(itemEdges.from[edge] ?? -1), laneOf(itemEdges.to[edge] ?? -1)];
      const first = routes.offsets[edge] ?? 0;
      const last = (routes.offsets[edge + 1] ?? 0) - 1;
      for (let point = first; point < last; point += 1) {
        const [ax, ay, bx, by] = [0, 1, 2, 3].map((at) => routes.points[2 * point + at] ?? 0);
        if (ax === undefined || bx === undefined || ay === undefined || ay !== by) continue;
        for (let item = 0; item < items.count; item += 1) {
          const top = y[item] ?? 0;
          const left = lanes.x[item] ?? 0;
          const isCrossed = ay > top && ay < top + 24 && Math.min(ax, bx) < left && Math.max(ax, bx) > left;
          if (isCrossed && !ends.includes(laneOf(item))) behind.push(`edge ${edge} item ${item}`);
        }
      }
    }
    expect(behind).toEqual([]);
  });

  it('keeps failed calls in the lane of the agent that their record names', () => {
    const { graph } = picture(threeLevels());
    const { calls, groups } = graph;
    const failed = [...calls.node].flatMap((node, at) => (node === -1 ? [calls.group[at] ?? -1] : []));
    expect(failed.map((group) => groups.label[group])).toEqual(['sub 3', 'sub 3', 'sub 3']);
    expect(failed.map((group) => groups.ending[group])).toEqual(['failed', 'failed', 'failed']);
    expect(groups.kind).not.toContain('loose');
  });

  it('keeps failed calls of nobody apart', () => {
    const { groups } = picture(threeLevels(false)).graph;
    expect(groups.kind.filter((kind) => kind === 'loose')).toHaveLength(1);
  });

  it('calls a stretch of time idle only where no call ran', () => {
    const gaps = [twelveAgents(), twelveAgents(true), threeLevels()].flatMap((value) => {
      const { graph, time } = picture(value, 'time');
      const { calls } = graph;
      const ran = Array.from(calls.start, (start, at) => ({ start, end: calls.end[at] ?? start }));
      const moments = [...ran.flatMap(({ start, end }) => [start, end])].sort((a, b) => a - b);
      const idle = moments.flatMap((from, at) => {
        const until = moments[at + 1] ?? from;
        return ran.some(({ start, end }) => start < until && end > from) ? [] : [until - from];
      });
      return (time?.gaps ?? []).filter((gap) => gap.idle).map(({ seconds }) => ({ seconds, idle }));
    });
    for (const { seconds, idle } of gaps)
      expect(Math.min(...idle.map((one) => Math.abs(one - seconds)))).toBeLessThan(1e-6);
    const busy = picture(twelveAgents(true), 'time').time?.gaps.filter((gap) => gap.idle && gap.seconds > 10);
    expect(busy).toEqual([]);
  });

  it('is the same for the same trace', () => {
    expect(picture(twelveAgents()).y).toEqual(picture(twelveAgents()).y);
  });

  it('lays out 10,000 calls of 500 agents', () => {
    const { graph, y, lanes } = picture(manyAgents(10_000, 500));
    expect(graph.groups.count).toBe(500);
    expect(finite(y) && finite(lanes.left)).toBe(true);
  });
});
