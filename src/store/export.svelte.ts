/**
 * One export from the choice to the file: what is taken, what was found in it, what is replaced, what a second scan still
 * found. Nothing is handed to the browser before that scan is clean or the person has said twice that it may be.
 */
import { SvelteSet } from 'svelte/reactivity';
import type { FindingKind } from '../analysis/secrets/rules';
import { severityOf } from '../analysis/secrets/rules';
import { findingsIn } from '../analysis/secrets/secrets';
import { redact } from '../analysis/redaction/redact';
import { ExportClient } from '../worker/export/client';
import type { ExportFormat, ListedFinding, Review, Written } from '../worker/export/protocol';
import type { ExportScope } from './export-scopes';

export type { ExportFormat, ListedFinding, Review } from '../worker/export/protocol';
export type { ExportScope } from './export-scopes';

export type Looking =
  | { readonly kind: 'looking'; readonly bytes: number; readonly total: number }
  | { readonly kind: 'reviewed'; readonly review: Review }
  | { readonly kind: 'failed'; readonly message: string };

export type Writing =
  | { readonly kind: 'none' }
  | { readonly kind: 'writing'; readonly bytes: number; readonly total: number }
  /** `confirmed`: how often the person has said that it may be saved as it is. */
  | { readonly kind: 'written'; readonly written: Written; readonly confirmed: number }
  | { readonly kind: 'failed'; readonly message: string };

const ENDINGS: Readonly<Record<ExportFormat, string>> = {
  jsonl: 'traces.jsonl',
  markdown: 'md',
  text: 'txt',
  report: 'report.json',
  csv: 'csv',
};

/** Kinds that tell about a machine or a person and open nothing: replaced where it is asked for. */
function isOptional(kind: FindingKind): boolean {
  return severityOf(kind) === 'low';
}

export class Export {
  readonly scopes: readonly ExportScope[];
  readonly #client: ExportClient;
  #scope = $state.raw<ExportScope | null>(null);
  #format = $state.raw<ExportFormat>('jsonl');
  #looking = $state.raw<Looking>({ kind: 'looking', bytes: 0, total: 0 });
  #writing = $state.raw<Writing>({ kind: 'none' });
  /** Kinds that are not as they are at first. */
  readonly #turned = new SvelteSet<FindingKind>();
  /** Findings that are not as their kind is. */
  readonly #exceptions = new SvelteSet<number>();
  #looked: AbortController | null = null;
  #wrote: AbortController | null = null;

  constructor(scopes: readonly ExportScope[], client: ExportClient = new ExportClient()) {
    this.scopes = scopes;
    this.#client = client;
    this.#scope = scopes[0] ?? null;
    this.#format = this.#scope?.formats[0] ?? 'jsonl';
  }

  get scope(): ExportScope | null {
    return this.#scope;
  }
  get format(): ExportFormat {
    return this.#format;
  }
  get looking(): Looking {
    return this.#looking;
  }
  get writing(): Writing {
    return this.#writing;
  }

  /** Looks through what is chosen. */
  start(): void {
    void this.#look();
  }

  /** The same, to its end. */
  async lookThrough(): Promise<void> {
    await this.#look();
  }

  /** Ends what is running; what was found goes with it. */
  stop(): void {
    this.#looked?.abort();
    this.#wrote?.abort();
  }

