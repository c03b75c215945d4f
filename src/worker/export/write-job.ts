/**
 * Writes what was chosen, with the chosen findings replaced, and scans every line of the result again. What comes out is a
 * Blob: whether it is saved is the person's decision.
 */
import { csvLine, type Cell } from '../../analysis/export/csv';
import { episodeHead, transcriptOf, type DocumentForm } from '../../analysis/export/transcript';
import { redactRecord } from '../../analysis/redaction/redact';
import { severityOf, type FindingKind } from '../../analysis/secrets/rules';
import type { Repeats } from '../../analysis/secrets/repeats';
import { findingsIn, type Finding } from '../../analysis/secrets/secrets';
import type { JsonObject } from '../../model/json';
import { isObject, member, parseJson } from '../../model/json';
import { unreachable } from '../../model/unreachable';
import { parseRecord } from '../../reading/json-text';
import { readLegacyMetadata } from '../../reading/legacy-metadata';
import { readRecord } from '../../reading/record';
import { repeatsIn } from './known-values';
import { Listing } from './listing';
import { Pieces } from './pieces';
import type { ExportChoice, ExportCommand, ExportPart, ExportSubject, Written } from './protocol';
import { LISTED_REMAINING } from './protocol';
import { writeReport } from './report';
import type { Report } from './serve';
import { textsOf, type SubjectText } from './subject';

type WriteCommand = Extract<ExportCommand, { kind: 'write' }>;

const TYPES = {
  jsonl: 'application/x-ndjson',
  markdown: 'text/markdown',
  text: 'text/plain',
  report: 'application/json',
  csv: 'text/csv',
} as const;

export async function writeExport(command: WriteCommand, report: Report): Promise<Written> {
  const { subject, format, choice } = command;
  const repeats = isGrave(choice) ? await repeatsIn(subject, report) : null;
  const writing = new Writing(choice, repeats);
  const pieces = new Pieces();
  let metadata: JsonObject | null = null;
  const isMade = subject.kind === 'report';
  const isFinal = isMade || format === 'jsonl' || format === 'csv';
  if (subject.kind === 'table') pieces.add(csvLine(subject.header));
  for await (const one of textsOf(subject, report)) {
    const text = writing.redacted(one, isFinal);
    metadata ??= one.metadata;
    switch (format) {
      case 'jsonl':
      case 'report':
        pieces.add(one.inFile(text));
        break;
      case 'csv':
        pieces.add(csvLine(cellsOf(subject, text)));
        break;
      case 'markdown':
      case 'text':
        for (const piece of documentOf({ ...one, text }, partOf(subject), format)) {
          writing.scan(piece, one);
          pieces.add(piece);
        }
        break;
      default:
        unreachable(format);
    }
  }
  const withoutMetadata = metadata !== null && format === 'jsonl';
  if (isMade || format !== 'report') return await writing.done(pieces.join(TYPES[format]), withoutMetadata);
  const lines = pieces.join(TYPES.jsonl);
  const made = await writeReport(command.name, lines, metadata, (text, line) =>
    writing.scan(text, { index: line - 1, line }),
  );
  return await writing.done(made);
}

/** Where nothing is replaced that is more than a path, no other place of it is looked for. */
function isGrave({ kinds, exceptions }: ExportChoice): boolean {
  return exceptions.length > 0 || kinds.some((kind) => severityOf(kind) !== 'low');
}

interface Place {
  readonly index: number;
  readonly line: number;
}

class Writing {
  readonly #kinds: ReadonlySet<FindingKind>;
  readonly #exceptions: ReadonlySet<number>;
  readonly #remaining = new Listing(LISTED_REMAINING);
  readonly #repeats: Repeats | null;
  #id = 0;
  #records = 0;
  #replaced = 0;
  #broken = 0;
  #uncut = false;

  constructor({ kinds, exceptions }: ExportChoice, repeats: Repeats | null) {
    this.#repeats = repeats;
    this.#kinds = new Set(kinds);
    this.#exceptions = new Set(exceptions);
  }

  /** The record with what was chosen replaced. `isFinal`: it is written as it is, so that its last scan counts. */
  redacted(one: SubjectText, isFinal: boolean): string {
    const { text, uncut, isRecord } = one;
    if (isRecord) this.#records += 1;
    this.#uncut ||= uncut;
    const isOn = ({ kind }: Finding): boolean => this.#kinds.has(kind);
    const first = this.#id;
    let found = 0;
    const chosen = (finding: Finding, index: number): boolean => {
      found = index + 1;
      return isOn(finding) !== this.#exceptions.has(first + index);
    };
    const { text: out, left, replaced } = redactRecord(text, chosen, isOn, this.#repeats);
    this.#id = first + found;
    this.#replaced += replaced;
    if (replaced > 0 && isJson(text) && !isJson(out)) this.#broken += 1;
    if (isFinal) this.#note(left, one);
    return out;
  }

  /** Of what is written. */
  scan(text: string, place: Place): void {
    this.#note(findingsIn(text, { contacts: true, repeats: this.#repeats }), place);
  }

  /** What was not asked to be replaced and is no more than a path or a name of a machine is none of it. */
  #note(left: readonly Finding[], { index, line }: Place): void {
    for (const finding of left) {
      if (!this.#kinds.has(finding.kind) && severityOf(finding.kind) === 'low') continue;
      this.#remaining.add(finding, 0, index, line);
    }
  }

  async done(file: Blob, withoutMetadata = false): Promise<Written> {
    return {
      file,
      records: this.#records,
      replaced: this.#replaced,
      remaining: this.#remaining.counts(),
      listed: await this.#remaining.listed(),
      broken: this.#broken,
      withoutMetadata,
      uncut: this.#uncut,
    };
  }
}

function isJson(text: string): boolean {
  try {
    parseJson(text);
    return true;
  } catch {
    // Bare NaN, or damaged before: nothing is to be compared.
    return false;
  }
}

function partOf(subject: ExportSubject): ExportPart | null {
  return subject.kind === 'records' ? subject.part : null;
}

function cellsOf(subject: ExportSubject, text: string): readonly Cell[] {
  const row = parseJson(text);
  if (subject.kind !== 'table' || !isObject(row)) return [];
  return subject.header.map((name) => {
    const cell = member(row, name);
    return typeof cell === 'string' || typeof cell === 'number' ? cell : null;
  });
}

/** A part that was cut out stands alone in its record; one that could not be is picked by its nodes. */
function* documentOf(
  { text, line, metadata, uncut }: SubjectText,
  part: ExportPart | null,
  form: DocumentForm,
): Generator<string, void, undefined> {
  const bytes = new TextEncoder().encode(text);
  const parsed = parseRecord(
    { kind: 'record', line, byte: 0, bytes, terminated: true, repaired: false },
    'skip',
  );
  if (parsed.value === undefined) return;
  const legacy = metadata === null ? null : readLegacyMetadata(metadata);
  const reading = readRecord(parsed.value, { line, byte: 0, metadata: legacy });
  if (reading.kind !== 'episode') return;
  const { episode } = reading;
  yield `${episodeHead(episode, form)}\n`;
  for (const [index, trace] of episode.traces.entries()) {
    if (uncut && part !== null && index !== part.trace) continue;
    yield* transcriptOf(trace, uncut ? (part?.nodes ?? null) : null, form);
  }
}
