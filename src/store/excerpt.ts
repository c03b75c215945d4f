/** A little text out of many bytes, for the jump to a raw record. It refuses to know what the text says. */
import { failed, ok, type Result } from '../model/result';

export interface Excerpt {
  /** What leads up to the place, from the beginning of its line where that is near; a fault is often found at the end. */
  readonly before: string;
  readonly text: string;
  /** True where the record goes on after `text`. */
  readonly cut: boolean;
}

const LINE_FEED = 0x0a;

/** Bytes before the place that are looked at. */
const BEHIND = 4096;

/** From `byte` on, at most `limit` bytes, and what leads up to it; with `lines` both end where the line ends. */
export async function excerptOf(
  blob: Blob,
  byte: number,
  limit: number,
  lines: boolean,
): Promise<Result<Excerpt, string>> {
  const from = Math.max(0, byte - BEHIND);
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await blob.slice(from, byte + limit).arrayBuffer());
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error));
  }
  const behind = bytes.subarray(0, byte - from);
  const ahead = bytes.subarray(byte - from);
  const lineStart = lines ? behind.lastIndexOf(LINE_FEED) + 1 : 0;
  const lineEnd = lines ? ahead.indexOf(LINE_FEED) : -1;
  const cut = lineEnd < 0 && byte + ahead.length < blob.size;
  const shown = lineEnd < 0 ? ahead : ahead.subarray(0, lineEnd);
  const whole = lineStart > 0 || from === 0;
  return ok({
    before: decoded(whole ? behind.subarray(lineStart) : wholeCharacters(behind), false),
    text: decoded(shown, cut),
    cut,
  });
}

/** A character that the limit cut in two is left out; within the text, invalid bytes are shown as U+FFFD. */
function decoded(bytes: Uint8Array, cut: boolean): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: cut });
}

/** Without the rest of a character whose beginning lies before. */
function wholeCharacters(bytes: Uint8Array): Uint8Array {
  let start = 0;
  while (start < Math.min(3, bytes.length) && ((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1;
  return bytes.subarray(start);
}
