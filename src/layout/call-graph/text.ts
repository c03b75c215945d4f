/** How wide words are, roughly, and what of them fits: pictures are laid out where nothing can be measured. */

/** Of the interface face at 12 px, in pixels. */
function characterWidth(code: number): number {
  if (code < 0x7f) {
    if (code === 0x20 || code === 0x2c || code === 0x2e || code === 0x27 || code === 0x7c) return 3.6;
    if ((code >= 0x69 && code <= 0x6c) || code === 0x74 || code === 0x66 || code === 0x72) return 4;
    if (code === 0x6d || code === 0x77 || code === 0x4d || code === 0x57) return 10;
    return code >= 0x41 && code <= 0x5a ? 8.2 : 6.8;
  }
  // East Asian scripts and pictures are about as wide as high.
  return code >= 0x1100 && code < 0xfb00 ? 12.2 : code > 0xffff ? 14 : 7.4;
}

const MONOSPACE = 7.3;

export function textWidth(text: string, monospace = false): number {
  let width = 0;
  for (const character of text) {
    const own = characterWidth(character.codePointAt(0) ?? 0);
    width += monospace && own < 12 ? MONOSPACE : own;
  }
  return width;
}

/** The whole text, or its beginning and an ellipsis; nothing where not even two characters fit. */
export function fitText(text: string, room: number, monospace = false): string {
  if (textWidth(text, monospace) <= room) return text;
  let left = room - 10;
  let fitted = '';
  for (const character of text) {
    left -= textWidth(character, monospace);
    if (left < 0) break;
    fitted += character;
  }
  fitted = fitted.trimEnd();
  return fitted.length < 2 ? '' : `${fitted}…`;
}
