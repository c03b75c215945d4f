/**
 * The work of the episode worker, without a worker: takes commands, answers with replies, keeps the few episodes that were
 * open last. Runs in Node unchanged; `entry.ts` only connects it.
 */
import type { Trace } from '../../model/episode';
import type { JobId, TraceIndex } from '../../model/ids';
import { nodeIndex } from '../../model/ids';
import { pointerTo } from '../../model/json';
import { unreachable } from '../../model/unreachable';
import { payloadsOf } from './payload-bodies';
import { requestAttempts } from './attempt-bodies';
import { callBody, judgeBody, lineOf, messageBody, messagePointer, toolBody } from './bodies';
import { branchText } from './branch-text';
import { graphBuffers, traceGraphOf } from './call-graph';
import { requestDetail } from './continuity-detail';
import { fieldDifferences } from './continuity-fields';
import { requestBuffers, traceRequests } from './continuity-trace';
import { find } from './find';
import { firstRows } from './first-rows';
import { decodeImage } from './images';
import type { TraceGraph } from './graph-shape';
import { pause } from './next-task';
import { EpisodeInHand } from './open-episode';
import { buffersOf, outlineOf } from './outline';
import type { Command, EpisodeKey, Failure, Reply } from './protocol';
import { TEXT_SLICE } from './protocol';
import { sessionBuffers, traceSessionsOf } from './session-tree';
import { findInText, textRows } from './text-rows';
import { messageOf, sliceText } from './texts';

const EPISODES_KEPT = 4;
const BYTES_KEPT = 160 * 1024 * 1024;
const MESSAGES_AT_ONCE = 200;
/** Milliseconds in which a page asks for what it draws first. */
const LATER = 80;

export interface Answer {
  (reply: Reply, transfer?: readonly ArrayBuffer[]): void;
}

type Asked<Kind extends Command['kind']> = Extract<Command, { kind: Kind }>;

export class EpisodeJobs {
  readonly #answer: Answer;
  /** Oldest use first. */
  readonly #open = new Map<EpisodeKey, EpisodeInHand>();
  readonly #running = new Map<JobId, AbortController>();

  constructor(answer: Answer) {
    this.#answer = answer;
  }

  async take(command: Command): Promise<void> {
    switch (command.kind) {
      case 'open':
        return this.#start(command);
      case 'cancel':
        this.#running.get(command.job)?.abort();
        return;
      default: {
        const hand = this.#open.get(command.key);
        if (hand === undefined) {
          this.#answer({ kind: 'closed', job: command.job });
          return;
        }
        this.#open.delete(command.key);
        this.#open.set(command.key, hand);
        if (command.kind === 'find') return this.#find(command, hand);
        if (command.kind === 'requests' || command.kind === 'request') {
          return this.#continue(command, hand);
        }
        const reply = answerOf(command, hand);
        this.#answer(reply, columnBuffers(reply));
      }
    }
  }

