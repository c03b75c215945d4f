/**
 * A harness's per-session ledger, row by row: events in file order up to the first damaged line. What follows such a line
 * cannot be trusted to belong to what came before it. It refuses to know what the events add up to.
 */
import { requestId } from '../model/ids';
import type { RequestId } from '../model/ids';
import type { Json, JsonObject } from '../model/json';
import { isObject } from '../model/json';
import type { LedgerEvent } from '../model/ledger';

/** The event of a row, or why it is none. */
export function ledgerEvent(value: Json): LedgerEvent | string {
  return isObject(value) ? eventOf(value) : 'not an object';
}

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
