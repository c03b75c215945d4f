/**
 * The first guess at a run's identity, known long before its bytes have been read: sizes, heads and tails of its sources
 * in order. Equal on every machine; two runs that share it are told apart by their digests.
 */
import { hexOf, sha256OfBytes } from '../../analysis/sha256';
import { inLanes } from './lanes';
import type { ImportAnswer, NamedBlob } from './protocol';

const END_BYTES = 64 * 1024;
const FINGERPRINT_LENGTH = 12;
/** A folder may hold thousands of small files, and each read waits for the browser. */
const READS_AT_ONCE = 8;

export async function fingerprint(sources: readonly NamedBlob[], signal: AbortSignal): Promise<ImportAnswer> {
  const digests = await inLanes(sources, READS_AT_ONCE, async ({ blob }) => {
    signal.throwIfAborted();
    return sha256OfBytes(await endsOf(blob));
  });
  const joined = new Uint8Array(await new Blob(digests).arrayBuffer());
  const whole = hexOf(await sha256OfBytes(joined));
  return { kind: 'fingerprint', fingerprint: whole.slice(0, FINGERPRINT_LENGTH) };
}

async function endsOf(blob: Blob): Promise<Uint8Array<ArrayBuffer>> {
  const size = new DataView(new ArrayBuffer(8));
  size.setBigUint64(0, BigInt(blob.size), true);
  try {
    const ends = [size, blob.slice(0, END_BYTES), blob.slice(Math.max(0, blob.size - END_BYTES))];
    return new Uint8Array(await new Blob(ends).arrayBuffer());
  } catch {
    // One file that cannot be read is no reason to refuse the others; its own reading will say what is wrong with it.
    return new Uint8Array(size.buffer);
  }
}
