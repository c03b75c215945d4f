import { describe, expect, it } from 'vitest';
import type { NodeIndex, RequestId } from '../../src/model/ids';
import { callIndex, isRunKey, nodeIndex, requestId, runKey } from '../../src/model/ids';

function takesNode(node: NodeIndex): number {
  return node;
}
function takesRequest(id: RequestId): string {
  return id;
}

describe('ids', () => {
  it.each([-1, 0.5, Number.NaN, 2 ** 53])('refuses %d as a position', (value) => {
    expect(() => nodeIndex(value)).toThrow(RangeError);
  });

  it('refuses an empty request id and a run key of another form', () => {
    expect(() => requestId('')).toThrow(RangeError);
    expect(() => runKey('abc')).toThrow(RangeError);
    expect(isRunKey('0123456789ab-2')).toBe(true);
  });

  it('does not compile when names are swapped', () => {
    // @ts-expect-error a plain number is no node index
    takesNode(1);
    // @ts-expect-error a call index is no node index
    takesNode(callIndex(1));
    // @ts-expect-error a request id is no node index
    takesNode(requestId('r'));
    // @ts-expect-error a node index is no request id
    takesRequest(nodeIndex(1));
    // @ts-expect-error a plain text is no request id
    takesRequest('r');
    expect(takesNode(nodeIndex(3))).toBe(3);
    expect(takesRequest(requestId('r'))).toBe('r');
  });
});
