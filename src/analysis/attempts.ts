/**
 * The attempts that were made under one request id of the harness, and which of them counts: of those that committed a reply
 * the last; one that failed never does. It refuses to know how links are resolved; the rule is the same.
 */
import type { Call, Trace } from '../model/episode';

export type AttemptState =
  /** It committed the node that links to this request mean. */
  | 'counts'
  /** It committed too, and a later attempt did after it. */
  | 'superseded'
  /** The call itself failed. */
  | 'failed'
  /** It did not fail and committed nothing. */
  | 'nothing'
  /** It names a node that is not there, or one that no model produced. */
  | 'bad_node';

export interface Attempt {
  readonly call: Call;
  readonly state: AttemptState;
}

/** In the order of recording. */
export function attemptsOf(trace: Trace, id: string): readonly Attempt[] {
  const calls = trace.calls.filter(({ acp }) => acp !== null && acp.requestId === id);
  const counting = calls.findLast((call) => stateOf(trace, call) === 'counts');
  return calls.map((call) => {
    const state = stateOf(trace, call);
    return { call, state: state === 'counts' && call !== counting ? 'superseded' : state };
  });
}

/** By itself: as if it were the only attempt. */
function stateOf(trace: Trace, { node, nodeAsWritten, error }: Call): AttemptState {
  if (nodeAsWritten === null) return error === null ? 'nothing' : 'failed';
  return node !== null && trace.nodes[node]?.sampled === true ? 'counts' : 'bad_node';
}