  async #start(command: Asked<'open'>): Promise<void> {
    const { job, key } = command;
    const known = this.#open.get(key);
    // The preview beside the list may have read it just now.
    if (known !== undefined && known.isOf(command)) {
      known.applied.apply(command.edges);
      this.#open.delete(key);
      this.#open.set(key, known);
      this.#show(command, known);
      return;
    }
    const signal = this.#begin(job);
    const opened = await EpisodeInHand.open(command, signal);
    this.#running.delete(job);
    if (opened === null || signal.aborted) {
      this.#answer({ kind: 'cancelled', job });
      return;
    }
    if (opened.kind === 'failed') {
      this.#answer({ kind: 'failed', job, failure: opened.failure });
      return;
    }
    this.#open.delete(key);
    this.#open.set(key, opened.value);
    this.#forgetOldest();
    this.#show(command, opened.value);
  }

  #show({ job, first }: Asked<'open'>, { read }: EpisodeInHand): void {
    const outline = outlineOf(read);
    const rows = first === null ? null : firstRows(read.episode.traces[first.trace], outline, first);
    this.#answer({ kind: 'outline', job, outline, first: rows }, buffersOf(outline));
  }

  async #find(command: Asked<'find'>, hand: EpisodeInHand): Promise<void> {
    const { job, query, trace } = command;
    const signal = this.#begin(job);
    const finished = await find(hand.episode, query, trace, signal, (matches, total, done) => {
      if (!signal.aborted) this.#answer({ kind: 'matches', job, matches, total, done });
    });
    this.#running.delete(job);
    if (!finished) this.#answer({ kind: 'cancelled', job });
  }

  /** Digests are made in their own time: what is asked meanwhile is answered first. */
  async #continue(command: Asked<'requests'> | Asked<'request'>, hand: EpisodeInHand): Promise<void> {
    const { job, strict } = command;
    const trace = hand.episode.traces[command.trace];
    if (trace === undefined) {
      this.#answer(failedWith(job, { kind: 'missing', message: 'no such trace' }));
      return;
    }
    const signal = this.#begin(job);
    // Nothing of this is on the first screen: what is asked in the same moment goes first.
    if (command.kind === 'requests') await pause(LATER);
    const semantics = hand.applied.semantics(command.trace);
    const found = await hand.continuity.of(trace, hand.links(trace), strict, signal);
    this.#running.delete(job);
    if (semantics === null || found === null || signal.aborted) {
      this.#answer({ kind: 'cancelled', job });
      return;
    }
    if (command.kind === 'requests') {
      const requests = traceRequests(found, semantics, strict);
      this.#answer({ kind: 'requests', job, requests }, requestBuffers(requests));
      return;
    }
    const detail = requestDetail(found, command.call);
    if (detail !== null) this.#answer({ kind: 'request', job, detail });
    else this.#answer(failedWith(job, { kind: 'missing', message: 'no request is known to come before it' }));
  }

  #begin(job: JobId): AbortSignal {
    const controller = new AbortController();
    this.#running.set(job, controller);
    return controller.signal;
  }

  /** The one in use always stays. */
  #forgetOldest(): void {
    let bytes = 0;
    for (const hand of this.#open.values()) bytes += hand.bytes.length;
    for (const [key, hand] of this.#open) {
      if (this.#open.size <= 1 || (this.#open.size <= EPISODES_KEPT && bytes <= BYTES_KEPT)) return;
      this.#open.delete(key);
      bytes -= hand.bytes.length;
    }
  }
}

