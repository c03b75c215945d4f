/**
 * Branded ids and positions, and the only functions that make them. A number that indexes `nodes` (verifiers' name) and
 * a string that names a request (the harness's name) must never meet; the brands make swapping them a compile error.
 * This is the only file of the project that casts.
 */
declare const brand: unique symbol;
type Branded<Base, Name extends string> = Base & { readonly [brand]: Name };

/** Position in one trace's nodes. Owner: verifiers. */
export type NodeIndex = Branded<number, 'NodeIndex'>;
/** Position in one trace's calls. Owner: verifiers. */
export type CallIndex = Branded<number, 'CallIndex'>;
/** Position among one trace's leaves in ascending node order. Owner: verifiers. */
export type BranchIndex = Branded<number, 'BranchIndex'>;
/** The harness's own name for a request, advertised over ACP. Owner: the harness. */
export type RequestId = Branded<string, 'RequestId'>;
/** Address of one run in the library: derived from the bytes of its sources, equal on every machine. */
export type RunKey = Branded<string, 'RunKey'>;
/** Position of a source (a file) in one run, in the order of the drop. */
export type SourceIndex = Branded<number, 'SourceIndex'>;
/** Position of a record in one source: counts records from 0, blank lines are not records. */
export type RecordIndex = Branded<number, 'RecordIndex'>;
/** Position of a trace in one episode. */
export type TraceIndex = Branded<number, 'TraceIndex'>;
/** One piece of work given to a worker. */
export type JobId = Branded<number, 'JobId'>;

/** Where an episode lies: positions, because ids in a trace may be empty or repeated. */
export interface EpisodeRef {
  readonly run: RunKey;
  readonly source: SourceIndex;
  readonly record: RecordIndex;
}

function position(value: number, noun: string): number {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`not a ${noun} index: ${value}`);
  return value;
}

export const nodeIndex = (value: number) => position(value, 'node') as NodeIndex;
export const callIndex = (value: number) => position(value, 'call') as CallIndex;
export const branchIndex = (value: number) => position(value, 'branch') as BranchIndex;
export const sourceIndex = (value: number) => position(value, 'source') as SourceIndex;
export const recordIndex = (value: number) => position(value, 'record') as RecordIndex;
export const traceIndex = (value: number) => position(value, 'trace') as TraceIndex;
export const jobId = (value: number) => position(value, 'job') as JobId;

/** Any non-empty text: whether it fits the wire's pattern is a finding, not a reason to lose it. */
export function requestId(value: string): RequestId {
  if (value === '') throw new RangeError('a request id is never empty');
  return value as RequestId;
}

export function runKey(value: string): RunKey {
  if (!isRunKey(value)) throw new RangeError(`not a run key: ${value}`);
  return value;
}

export function isRunKey(value: string): value is RunKey {
  return /^[0-9a-f]{12}(-\d+)?$/.test(value);
}

export function sameEpisode(left: EpisodeRef, right: EpisodeRef): boolean {
  return left.run === right.run && left.source === right.source && left.record === right.record;
}
