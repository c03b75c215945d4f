/**
 * Finds payloads of a harness's contracts in whatever was captured around them: under their keys at any depth, in lists of
 * events, in texts that hold JSON, or an object by itself. It refuses to know what a payload means for a trace.
 */
import type { Json, JsonObject, JsonPointer } from '../../model/json';
import { isArray, isObject, pointerTo } from '../../model/json';
import type { FoundPayload, PayloadReading } from '../../model/payload';
import { ADVERTISED_CONTRACT, RUNTIME_CONTRACT, SESSION_CONTRACT } from '../../model/payload';
import { unwrap } from '../embedded-json';
import { readRuntimePayload } from './runtime-v1';
import { readSessionPayload } from './session-v1';

/** All keys of contracts begin so, and nothing else does. */
const MARK = 'ai.prime.';
const FAMILY = 'ai.prime.rlm/';
/** Read by others. */
const EDGES = 'ai.prime.acp/semantic-edges-v1';
const MANIFEST = 'ai.prime.acp/lineage-v1';
/** JSON as text inside JSON, as logs wrap it. */
const LAYERS = 8;
/** Snapshots are cumulative: of very many the last ones say all. */
const PAYLOADS_KEPT = 200;
const VALUES_LOOKED_AT = 1_000_000;

interface Place {
  readonly value: Json;
  readonly parent: Place | null;
  readonly segment: string | number;
  /** Texts around it. */
  readonly layer: number;
}

/** In the order of the document. */
export function payloadsIn(value: Json): readonly FoundPayload[] {
  const found: FoundPayload[] = [];
  const waiting: Place[] = [{ value, parent: null, segment: '', layer: 0 }];
  let looked = 0;
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    looked += 1;
    if (looked > VALUES_LOOKED_AT) break;
    const inner: Place[] = [];
    for (const next of insideOf(place)) {
      const contract = contractOf(next);
      if (contract === null) inner.push(next);
      else for (const payload of takenFrom(contract, next)) found.push(payload);
    }
    // The last one is taken first.
    for (const next of inner.reverse()) waiting.push(next);
    if (found.length > 2 * PAYLOADS_KEPT) found.splice(0, found.length - PAYLOADS_KEPT);
  }
  return found.slice(-PAYLOADS_KEPT);
}

/** The same where somebody says that this is a payload, or a file is nothing else: an object without its key is one too. */
export function payloadsGiven(value: Json): readonly FoundPayload[] {
  const found = payloadsIn(value);
  if (found.length > 0) return found;
  const contract = isObject(value) ? bareContract(value) : null;
  return contract === null
    ? []
    : [{ contract, path: '', isInText: false, reading: readPayload(contract, value) }];
}

/** An object that can be nothing else than such a payload. */
export function bareContract(value: JsonObject): string | null {
  if (isObject(value.provider) && value.provider.api_key !== undefined && isObject(value.policy)) {
    return RUNTIME_CONTRACT;
  }
  const own = ['programmatic_tool_call_stats', 'supervisor', 'limits', 'last_stop_reason', 'usage', 'turns'];
  const has = own.filter((key) => value[key] !== undefined);
  const isSnapshot = has.includes('supervisor') || has.includes('programmatic_tool_call_stats');
  // The file of a session's directory has those statistics too, and a depth.
  return isSnapshot && has.length >= 3 && value.depth === undefined ? SESSION_CONTRACT : null;
}

/** By its beginning: whether a record is worth looking through. */
export function holdsPayload(value: JsonObject): boolean {
  return payloadsGiven(value).length > 0;
}

function* insideOf({ value, parent, segment, layer }: Place): Generator<Place> {
  const self: Place = { value, parent, segment, layer };
  if (isArray(value)) {
    for (const [index, one] of value.entries()) {
      if (canHold(one)) yield { value: one, parent: self, segment: index, layer };
    }
  } else if (isObject(value)) {
    for (const [key, one] of Object.entries(value)) {
      if (canHold(one) || (key.startsWith(MARK) && one !== null)) {
        yield { value: one, parent: self, segment: key, layer };
      }
    }
  } else if (typeof value === 'string' && layer < LAYERS) {
    const unwrapped = unwrap(value);
    // Inside a text there is no pointer: it keeps the place of the text.
    if (unwrapped !== undefined) {
      const inside: Place = { value: unwrapped, parent: self, segment: '', layer: layer + 1 };
      yield* insideOf(inside);
    }
  }
}

function canHold(value: Json): boolean {
  return typeof value === 'string' ? value.includes(MARK) : typeof value === 'object' && value !== null;
}

function contractOf({ segment, value }: Place): string | null {
  if (typeof segment !== 'string' || value === null) return null;
  if (segment === EDGES) return null;
  return segment.startsWith(FAMILY) || segment === MANIFEST ? segment : null;
}

/** Captures keep one payload, or all of them in the order of their coming. */
function takenFrom(contract: string, place: Place): readonly FoundPayload[] {
  const { value, layer } = place;
  const path = pathOf(place);
  const isInText = layer > 0;
  if (!isArray(value)) return [{ contract, path, isInText, reading: readPayload(contract, value) }];
  return value
    .map((one, index) => ({ one, path: isInText ? path : pointerTo(path, index) }))
    .slice(-PAYLOADS_KEPT)
    .map(({ one, path: at }) => ({ contract, path: at, isInText, reading: readPayload(contract, one) }));
}

function pathOf(place: Place): JsonPointer {
  const segments: (string | number)[] = [];
  for (let at: Place | null = place; at !== null; at = at.parent) {
    if (at.parent !== null && at.layer === 0) segments.push(at.segment);
  }
  return pointerTo('', ...segments.reverse());
}

function readPayload(contract: string, value: Json): PayloadReading {
  switch (contract) {
    case SESSION_CONTRACT:
      return readSessionPayload(value);
    case RUNTIME_CONTRACT:
      return readRuntimePayload(value);
    case ADVERTISED_CONTRACT:
      return value === true
        ? { kind: 'contract' }
        : { kind: 'refused', problems: [{ pointer: '', expected: 'true' }] };
    case MANIFEST:
      return {
        kind: 'named',
        generation: 'G2',
        meaning:
          'A manifest of sessions, contexts and requests that was replaced after a day; edges took its place.',
      };
    case 'ai.prime.rlm/refine-v1':
      return { kind: 'named', generation: 'G6', meaning: 'The wish for a refinement.' };
    case 'ai.prime.rlm/refinements-v1':
      return { kind: 'named', generation: 'G6', meaning: 'Results of refinements.' };
    default: {
      const expected = `one of ${SESSION_CONTRACT}, ${RUNTIME_CONTRACT}, ${ADVERTISED_CONTRACT}`;
      return { kind: 'refused', problems: [{ pointer: '', expected }] };
    }
  }
}