/** Every question that is answered at once. */
function answerOf(
  command: Exclude<Command, { kind: 'open' | 'cancel' | 'find' | 'requests' | 'request' }>,
  hand: EpisodeInHand,
): Reply {
  const { job } = command;
  const { episode } = hand;
  const trace = 'trace' in command ? episode.traces[command.trace] : undefined;
  const missing = (what: string): Reply => failedWith(job, { kind: 'missing', message: `no such ${what}` });
  switch (command.kind) {
    case 'messages': {
      if (trace === undefined) return missing('trace');
      const messages = command.nodes.slice(0, MESSAGES_AT_ONCE).flatMap((index) => {
        const node = trace.nodes[index];
        if (node === undefined) return [];
        const ref = { kind: 'node', trace: command.trace, node: nodeIndex(index) } as const;
        return [messageBody(node.message, ref, messagePointer(node.path))];
      });
      return { kind: 'messages', job, messages };
    }
    case 'lines': {
      if (trace === undefined) return missing('trace');
      const lines = command.nodes.flatMap((node) => {
        const found = trace.nodes[node];
        return found === undefined ? [] : [{ node, text: lineOf(found.message) }];
      });
      return { kind: 'lines', job, lines };
    }
    case 'calls': {
      if (trace === undefined) return missing('trace');
      const calls = command.calls.flatMap((index) => {
        const call = trace.calls[index];
        return call === undefined ? [] : [callBody(call, command.trace)];
      });
      return { kind: 'calls', job, calls };
    }
    case 'tools': {
      if (trace === undefined) return missing('trace');
      const tools = trace.tools.slice(command.from, command.to).map((tool, at) => {
        const index = command.from + at;
        return toolBody(tool, command.trace, index, pointerTo(trace.path, 'tools', index));
      });
      return { kind: 'tools', job, tools };
    }
    case 'judge': {
      const judge = trace?.judgeCalls[command.judge];
      if (judge === undefined) return missing('judge call');
      return { kind: 'judge', job, judge: judgeBody(judge, command.trace, command.judge) };
    }
    case 'text': {
      const text = hand.text(command.text);
      if (text === null) return missing('text');
      const to = Math.min(command.to, command.from + TEXT_SLICE);
      return {
        kind: 'text',
        job,
        text: sliceText(text, command.from, to),
        from: command.from,
        length: text.length,
      };
    }
    case 'text-rows': {
      const text = hand.text(command.text);
      return text === null ? missing('text') : { kind: 'text-rows', job, rows: textRows(text) };
    }
    case 'find-in-text': {
      const text = hand.text(command.text);
      if (text === null) return missing('text');
      return { kind: 'found-in-text', job, found: findInText(text, command.query) };
    }
    case 'image': {
      const content = messageOf(episode, command.message)?.content;
      const part = content?.kind === 'parts' ? content.parts[command.part] : undefined;
      if (part?.kind !== 'image') return missing('image');
      const image = decodeImage(part.url);
      if (image.kind === 'refused') return failedWith(job, { kind: 'missing', message: image.reason });
      return { kind: 'image', job, image: new Blob([image.bytes], { type: image.mediaType }) };
    }
    case 'tree': {
      const page = hand.document(command.document)?.page(command.pointer, command.from, command.to) ?? null;
      return page === null ? missing('value') : { kind: 'tree', job, page };
    }
    case 'locate':
      return { kind: 'place', job, place: hand.place(command.pointer) };
    case 'bytes': {
      const bytes = hand.document(command.document)?.slice(command.from, command.to);
      return bytes === undefined ? missing('text') : { kind: 'bytes', job, bytes };
    }
    case 'branch-text': {
      if (trace === undefined) return missing('trace');
      return { kind: 'branch-text', job, text: branchText(trace, command.nodes) };
    }
    case 'graph':
      return trace === undefined
        ? missing('trace')
        : { kind: 'graph', job, graph: graphOf(trace, command.trace, hand) };
    case 'attempts':
      return { kind: 'attempts', job, attempts: requestAttempts(episode, command.id) };
    case 'edges':
      hand.applied.apply(command.edges);
      return { kind: 'applied', job };
    case 'sessions':
      if (trace === undefined) return missing('trace');
      return {
        kind: 'sessions',
        job,
        sessions: traceSessionsOf(trace, hand.applied.semantics(command.trace) ?? undefined),
      };
    case 'payloads': {
      const semantics = hand.applied.semantics(command.trace);
      if (trace === undefined || semantics === null) return missing('trace');
      return { kind: 'payloads', job, payloads: payloadsOf(trace, semantics) };
    }
    case 'compare': {
      if (trace === undefined) return missing('trace');
      return { kind: 'differences', job, differences: fieldDifferences(trace, command.sides) };
    }
    default:
      return unreachable(command);
  }
}

/** What is handed over instead of copied. */
function columnBuffers(reply: Reply): ArrayBuffer[] {
  if (reply.kind === 'graph') return graphBuffers(reply.graph);
  if (reply.kind === 'text-rows') return [reply.rows.starts.buffer, reply.rows.lineOf.buffer];
  return reply.kind === 'sessions' ? sessionBuffers(reply.sessions) : [];
}

function graphOf(trace: Trace, index: TraceIndex, { applied, read }: EpisodeInHand): TraceGraph {
  return traceGraphOf(trace, applied.semantics(index) ?? undefined, applied.refused(index), read);
}

function failedWith(job: JobId, failure: Failure): Reply {
  return { kind: 'failed', job, failure };
}
