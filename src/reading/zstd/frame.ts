/** Headers of zstd frames and of their blocks (RFC 8878, 3.1.1.1 and 3.1.1.2). It decompresses nothing. */

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

export const LONGEST_HEADER = 18;

/** `--long` and `--ultra -22` ask for this much and no more without being told; it is held in memory one and a half times. */
const LARGEST_WINDOW = 128 * 1024 * 1024;

/** The header at the start of `bytes`, or why it cannot be read. */
export function readFrameHeader(bytes: Uint8Array): FrameHeader | string {
  const flags = bytes[4] ?? 0;
  const single = (flags & 0x20) !== 0;
  const dictionaryBytes = [0, 1, 2, 4][flags & 3] ?? 0;
  const sizeBytes = [single ? 1 : 0, 2, 4, 8][flags >> 6] ?? 0;
  const dictionaryAt = single ? 5 : 6;
  const sizeAt = dictionaryAt + dictionaryBytes;
  const length = sizeAt + sizeBytes;
  if (bytes.length < Math.max(length, SHORTEST_HEADER)) return 'it is cut short';
  if ((flags & 8) !== 0) return 'it is of an unknown kind';
  const dictionary = number(bytes, dictionaryAt, dictionaryBytes);
  if (dictionary !== 0) return `it needs the dictionary ${dictionary}, and dictionaries are not supported`;
  const contentSize = sizeBytes === 0 ? null : number(bytes, sizeAt, sizeBytes) + (sizeBytes === 2 ? 256 : 0);
  const descriptor = bytes[5] ?? 0;
  const base = 2 ** (10 + (descriptor >> 3));
  const windowSize = single ? (contentSize ?? 0) : base + (base / 8) * (descriptor & 7);
  if (windowSize > LARGEST_WINDOW) {
    return `it needs a window of ${windowSize} bytes, more than the ${LARGEST_WINDOW} that are allowed`;
  }
  return { length, contentSize, windowSize, checksum: (flags & 4) !== 0 };
}

const SHORTEST_HEADER = 6;

/** No block is larger, neither as it is stored nor in what it stands for. */
export const LARGEST_BLOCK = 128 * 1024;

export const BLOCK_HEADER = 3;

export interface BlockHeader {
  readonly kind: 'stored' | 'repeated' | 'compressed';
  readonly last: boolean;
  /** Of what follows the header. */
  readonly length: number;
  /** Of the content, except that of a compressed block, which nothing tells. */
  readonly size: number;
}

/** The header at the start of `bytes`, or why it cannot be read. */
export function readBlockHeader(bytes: Uint8Array): BlockHeader | string {
  const header = number(bytes, 0, BLOCK_HEADER);
  const kind = (['stored', 'repeated', 'compressed'] as const)[(header >> 1) & 3];
  const size = header >> 3;
  if (kind === undefined) return 'a block is of an unknown kind';
  if (size > LARGEST_BLOCK) return `a block of ${size} bytes is larger than allowed`;
  return { kind, last: (header & 1) === 1, length: kind === 'repeated' ? 1 : size, size };
}

function number(bytes: Uint8Array, at: number, length: number): number {
  let value = 0;
  for (let i = length - 1; i >= 0; i -= 1) value = value * 256 + (bytes[at + i] ?? 0);
  return value;
}
