/** The CRC-32 of gzip, fed in pieces. It refuses to know where the expected value is. */

const TABLES = tables();

/** Eight tables, so that eight bytes are taken at a time. */
function tables(): Int32Array {
  const all = new Int32Array(256 * 8);
  for (let byte = 0; byte < 256; byte += 1) {
    let value = byte;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
    all[byte] = value;
  }
  for (let at = 256; at < all.length; at += 1) {
    const before = all[at - 256] ?? 0;
    all[at] = (before >>> 8) ^ (all[before & 255] ?? 0);
  }
  return all;
}

/** Byte order of this machine decides whether words may be read as they lie. */
const LITTLE = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

export class Crc32 {
  #value = -1;

  get value(): number {
    return ~this.#value >>> 0;
  }

  push(bytes: Uint8Array): void {
    const aligned = LITTLE ? Math.min((4 - (bytes.byteOffset & 3)) & 3, bytes.length) : bytes.length;
    let value = byteByByte(this.#value, bytes, 0, aligned);
    const words = new Int32Array(
      bytes.buffer,
      LITTLE ? bytes.byteOffset + aligned : 0,
      LITTLE ? (bytes.length - aligned) >> 2 : 0,
    );
    const pairs = words.length & ~1;
    // Every index is below the table's length, so `?? 0` never takes effect.
    for (let at = 0; at < pairs; at += 2) {
      const left = value ^ (words[at] ?? 0);
      const right = words[at + 1] ?? 0;
      value =
        (TABLES[1792 + (left & 255)] ?? 0) ^
        (TABLES[1536 + ((left >>> 8) & 255)] ?? 0) ^
        (TABLES[1280 + ((left >>> 16) & 255)] ?? 0) ^
        (TABLES[1024 + (left >>> 24)] ?? 0) ^
        (TABLES[768 + (right & 255)] ?? 0) ^
        (TABLES[512 + ((right >>> 8) & 255)] ?? 0) ^
        (TABLES[256 + ((right >>> 16) & 255)] ?? 0) ^
        (TABLES[right >>> 24] ?? 0);
    }
    this.#value = byteByByte(value, bytes, aligned + pairs * 4, bytes.length);
  }
}

function byteByByte(start: number, bytes: Uint8Array, from: number, to: number): number {
  let value = start;
  for (let at = from; at < to; at += 1) {
    value = (value >>> 8) ^ (TABLES[(value ^ (bytes[at] ?? 0)) & 255] ?? 0);
  }
  return value;
}
