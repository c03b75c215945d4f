/**
 * The first guess at a run's identity, known long before its bytes have been read: sizes, heads and tails of its sources
 * in order. Equal on every machine; two runs that share it are told apart by their digests.
 */
import { digestOfBlock } from '../../reading/block-digest';
import type { ImportAnswer, NamedBlob } from './protocol';

const END_BYTES = 64 * 1024;
const FINGERPRINT_LENGTH = 12;

export async function fingerprint(sources: readonly NamedBlob[], signal: AbortSignal): Promise<ImportAnswer> {
  const digests: Uint8Array<ArrayBuffer>[] = [];
  for (const { blob } of sources) {
    signal.throwIfAborted();
    const size = new BigUint64Array([BigInt(blob.size)]);
    const ends = new Blob([size, blob.slice(0, END_BYTES), blob.slice(Math.max(0, blob.size - END_BYTES))]);
    digests.push(await digestOfBlock(new Uint8Array(await ends.arrayBuffer())));
  }
  const joined = new Uint8Array(await new Blob(digests).arrayBuffer());
  const hex = [...(await digestOfBlock(joined))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return { kind: 'fingerprint', fingerprint: hex.slice(0, FINGERPRINT_LENGTH) };
}
