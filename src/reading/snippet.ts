/** A short readable piece of bytes around a place, for messages. It refuses to know what is wrong there. */

const AROUND = 40;

/** Up to forty bytes before and behind `at`, whole characters only, control characters as their pictures. */
export function snippetOf(bytes: Uint8Array, at: number): string {
  let from = Math.max(0, at - AROUND);
  let to = Math.min(bytes.length, at + AROUND);
  while (from > 0 && from < at && isContinuation(bytes[from])) from += 1;
  while (to < bytes.length && to > at && isContinuation(bytes[to])) to -= 1;
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(from, to));
  const shown = [...text].map(pictured).join('');
  return (from > 0 ? '…' : '') + shown + (to < bytes.length ? '…' : '');
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

/** Unicode has a picture for each control character: U+2400 and on. */
function pictured(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '\u2421' : character;
}