  take(scope: ExportScope): void {
    if (scope === this.#scope) return;
    this.#scope = scope;
    if (!scope.formats.includes(this.#format)) this.#format = scope.formats[0] ?? 'jsonl';
    void this.#look();
  }

  writeAs(format: ExportFormat): void {
    const isOther = (format === 'csv') !== (this.#format === 'csv');
    this.#format = format;
    // A table is other text than its records; all other formats hold the same.
    if (isOther) void this.#look();
    else this.#forget();
  }

  /** Whether findings of a kind are replaced. */
  isOn(kind: FindingKind): boolean {
    return isOptional(kind) === this.#turned.has(kind);
  }

  turn(kind: FindingKind): void {
    if (!this.#turned.delete(kind)) this.#turned.add(kind);
    // What was said of single findings of the kind is said anew.
    for (const finding of this.#findings) if (finding.kind === kind) this.#exceptions.delete(finding.id);
    this.#forget();
  }

  isReplaced({ id, kind }: Pick<ListedFinding, 'id' | 'kind'>): boolean {
    return this.isOn(kind) !== this.#exceptions.has(id);
  }

  turnOne({ id }: Pick<ListedFinding, 'id'>): void {
    if (!this.#exceptions.delete(id)) this.#exceptions.add(id);
    this.#forget();
  }

  /** How many are replaced, counting those that are not listed. */
  readonly replaced = $derived.by((): number => {
    if (this.#looking.kind !== 'reviewed') return 0;
    let count = 0;
    for (const { kind, count: all } of this.#looking.review.counts) if (this.isOn(kind)) count += all;
    for (const { id, kind } of this.#findings)
      if (this.#exceptions.has(id)) count += this.isOn(kind) ? -1 : 1;
    return count;
  });

  /** Files may be called after what is in them. */
  get name(): string {
    const name = this.#scope?.name ?? 'export';
    return `${redact(name, findingsIn(name))}.${ENDINGS[this.#format]}`;
  }

  /** Makes the file and scans it again; it is not saved yet. */
  async write(): Promise<void> {
    const scope = this.#scope;
    if (scope === null || this.#looking.kind !== 'reviewed') return;
    this.#wrote?.abort();
    const abort = new AbortController();
    this.#wrote = abort;
    this.#writing = { kind: 'writing', bytes: 0, total: 0 };
    const kinds = this.#looking.review.counts.map(({ kind }) => kind).filter((kind) => this.isOn(kind));
    const answer = await this.#client.write(
      {
        subject: scope.subject(this.#format),
        format: this.#format,
        choice: { kinds, exceptions: [...this.#exceptions] },
        name: this.name,
      },
      abort.signal,
      (bytes, total) => {
        if (this.#wrote === abort) this.#writing = { kind: 'writing', bytes, total };
      },
    );
    if (this.#wrote !== abort) return;
    if (answer.kind === 'ok') this.#writing = { kind: 'written', written: answer.value, confirmed: 0 };
    else if (answer.failure.kind === 'failed') this.#writing = answer.failure;
    else this.#writing = { kind: 'none' };
  }

  /** The file, where it may be saved; else it takes note that the person wants it all the same. */
  save(): Blob | null {
    const writing = this.#writing;
    if (writing.kind !== 'written') return null;
    if (isClean(writing.written) || writing.confirmed >= 2) return writing.written.file;
    const confirmed = writing.confirmed + 1;
    this.#writing = { ...writing, confirmed };
    return confirmed >= 2 ? writing.written.file : null;
  }

  /** Ends the making of the file; what was found stays. */
  stopWriting(): void {
    this.#forget();
  }

  /** The file no longer follows from what is chosen. */
  #forget(): void {
    this.#wrote?.abort();
    this.#wrote = null;
    this.#writing = { kind: 'none' };
  }

  get #findings(): readonly ListedFinding[] {
    return this.#looking.kind === 'reviewed' ? this.#looking.review.findings : [];
  }

  async #look(): Promise<void> {
    const scope = this.#scope;
    this.#forget();
    this.#looked?.abort();
    this.#exceptions.clear();
    if (scope === null) return;
    const abort = new AbortController();
    this.#looked = abort;
    this.#looking = { kind: 'looking', bytes: 0, total: 0 };
    const answer = await this.#client.review(
      { subject: scope.subject(this.#format) },
      abort.signal,
      (bytes, total) => {
        if (this.#looked === abort) this.#looking = { kind: 'looking', bytes, total };
      },
    );
    if (this.#looked !== abort) return;
    if (answer.kind === 'ok') this.#looking = { kind: 'reviewed', review: answer.value };
    else if (answer.failure.kind === 'failed') this.#looking = answer.failure;
  }
}

/** Nothing is left of what was to be replaced, and every line that could be parsed still can. */
export function isClean({ remaining, broken }: Written): boolean {
  return remaining.length === 0 && broken === 0;
}
