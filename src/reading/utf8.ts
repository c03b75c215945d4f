/** What the decoder does not say about UTF-8: where the first invalid byte is. It refuses to decode. */

export function hasByteOrderMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

/** Index of the first byte that begins no valid character, or null. */
export function firstInvalidUtf8(bytes: Uint8Array): number | null {
  let at = 0;
  while (at < bytes.length) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) {
      at += 1;
      continue;
    }
    const end = endOfCharacter(bytes, at);
    if (end === -1) return at;
    at = end;
  }
  return null;
}

/** Index behind the character of several bytes that begins here, or -1 where none does. */
export function endOfCharacter(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  const length = lengthOf(lead);
  // Behind the last byte there are none, and 0 continues no character.
  if (length === 0 || !isSecond(lead, bytes[at + 1] ?? 0)) return -1;
  if (length > 2 && !isContinuation(bytes[at + 2] ?? 0)) return -1;
  if (length > 3 && !isContinuation(bytes[at + 3] ?? 0)) return -1;
  return at + length;
}

function lengthOf(lead: number): number {
  if (lead >= 0xc2 && lead <= 0xdf) return 2;
  if (lead >= 0xe0 && lead <= 0xef) return 3;
  return lead >= 0xf0 && lead <= 0xf4 ? 4 : 0;
}

/** The second byte rules out overlong forms, surrogates, and what lies beyond U+10FFFF. */
function isSecond(lead: number, byte: number): boolean {
  if (lead === 0xe0) return byte >= 0xa0 && byte <= 0xbf;
  if (lead === 0xed) return byte >= 0x80 && byte <= 0x9f;
  if (lead === 0xf0) return byte >= 0x90 && byte <= 0xbf;
  if (lead === 0xf4) return byte >= 0x80 && byte <= 0x8f;
  return isContinuation(byte);
}

function isContinuation(byte: number): boolean {
  return byte >= 0x80 && byte <= 0xbf;
}
