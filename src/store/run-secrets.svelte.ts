/**
 * How many records of a run hold secrets: looked for behind everything else, once for a run, while its list is on the
 * screen. It keeps a count; what was found is told by the review before an export. Large runs are looked through on demand.
 */
import { ExportClient } from '../worker/export/client';
import { recordsOf } from './export-scopes';
import type { OpenRun } from './run.svelte';

/** Above, looking through a run takes long enough to be asked for. */
export const LOOKED_THROUGH = 64 * 1024 * 1024;

export type RunSecretsState =
  | { readonly kind: 'none' }
  | { readonly kind: 'looking' }
  /** Records that hold something graver than a path. */
  | { readonly kind: 'found'; readonly records: number; readonly findings: number }
  | { readonly kind: 'failed'; readonly message: string };

export class RunSecrets {
  readonly #run: OpenRun;
  readonly #client: ExportClient;
  #state = $state.raw<RunSecretsState>({ kind: 'none' });
  #running: AbortController | null = null;

  constructor(run: OpenRun, client: ExportClient = new ExportClient()) {
    this.#run = run;
    this.#client = client;
  }

  get state(): RunSecretsState {
    return this.#state;
  }

  /** Bytes of the records, which are all that is read. */
  get isLarge(): boolean {
    return this.#run.rows.reduce((sum, { row }) => sum + row.length, 0) > LOOKED_THROUGH;
  }

  /** Does nothing where it has been done or is being done. */
  async look(): Promise<void> {
    if (this.#state.kind !== 'none') return;
    const abort = new AbortController();
    this.#running = abort;
    this.#state = { kind: 'looking' };
    const subject = recordsOf(this.#run, this.#run.rows, null);
    const answer = await this.#client.review({ subject }, abort.signal, () => undefined);
    if (this.#running !== abort) return;
    this.#running = null;
    if (answer.kind === 'ok') {
      const { recordsWithSecrets: records, secrets: findings } = answer.value;
      this.#state = { kind: 'found', records, findings };
    } else if (answer.failure.kind === 'failed') this.#state = answer.failure;
  }

  /** Ends what is running; it begins anew when it is wanted again. */
  leave(): void {
    if (this.#running === null) return;
    this.#running.abort();
    this.#running = null;
    this.#state = { kind: 'none' };
  }
}
