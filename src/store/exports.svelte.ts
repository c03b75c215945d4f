/** The export that is open over whatever page, or none, and what is known of the secrets of runs. It knows nothing of how one goes. */
import { Export, type ExportScope } from './export.svelte';
import type { OpenRun } from './run.svelte';
import { RunSecrets } from './run-secrets.svelte';

export class Exports {
  readonly #secrets = new WeakMap<OpenRun, RunSecrets>();
  #open = $state.raw<Export | null>(null);

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
    this.#open = new Export(scopes);
    this.#open.start();
  }

  close(): void {
    this.#open?.stop();
    this.#open = null;
  }
}
