/** The export that is open over whatever page, or none, and what is known of the secrets of runs. It knows nothing of how one goes. */
import { ExportClient } from '../worker/export/client';
import { Export, isClean, type ExportScope } from './export.svelte';
import type { OpenRun } from './run.svelte';
import { RunSecrets } from './run-secrets.svelte';

interface SavedFile {
  readonly file: Blob;
  readonly name: string;
}

export class Exports {
  readonly #secrets = new WeakMap<OpenRun, RunSecrets>();
  readonly #client: ExportClient;
  #open = $state.raw<Export | null>(null);

  constructor(client: ExportClient = new ExportClient()) {
    this.#client = client;
  }

  get open(): Export | null {
    return this.#open;
  }

  /** The same for as long as the run is open. */
  secretsOf(run: OpenRun): RunSecrets {
    const known = this.#secrets.get(run);
    if (known !== undefined) return known;
    const made = new RunSecrets(run);
    this.#secrets.set(run, made);
    return made;
  }

  start(scopes: readonly ExportScope[]): void {
    if (scopes.length === 0) return;
    this.#open?.stop();
    this.#open = new Export(scopes, this.#client);
    this.#open.start();
  }

  /** The file where nothing in it is graver than a path; else the review of it opens, and there is no file yet. */
  async save(scope: ExportScope, signal: AbortSignal): Promise<SavedFile | null> {
    const work = new Export([scope], this.#client);
    const stop = (): void => work.stop();
    signal.addEventListener('abort', stop);
    await work.lookThrough();
    if (work.replaced === 0) await work.write();
    signal.removeEventListener('abort', stop);
    if (signal.aborted) return null;
    const { writing } = work;
    const file = writing.kind === 'written' && isClean(writing.written) ? work.save() : null;
    if (file !== null) return { file, name: work.name };
    this.#open?.stop();
    this.#open = work;
    return null;
  }

  close(): void {
    this.#open?.stop();
    this.#open = null;
  }
}
