/**
 * A harness's per-session ledger, whole: events in file order, with the torn tail and the first corrupt line told apart. A
 * terminated line that is not JSON ends the reading: what follows it cannot be trusted to belong together. It refuses to
 * know what the events add up to.
 */
import { requestId } from '../model/ids';
import type { RequestId } from '../model/ids';
import type { Json, JsonObject } from '../model/json';
import { isObject, parseJson } from '../model/json';
import type { LedgerEvent } from '../model/ledger';
import { LineSplitter } from './lines';

export interface Ledger {
  readonly events: readonly LedgerEvent[];
  /** The last line was cut short; it may still be being written. */
  readonly torn: boolean;
  /** 1-based line at which reading stopped; null when it went to the end. */
  readonly corruptLine: number | null;
  /** Lines that are JSON but no event: no object, no known type, or a field missing. */
  readonly ignored: readonly { readonly line: number; readonly why: string }[];
}

const decoder = new TextDecoder('utf-8', { fatal: true });

export function readLedger(bytes: Uint8Array): Ledger {
  const lines = new LineSplitter({ byte: 0 });
  const events: LedgerEvent[] = [];
  const ignored: { line: number; why: string }[] = [];
  for (const record of [...lines.push(bytes), ...lines.end()]) {
    const { line } = record;
    if (record.kind === 'overlong') return { events, torn: false, corruptLine: line, ignored };
    const value = parsed(record.bytes);
    if (value === undefined) {
      return { events, torn: !record.terminated, corruptLine: record.terminated ? line : null, ignored };
    }
    const event = isObject(value) ? eventOf(value) : 'not an object';
    if (typeof event === 'string') ignored.push({ line, why: event });
    else events.push(event);
  }
  return { events, torn: false, corruptLine: null, ignored };
}

function parsed(bytes: Uint8Array): Json | undefined {
  try {
    return parseJson(decoder.decode(bytes));
  } catch {
    return undefined;
  }
}

/** The event, or why there is none. */
function eventOf(row: JsonObject): LedgerEvent | string {
  const request = id(row.request_id);
  const session = name(row.session_id);
  const compaction = name(row.compaction_id);
  switch (row.type) {
    case 'session_registered':
      if (session === null) return 'no session_id';
      return {
        kind: 'session_registered',
        session,
        parent: name(row.parent_session_id),
        spawnedBy: id(row.spawned_by_request_id),
      };
    case 'request_started':
      if (request === null || session === null) return 'no request_id or no session_id';
      return { kind: 'request_started', request, session, compaction };
    case 'request_finished':
    case 'request_failed':
      return request === null ? 'no request_id' : { kind: row.type, request };
    case 'compaction_begun':
      if (compaction === null || session === null) return 'no compaction_id or no session_id';
      return { kind: 'compaction_begun', compaction, session };
    case 'compaction_finished':
      if (compaction === null || typeof row.status !== 'string') return 'no compaction_id or no status';
      return { kind: 'compaction_finished', compaction, status: row.status };
    case 'child_returned': {
      const child = name(row.child_session_id);
      if (session === null || child === null || request === null) return 'no session, child or request id';
      return { kind: 'child_returned', session, child, request };
    }
    default:
      return typeof row.type === 'string' ? 'unknown type' : 'no type';
  }
}

function name(value: Json | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function id(value: Json | undefined): RequestId | null {
  const found = name(value);
  return found === null ? null : requestId(found);
}
