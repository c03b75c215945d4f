/**
 * Which trace of a run each directory of sessions and each payload belongs to: the one that it names, else the one that carries
 * most of its requests, else the one in which its model said the same. One that fits none stays what it is by itself.
 */
import type { EdgeSource } from '../../model/edge-source';
import type { Trace } from '../../model/episode';
import type { FoundPayload } from '../../model/payload';
import { replyKey } from '../../model/reply-key';
import type { SessionTree } from '../../model/session-tree';
import type { TraceEdges } from '../semantics';
import type { Sighting, TracePlace } from './sighting';
import { placeKey } from './sighting';

export interface PlacedSessions {
  readonly place: TracePlace;
  readonly given: Pick<TraceEdges, 'directories' | 'payloads'>;
  /** Positions among the sources given. */
  readonly sources: readonly number[];
}

interface Directory {
  readonly source: number;
  readonly tree: SessionTree;
  readonly ids: ReadonlySet<string>;
  readonly requests: ReadonlySet<string>;
  readonly replies: ReadonlySet<string>;
}

interface Payload {
  readonly source: number;
  readonly payload: FoundPayload;
}

/** What a trace carries may be an id, or what a model said: the two must not meet. */
const SAID = 'said ';
const NAMED = 'named ';

export class SessionMatching {
  readonly wanted: ReadonlySet<string>;
  readonly #directories: readonly Directory[];
  readonly #payloads: readonly Payload[];
  readonly #listens: boolean;
  readonly #chosen: readonly (TracePlace | null)[];

  /** `chosen`: by position among the sources the trace that somebody chose for it. */
  constructor(sources: readonly EdgeSource[], chosen: readonly (TracePlace | null)[] = []) {
    this.#chosen = chosen;
    this.#directories = sources.flatMap((one, source) =>
      one.kind === 'directory' ? [directoryOf(one.tree, source)] : [],
    );
    this.#payloads = sources.flatMap((one, source) =>
      one.kind === 'payloads' ? one.payloads.map((payload) => ({ source, payload })) : [],
    );
    this.#listens = this.#directories.some(({ replies }) => replies.size > 0);
    this.wanted = new Set([
      ...this.#directories.flatMap(({ ids, requests, replies }) => [...ids, ...requests, ...replies]),
      ...this.#payloads.flatMap(({ payload }) => sessionOf(payload) ?? []),
    ]);
  }

  /** Of what is wanted: the trace's name, and what its model said. Request ids are looked for elsewhere. */
  *carriedBy({ id, nodes }: Pick<Trace, 'id' | 'nodes'>): Generator<string> {
    if (this.wanted.has(NAMED + id)) yield NAMED + id;
    if (!this.#listens) return;
    for (const { sampled, message } of nodes) {
      const key = sampled ? replyKey(message) : null;
      if (key !== null && this.wanted.has(SAID + key)) yield SAID + key;
    }
  }

  /** `only`: the one trace there is, where there is one. `name`: of the trace that somebody means. */
  placed(
    seen: readonly Sighting[],
    only: Sighting | null,
    name: string | null,
  ): ReadonlyMap<string, PlacedSessions> {
    const among = name === null ? seen : seen.filter(({ id }) => id === name);
    const placed = new Map<string, PlacedSessions>();
    const put = (
      place: TracePlace,
      source: number,
      add: (given: PlacedSessions['given']) => PlacedSessions['given'],
    ) => {
      const key = placeKey(place);
      const before = placed.get(key);
      const sources = new Set([...(before?.sources ?? []), source]);
      placed.set(key, { place, given: add(before?.given ?? {}), sources: [...sources] });
    };
    for (const directory of this.#directories) {
      const place = this.#chosen[directory.source] ?? traceOf(directory, among)?.place;
      if (place === undefined) continue;
      put(place, directory.source, (given) => ({
        ...given,
        directories: [...(given.directories ?? []), directory.tree],
      }));
    }
    for (const { source, payload } of this.#payloads) {
      const session = sessionOf(payload);
      const named = session === null ? [] : among.filter(({ carried }) => carried.has(session));
      const [first] = named;
      // One that names no session of the run is of the only trace there is, or of none.
      const place = this.#chosen[source] ?? (named.length === 1 ? first : only)?.place;
      if (place === undefined) continue;
      put(place, source, (given) => ({ ...given, payloads: [...(given.payloads ?? []), payload] }));
    }
    return placed;
  }
}

function directoryOf(tree: SessionTree, source: number): Directory {
  const ids = tree.sessions.flatMap(({ id, aliases, parent }) => [
    id,
    ...aliases,
    ...(parent === null ? [] : [parent]),
  ]);
  return {
    source,
    tree,
    ids: new Set(ids.map((id) => NAMED + id)),
    requests: new Set(tree.sessions.flatMap(({ requests }) => requests)),
    replies: new Set(tree.sessions.flatMap(({ replies }) => replies.map((reply) => SAID + reply))),
  };
}

function sessionOf({ reading }: FoundPayload): string | null {
  if (reading.kind === 'session') return NAMED + reading.session.sessionId;
  return reading.kind === 'runtime' ? NAMED + reading.runtime.sessionId : null;
}

/** Null where none fits, or two fit equally well. */
function traceOf({ ids, requests, replies }: Directory, seen: readonly Sighting[]): Sighting | null {
  for (const own of [ids, requests, replies]) {
    let best: Sighting | null = null;
    let most = 0;
    let several = false;
    for (const sighting of seen) {
      let count = 0;
      for (const key of sighting.carried) if (own.has(key)) count += 1;
      if (count > most) [best, most, several] = [sighting, count, false];
      else if (count === most && count > 0) several = true;
    }
    if (best !== null && !several) return best;
  }
  return null;
}
