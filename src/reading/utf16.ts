/** UTF-16 → UTF-8 as a stream; a surrogate without its other half becomes U+FFFD. It refuses to know byte order marks. */

export type Endian = 'little' | 'big';

export class Utf16Decoder {
  /** Where in a unit the low byte lies. */
  readonly #low: 0 | 1;
  /** A unit of which only the first byte has come. */
  #odd: number | null = null;
  #high = 0;
  /** Surrogates without their other half, and a last byte alone. */
  #broken = 0;

  constructor(endian: Endian) {
    this.#low = endian === 'little' ? 0 : 1;
  }

  get broken(): number {
    return this.#broken;
  }

  push(chunk: Uint8Array): Uint8Array<ArrayBuffer> {
    const utf8 = new Uint8Array((chunk.length + 4) * 2);
    let to = 0;
    let at = 0;
    if (this.#odd !== null && chunk.length > 0) {
      to = this.#unit(this.#unitOf(this.#odd, chunk[0] ?? 0), utf8, to);
      this.#odd = null;
      at = 1;
    }
    for (; at + 1 < chunk.length; at += 2) {
      const unit = this.#unitOf(chunk[at] ?? 0, chunk[at + 1] ?? 0);
      if (unit < 0x80 && this.#high === 0) utf8[to++] = unit;
      else to = this.#unit(unit, utf8, to);
    }
    if (at < chunk.length) this.#odd = chunk[at] ?? 0;
    return utf8.subarray(0, to);
  }

  end(): Uint8Array<ArrayBuffer> {
    const utf8 = new Uint8Array(6);
    let to = 0;
    if (this.#high !== 0) to = this.#replace(utf8, to);
    if (this.#odd !== null) to = this.#replace(utf8, to);
    this.#high = 0;
    this.#odd = null;
    return utf8.subarray(0, to);
  }

  #unitOf(first: number, second: number): number {
    return this.#low === 0 ? first | (second << 8) : (first << 8) | second;
  }

  #unit(unit: number, utf8: Uint8Array, from: number): number {
    let to = from;
    const isLow = unit >= 0xdc00 && unit <= 0xdfff;
    if (this.#high !== 0) {
      const high = this.#high;
      this.#high = 0;
      if (isLow) return put(0x10000 + ((high - 0xd800) << 10) + (unit - 0xdc00), utf8, to);
      to = this.#replace(utf8, to);
    }
    if (unit >= 0xd800 && unit <= 0xdbff) {
      this.#high = unit;
      return to;
    }
    return isLow ? this.#replace(utf8, to) : put(unit, utf8, to);
  }

  #replace(utf8: Uint8Array, to: number): number {
    this.#broken += 1;
    return put(0xfffd, utf8, to);
  }
}

function put(code: number, utf8: Uint8Array, from: number): number {
  let to = from;
  if (code < 0x80) utf8[to++] = code;
  else if (code < 0x800) {
    utf8[to++] = 0xc0 | (code >> 6);
    utf8[to++] = 0x80 | (code & 0x3f);
  } else if (code < 0x10000) {
    utf8[to++] = 0xe0 | (code >> 12);
    utf8[to++] = 0x80 | ((code >> 6) & 0x3f);
    utf8[to++] = 0x80 | (code & 0x3f);
  } else {
    utf8[to++] = 0xf0 | (code >> 18);
    utf8[to++] = 0x80 | ((code >> 12) & 0x3f);
    utf8[to++] = 0x80 | ((code >> 6) & 0x3f);
    utf8[to++] = 0x80 | (code & 0x3f);
  }
  return to;
}
