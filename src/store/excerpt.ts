/** A little text out of many bytes, for the jump to a raw record. It refuses to know what the text says. */
import { failed, ok, type Result } from '../model/result';

export interface Excerpt {
  readonly text: string;
  /** True where the record goes on after `text`. */
  readonly cut: boolean;
}

const LINE_FEED = 0x0a;

/** From `byte` on, at most `limit` bytes; with `lines` no further than the line's end. */
export async function excerptOf(
  blob: Blob,
  byte: number,
  limit: number,
  lines: boolean,
): Promise<Result<Excerpt, string>> {
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await blob.slice(byte, byte + limit).arrayBuffer());
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error));
  }
  const lineEnd = lines ? bytes.indexOf(LINE_FEED) : -1;
  const cut = lineEnd < 0 && byte + bytes.length < blob.size;
  const shown = lineEnd < 0 ? bytes : bytes.subarray(0, lineEnd);
  // A character that the limit cut in two is left out; within the text, invalid bytes are shown as U+FFFD.
  return ok({ text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(shown, { stream: cut }), cut });
}
