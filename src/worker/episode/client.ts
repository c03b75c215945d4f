/**
 * The page's side of the episode worker: starts it, asks, and brings it back when it stopped. An episode that the worker
 * has put away is opened again without anybody noticing. It keeps nothing of what it is told.
 */
import type { CallIndex, JobId, NodeIndex, TraceIndex } from '../../model/ids';
import { jobId } from '../../model/ids';
import type { JsonPointer } from '../../model/json';
import type { Result } from '../../model/result';
import { failed, ok } from '../../model/result';
import { startModuleWorker } from '../bootstrap';
import entry from './entry?worker&url';
import type { CallBody, JudgeBody, ToolBody } from './call-shape';
import type { Match } from './match-shape';
import type { DocumentRef, MessageBody, MessageLine, MessageRef, TextRef } from './message-shape';
import type {
  Command,
  EpisodeKey,
  Failure,
  FirstPlace,
  FirstRows,
  FoundInText,
  FieldDifference,
  OpenAsk,
  Outline,
  Reply,
  RequestAttempts,
  RequestDetail,
  Sides,
  TextRows,
  TraceGraph,
  TraceRequests,
  TracePayloads,
  TraceSessions,
} from './protocol';
import type { BytesPage, RecordPlace, TreePage } from './record-shape';

/** A worker, or what stands for one in tests. */
export interface EpisodePort {
  post(command: Command): void;
  terminate(): void;
}
export interface PortEvents {
  readonly reply: (reply: Reply) => void;
  readonly crash: (message: string) => void;
}
export type StartPort = (events: PortEvents) => EpisodePort;

export function startEpisodePort(events: PortEvents): EpisodePort {
  const worker = startModuleWorker(entry, 'wirescope-episode');
  worker.onmessage = (event: MessageEvent<Reply>) => events.reply(event.data);
  worker.onerror = (event) => events.crash(event.message || 'the worker could not be started');
  worker.onmessageerror = () => events.crash('an answer could not be received');
  return {
    post: (command) => worker.postMessage(command),
    terminate: () => worker.terminate(),
  };
}

/** What an episode is opened with, so that it can be opened again. */
export interface EpisodeSource {
  readonly key: EpisodeKey;
  /** Its edges may become others while the episode is open. */
  ask: OpenAsk;
}

export type Asked<Value> = Result<Value, Failure | { readonly kind: 'cancelled' }>;
type Question = Command extends infer One ? (One extends Command ? Omit<One, 'job'> : never) : never;

export interface Opened {
  readonly outline: Outline;
  readonly first: FirstRows | null;
}

interface Waiting {
  readonly kind: Question['kind'];
  readonly take: (reply: Reply) => void;
}

/** What a worker can be long at without hearing. */
const LONG: ReadonlySet<string> = new Set([
  'find',
  'requests',
  'request',
  'graph',
  'sessions',
  'find-in-text',
]);
/** Milliseconds that a worker without work keeps what it has read. */
const IDLE = 30_000;

export class EpisodeClient {
  readonly #start: StartPort;
  #port: EpisodePort | null = null;
  #next = 0;
  readonly #waiting = new Map<JobId, Waiting>();
  readonly #oncrash = new Set<(message: string) => void>();
  #idle: ReturnType<typeof setTimeout> | undefined;

  constructor(start: StartPort = startEpisodePort) {
    this.#start = start;
  }

  /** Tells of every stop of the worker, until the answer is called. */
  onCrash(listener: (message: string) => void): () => void {
    this.#oncrash.add(listener);
    return () => this.#oncrash.delete(listener);
  }

