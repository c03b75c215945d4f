/**
 * A directory of sessions as one document: its files in order, each line as it was written. So it can be opened, searched,
 * shown raw and pointed into like any other record. It refuses to know what the lines say.
 */
import type { Json, JsonObject } from '../../model/json';
import { isArray, isObject } from '../../model/json';
import type { Container } from '../container';
import { recogniseContainer } from '../container';
import { compactJson } from '../embedded-json';
import { parseRecord } from '../json-text';
import { recordsOf } from '../records';
import { refusalOf } from '../refusal';
import type { ByteSource } from '../source';
import { UnreadableSource } from '../source';
import type { SessionGroup } from './groups';
import type { SessionPart } from './parts';

const FORMAT = 'wirescope/sessions';
const VERSION = 1;
/** Of all files of one directory: the document is held as a whole. */
export const MOST_BYTES = 256 * 1024 * 1024;

export interface BundledFile {
  readonly folder: string;
  readonly file: string;
  readonly part: SessionPart;
  /** A line that is no JSON is a text; one that is blank an empty text. */
  readonly lines: readonly Json[];
  /** The last line had no line feed: it may still have been being written. */
  readonly unterminated: boolean;
  /** Position in the document. */
  readonly at: number;
}

export interface Bundle {
  readonly name: string;
  readonly files: readonly BundledFile[];
}

export interface OpenPart {
  readonly source: ByteSource;
  readonly close: () => Promise<void>;
}

/**
 * Null where the files are larger together than may be held. They are opened one after another: a tree may have more of them than
 * a system lets be open. One that cannot be read is told of where it is read for itself; here it ends where it ends.
 */
export async function bundleOf(
  { name, members }: Pick<SessionGroup, 'name' | 'members'>,
  open: (at: number) => Promise<OpenPart | null>,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const pieces: Uint8Array[] = [];
  const encoder = new TextEncoder();
  const write = (text: string) => pieces.push(encoder.encode(text));
  let bytes = 0;
  write(`{"format":"${FORMAT}","version":${VERSION},"name":${JSON.stringify(name)},"files":[`);
  for (const [index, { at, folder, file, part }] of members.entries()) {
    const opened = await open(at);
    try {
      bytes += opened?.source.size ?? 0;
      if (bytes > MOST_BYTES) return null;
      const head = JSON.stringify({ folder, file, part });
      write(`${index === 0 ? '' : ','}${head.slice(0, -1)},"lines":[`);
      const unterminated = opened !== null && (await writeLines(opened.source, pieces, write));
      write(`],"unterminated":${unterminated}}`);
    } finally {
      await opened?.close();
    }
  }
  write(']}');
  return joined(pieces);
}

async function writeLines(
  source: ByteSource,
  pieces: Uint8Array[],
  write: (text: string) => void,
): Promise<boolean> {
  const container = await recognised(source);
  if (container === null || refusalOf(container) !== null) return false;
  const isLines = container.kinds.at(-1) === 'jsonl';
  let next = 1;
  let unterminated = false;
  for await (const found of recordsOf(container, { report: () => undefined })) {
    // Blank lines are counted, so that the position of a line is its number.
    for (; isLines && next < found.line; next += 1) write(next === 1 ? '""' : ',""');
    if (next > 1) write(',');
    next += 1;
    if (found.kind === 'overlong') {
      write(JSON.stringify(found.snippet));
      continue;
    }
    unterminated = isLines && !found.terminated;
    const { value, repaired } = parseRecord(found, 'keep');
    if (value === undefined) write(JSON.stringify(new TextDecoder().decode(found.bytes)));
    else if (repaired) write(compactJson(value));
    // Spelling and all: numbers are written in more ways than one.
    else pieces.push(found.bytes.slice());
  }
  return unterminated;
}

async function recognised(source: ByteSource): Promise<Container | null> {
  try {
    return await recogniseContainer(source);
  } catch (error) {
    if (error instanceof UnreadableSource) return null;
    throw error;
  }
}

function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  let size = 0;
  for (const piece of pieces) size += piece.length;
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

export function isBundle(value: JsonObject): boolean {
  return value.format === FORMAT && isArray(value.files);
}

const PARTS: readonly SessionPart[] = ['meta', 'messages', 'inbox', 'tool_calls', 'transcript', 'ledger'];

/** Of our own making, but it comes out of a file like everything else. */
export function readBundle(value: JsonObject): Bundle {
  const files = isArray(value.files) ? value.files : [];
  return {
    name: typeof value.name === 'string' ? value.name : '',
    files: files.flatMap((raw, at): readonly BundledFile[] => {
      if (!isObject(raw)) return [];
      const part = PARTS.find((one) => one === raw.part);
      if (part === undefined) return [];
      return [
        {
          folder: typeof raw.folder === 'string' ? raw.folder : '',
          file: typeof raw.file === 'string' ? raw.file : '',
          part,
          lines: isArray(raw.lines) ? raw.lines : [],
          unterminated: raw.unterminated === true,
          at,
        },
      ];
    }),
  };
}
