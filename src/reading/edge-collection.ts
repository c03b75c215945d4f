/**
 * Gathers the edges of one file as its records come: published sets, the events of a ledger, and what is to be said about
 * the rest, which depends on what the file turns out to be. It refuses to know how records are found.
 */
import type { Diagnostic, DiagnosticCode } from '../model/diagnostic';
import { cutDiagnostics, diagnostic, DIAGNOSTICS_OF_ONE_CODE } from '../model/diagnostic';
import type { EdgeFile, EdgeSource } from '../model/edge-source';
import type { Json } from '../model/json';
import { isArray, isObject, member } from '../model/json';
import type { LedgerEvent } from '../model/ledger';
import type { FoundPayload } from '../model/payload';
import { edgeSetsIn, isEdgeSet } from './edge-sets';
import { compactJson } from './embedded-json';
import { overlongDiagnostic, parseRecord } from './json-text';
import type { ParsedRecord } from './json-text';
import { ledgerEvent } from './ledger';
import { payloadsGiven } from './payloads/find';
import { payloadFindings } from './payloads/findings';
import type { FoundRecord } from './raw-record';
import { quotedNames } from './snippet';
import { nameOfType } from './spot';

/** The last so many publications of one file are kept; each repeats what was published before. */
const PUBLICATIONS_KEPT = 100;
/** A ledger has a few events for each model call. */
const EVENTS_KEPT = 2_000_000;

/**
 * `given`: somebody says that these are edges, so that an object with `edges` is taken for a set, whatever is wrong with it.
 * `found`: only what can be nothing else.
 */
export type EdgeReading = 'given' | 'found';

/** The first hundred of each code, and how many there are. */
class Said {
  readonly list: Diagnostic[] = [];
  readonly counts = new Map<DiagnosticCode, number>();

  add(found: Diagnostic): void {
    const count = (this.counts.get(found.code) ?? 0) + 1;
    this.counts.set(found.code, count);
    if (count <= DIAGNOSTICS_OF_ONE_CODE + 1) this.list.push(found);
  }
}

interface Published {
  readonly payload: Json;
  /** As text, to tell a repetition. */
  readonly text: string;
}

export class EdgeCollection {
  readonly #name: string;
  readonly #as: EdgeReading;
  readonly #published: Published[] = [];
  #publications = 0;
  /** Cumulative too. */
  readonly #payloads: FoundPayload[] = [];
  readonly #events: LedgerEvent[] = [];
  /** The line that ended the reading of a ledger. */
  #stopped: { readonly line: number; readonly byte: number } | null = null;
  #eventsBehind = 0;
  readonly #found = new Said();
  readonly #unread = new Said();
  /** Said only of a ledger. */
  readonly #ignored = new Said();
  #first: Diagnostic | null = null;

  constructor(name: string, as: EdgeReading) {
    this.#name = name;
    this.#as = as;
  }

  note(found: Diagnostic): void {
    this.#found.add(found);
  }

  take(record: FoundRecord): void {
    if (record.kind === 'overlong') return this.#broken(record, overlongDiagnostic(record), true);
    const parsed = parseRecord(record, 'keep');
    const [damage] = parsed.diagnostics;
    if (parsed.value === undefined) {
      if (damage !== undefined) this.#broken(record, damage, record.terminated);
      return;
    }
    this.#read(record, parsed, parsed.value);
  }

  #read({ line, byte }: FoundRecord, { diagnostics }: ParsedRecord, value: Json): void {
    const sets = this.#setsIn(value);
    const payloads = payloadsGiven(value);
    for (const payload of payloads) {
      this.#payloads.push(payload);
      for (const { code, path, message } of payloadFindings(payload)) {
        this.note(diagnostic(code, { record: line, byte, path }, message));
      }
    }
    if (this.#payloads.length > 2 * PUBLICATIONS_KEPT) this.#payloads.splice(0, PUBLICATIONS_KEPT);
    if (sets.length > 0 || payloads.length > 0) {
      for (const payload of sets) this.#publish(payload);
      for (const found of diagnostics) this.note(found);
      return;
    }
    const event = ledgerEvent(value);
    if (typeof event === 'string') {
      const at = { record: line, byte };
      this.#ignored.add(diagnostic('ledger-line-ignored', at, `No event: ${event}.`));
      this.#first ??= diagnostic('no-edges', at, `The first record is ${described(value)}.`);
      return;
    }
    // A line that had to be repaired is no line that the ledger's writer wrote.
    if (diagnostics.length > 0) this.#stopped ??= { line, byte };
    if (this.#stopped !== null || this.#events.length >= EVENTS_KEPT) this.#eventsBehind += 1;
    else this.#events.push(event);
  }

  #setsIn(value: Json): readonly Json[] {
    const captured = edgeSetsIn(value);
    if (captured.length > 0) return captured;
    if (!isObject(value)) return [];
    const isRaw = this.#as === 'given' ? member(value, 'edges') !== undefined : isEdgeSet(value);
    return isRaw ? [value] : [];
  }

