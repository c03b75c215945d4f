/**
 * Edges from beside a run: the files that were given or lie among its own, what of them belongs to which trace, and under
 * which policy. It holds for this visit, over all episodes of the run; what is stored is never touched, so that taking a file
 * back leaves nothing behind. It refuses to know what an edge is.
 */
import type { EpisodeRef, TraceIndex } from '../model/ids';
import type { Result } from '../model/result';
import { unreachable } from '../model/unreachable';
import type {
  ChosenTrace,
  CyclePolicy,
  EdgeAsk,
  EdgesOfTrace,
  FoundEdges,
  ReportEdges,
  RunFile,
  SeenRun,
  TraceEdges,
} from '../worker/import/protocol';
import type { DroppedFile } from './library-shapes';

export type {
  CyclePolicy,
  EdgeSetReport,
  EdgesOfTrace,
  EndedEdge,
  FoundEdgeFile,
  TraceEdges,
} from '../worker/import/protocol';

/** Asks a worker; the library hands it down, because it owns the workers. */
export type AskEdges = (
  ask: Omit<EdgeAsk, 'files'>,
  files: readonly RunFile[],
  signal: AbortSignal,
  progress: (bytes: number) => void,
) => Promise<Result<FoundEdges, string>>;

/** A file that somebody gave. */
export interface GivenFile {
  readonly id: number;
  readonly name: string;
  readonly blob: Blob;
  readonly chosen: ChosenTrace | null;
}

export type EdgesState =
  /** Nothing was given, and nothing lies beside. */
  | { readonly kind: 'none' }
  /** Bytes of the run that were looked through, of all. */
  | { readonly kind: 'matching'; readonly bytes: number; readonly totalBytes: number }
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly message: string };

interface RunFacts {
  /** All of them, in order; none while the run is still being read. */
  readonly files: readonly RunFile[];
  /** Some of them may be files of edges. */
  readonly mayHoldEdges: boolean;
}

const NOTHING: readonly (TraceEdges | null)[] = [];

export class RunEdges {
  readonly #ask: AskEdges;
  readonly #run: () => RunFacts;
  readonly #changed: () => void;
  #given = $state.raw<readonly GivenFile[]>([]);
  #policy = $state.raw<CyclePolicy>('refuse_cycles');
  #state = $state.raw<EdgesState>({ kind: 'none' });
  #found = $state.raw<FoundEdges | null>(null);
  #shown = $state.raw(false);
  #leftOut = $state.raw<readonly string[]>([]);
  #seen: SeenRun | null = null;
  #looking = new AbortController();
  #working: Promise<void> | null = null;
  #next = 0;

  /** `changed`: others apply than before. */
  constructor(ask: AskEdges, run: () => RunFacts, changed: () => void) {
    this.#ask = ask;
    this.#run = run;
    this.#changed = changed;
  }

  get given(): readonly GivenFile[] {
    return this.#given;
  }
  get policy(): CyclePolicy {
    return this.#policy;
  }
  get state(): EdgesState {
    return this.#state;
  }
  /** Of the last time; kept while it is asked anew. */
  get found(): FoundEdges | null {
    return this.#found;
  }
  /** How many files are applied or were given. */
  get count(): number {
    return this.#found?.files.length ?? this.#given.length;
  }

  /** Whether what became of them is being looked at. */
  get shown(): boolean {
    return this.#shown;
  }
  set shown(shown: boolean) {
    this.#shown = shown;
  }

