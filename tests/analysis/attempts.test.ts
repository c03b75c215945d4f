/** Which of the attempts under one request id counts. */
import { describe, expect, it } from 'vitest';
import { attemptsOf } from '../../src/analysis/attempts';
import type { Json } from '../../src/model/json';
import { readRecord } from '../../src/reading/record';
import { a, request, trace, u } from '../samples/trace-builder';

const error = { type: 'RateLimit', message: 'later' };
const nodes = [u('go', { parent: null }), a('1', { parent: 0 }), a('2', { parent: 0 })];

function states(calls: readonly Json[]): readonly string[] {
  const reading = readRecord(trace({ nodes, calls }), { line: 1, byte: 0, metadata: null });
  const read = reading.kind === 'episode' ? reading.episode.traces[0] : undefined;
  return read === undefined ? [] : attemptsOf(read, 'r').map(({ call, state }) => `#${call.index} ${state}`);
}

describe('attempts under one request id', () => {
  const cases = [
    { name: 'one that committed', calls: [request(1, 'r')], is: ['#0 counts'] },
    {
      name: 'two that committed',
      calls: [request(1, 'r'), request(2, 'r')],
      is: ['#0 superseded', '#1 counts'],
    },
    {
      name: 'failures before, between and after',
      calls: [
        request(null, 'r', { error }),
        request(1, 'r'),
        request(null, 'r', { error }),
        request(2, 'other'),
        request(null, 'r'),
      ],
      is: ['#0 failed', '#1 counts', '#2 failed', '#4 nothing'],
    },
    {
      name: 'a node that is not there, and one that no model produced',
      calls: [request(1, 'r'), request(9, 'r'), request(0, 'r')],
      is: ['#0 counts', '#1 bad_node', '#2 bad_node'],
    },
    { name: 'none', calls: [request(1, 'other')], is: [] },
  ];
  it.each(cases)('$name', ({ calls, is }) => {
    expect(states(calls)).toEqual(is);
  });
});
