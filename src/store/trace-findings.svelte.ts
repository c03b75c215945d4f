/**
 * What is odd inside the traces of a run, for the panel of what was read: looked for when the panel is opened, once, because
 * the rows of the list carry no more than a count. It refuses to know what the findings mean.
 */
import { sourceIndex } from '../model/ids';
import type { Diagnostic } from '../model/diagnostic';
import type { Result } from '../model/result';
import type { OpenRun, RunDiagnostic } from './run.svelte';

/** Bytes above which looking through a run takes long enough to be asked for. */
const LARGE = 64 * 1024 * 1024;

/** Asks a worker: for each file of the run what is odd inside its traces. The library hands it down. */
export type AskFindings = (
  run: OpenRun,
  signal: AbortSignal,
  progress: (bytes: number) => void,
) => Promise<Result<readonly (readonly Diagnostic[])[], string>>;

export type TraceFindingsState =
  | { readonly kind: 'none' }
  /** The share of the bytes that was looked through. */
  | { readonly kind: 'looking'; readonly share: number }
  | { readonly kind: 'found'; readonly diagnostics: readonly RunDiagnostic[] }
  | { readonly kind: 'failed'; readonly message: string };

export class TraceFindings {
  readonly #run: OpenRun;
  readonly #ask: AskFindings;
  #state = $state.raw<TraceFindingsState>({ kind: 'none' });
  #running: AbortController | null = null;

  constructor(run: OpenRun, ask: AskFindings) {
    this.#run = run;
    this.#ask = ask;
  }

  get state(): TraceFindingsState {
    return this.#state;
  }

  /** Looked through on demand. */
  get isLarge(): boolean {
    return this.#bytes > LARGE;
  }

  get #bytes(): number {
    return this.#run.sources.reduce((sum, { index }) => sum + this.#run.blob(index).size, 0);
  }

  /** Does nothing where it has been done or is being done. */
  async look(): Promise<void> {
    if (this.#state.kind === 'looking' || this.#state.kind === 'found') return;
    const abort = new AbortController();
    this.#running = abort;
    this.#state = { kind: 'looking', share: 0 };
    const total = Math.max(1, this.#bytes);
    const answer = await this.#ask(this.#run, abort.signal, (bytes) => {
      if (this.#running === abort) this.#state = { kind: 'looking', share: Math.min(1, bytes / total) };
    });
    if (this.#running !== abort) return;
    this.#running = null;
    this.#state =
      answer.kind === 'failed'
        ? { kind: 'failed', message: answer.failure }
        : { kind: 'found', diagnostics: placed(answer.value) };
  }

  /** Ends what is running; it begins anew when it is wanted again. */
  leave(): void {
    if (this.#running !== null) this.forget();
  }

  /** Others may be found than before. */
  forget(): void {
    this.#running?.abort();
    this.#running = null;
    this.#state = { kind: 'none' };
  }
}

function placed(files: readonly (readonly Diagnostic[])[]): readonly RunDiagnostic[] {
  return files.flatMap((found, file) =>
    found.map((diagnostic) => ({ source: sourceIndex(file), diagnostic })),
  );
}