  /** Looks among the run's own files once; what is given later is looked at when it is given. */
  want(): void {
    if (this.#found === null && this.#working === null && this.#run().mayHoldEdges) void this.#look();
  }

  /** Of what was given last: files that are neither edges nor rollouts. */
  get leftOut(): readonly string[] {
    return this.#leftOut;
  }

  /** More files; several ledgers are folded together. `others` came with them and are of no use. */
  add(files: readonly DroppedFile[], others: readonly DroppedFile[] = []): void {
    this.#leftOut = others.map(({ path }) => path);
    const more = files.map(({ path, file }) => {
      this.#next += 1;
      const name = path.slice(path.lastIndexOf('/') + 1);
      return { id: this.#next, name, blob: file, chosen: null };
    });
    this.#given = [...this.#given, ...more];
    void this.#look();
  }

  addText(text: string): void {
    const before = this.#given.filter(({ name }) => name.startsWith('pasted text')).length;
    const name = before === 0 ? 'pasted text' : `pasted text ${before + 1}`;
    this.add([{ path: name, file: new File([text], name) }]);
  }

  /** Takes one file back. */
  remove(id: number): void {
    this.#given = this.#given.filter((file) => file.id !== id);
    void this.#look();
  }
  removeAll(): void {
    this.#given = [];
    this.#leftOut = [];
    void this.#look();
  }

  setPolicy(policy: CyclePolicy): void {
    if (policy === this.#policy) return;
    this.#policy = policy;
    if (this.#found !== null) void this.#look();
  }

  /** To the trace that somebody chose, whatever the ids say; null lets the ids decide again. */
  choose(id: number, chosen: ChosenTrace | null): void {
    this.#given = this.#given.map((file) => (file.id === id ? { ...file, chosen } : file));
    void this.#look();
  }

  retry(): void {
    void this.#look();
  }

  /** The run has been read to its end: what was seen of it before may not have been all. */
  reread(): void {
    this.#seen = null;
    if (this.#given.length > 0) void this.#look();
  }

  /** What is applied to the traces of an episode, by their index; empty where nothing is. */
  of({ source }: EpisodeRef, line: number): readonly (TraceEdges | null)[] {
    const own = this.#found?.traces.filter(({ place }) => place.source === source && place.record === line);
    if (own === undefined || own.length === 0) return NOTHING;
    const edges: (TraceEdges | null)[] = [];
    for (const { place, edges: one } of own) {
      while (edges.length < place.trace) edges.push(null);
      edges[place.trace] = one;
    }
    return edges;
  }

  /** What became of them on one trace. */
  onTrace({ source }: EpisodeRef, line: number, trace: TraceIndex): EdgesOfTrace | null {
    const isIt = ({ place }: EdgesOfTrace): boolean =>
      place.source === source && place.record === line && place.trace === trace;
    return this.#found?.traces.find(isIt) ?? null;
  }

  /** Waits for what is being looked at, the run's own files included. */
  async settled(): Promise<void> {
    this.want();
    while (this.#working !== null) await this.#working;
  }

  async forReport(): Promise<ReportEdges> {
    await this.settled();
    const traces = this.#found?.traces.map(({ place, edges }) => ({ place, edges })) ?? [];
    return { traces, unmatched: this.#found?.unplaced.map(({ report }) => report) ?? [] };
  }

  #look(): Promise<void> {
    this.#looking.abort();
    const looking = new AbortController();
    this.#looking = looking;
    const work = this.#lookThrough(looking.signal).finally(() => {
      if (this.#working === work) this.#working = null;
    });
    this.#working = work;
    return work;
  }

  async #lookThrough(signal: AbortSignal): Promise<void> {
    const { files, mayHoldEdges } = this.#run();
    if (this.#given.length === 0 && !mayHoldEdges) {
      this.#found = null;
      this.#state = { kind: 'none' };
      this.#changed();
      return;
    }
    const totalBytes = files.reduce((sum, { content }) => sum + content.size, 0);
    this.#state = { kind: 'matching', bytes: 0, totalBytes };
    const ask = { given: this.#given, policy: this.#policy, seen: this.#seen };
    const answer = await this.#ask(ask, files, signal, (bytes) => {
      if (!signal.aborted) this.#state = { kind: 'matching', bytes, totalBytes };
    });
    if (signal.aborted) return;
    switch (answer.kind) {
      case 'ok':
        this.#seen = answer.value.seen;
        this.#found = answer.value;
        this.#state = answer.value.files.length === 0 ? { kind: 'none' } : { kind: 'ready' };
        this.#changed();
        return;
      case 'failed':
        this.#state = { kind: 'failed', message: answer.failure };
        return;
      default:
        unreachable(answer);
    }
  }
}
