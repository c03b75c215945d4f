/** The one trace that a set belongs to, or why it is none: it has to carry all request ids of the set. */
import type { Json } from '../../model/json';
import { isObject, member } from '../../model/json';
import type { Result } from '../../model/result';
import { failed, ok } from '../../model/result';
import { isRequestId, listedEdges } from '../edge-set';
import type { MatchRefusal } from '../semantic-types';
import type { Sighting } from './sighting';
import { described } from './sighting';

export interface Unmatched {
  readonly reason: MatchRefusal;
  readonly detail: string;
}

/** Those that a call can carry; one that is no id at all is for the set's own check to refuse. */
export function requestIdsOf(payload: Json): readonly string[] {
  const ids = new Set<string>();
  for (const edge of listedEdges(payload)) {
    if (!isObject(edge)) continue;
    for (const id of [member(edge, 'source_request_id'), member(edge, 'target_request_id')]) {
      if (isRequestId(id)) ids.add(id);
    }
  }
  return [...ids];
}

/** `seen` in the order of the run: traces that carry any id that somebody asks for. */
export function traceOfSet(ids: readonly string[], seen: readonly Sighting[]): Result<Sighting, Unmatched> {
  const whole = seen.filter(({ carried }) => ids.every((id) => carried.has(id)));
  const [only, second] = whole;
  if (only === undefined) return refuse('no_trace', nearest(ids, seen));
  return second === undefined ? ok(only) : several(whole, 'carry all its request ids');
}

/** The trace that is named; of several with that id the one that carries all ids of the set. */
export function namedTrace(
  name: string,
  ids: readonly string[],
  seen: readonly Sighting[],
): Result<Sighting, Unmatched> {
  const named = seen.filter(({ id }) => id === name);
  const [only, second] = named;
  if (only === undefined) return refuse('no_trace', `No trace has the id "${name}".`);
  if (second === undefined) return ok(only);
  const found = traceOfSet(ids, named);
  return found.kind === 'ok' ? found : several(named, `have the id "${name}"`);
}

/** A set without ids is of the only trace there is; otherwise nothing tells. */
export function traceOfNoIds(traces: number, only: Sighting | null): Result<Sighting, Unmatched> {
  if (traces === 1 && only !== null) return ok(only);
  const detail = 'The set names no request, so that nothing tells which trace it belongs to.';
  return refuse(traces === 0 ? 'no_trace' : 'several_traces', detail);
}

function several(found: readonly Sighting[], what: string): Result<never, Unmatched> {
  const named = found.slice(0, 3).map(described).join(', ');
  const more = found.length > 3 ? ` and ${found.length - 3} more` : '';
  return refuse('several_traces', `${found.length} traces ${what}: ${named}${more}.`);
}

/** Which trace comes closest, and what it lacks: a set of another run carries nothing, one of a run cut short nearly all. */
function nearest(ids: readonly string[], seen: readonly Sighting[]): string {
  let best: { readonly trace: Sighting; readonly lacking: readonly string[] } | null = null;
  for (const trace of seen) {
    const lacking = ids.filter((id) => !trace.carried.has(id));
    if (lacking.length < (best?.lacking.length ?? ids.length)) best = { trace, lacking };
  }
  if (best === null) return `No trace carries any of its ${ids.length} request ids.`;
  const [first = ''] = best.lacking;
  const lacks = `lacks ${best.lacking.length} of its ${ids.length} request ids, the first "${first}"`;
  return `No trace carries all its request ids; the nearest, ${described(best.trace)}, ${lacks}.`;
}

function refuse(reason: MatchRefusal, detail: string): Result<never, Unmatched> {
  return failed({ reason, detail });
}
