/**
 * SHA-256 over the UTF-8 bytes of texts: WebCrypto where the page has a secure context, else a library that is loaded only
 * then. It refuses to know what the texts are.
 */
import { unreachable } from '../model/unreachable';

export type Sha256 = 'platform' | 'library';

/** Pages served over plain http from another host have no `crypto.subtle`. */
export function availableSha256(scope: { readonly crypto?: Pick<Crypto, 'subtle'> } = globalThis): Sha256 {
  const subtle: SubtleCrypto | undefined = scope.crypto?.subtle;
  return subtle === undefined ? 'library' : 'platform';
}

/** One digest of 32 bytes a text, in their order. Pass some hundred at a time: the platform works on them in parallel. */
export async function sha256(
  texts: readonly string[],
  by: Sha256 = availableSha256(),
): Promise<readonly Uint8Array[]> {
  const encoder = new TextEncoder();
  switch (by) {
    case 'platform': {
      const digests = texts.map((text) => crypto.subtle.digest('SHA-256', encoder.encode(text)));
      return (await Promise.all(digests)).map((digest) => new Uint8Array(digest));
    }
    case 'library': {
      const library = await import('@noble/hashes/sha2.js');
      return texts.map((text) => library.sha256(encoder.encode(text)));
    }
    default:
      return unreachable(by);
  }
}

/** Of bytes, one block at a time. */
export async function sha256OfBytes(
  bytes: Uint8Array<ArrayBuffer>,
  by: Sha256 = availableSha256(),
): Promise<Uint8Array<ArrayBuffer>> {
  switch (by) {
    case 'platform':
      return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
    case 'library': {
      const library = await import('@noble/hashes/sha2.js');
      return Uint8Array.from(library.sha256(bytes));
    }
    default:
      return unreachable(by);
  }
}

export function hexOf(digest: Uint8Array): string {
  let hex = '';
  for (const byte of digest) hex += byte.toString(16).padStart(2, '0');
  return hex;
}
