/**
 * One session of nano-rlm: its `meta.json`, `messages.jsonl` and `inbox.jsonl`, of every generation. It adds what they say to
 * the graph and refuses to know the other sessions.
 */
import type { Lineage } from '../../model/episode';
import type { RequestId } from '../../model/ids';
import { requestId } from '../../model/ids';
import type { JsonObject } from '../../model/json';
import { replyKey } from '../../model/reply-key';
import type { DirectoryGeneration, RecordedSession } from '../../model/session-tree';
import { isGiven } from '../fields';
import type { Spot } from '../spot';
import type { BundledFile } from './bundle';
import type { FileLine } from './nano-lines';
import { integerIn, linesOf, textIn } from './nano-lines';
import { readNanoTurns } from './nano-turns';
import type { WindowPen } from './nano-windows';
import { readWindows } from './nano-windows';
import type { TranscriptGraph } from './transcript-graph';

export interface SessionFolder {
  readonly folder: string;
  readonly files: readonly BundledFile[];
  /** The nearest folder above that is a session's. */
  readonly above: RecordedSession | null;
  /** What the sessions right below call it; a root's own file does not say what it is called. */
  readonly calledBelow: string | null;
}

export interface SessionReading {
  readonly session: RecordedSession;
  readonly generation: DirectoryGeneration;
  /** What the harness keeps about the session as a whole. */
  readonly meta: JsonObject;
  readonly answer: string | null;
  readonly model: string | null;
  /** Requests of other sessions, by which they sent something to this one. */
  readonly received: readonly { readonly sender: string; readonly request: RequestId }[];
  /** Sessions that it says it spawned, by the names of their folders. */
  readonly spawned: readonly { readonly folder: string; readonly task: string | null }[];
}

export function readNanoSession(
  { folder, files, above, calledBelow }: SessionFolder,
  graph: TranscriptGraph,
  spot: Spot,
): SessionReading {
  const metas = linesIn(files, 'meta', spot);
  const meta = metas.at(-1)?.value ?? {};
  const messages = files.filter(({ part }) => part === 'messages');
  const isNumbered = messages.some(({ lines }) => lines.some(isOfWindows));
  const lines = messages.flatMap((file) => linesOf(file, spot, isNumbered ? 'is left out' : 'counts'));
  const inbox = linesIn(files, 'inbox', spot);
  const session = sessionOf(folder, meta, above, calledBelow, requestsIn(lines));
  const model = textIn(meta.model);
  const replies: string[] = [];
  const pen = penOf(graph, session, model, replies);
  if (isNumbered) readWindows(lines, pen, spot);
  else readNanoTurns(lines, pen, spot);
  if (session.status === 'running' && !isGiven(meta.metrics)) {
    const where = folder === '' ? 'The root' : `Session ${folder}`;
    const message = `${where} has the status “running” and no result: it ended without one, or is still live.`;
    spot.note('session-unfinished', null, message);
  }
  const done = lines.findLast(({ value }) => value.type === 'done')?.value;
  return {
    session: { ...session, replies },
    generation: generationOf(lines, meta, isNumbered),
    meta,
    answer: typeof done?.answer === 'string' ? done.answer : null,
    model,
    received: inbox.flatMap(({ value }) => {
      const [sender, request] = [textIn(value.sender_id), textIn(value.source_request_id)];
      return sender === null || request === null ? [] : [{ sender, request: requestId(request) }];
    }),
    spawned: lines.flatMap(({ value }) => {
      const child =
        value.type === 'sub_spawn' ? textIn(value.child_dir)?.split('/').findLast(Boolean) : undefined;
      return child === undefined
        ? []
        : [{ folder: child, task: textIn(value.prompt) ?? textIn(value.command) }];
    }),
  };
}

function linesIn(files: readonly BundledFile[], part: BundledFile['part'], spot: Spot): readonly FileLine[] {
  return files.filter((file) => file.part === part).flatMap((file) => linesOf(file, spot));
}

function sessionOf(
  folder: string,
  meta: JsonObject,
  above: RecordedSession | null,
  calledBelow: string | null,
  requests: readonly RequestId[],
): RecordedSession {
  const own = folder.split('/').at(-1) ?? '';
  const written = textIn(meta.session_id);
  const id = textIn(meta.id) ?? calledBelow ?? written ?? (own === '' ? 'root' : own);
  const below = above === null || above.depth === null ? null : above.depth + 1;
  return {
    id,
    aliases: [...new Set([written ?? '', own])].filter((alias) => alias !== '' && alias !== id),
    folder,
    parent: textIn(meta.parent_id) ?? above?.id ?? null,
    depth: integerIn(meta.depth) ?? (above === null ? 0 : below),
    name: textIn(meta.name),
    task: textIn(meta.task) ?? textIn(meta.prompt_preview),
    status: textIn(meta.status),
    error: textIn(meta.error) ?? textIn(meta.cleanup_error),
    requests,
    replies: [],
  };
}

function penOf(
  graph: TranscriptGraph,
  session: RecordedSession,
  model: string | null,
  replies: string[],
): WindowPen {
  const lineage: Lineage = {
    sessionId: session.id,
    depth: session.depth,
    turn: null,
    parentSessionId: session.parent,
    parentTurn: null,
    parentToolCallId: null,
    raw: {},
  };
  return {
    copy: (parent, placed) => graph.add(parent, placed),
    write(parent, placed, { value }) {
      if (placed.message.role !== 'assistant') return graph.add(parent, placed);
      const key = replyKey(placed.message);
      if (key !== null) replies.push(key);
      const request = textIn(value.request_id);
      return graph.reply(parent, placed, {
        lineage: { ...lineage, turn: integerIn(value.turn) },
        model,
        usage: null,
        finishReason: value.type === 'discarded_assistant' ? 'discarded' : null,
        request: request === null ? null : requestId(request),
      });
    },
  };
}

/** Requests are named in few places, of the own session and of others that sent something; only the own ones count. */
function requestsIn(lines: readonly FileLine[]): readonly RequestId[] {
  return lines.flatMap(({ value }) => {
    const request = textIn(value.request_id);
    return request === null ? [] : [requestId(request)];
  });
}

function isOfWindows(value: BundledFile['lines'][number]): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return 'message_index' in value || ('type' in value && value.type === 'context_window');
}

function generationOf(
  lines: readonly FileLine[],
  meta: JsonObject,
  isNumbered: boolean,
): DirectoryGeneration {
  const isNewest = lines.some(
    ({ value }) =>
      value.block !== undefined ||
      value.rollups_sealed !== undefined ||
      value.type === 'rollup' ||
      value.type === 'refinement_review' ||
      (value.type === 'context_window' && value.reason === 'harness'),
  );
  if (isNewest) return 'nano-rlm, G6';
  return isNumbered || isGiven(meta.parent_id) || isGiven(meta.persistent)
    ? 'nano-rlm, G5'
    : 'nano-rlm, before G5';
}
