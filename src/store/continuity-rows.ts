/**
 * Verdicts as rows of a list: what kind each is, which are shown, in what order, and which break costs most. Pure: 10,000
 * rows in a few milliseconds. It refuses to find words.
 */
import type { RequestColumns } from '../worker/episode/protocol';
import { REQUEST_NOTES, REQUEST_STATUSES } from '../worker/episode/protocol';

/**
 * The status, with divergences in three: those that a declared compaction accounts for, those of content form alone, and the
 * rest.
 */
export const VERDICT_KINDS = [
  'diverged',
  'form',
  'compacted',
  'unknown',
  'unavailable',
  'preserved',
  'no_predecessor',
] as const;
export type VerdictKind = (typeof VERDICT_KINDS)[number];

const NONE = -1;

export function kindOf(requests: RequestColumns, call: number): VerdictKind {
  const status = REQUEST_STATUSES[requests.status[call] ?? NONE] ?? 'unavailable';
  if (status !== 'diverged') return status;
  if (causesOf(requests, call).includes('compaction_declared')) return 'compacted';
  return REQUEST_STATUSES[requests.apartStatus[call] ?? NONE] === 'preserved' ? 'form' : 'diverged';
}

export function causesOf(requests: RequestColumns, call: number): readonly string[] {
  return requests.sets[requests.causes[call] ?? NONE] ?? [];
}

export function hasNote(requests: RequestColumns, call: number, note: keyof typeof REQUEST_NOTES): boolean {
  return ((requests.notes[call] ?? 0) & REQUEST_NOTES[note]) !== 0;
}

/** Tokens of the earlier prompt that had to be processed again; NaN without token ids. */
export function reprocessed({ tokensKept, tokensOf }: RequestColumns, call: number): number {
  return (tokensOf[call] ?? Number.NaN) - (tokensKept[call] ?? Number.NaN);
}

export const REQUEST_ORDERS = [
  'recorded',
  'breaks',
  'kept',
  'reprocessed',
  'cache',
  'input',
  'cost',
  'attempts',
] as const;
export type RequestOrder = (typeof REQUEST_ORDERS)[number];

/** Smaller comes first; NaN, which says nothing, comes last. */
function keyOf(requests: RequestColumns, order: RequestOrder): (call: number) => number {
  switch (order) {
    case 'recorded':
      return (call) => call;
    case 'breaks':
      return (call) => VERDICT_KINDS.indexOf(kindOf(requests, call)) + keptShare(requests, call) / 2;
    case 'kept':
      return (call) => ((requests.previous[call] ?? 0) === 0 ? Number.NaN : keptShare(requests, call));
    case 'reprocessed':
      return (call) => -reprocessed(requests, call);
    case 'cache':
      return (call) => (requests.cacheReads[call] ?? Number.NaN) / (requests.input[call] ?? Number.NaN);
    case 'input':
      return (call) => -(requests.input[call] ?? Number.NaN);
    case 'cost':
      return (call) => -(requests.cost[call] ?? Number.NaN);
    case 'attempts':
      return (call) => -(requests.attempts[call] ?? 0);
  }
}

function keptShare({ preserved, previous }: RequestColumns, call: number): number {
  const of = previous[call] ?? 0;
  return of === 0 ? 0 : (preserved[call] ?? 0) / of;
}

export function countKinds(requests: RequestColumns): Readonly<Record<VerdictKind, number>> {
  const counts = {
    diverged: 0,
    form: 0,
    compacted: 0,
    unknown: 0,
    unavailable: 0,
    preserved: 0,
    no_predecessor: 0,
  };
  for (let call = 0; call < requests.count; call += 1) counts[kindOf(requests, call)] += 1;
  return counts;
}

/** Calls in the order they are shown. No kind chosen is all of them; ties keep the order of recording. */
export function rowsOf(
  requests: RequestColumns,
  kinds: ReadonlySet<VerdictKind>,
  order: RequestOrder,
): readonly number[] {
  const rows: number[] = [];
  for (let call = 0; call < requests.count; call += 1) {
    if (kinds.size === 0 || kinds.has(kindOf(requests, call))) rows.push(call);
  }
  if (order === 'recorded') return rows;
  const key = keyOf(requests, order);
  const keys = new Map(rows.map((call) => [call, key(call)]));
  return rows.sort((left, right) => {
    const [one, other] = [keys.get(left) ?? Number.NaN, keys.get(right) ?? Number.NaN];
    if (Number.isNaN(one) || Number.isNaN(other)) {
      return Number(Number.isNaN(one)) - Number(Number.isNaN(other)) || left - right;
    }
    return one - other || left - right;
  });
}

/** Whether the history was not kept, whatever accounts for it. */
export function isBreak(requests: RequestColumns, call: number): boolean {
  return REQUEST_STATUSES[requests.status[call] ?? NONE] === 'diverged';
}

/**
 * The break that cost most: unexplained ones before those of form and compactions; most tokens processed again, else most
 * segments lost; the first of equals. Null without a break.
 */
export function worstBreak(requests: RequestColumns): number | null {
  let worst: number | null = null;
  for (let call = 0; call < requests.count; call += 1) {
    if (!isBreak(requests, call)) continue;
    if (worst === null || isWorse(requests, call, worst)) worst = call;
  }
  return worst;
}

function isWorse(requests: RequestColumns, call: number, than: number): boolean {
  const rank = (at: number) => VERDICT_KINDS.indexOf(kindOf(requests, at));
  if (rank(call) !== rank(than)) return rank(call) < rank(than);
  const [mine, other] = [reprocessed(requests, call), reprocessed(requests, than)];
  if (!Number.isNaN(mine) && !Number.isNaN(other) && mine !== other) return mine > other;
  const lost = (at: number) => (requests.previous[at] ?? 0) - (requests.preserved[at] ?? 0);
  return lost(call) > lost(than);
}

/** The next break in the order of recording, from `from` on; null where there is none. */
export function nextBreak(requests: RequestColumns, from: number, steps: 1 | -1): number | null {
  for (let call = from + steps; call >= 0 && call < requests.count; call += steps) {
    if (isBreak(requests, call)) return call;
  }
  return null;
}