  /** Starts the worker before it is needed. */
  warm(): void {
    this.#port ??= this.#start({
      reply: (reply) => this.#take(reply),
      crash: (message) => this.#crashed(message),
    });
  }

  /**
   * Nobody looks any more. The worker waits a while for the next one, unless it is busy with what takes long: then it is
   * quicker to start another.
   */
  release(): void {
    if ([...this.#waiting.values()].some(({ kind }) => LONG.has(kind))) this.close();
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.close(), IDLE);
  }

  close(): void {
    clearTimeout(this.#idle);
    this.#port?.terminate();
    this.#port = null;
    for (const [job, { take }] of [...this.#waiting]) take({ kind: 'cancelled', job });
    this.#waiting.clear();
  }

  async open(
    { key, ask }: EpisodeSource,
    signal: AbortSignal,
    first: FirstPlace | null = null,
  ): Promise<Asked<Opened>> {
    const reply = await this.#ask({ kind: 'open', key, ...ask, first }, signal);
    return reply.kind === 'outline' ? ok({ outline: reply.outline, first: reply.first }) : refused(reply);
  }

  async messages(
    source: EpisodeSource,
    trace: TraceIndex,
    nodes: readonly NodeIndex[],
  ): Promise<Asked<readonly MessageBody[]>> {
    const reply = await this.#askOpen(source, { kind: 'messages', key: source.key, trace, nodes });
    return reply.kind === 'messages' ? ok(reply.messages) : refused(reply);
  }

  async lines(
    source: EpisodeSource,
    trace: TraceIndex,
    nodes: readonly NodeIndex[],
  ): Promise<Asked<readonly MessageLine[]>> {
    const reply = await this.#askOpen(source, { kind: 'lines', key: source.key, trace, nodes });
    return reply.kind === 'lines' ? ok(reply.lines) : refused(reply);
  }

  async calls(
    source: EpisodeSource,
    trace: TraceIndex,
    calls: readonly CallIndex[],
  ): Promise<Asked<readonly CallBody[]>> {
    const reply = await this.#askOpen(source, { kind: 'calls', key: source.key, trace, calls });
    return reply.kind === 'calls' ? ok(reply.calls) : refused(reply);
  }

  async tools(
    source: EpisodeSource,
    trace: TraceIndex,
    from: number,
    to: number,
  ): Promise<Asked<readonly ToolBody[]>> {
    const reply = await this.#askOpen(source, { kind: 'tools', key: source.key, trace, from, to });
    return reply.kind === 'tools' ? ok(reply.tools) : refused(reply);
  }

  async judge(source: EpisodeSource, trace: TraceIndex, judge: number): Promise<Asked<JudgeBody>> {
    const reply = await this.#askOpen(source, { kind: 'judge', key: source.key, trace, judge });
    return reply.kind === 'judge' ? ok(reply.judge) : refused(reply);
  }

  async text(source: EpisodeSource, text: TextRef, from: number, to: number): Promise<Asked<string>> {
    const reply = await this.#askOpen(source, { kind: 'text', key: source.key, text, from, to });
    return reply.kind === 'text' ? ok(reply.text) : refused(reply);
  }

  async textRows(source: EpisodeSource, text: TextRef): Promise<Asked<TextRows>> {
    const reply = await this.#askOpen(source, { kind: 'text-rows', key: source.key, text });
    return reply.kind === 'text-rows' ? ok(reply.rows) : refused(reply);
  }

  async findInText(source: EpisodeSource, text: TextRef, query: string): Promise<Asked<FoundInText>> {
    const reply = await this.#askOpen(source, { kind: 'find-in-text', key: source.key, text, query });
    return reply.kind === 'found-in-text' ? ok(reply.found) : refused(reply);
  }

  async image(source: EpisodeSource, message: MessageRef, part: number): Promise<Asked<Blob>> {
    const reply = await this.#askOpen(source, { kind: 'image', key: source.key, message, part });
    return reply.kind === 'image' ? ok(reply.image) : refused(reply);
  }

  async tree(
    source: EpisodeSource,
    document: DocumentRef,
    pointer: JsonPointer,
    from: number,
    to: number,
  ): Promise<Asked<TreePage>> {
    const reply = await this.#askOpen(source, { kind: 'tree', key: source.key, document, pointer, from, to });
    return reply.kind === 'tree' ? ok(reply.page) : refused(reply);
  }

  async locate(source: EpisodeSource, pointer: JsonPointer): Promise<Asked<RecordPlace>> {
    const reply = await this.#askOpen(source, { kind: 'locate', key: source.key, pointer });
    return reply.kind === 'place' ? ok(reply.place) : refused(reply);
  }

  async bytes(
    source: EpisodeSource,
    document: DocumentRef,
    from: number,
    to: number,
  ): Promise<Asked<BytesPage>> {
    const reply = await this.#askOpen(source, { kind: 'bytes', key: source.key, document, from, to });
    return reply.kind === 'bytes' ? ok(reply.bytes) : refused(reply);
  }

  async branchText(
    source: EpisodeSource,
    trace: TraceIndex,
    nodes: readonly NodeIndex[],
  ): Promise<Asked<string>> {
    const reply = await this.#askOpen(source, { kind: 'branch-text', key: source.key, trace, nodes });
    return reply.kind === 'branch-text' ? ok(reply.text) : refused(reply);
  }

  async graph(source: EpisodeSource, trace: TraceIndex): Promise<Asked<TraceGraph>> {
    const reply = await this.#askOpen(source, { kind: 'graph', key: source.key, trace });
    return reply.kind === 'graph' ? ok(reply.graph) : refused(reply);
  }

  async attempts(source: EpisodeSource, id: string): Promise<Asked<RequestAttempts>> {
    const reply = await this.#askOpen(source, { kind: 'attempts', key: source.key, id });
    return reply.kind === 'attempts' ? ok(reply.attempts) : refused(reply);
  }

  /** The source's edges are applied from now on, as they are when the episode is opened again. */
  async apply(source: EpisodeSource): Promise<Asked<null>> {
    const reply = await this.#askOpen(source, { kind: 'edges', key: source.key, edges: source.ask.edges });
    return reply.kind === 'applied' ? ok(null) : refused(reply);
  }

  async requests(
    source: EpisodeSource,
    trace: TraceIndex,
    strict: boolean,
    signal: AbortSignal,
  ): Promise<Asked<TraceRequests>> {
    const reply = await this.#askOpen(source, { kind: 'requests', key: source.key, trace, strict }, signal);
    return reply.kind === 'requests' ? ok(reply.requests) : refused(reply);
  }

  async request(
    source: EpisodeSource,
    trace: TraceIndex,
    call: CallIndex,
    strict: boolean,
    signal: AbortSignal,
  ): Promise<Asked<RequestDetail>> {
    const question = { kind: 'request', key: source.key, trace, call, strict } as const;
    const reply = await this.#askOpen(source, question, signal);
    return reply.kind === 'request' ? ok(reply.detail) : refused(reply);
  }

  async compare(
    source: EpisodeSource,
    trace: TraceIndex,
    sides: Sides,
  ): Promise<Asked<readonly FieldDifference[]>> {
    const reply = await this.#askOpen(source, { kind: 'compare', key: source.key, trace, sides });
    return reply.kind === 'differences' ? ok(reply.differences) : refused(reply);
  }

  async sessions(source: EpisodeSource, trace: TraceIndex): Promise<Asked<TraceSessions>> {
    const reply = await this.#askOpen(source, { kind: 'sessions', key: source.key, trace });
    return reply.kind === 'sessions' ? ok(reply.sessions) : refused(reply);
  }

  async payloads(source: EpisodeSource, trace: TraceIndex): Promise<Asked<TracePayloads>> {
    const reply = await this.#askOpen(source, { kind: 'payloads', key: source.key, trace });
    return reply.kind === 'payloads' ? ok(reply.payloads) : refused(reply);
  }

  /** `report` is called with every batch; resolves to the count of all matches. */
  async find(
    source: EpisodeSource,
    query: string,
    trace: TraceIndex | null,
    signal: AbortSignal,
    report: (matches: readonly Match[], total: number) => void,
  ): Promise<Asked<number>> {
    const reply = await this.#askOpen(
      source,
      { kind: 'find', key: source.key, query, trace },
      signal,
      (batch) => {
        if (batch.kind === 'matches') report(batch.matches, batch.total);
      },
    );
    return reply.kind === 'matches' ? ok(reply.total) : refused(reply);
  }

  /** Asks; where the worker has put the episode away, opens it and asks once more. */
  async #askOpen(
    source: EpisodeSource,
    question: Question,
    signal?: AbortSignal,
    onbatch?: (reply: Reply) => void,
  ): Promise<Reply> {
    const reply = await this.#ask(question, signal, onbatch);
    if (reply.kind !== 'closed') return reply;
    const opened = await this.#ask({ kind: 'open', key: source.key, ...source.ask, first: null }, signal);
    return opened.kind === 'outline' ? this.#ask(question, signal, onbatch) : opened;
  }

  #ask(question: Question, signal?: AbortSignal, onbatch?: (reply: Reply) => void): Promise<Reply> {
    clearTimeout(this.#idle);
    this.warm();
    const job = jobId(this.#next);
    this.#next += 1;
    return new Promise((resolve) => {
      const oncancel = (): void => {
        this.#port?.post({ kind: 'cancel', key: question.key, job });
        settle({ kind: 'cancelled', job });
      };
      const settle = (reply: Reply): void => {
        if (!this.#waiting.delete(job)) return;
        signal?.removeEventListener('abort', oncancel);
        resolve(reply);
      };
      this.#waiting.set(job, {
        kind: question.kind,
        take: (reply) => {
          if (reply.kind === 'matches') onbatch?.(reply);
          if (reply.kind !== 'matches' || reply.done) settle(reply);
        },
      });
      if (signal?.aborted === true) {
        settle({ kind: 'cancelled', job });
        return;
      }
      signal?.addEventListener('abort', oncancel);
      this.#port?.post({ ...question, job });
    });
  }

  /** Answers to what nobody waits for any more are dropped. */
  #take(reply: Reply): void {
    this.#waiting.get(reply.job)?.take(reply);
  }

  #crashed(message: string): void {
    this.#port?.terminate();
    this.#port = null;
    const failure: Failure = { kind: 'crashed', message };
    for (const [job, { take }] of [...this.#waiting]) take({ kind: 'failed', job, failure });
    for (const listener of this.#oncrash) listener(message);
  }
}

function refused<Value>(reply: Reply): Asked<Value> {
  if (reply.kind === 'failed') return failed(reply.failure);
  if (reply.kind === 'cancelled') return failed({ kind: 'cancelled' });
  throw new Error(`the episode worker answered ${reply.kind}`);
}
