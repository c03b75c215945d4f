/**
 * Gunzips a stream of one or several members, checking their checksums. The only file that knows fflate, which is loaded
 * when first needed; the platform's own decoder refuses a second member.
 */
import { Crc32 } from './crc32';
import { damaged, reasonOf } from './decompression';
import type { Report } from './decompression';

export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 8;
}

/** When a piece turns out damaged, all of its output is lost, so pieces are small; smaller ones cost time. */
const PIECE_BYTES = 16 * 1024;

/** CRC-32 and size modulo 2^32 stand behind each member. */
const FOOTER_BYTES = 8;

export async function* gunzip(
  chunks: AsyncIterable<Uint8Array>,
  report: Report,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const { Gunzip } = await import('fflate');
  const output: Uint8Array<ArrayBuffer>[] = [];
  const member = new Member();
  const tail = new Tail();
  let members = 0;
  const decoder = new Gunzip((data) => {
    member.push(data);
    if (data.length > 0) output.push(data);
  });
  decoder.onmember = (start) => {
    members += 1;
    if (!member.endsAs(tail.before(start)))
      report(damaged(`Member ${members} does not match its checksum`, start));
    member.reset();
  };
  const push = (piece: Uint8Array, last: boolean): boolean => {
    tail.push(piece);
    try {
      decoder.push(piece, last);
      return true;
    } catch (error) {
      report(damaged(`The gzip data is damaged: ${reasonOf(error)}`, tail.end));
      return false;
    }
  };
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
      const intact = push(chunk.subarray(at, at + PIECE_BYTES), false);
      yield* output.splice(0);
      if (!intact) return;
    }
  }
  const intact = push(new Uint8Array(0), true);
  yield* output.splice(0);
  if (intact && !member.endsAs(tail.before(tail.end))) {
    report(damaged('The gzip data is cut short, or its last member does not match its checksum', tail.end));
  }
}

class Member {
  #crc = new Crc32();
  #size = 0;

  push(data: Uint8Array): void {
    this.#crc.push(data);
    this.#size = (this.#size + data.length) >>> 0;
  }

  reset(): void {
    this.#crc = new Crc32();
    this.#size = 0;
  }

  endsAs(footer: Uint8Array): boolean {
    if (footer.length < FOOTER_BYTES) return false;
    const view = new DataView(footer.buffer, footer.byteOffset, FOOTER_BYTES);
    return view.getUint32(0, true) === this.#crc.value && view.getUint32(4, true) === this.#size;
  }
}

/** The pieces pushed last: as many as a header may span, and the footer before it. */
class Tail {
  #pieces: Uint8Array[] = [];
  #held = 0;
  #end = 0;

  get end(): number {
    return this.#end;
  }

  push(piece: Uint8Array): void {
    this.#pieces.push(piece);
    this.#held += piece.length;
    this.#end += piece.length;
    for (let first = this.#pieces[0]; first !== undefined; first = this.#pieces[0]) {
      if (this.#held - first.length < KEPT_BEFORE) break;
      this.#held -= first.length;
      this.#pieces.shift();
    }
  }

  /** The eight bytes before an offset of the compressed stream, or as many of them as there are. */
  before(offset: number): Uint8Array {
    const footer = new Uint8Array(FOOTER_BYTES);
    let at = this.#end;
    let missing = FOOTER_BYTES;
    for (const piece of this.#pieces.toReversed()) {
      at -= piece.length;
      while (missing > 0 && offset - FOOTER_BYTES + missing > at) {
        const index = offset - FOOTER_BYTES + missing - 1 - at;
        missing -= 1;
        footer[missing] = piece[index] ?? 0;
      }
    }
    return footer.subarray(missing);
  }
}

/** A footer is looked up when the header behind it has been read, and that carries a file name and a comment. */
const KEPT_BEFORE = 64 * 1024;
