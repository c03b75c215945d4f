/**
 * Which part of a session's directory a file is, by the keys of its first record. It refuses to know what the part says, and
 * which directory the file belongs to.
 */
import type { JsonObject } from '../../model/json';
import { isArray, isObject } from '../../model/json';
import { recogniseContainer } from '../container';
import { isBundle } from './bundle';
import { isGiven } from '../fields';
import { parseRecord } from '../json-text';
import { ledgerEvent } from '../ledger';
import { recordsOf } from '../records';
import { refusalOf } from '../refusal';
import type { ByteSource } from '../source';

export type SessionPart = 'meta' | 'messages' | 'inbox' | 'tool_calls' | 'transcript' | 'ledger';

/** Null where it is none, or nothing of it can be read; `document` for a tree that has been composed already. */
export async function sessionPart(source: ByteSource): Promise<SessionPart | 'document' | null> {
  if (source.size === 0) return null;
  const container = await recogniseContainer(source);
  if (refusalOf(container) !== null) return null;
  let looked = 0;
  // A damaged first line says nothing of the file; a few more are looked at.
  for await (const found of recordsOf(container)) {
    if (found.kind === 'overlong' || looked >= LINES_LOOKED_AT) return null;
    looked += 1;
    const { value } = parseRecord(found, 'skip');
    if (isObject(value)) return isBundle(value) ? 'document' : partOf(value);
  }
  return null;
}

const LINES_LOOKED_AT = 5;

export function partOf(value: JsonObject): SessionPart | null {
  if (typeof ledgerEvent(value) === 'object') return 'ledger';
  if (isTranscriptLine(value)) return 'transcript';
  if (isMeta(value)) return 'meta';
  if (isMessage(value)) return 'messages';
  if (isInbox(value)) return 'inbox';
  return isToolCall(value) ? 'tool_calls' : null;
}

/** A row of one of them, of whatever kind; ledgers are told apart before. */
export function isSessionRow(value: JsonObject): boolean {
  return isMeta(value) || isMessage(value) || isInbox(value) || isToolCall(value);
}

const STATUSES = new Set([
  'running',
  'done',
  'starting',
  'waiting',
  'idle',
  'completed',
  'failed',
  'cancelled',
]);

/** Merged updates: what has been written of it may be little. */
function isMeta(value: JsonObject): boolean {
  if (typeof value.status !== 'string' || isGiven(value.type)) return false;
  if (typeof value.session_id === 'string' && typeof value.depth === 'number') return true;
  if (!STATUSES.has(value.status)) return false;
  if (typeof value.id === 'string' && isGiven(value.parent_id)) return true;
  return isGiven(value.prompt_preview) || isGiven(value.session_dir) || isGiven(value.answer_preview);
}

const MESSAGES = new Set([
  'assistant',
  'tool_result',
  'sub_spawn',
  'compaction',
  'compaction_attempt',
  'prompt_rollback',
  'done',
  'system',
  'user',
  'parent_message',
  'supervisor_notification',
  'context_message',
  'discarded_assistant',
  'context_window',
  'rollup',
  'refinement_review',
  'episode',
]);

/** Lines of `messages.jsonl`, which count turns or windows. */
function isMessage(value: JsonObject): boolean {
  if (typeof value.type !== 'string' || !MESSAGES.has(value.type) || !isGiven(value.timestamp)) return false;
  // A transcript of the other harness has entries of the same types, each with its parent.
  if (value.parentId !== undefined) return false;
  const own = [
    value.turn,
    value.window,
    value.start_turn,
    value.child_dir,
    value.answer,
    value.message_index,
  ];
  if (own.some(isGiven)) return true;
  return isObject(value.message) && typeof value.id === 'string' && value.uuid === undefined;
}

function isInbox(value: JsonObject): boolean {
  const { type } = value;
  if (typeof type !== 'string') return false;
  if (isGiven(value.sender_id) && typeof value.read === 'boolean') return true;
  if (type === 'instructions_delivered') return isArray(value.event_ids);
  return (type === 'read' || type === 'instruction_failed') && isGiven(value.event_id);
}

function isToolCall(value: JsonObject): boolean {
  return (
    typeof value.tool === 'string' &&
    (value.source === 'python' || value.source === 'bash') &&
    isGiven(value.timestamp)
  );
}

const TRANSCRIPT = new Set([
  'message',
  'model_change',
  'thinking_level_change',
  'service_tier_change',
  'branch_summary',
  'custom',
  'custom_message',
  'child_usage_attributed',
  'label',
  'session_info',
]);

/** A header, or an entry with its id and its parent. */
export function isTranscriptLine(value: JsonObject): boolean {
  if (typeof value.type !== 'string' || typeof value.id !== 'string' || !isGiven(value.timestamp))
    return false;
  if (value.type === 'session') return typeof value.cwd === 'string';
  // Neighbours write lines much like these, with their own session or payload in each.
  if (typeof value.sessionId === 'string' || isObject(value.payload)) return false;
  return value.parentId !== undefined || TRANSCRIPT.has(value.type);
}
