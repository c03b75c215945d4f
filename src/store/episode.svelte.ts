/**
 * The open episode: its outline, and what has been fetched of it so far. Of several episodes asked for in a row the last
 * wins; what arrives for another is dropped. It holds no bytes and no graph of objects: the worker does.
 */
import type { CallIndex, EpisodeRef, NodeIndex, TraceIndex } from '../model/ids';
import { callIndex, nodeIndex } from '../model/ids';
import type { JsonPointer } from '../model/json';
import type { Result } from '../model/result';
import { failed, ok } from '../model/result';
import { unreachable } from '../model/unreachable';
import type { Asked, EpisodeSource } from '../worker/episode/client';
import { EpisodeClient } from '../worker/episode/client';
import type {
  BytesPage,
  CallBody,
  DocumentRef,
  Failure,
  FirstPlace,
  FirstRows,
  FoundInText,
  FieldDifference,
  JudgeBody,
  Match,
  MessageBody,
  MessageRef,
  OpenAsk,
  Outline,
  RecordPlace,
  RequestAttempts,
  RequestDetail,
  Sides,
  TextRef,
  TextRows,
  ToolBody,
  TraceGraph,
  TraceOutline,
  TraceRequests,
  TracePayloads,
  TraceSessions,
  TreePage,
} from '../worker/episode/protocol';
import { TEXT_SLICE } from '../worker/episode/protocol';
import { Fetched } from './fetched.svelte';

export type {
  AttemptBody,
  BodyToolCall,
  BytesPage,
  CallBody,
  DocumentRef,
  EpisodeHead,
  ErrorBody,
  Failure,
  GraphFacts,
  JudgeBody,
  Match,
  MatchPlace,
  MessageBody,
  MessageRef,
  NodeColumns,
  Outline,
  PayloadBody,
  RecordPlace,
  ScoreHead,
  TextHead,
  TextRef,
  ToolBody,
  TraceGraph,
  TraceOutline,
  TracePayloads,
  TraceSessions,
  TreePage,
  UsageHead,
} from '../worker/episode/protocol';
export { MATCH_LIMIT, NODE_FLAGS, ROLE_CODES } from '../worker/episode/protocol';

export type EpisodeState =
  | { readonly kind: 'closed' }
  | { readonly kind: 'loading'; readonly place: EpisodeRef; readonly bytes: number }
  | { readonly kind: 'ready'; readonly place: EpisodeRef; readonly outline: Outline }
  | { readonly kind: 'failed'; readonly place: EpisodeRef; readonly failure: Failure };

/** Quick steps from episode to episode: those that come within this many milliseconds are passed over. */
const PAUSE = 70;

const RECORD: DocumentRef = { kind: 'record' };
/** Bytes that cross at once. */
const BYTES_SLICE = 4 * 1024 * 1024;

const GONE: Failure = { kind: 'missing', message: 'another episode was opened meanwhile' };

export class OpenEpisode {
  readonly #client: EpisodeClient;
  readonly #forget: () => void;
  #state = $state.raw<EpisodeState>({ kind: 'closed' });
  #crashes = $state.raw<{ readonly count: number; readonly message: string }>({ count: 0, message: '' });
  #source: EpisodeSource | null = null;
  #opening = new AbortController();
  #lastAsked = -Infinity;

  #edgesRevision = $state.raw(0);
  readonly #bodies: Fetched<NodeIndex, MessageBody>;
  readonly #calls: Fetched<CallIndex, CallBody>;
  readonly #lines: Fetched<NodeIndex, string>;

