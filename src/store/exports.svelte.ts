/** The export that is open over whatever page, or none. It knows nothing of how one goes. */
import { Export, type ExportScope } from './export.svelte';

export class Exports {
  #open = $state.raw<Export | null>(null);

  get open(): Export | null {
    return this.#open;
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
