/** What is remembered of a trace of the run while edges are looked for their traces: where it lies and which ids it carries. */

/** Positions: of the file among those given, the record (line or element) in it, the trace in its episode. */
export interface TracePlace {
  readonly source: number;
  readonly record: number;
  readonly trace: number;
}

export interface Sighting {
  readonly place: TracePlace;
  readonly id: string;
  /** Of the request ids that are asked for, those that its calls carry, committed or not. */
  readonly carried: ReadonlySet<string>;
}

/** Everything that was seen of a run for a number of ids. */
export interface Sightings {
  readonly wanted: ReadonlySet<string>;
  readonly seen: readonly Sighting[];
  readonly traces: number;
  readonly last: Sighting | null;
}

export function comparePlaces(left: TracePlace, right: TracePlace): number {
  return left.source - right.source || left.record - right.record || left.trace - right.trace;
}

export function placeKey({ source, record, trace }: TracePlace): string {
  return `${source} ${record} ${trace}`;
}

/** In words: ids may be empty or repeated, so the record is told too. */
export function described({ id, place }: Sighting): string {
  const name = id === '' ? `trace #${place.trace}` : `trace "${id.slice(0, 80)}"`;
  return `${name} of record ${place.record}`;
}
