/**
 * What the rules of secrets find in the open episode: asked for once the episode is read, behind everything that draws it.
 * It holds places and kinds, never a value.
 */
import type { FindingKind } from '../analysis/secrets/rules';
import { severityOf } from '../analysis/secrets/rules';
import { ExportClient } from '../worker/export/client';
import type { ExportSubject, KindCount, ListedFinding } from '../worker/export/protocol';

export type SecretsState =
  | { readonly kind: 'none' }
  | { readonly kind: 'looking' }
  | {
      readonly kind: 'found';
      readonly findings: readonly ListedFinding[];
      readonly counts: readonly KindCount[];
    }
  | { readonly kind: 'failed'; readonly message: string };

export class EpisodeSecrets {
  readonly #client: ExportClient;
  #state = $state.raw<SecretsState>({ kind: 'none' });
  #running: AbortController | null = null;

  constructor(client: ExportClient = new ExportClient()) {
    this.#client = client;
  }

  get state(): SecretsState {
    return this.#state;
  }

  /** Credentials, not paths. */
  get grave(): number {
    return this.#count((kind) => severityOf(kind) !== 'low');
  }
  get critical(): number {
    return this.#count((kind) => severityOf(kind) === 'critical');
  }

  async look(subject: ExportSubject): Promise<void> {
    this.#running?.abort();
    const abort = new AbortController();
    this.#running = abort;
    this.#state = { kind: 'looking' };
    const answer = await this.#client.review({ subject }, abort.signal, () => undefined);
    if (this.#running !== abort) return;
    if (answer.kind === 'ok') {
      const { findings, counts } = answer.value;
      this.#state = {
        kind: 'found',
        findings: findings.filter(({ kind }) => isSecret(kind)),
        counts: counts.filter(({ kind }) => isSecret(kind)),
      };
    } else if (answer.failure.kind === 'failed') this.#state = answer.failure;
  }

  close(): void {
    this.#running?.abort();
    this.#running = null;
    this.#state = { kind: 'none' };
  }

  #count(isCounted: (kind: FindingKind) => boolean): number {
    if (this.#state.kind !== 'found') return 0;
    return this.#state.counts.reduce((sum, { kind, count }) => sum + (isCounted(kind) ? count : 0), 0);
  }
}

/** As in the report: other places of a value are told before an export. */
function isSecret(kind: FindingKind): boolean {
  return kind !== 'host' && kind !== 'email' && kind !== 'repeated-value';
}
