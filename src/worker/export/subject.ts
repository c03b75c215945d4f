/** The chosen records or rows as JSON texts, one at a time: sliced, cut to the chosen part, brought onto one line. */
import type { JsonObject } from '../../model/json';
import { textOf } from '../../reading/json-text';
import { canCut, cutTrace } from './cut';
import { UnreadableSource } from '../../reading/source';
import type { ExportSource, ExportSubject } from './protocol';
import { reportLines } from './report-lines';
import type { Report } from './serve';

export interface SubjectText {
  /** Position among those chosen. */
  readonly index: number;
  readonly line: number;
  readonly text: string;
  readonly metadata: JsonObject | null;
  /** Counted as one. */
  readonly isRecord: boolean;
  /** What is written of it where its form stays, from what its text became. */
  readonly inFile: (text: string) => string;
  /** A part was asked for, and the record's form has none to cut. */
  readonly uncut: boolean;
}

const PLAIN = {
  metadata: null,
  isRecord: true,
  inFile: (text: string): string => `${text}\n`,
  uncut: false,
};

const PROGRESS_MILLISECONDS = 100;

export async function* textsOf(
  subject: ExportSubject,
  report: Report,
): AsyncGenerator<SubjectText, void, undefined> {
  if (subject.kind === 'table') {
    for (const [index, row] of subject.rows.entries()) {
      const cells = Object.fromEntries(subject.header.map((name, at) => [name, row[at] ?? null]));
      yield { ...PLAIN, index, line: index + 1, text: JSON.stringify(cells) };
    }
    return;
  }
  if (subject.kind === 'report') {
    for await (const { byte, isEpisode, ...one } of reportLines(subject.content)) {
      yield { ...PLAIN, ...one, index: one.line - 1, isRecord: isEpisode };
      report(byte, subject.content.size);
    }
    return;
  }
  const { records, sources, part } = subject;
  const total = records.length.reduce((sum, length) => sum + length, 0);
  let done = 0;
  let next = 0;
  for (let index = 0; index < records.length.length; index += 1) {
    const source = sources[records.source[index] ?? 0];
    const byte = records.byte[index] ?? 0;
    const length = records.length[index] ?? 0;
    if (source === undefined) continue;
    let bytes = await bytesOf(source, byte, length);
    const isCut = part !== null && canCut(bytes, part);
    if (isCut) bytes = new Uint8Array(cutTrace(bytes, part));
    yield {
      ...PLAIN,
      index,
      line: records.line[index] ?? 0,
      text: oneLine(textOf(bytes)),
      metadata: source.metadata,
      uncut: part !== null && !isCut,
    };
    done += length;
    if (performance.now() < next) continue;
    next = performance.now() + PROGRESS_MILLISECONDS;
    report(done, total);
  }
}

async function bytesOf(
  { path, content }: ExportSource,
  byte: number,
  length: number,
): Promise<Uint8Array<ArrayBuffer>> {
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = new Uint8Array(await content.slice(byte, byte + length).arrayBuffer());
  } catch (cause) {
    throw new UnreadableSource(`${path} could not be read at byte ${byte}`, { cause });
  }
  if (bytes.length !== length) throw new UnreadableSource(`${path} ended before byte ${byte + length}`);
  return bytes;
}

/** Line feeds of JSON stand between its tokens only; a comma behind the record and a byte order mark are left out. */
function oneLine(text: string): string {
  const whole = /[\r\n]/.test(text) ? text.replace(/[\r\n]+[ \t]*/g, '') : text;
  const start = whole.charCodeAt(0) === 0xfeff ? 1 : 0;
  const end = beforeBlanks(whole, start, whole.length);
  return whole.slice(start, whole.charAt(end - 1) === ',' ? end - 1 : end);
}

function beforeBlanks(text: string, start: number, end: number): number {
  let last = end;
  while (last > start && (text.charAt(last - 1) === ' ' || text.charAt(last - 1) === '\t')) last -= 1;
  return last;
}
