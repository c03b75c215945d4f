/** Headers of zstd frames and blocks (RFC 8878): where each ends, and how large it is. It decompresses nothing. */

export const ZSTD_MAGIC = 0xfd2fb528;

export function isSkippableMagic(magic: number): boolean {
  return magic >= 0x184d2a50 && magic <= 0x184d2a5f;
}

export function isZstd(bytes: Uint8Array): boolean {
  if (bytes.length < 4) return false;
  const magic = new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true);
  return magic === ZSTD_MAGIC || isSkippableMagic(magic);
}

export interface FrameHeader {
  /** Bytes, the magic number included. */
  readonly length: number;
  readonly contentSize: number | null;
  readonly windowSize: number;
  readonly checksum: boolean;
}

/** `--long=29` is the most that is decompressed: the window must be held in memory. */
const LARGEST_WINDOW = 1 << 29;

/** The header at the start of `bytes`, or why it cannot be read. */
export function readFrameHeader(bytes: Uint8Array): FrameHeader | string {
  const flags = bytes[4] ?? 0;
  const single = (flags & 0x20) !== 0;
  const dictionaryBytes = [0, 1, 2, 4][flags & 3] ?? 0;
  const sizeBytes = [single ? 1 : 0, 2, 4, 8][flags >> 6] ?? 0;
  const dictionaryAt = single ? 5 : 6;
  const sizeAt = dictionaryAt + dictionaryBytes;
  const length = sizeAt + sizeBytes;
  if (bytes.length < length) return 'it ends inside a frame';
  if ((flags & 8) !== 0) return 'a frame of an unknown kind';
  if (number(bytes, dictionaryAt, dictionaryBytes) !== 0) return 'a frame needs a dictionary';
  const contentSize = sizeBytes === 0 ? null : number(bytes, sizeAt, sizeBytes) + (sizeBytes === 2 ? 256 : 0);
  const descriptor = bytes[5] ?? 0;
  const base = 2 ** (10 + (descriptor >> 3));
  const windowSize = single ? (contentSize ?? 0) : base + (base / 8) * (descriptor & 7);
  if (windowSize > LARGEST_WINDOW) {
    return `a frame needs a window of ${windowSize} bytes, more than the ${LARGEST_WINDOW} that are allowed`;
  }
  return { length, contentSize, windowSize, checksum: (flags & 4) !== 0 };
}

/** Whether the frame is so small that its content may be held whole. */
export function isSmall({ contentSize }: FrameHeader): boolean {
  return contentSize !== null && contentSize <= WHOLE_BYTES;
}

const WHOLE_BYTES = 8 * 1024 * 1024;

export interface Block {
  /** Its header of three bytes included. */
  readonly length: number;
  readonly last: boolean;
}

export function walkBlock(bytes: Uint8Array, at: number): Block | 'reserved' {
  const header = number(bytes, at, 3);
  const kind = (header >> 1) & 3;
  if (kind === 3) return 'reserved';
  return { length: 3 + (kind === 1 ? 1 : header >> 3), last: (header & 1) === 1 };
}

function number(bytes: Uint8Array, at: number, length: number): number {
  let value = 0;
  for (let i = length - 1; i >= 0; i -= 1) value = value * 256 + (bytes[at + i] ?? 0);
  return value;
}
