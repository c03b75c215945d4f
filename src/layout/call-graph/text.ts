/** How wide words are, roughly, and what of them fits: pictures are laid out where nothing can be measured. */

/** Width of one character of the interface face at 12 px, in pixels. A screen can measure; a layout has to guess. */
export type Measure = (character: string) => number;

export const guessWidth: Measure = (character) => {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x7f) {
    if (code === 0x20 || code === 0x2c || code === 0x2e || code === 0x27 || code === 0x7c) return 4;
    if ((code >= 0x69 && code <= 0x6c) || code === 0x74 || code === 0x66 || code === 0x72) return 4.4;
    if (code === 0x6d || code === 0x77 || code === 0x4d || code === 0x57) return 10.6;
    return code >= 0x41 && code <= 0x5a ? 8.6 : 7.2;
  }
  // East Asian scripts and pictures are about as wide as high.
  return code >= 0x1100 && code < 0xfb00 ? 12.2 : code > 0xffff ? 14 : 7.4;
};

export function textWidth(text: string, measure: Measure = guessWidth): number {
  let width = 0;
  for (const character of text) width += measure(character);
  return width;
}

/** The whole text, or its beginning and an ellipsis; nothing where not even two characters fit. */
export function fitText(text: string, room: number, measure: Measure = guessWidth): string {
  if (textWidth(text, measure) <= room) return text;
  let left = room - measure('…');
  let fitted = '';
  for (const character of text) {
    left -= measure(character);
    if (left < 0) break;
    fitted += character;
  }
  fitted = fitted.trimEnd();
  return fitted.length < 2 ? '' : `${fitted}…`;
}

/** What tells a lane from its neighbours where its whole name has no room: `1.2` of `sub 1.2`, `#4` of `branch #4`. */
export function shortLabel(label: string): string {
  const [place = label] = label.split(' · ');
  return place.replace(/^(?:sub|unlinked|branch) (?=[#\d…])/, '');
}
