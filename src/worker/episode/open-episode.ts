/**
 * One open episode inside the worker: its bytes, what they were read into, and its documents. It answers questions about
 * itself and refuses to know who asks.
 */
import { recordedLinks } from '../../analysis/recorded-links';
import type { DeclaredLinks } from '../../analysis/prefix/lineage';
import type { Episode, Trace } from '../../model/episode';
import type { JsonPointer } from '../../model/json';
import { unreachable } from '../../model/unreachable';
import { parseRecord } from '../../reading/json-text';
import { readLegacyMetadata } from '../../reading/legacy-metadata';
import { readRecord } from '../../reading/record';
import type { Result } from '../../model/result';
import { failed, ok } from '../../model/result';
import { AppliedEdges } from './applied-edges';
import type { EdgesByTrace } from './applied-edges';
import { ContinuityShelf } from './continuity-trace';
import { JsonDocument } from './documents';
import { locate } from './json-bytes';
import { nextTask } from './next-task';
import type { ReadEpisode } from './outline';
import type { DocumentRef, TextRef } from './message-shape';
import type { Failure, OpenAsk } from './protocol';
import type { RecordPlace } from './record-shape';
import { textOf } from './texts';

const DOCUMENTS = 24;

export class EpisodeInHand {
  readonly read: ReadEpisode;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly #record: JsonDocument;
  readonly #documents = new Map<string, JsonDocument>();
  readonly continuity = new ContinuityShelf();
  readonly applied: AppliedEdges;
  readonly #links = new Map<Trace, DeclaredLinks>();

  private constructor(read: ReadEpisode, bytes: Uint8Array<ArrayBuffer>, edges: EdgesByTrace) {
    this.read = read;
    this.bytes = bytes;
    this.applied = new AppliedEdges(read.episode, edges);
    this.#record = new JsonDocument(bytes);
  }

  /** Null when it was stopped before the costly part began. */
  static async open(ask: OpenAsk, signal: AbortSignal): Promise<Result<EpisodeInHand, Failure> | null> {
    let bytes: Uint8Array<ArrayBuffer>;
    try {
      bytes = new Uint8Array(await ask.bytes.arrayBuffer());
    } catch (cause) {
      // The file behind the Blob moved, changed or was deleted: the browser rejects, and only then.
      return failed({ kind: 'unreadable', message: cause instanceof Error ? cause.message : String(cause) });
    }
    // Commands that came meanwhile are heard first: of many quick openings only the last is read.
    await nextTask();
    if (signal.aborted) return null;
    const { line, byte } = ask;
    const parsed = parseRecord(
      { kind: 'record', line, byte, bytes, terminated: true, repaired: false },
      'keep',
    );
    if (parsed.value === undefined) {
      return failed({ kind: 'not_an_episode', dialect: null, diagnostics: parsed.diagnostics });
    }
    const metadata = ask.metadata === null ? null : readLegacyMetadata(ask.metadata);
    const reading = readRecord(parsed.value, { line, byte, metadata });
    switch (reading.kind) {
      case 'episode': {
        const { dialect, episode } = reading;
        const diagnostics = [...parsed.diagnostics, ...reading.diagnostics];
        const { repaired } = parsed;
        const read = { episode, dialect, repaired, diagnostics, line, byte, length: bytes.length };
        return ok(new EpisodeInHand(read, bytes, ask.edges));
      }
      case 'row':
        return failed({ kind: 'not_an_episode', dialect: reading.dialect, diagnostics: reading.diagnostics });
      case 'foreign':
        return failed({ kind: 'not_an_episode', dialect: reading.dialect, diagnostics: parsed.diagnostics });
      case 'unknown':
        return failed({ kind: 'not_an_episode', dialect: 'unknown', diagnostics: reading.diagnostics });
      default:
        return unreachable(reading);
    }
  }

  /** Whether the record it was made of is the one that is asked for. */
  isOf({ bytes, line, byte }: OpenAsk): boolean {
    return bytes.size === this.bytes.length && line === this.read.line && byte === this.read.byte;
  }

  get episode(): Episode {
    return this.read.episode;
  }

  /** What is declared about the requests of a trace: the same value as long as nothing else is applied to it. */
  links(trace: Trace): DeclaredLinks {
    const applied = this.applied.linksOf(trace);
    if (applied !== null) return applied;
    const known = this.#links.get(trace);
    if (known !== undefined) return known;
    const links = recordedLinks(trace);
    this.#links.set(trace, links);
    return links;
  }

  /** Any text; null where the reference leads nowhere. A chain of texts inside texts is followed from its beginning. */
  text(ref: TextRef): string | null {
    if (ref.kind !== 'value') return textOf(this.episode, ref);
    return this.document(ref.document)?.text(ref.pointer) ?? null;
  }

  document(ref: DocumentRef): JsonDocument | null {
    if (ref.kind === 'record') return this.#record;
    const key = JSON.stringify(ref);
    const known = this.#documents.get(key);
    if (known !== undefined) return known;
    const text = this.text(ref.text);
    if (text === null) return null;
    const document = new JsonDocument(new TextEncoder().encode(text));
    if (this.#documents.size >= DOCUMENTS) {
      const [oldest] = this.#documents.keys();
      if (oldest !== undefined) this.#documents.delete(oldest);
    }
    this.#documents.set(key, document);
    return document;
  }

  place(pointer: JsonPointer): RecordPlace {
    const { value, pointer: reached, exact } = locate(this.bytes, pointer);
    return { pointer: reached, exact, start: value.start, end: value.end };
  }
}
