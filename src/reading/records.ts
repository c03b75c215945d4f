/**
 * Bytes → records: numbered lines of JSONL, elements of an array, or documents one behind another, each with its place.
 * It refuses to know what is inside a record.
 */
import type { Diagnostic } from '../model/diagnostic';
import type { Container, ContainerRepair } from './container';
import { DocumentSplitter } from './json-documents';
import { LineSplitter } from './lines';
import type { FoundRecord } from './raw-record';
import { CHUNK_BYTES, chunksOf, unreadable, UnreadableSource } from './source';
import type { ByteSource } from './source';

export type { FoundRecord, RawRecord } from './raw-record';

export interface RecordOptions {
  /** In bytes; injectable for tests. */
  readonly longest?: number;
  readonly chunkBytes?: number;
  /**
   * Told of damage that shows only while reading: the source's, the compression's, an array's. Without it a source that
   * cannot be read throws `UnreadableSource`, and the other two go unsaid.
   */
  readonly report?: (found: Diagnostic) => void;
}

/** All records of a container, those of one chunk at a time: asking for each by itself costs as much as parsing a small one. */
export async function* batchesOf(
  container: Container,
  options: RecordOptions = {},
): AsyncGenerator<readonly FoundRecord[], void, undefined> {
  const { report = ignore } = options;
  const { contentStart: byte, repair: repaired, kinds } = container;
  const longest = options.longest === undefined ? {} : { longest: options.longest };
  const splitter =
    kinds.at(-1) === 'json'
      ? new DocumentSplitter({ byte, repaired, report, ...longest })
      : new LineSplitter({ byte, repaired, ...longest });
  for await (const chunk of container.open(options.report)) yield splitter.push(chunk);
  yield splitter.end();
}

export async function* recordsOf(
  container: Container,
  options: RecordOptions = {},
): AsyncGenerator<FoundRecord, void, undefined> {
  for await (const batch of batchesOf(container, options)) yield* batch;
}

export interface RangeEnd {
  /** Lines that start in the range, blank ones included. */
  readonly lines: number;
}

export interface RangeOptions extends RecordOptions {
  /** As the container says. */
  readonly contentStart?: number;
  readonly repair?: ContainerRepair;
}

/**
 * The records whose first byte lies in [start, end) of plain JSONL. Reads past `end` to finish the last one and skips the
 * line that an earlier range began. Any cutting of a file gives the same records.
 */
export async function* batchesInRange(
  source: ByteSource,
  start: number,
  end: number,
  options: RangeOptions = {},
): AsyncGenerator<readonly FoundRecord[], RangeEnd, undefined> {
  const { contentStart = 0, repair = 'none', chunkBytes = CHUNK_BYTES, report } = options;
  const from = Math.max(start, contentStart);
  const until = Math.min(end, source.size);
  if (from >= until) return { lines: 0 };
  try {
    const first = from === contentStart ? from : await firstLineIn(source, from, until, chunkBytes);
    if (first === null) return { lines: 0 };
    const repaired = repair === 'first-line' && first !== contentStart ? 'none' : repair;
    const longest = options.longest === undefined ? {} : { longest: options.longest };
    const splitter = new LineSplitter({ byte: first, repaired, ...longest });
    return { lines: yield* linesUntil(splitter, source, first, until, chunkBytes) };
  } catch (error) {
    if (report === undefined || !(error instanceof UnreadableSource)) throw error;
    report(unreadable(error));
    return { lines: 0 };
  }
}

/** The same, one by one. */
export async function* recordsInRange(
  source: ByteSource,
  start: number,
  end: number,
  options: RangeOptions = {},
): AsyncGenerator<FoundRecord, RangeEnd, undefined> {
  const batches = batchesInRange(source, start, end, options);
  for (;;) {
    const step = await batches.next();
    if (step.done === true) return step.value;
    yield* step.value;
  }
}

/** Lines of the range in whole chunks, then small ones until the last line is finished. */
async function* linesUntil(
  splitter: LineSplitter,
  source: ByteSource,
  first: number,
  until: number,
  chunkBytes: number,
): AsyncGenerator<readonly FoundRecord[], number, undefined> {
  for await (const chunk of chunksOf(source, first, until, chunkBytes)) yield splitter.push(chunk);
  const { lines } = splitter;
  if (splitter.lineStart === until) return lines;
  const tail = Math.min(chunkBytes, TAIL_BYTES);
  for (let at = until, step = tail; at < source.size; at += step, step = Math.min(step * 2, chunkBytes)) {
    for await (const chunk of chunksOf(source, at, Math.min(at + step, source.size), step)) {
      const feed = chunk.indexOf(LINE_FEED);
      yield splitter.push(feed === -1 ? chunk : chunk.subarray(0, feed + 1));
      if (feed !== -1) return lines;
    }
  }
  yield splitter.end();
  return lines;
}

/** Offset of the first line that begins in [from, until), or null. */
async function firstLineIn(
  source: ByteSource,
  from: number,
  until: number,
  chunkBytes: number,
): Promise<number | null> {
  let at = from - 1;
  for await (const chunk of chunksOf(source, at, until, Math.min(chunkBytes, TAIL_BYTES))) {
    const feed = chunk.indexOf(LINE_FEED);
    if (feed !== -1) return at + feed + 1 < until ? at + feed + 1 : null;
    at += chunk.length;
  }
  return null;
}

const LINE_FEED = 0x0a;

/** Records are mostly shorter: little is read twice where ranges meet. */
const TAIL_BYTES = 64 * 1024;

function ignore(): void {
  // See `report`.
}