  /** Several may ask one worker: what one has read, the other need not read again. */
  constructor(client = new EpisodeClient()) {
    this.#client = client;
    this.#forget = client.onCrash((message) => {
      this.#crashes = { count: this.#crashes.count + 1, message };
    });
    this.#bodies = new Fetched(1200, async (trace, nodes) => {
      const bodies = await this.#asked((source) =>
        this.#client.messages(source, trace, nodes.map(nodeIndex)),
      );
      if (bodies.kind === 'failed') return null;
      return bodies.value.flatMap((body) =>
        body.ref.kind === 'node' ? [[body.ref.node, body] as const] : [],
      );
    });
    this.#calls = new Fetched(4000, async (trace, calls) => {
      const found = await this.#asked((source) => this.#client.calls(source, trace, calls.map(callIndex)));
      return found.kind === 'failed' ? null : found.value.map((call) => [call.index, call] as const);
    });
    this.#lines = new Fetched(4000, async (trace, nodes) => {
      const lines = await this.#asked((source) => this.#client.lines(source, trace, nodes.map(nodeIndex)));
      return lines.kind === 'failed' ? null : lines.value.map((line) => [line.node, line.text] as const);
    });
  }

  get state(): EpisodeState {
    return this.#state;
  }
  get outline(): Outline | null {
    return this.#state.kind === 'ready' ? this.#state.outline : null;
  }
  /** Grows when what is applied from beside the run became something else: what follows from links is to be asked anew. */
  get edgesRevision(): number {
    return this.#edgesRevision;
  }
  /** How often the worker stopped and was started again, and its last words. */
  get crashes(): { readonly count: number; readonly message: string } {
    return this.#crashes;
  }

  /** Starts the worker before it is needed. */
  warm(): void {
    this.#client.warm();
  }

  close(): void {
    this.#opening.abort();
    this.#client.release();
    this.#source = null;
    this.#state = { kind: 'closed' };
  }

  /** For good: this is not used again. */
  dispose(): void {
    this.close();
    this.#forget();
  }

  /** Opens an episode in place of the one that is open. */
  async show(place: EpisodeRef, ask: OpenAsk, first: FirstPlace | null = null): Promise<void> {
    this.#opening.abort();
    const opening = new AbortController();
    this.#opening = opening;
    const source: EpisodeSource = { key: `${place.run}/${place.source}/${place.record}`, ask };
    this.#source = source;
    this.#state = { kind: 'loading', place, bytes: ask.bytes.size };
    this.#bodies.clear();
    this.#calls.clear();
    this.#lines.clear();
    const now = performance.now();
    const quick = now - this.#lastAsked < PAUSE * 2;
    this.#lastAsked = now;
    if (quick) await pause(PAUSE);
    if (opening.signal.aborted) return;
    const { edges } = source.ask;
    const opened = await this.#client.open(source, opening.signal, first);
    if (this.#source !== source) return;
    // Others may have come while the episode was being opened.
    if (source.ask.edges !== edges) void this.#applyEdges(source);
    if (opened.kind === 'ok') {
      const { outline, first: rows } = opened.value;
      if (rows !== null) this.#keep(rows);
      this.#state = { kind: 'ready', place, outline };
    } else if (opened.failure.kind !== 'cancelled')
      this.#state = { kind: 'failed', place, failure: opened.failure };
  }

  #keep({ trace, messages, calls }: FirstRows): void {
    this.#bodies.put(
      trace,
      messages.flatMap((body) => (body.ref.kind === 'node' ? [[body.ref.node, body] as const] : [])),
    );
    this.#calls.put(
      trace,
      calls.map((call) => [call.index, call] as const),
    );
  }

  /** Edges from beside the run, by trace, in place of those that are applied. */
  apply(edges: OpenAsk['edges']): void {
    const source = this.#source;
    if (source === null || (source.ask.edges.length === 0 && edges.length === 0)) return;
    source.ask = { ...source.ask, edges };
    if (this.#state.kind === 'ready') void this.#applyEdges(source);
  }

  async #applyEdges(source: EpisodeSource): Promise<void> {
    const applied = await this.#client.apply(source);
    if (this.#source === source && applied.kind === 'ok') this.#edgesRevision += 1;
  }

  /** Tries once more what failed. */
  retry(): void {
    const state = this.#state;
    if (state.kind === 'failed' && this.#source !== null) void this.show(state.place, this.#source.ask);
  }

  trace(index: TraceIndex): TraceOutline | null {
    return this.outline?.traces[index] ?? null;
  }

  /** What has arrived; undefined means not yet. `want…` asks for it. */
  body(trace: TraceIndex, node: NodeIndex): MessageBody | undefined {
    return this.#bodies.get(trace, node);
  }
  wantBodies(trace: TraceIndex, nodes: readonly NodeIndex[]): void {
    this.#bodies.want(trace, nodes);
  }
  call(trace: TraceIndex, call: CallIndex): CallBody | undefined {
    return this.#calls.get(trace, call);
  }
  wantCalls(trace: TraceIndex, calls: readonly CallIndex[]): void {
    this.#calls.want(trace, calls);
  }
  line(trace: TraceIndex, node: NodeIndex): string | undefined {
    return this.#lines.get(trace, node);
  }
  wantLines(trace: TraceIndex, nodes: readonly NodeIndex[]): void {
    this.#lines.want(trace, nodes);
  }

  text(ref: TextRef, from: number, to: number): Promise<Result<string, Failure>> {
    return this.#asked((source) => this.#client.text(source, ref, from, to));
  }

  /** Where the rows of a long text begin. */
  textRows(ref: TextRef): Promise<Result<TextRows, Failure>> {
    return this.#asked((source) => this.#client.textRows(source, ref));
  }
  findInText(ref: TextRef, query: string): Promise<Result<FoundInText, Failure>> {
    return this.#asked((source) => this.#client.findInText(source, ref, query));
  }

  /** A text in full, for copying. */
  async wholeText(ref: TextRef, length: number): Promise<Result<string, Failure>> {
    const slices: string[] = [];
    let at = 0;
    while (at < length) {
      const slice = await this.text(ref, at, Math.min(length, at + TEXT_SLICE));
      if (slice.kind === 'failed') return slice;
      if (slice.value === '') break;
      slices.push(slice.value);
      at += slice.value.length;
    }
    return ok(slices.join(''));
  }

  image(message: MessageRef, part: number): Promise<Result<Blob, Failure>> {
    return this.#asked((source) => this.#client.image(source, message, part));
  }
  tree(
    document: DocumentRef,
    pointer: JsonPointer,
    from: number,
    to: number,
  ): Promise<Result<TreePage, Failure>> {
    return this.#asked((source) => this.#client.tree(source, document, pointer, from, to));
  }
  locate(pointer: JsonPointer): Promise<Result<RecordPlace, Failure>> {
    return this.#asked((source) => this.#client.locate(source, pointer));
  }
  bytes(from: number, to: number, document: DocumentRef = RECORD): Promise<Result<BytesPage, Failure>> {
    return this.#asked((source) => this.#client.bytes(source, document, from, to));
  }
  /** A stretch of a document exactly as it is spelled, for copying. */
  async spelling(document: DocumentRef, start: number, end: number): Promise<Result<string, Failure>> {
    const slices: string[] = [];
    for (let at = start; at < end;) {
      const page = await this.bytes(at, Math.min(end, at + BYTES_SLICE), document);
      if (page.kind === 'failed') return page;
      if (page.value.end <= at) break;
      slices.push(page.value.text);
      at = page.value.end;
    }
    return ok(slices.join(''));
  }
  tools(trace: TraceIndex, from: number, to: number): Promise<Result<readonly ToolBody[], Failure>> {
    return this.#asked((source) => this.#client.tools(source, trace, from, to));
  }
  judge(trace: TraceIndex, judge: number): Promise<Result<JudgeBody, Failure>> {
    return this.#asked((source) => this.#client.judge(source, trace, judge));
  }
  /** Made under one request id of the harness, over all traces. */
  attempts(id: string): Promise<Result<RequestAttempts, Failure>> {
    return this.#asked((source) => this.#client.attempts(source, id));
  }
  graph(trace: TraceIndex): Promise<Result<TraceGraph, Failure>> {
    return this.#asked((source) => this.#client.graph(source, trace));
  }
  requests(trace: TraceIndex, strict: boolean, signal: AbortSignal): Promise<Result<TraceRequests, Failure>> {
    return this.#asked((source) => this.#client.requests(source, trace, strict, signal));
  }
  request(
    trace: TraceIndex,
    call: CallIndex,
    strict: boolean,
    signal: AbortSignal,
  ): Promise<Result<RequestDetail, Failure>> {
    return this.#asked((source) => this.#client.request(source, trace, call, strict, signal));
  }
  compare(trace: TraceIndex, sides: Sides): Promise<Result<readonly FieldDifference[], Failure>> {
    return this.#asked((source) => this.#client.compare(source, trace, sides));
  }
  sessions(trace: TraceIndex): Promise<Result<TraceSessions, Failure>> {
    return this.#asked((source) => this.#client.sessions(source, trace));
  }
  payloads(trace: TraceIndex): Promise<Result<TracePayloads, Failure>> {
    return this.#asked((source) => this.#client.payloads(source, trace));
  }
  branchText(trace: TraceIndex, nodes: Int32Array): Promise<Result<string, Failure>> {
    return this.#asked((source) => this.#client.branchText(source, trace, Array.from(nodes, nodeIndex)));
  }

  /** The exact text of a value of the record, for copying. */
  async json(pointer: JsonPointer): Promise<Result<string, Failure>> {
    const place = await this.locate(pointer);
    if (place.kind === 'failed') return place;
    if (!place.value.exact)
      return failed({ kind: 'missing', message: `the record has nothing at ${pointer}` });
    return this.spelling(RECORD, place.value.start, place.value.end);
  }

  find(
    query: string,
    trace: TraceIndex | null,
    signal: AbortSignal,
    report: (matches: readonly Match[], total: number) => void,
  ): Promise<Result<number, Failure>> {
    return this.#asked((source) => this.#client.find(source, query, trace, signal, report));
  }

  /** Asks about the open episode; an answer that arrives for another is none. */
  async #asked<Value>(
    ask: (source: EpisodeSource) => Promise<Asked<Value>>,
  ): Promise<Result<Value, Failure>> {
    const source = this.#source;
    if (source === null) return failed(GONE);
    const answer = await ask(source);
    if (this.#source !== source) return failed(GONE);
    if (answer.kind === 'ok') return answer;
    return failed(answer.failure.kind === 'cancelled' ? GONE : answer.failure);
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

/** A failure in words: what it is, not what to do. */
export function failureText(failure: Failure): string {
  switch (failure.kind) {
    case 'unreadable':
      return `The bytes of this record could not be read: ${failure.message}`;
    case 'not_an_episode':
      return 'This record is no rollout.';
    case 'missing':
      return `Not found: ${failure.message}.`;
    case 'crashed':
      return `The reader stopped and was started again: ${failure.message}`;
    default:
      return unreachable(failure);
  }
}
