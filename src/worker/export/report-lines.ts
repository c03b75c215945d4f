/**
 * A report that has been written, line by line: each line made JSON by itself, so that what it holds is found by its
 * structure, and brought back to what it was. It knows the report's form, and nothing of what it says.
 */
import { textOf } from '../../reading/json-text';

interface ReportLine {
  /** How many episodes there are up to here, with this one. */
  readonly line: number;
  /** JSON. */
  readonly text: string;
  /** Of an episode, not of a file as a whole. */
  readonly isEpisode: boolean;
  /** Up to where the report has been read. */
  readonly byte: number;
  /** The line again, with its end, from what `text` became. */
  readonly inFile: (text: string) => string;
}

const SLICE_BYTES = 1024 * 1024;
/** What makes a line JSON that goes on from another, or is gone on with. */
const OPENING = '{"_":[';
const CLOSING = ']}';

export async function* reportLines(content: Blob): AsyncGenerator<ReportLine, void, undefined> {
  let rest: Uint8Array[] = [];
  let episodes = 0;
  for (let at = 0; at < content.size; at += SLICE_BYTES) {
    const slice = new Uint8Array(await content.slice(at, at + SLICE_BYTES).arrayBuffer());
    let from = 0;
    for (let end = slice.indexOf(0x0a); end >= 0; end = slice.indexOf(0x0a, from)) {
      const text = textOf(joined([...rest, slice.subarray(from, end)]));
      const one = framed(text, '\n', episodes, at + end + 1);
      if (one.isEpisode) episodes += 1;
      yield one;
      rest = [];
      from = end + 1;
    }
    if (from < slice.length) rest.push(slice.subarray(from));
  }
  if (rest.length > 0) yield framed(textOf(joined(rest)), '', episodes, content.size);
}

function framed(whole: string, feed: string, episodes: number, byte: number): ReportLine {
  const comma = whole.endsWith(',') ? ',' : '';
  const body = whole.slice(0, whole.length - comma.length);
  const before = body.startsWith(']') ? OPENING : '';
  const after = body.endsWith('[') ? CLOSING : '';
  const isEpisode = before === '' && after === '';
  return {
    line: isEpisode ? episodes + 1 : Math.max(1, episodes),
    text: before + body + after,
    isEpisode,
    byte,
    inFile: (text) => text.slice(before.length, text.length - after.length) + comma + feed,
  };
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    out.set(piece, at);
    at += piece.length;
  }
  return out;
}