  #publish(payload: Json): void {
    const text = compactJson(payload);
    if (this.#published.at(-1)?.text === text) return;
    this.#publications += 1;
    this.#published.push({ payload, text });
    if (this.#published.length > PUBLICATIONS_KEPT) this.#published.shift();
  }

  /** A last line without its line feed may still be being written; any other damage ends a ledger. */
  #broken({ line, byte }: FoundRecord, damage: Diagnostic, terminated: boolean): void {
    this.#unread.add(damage);
    if (terminated) this.#stopped ??= { line, byte };
  }

  end(): EdgeFile {
    const name = this.#name;
    const sources: EdgeSource[] = this.#sets();
    const hasSets = sources.length > 0;
    const isLedger = this.#events.length > 0;
    if (isLedger) sources.push({ kind: 'ledger', name, events: this.#events });
    if (this.#payloads.length > 0) sources.push({ kind: 'payloads', name, payloads: this.#payloads });
    const said = [this.#found, this.#unread];
    // In a capture there is all sorts of traffic; in a ledger every line should be an event.
    if (isLedger && !hasSets) said.push(this.#ignored);
    if (isLedger || this.#eventsBehind > 0) this.#tellWhereItStopped();
    else if (sources.length === 0) this.note(this.#first ?? NO_RECORD);
    const counts = new Map(said.flatMap((one) => [...one.counts]));
    return {
      name,
      sources,
      diagnostics: cutDiagnostics(
        said.flatMap(({ list }) => list),
        counts,
      ),
    };
  }

  #sets(): EdgeSource[] {
    // Beside others an empty publication is one that came before anything happened.
    const published = this.#published.filter(({ payload }) => !isEmpty(payload));
    const all = published.length > 0 ? published : this.#published.slice(-1);
    const leftOut = this.#publications - this.#published.length;
    if (leftOut > 0) {
      const message = `${this.#publications} sets, each repeating the ones before; the last ${PUBLICATIONS_KEPT} are applied.`;
      this.note(diagnostic('edge-sets-left-out', {}, message));
    }
    return all.map(({ payload }, index) => ({
      kind: 'edge_set',
      name: all.length === 1 ? this.#name : `${this.#name} (${index + 1} of ${all.length})`,
      payload,
    }));
  }

  #tellWhereItStopped(): void {
    const stopped = this.#stopped;
    if (stopped !== null) {
      const message = `The ledger was read up to line ${stopped.line}, which is damaged. Events before it: ${this.#events.length}; behind it, left out: ${this.#eventsBehind}.`;
      this.note(diagnostic('ledger-stopped', { record: stopped.line, byte: stopped.byte }, message));
    } else if (this.#eventsBehind > 0) {
      const message = `The ledger has more than ${EVENTS_KEPT} events; ${this.#eventsBehind} were left out.`;
      this.note(diagnostic('ledger-stopped', {}, message));
    }
  }
}

const NO_RECORD = diagnostic('no-edges', {}, 'The file holds no record that could be read.');

function isEmpty(payload: Json): boolean {
  const edges = isObject(payload) ? member(payload, 'edges') : undefined;
  return isArray(edges) && edges.length === 0;
}

/** What was given instead, for somebody who took it for edges. */
function described(value: Json): string {
  if (!isObject(value)) return nameOfType(value);
  if (member(value, 'source_request_id') !== undefined) {
    return 'one edge by itself; a set is an object with a list `edges`';
  }
  const keys = Object.keys(value);
  return keys.length === 0 ? 'an object without members' : `an object with ${quotedNames(keys, 6)}`;
}
