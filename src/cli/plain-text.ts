/** Text from a trace made fit for a terminal: no control characters, no reordering, a width that columns can rely on. */

/** Controls, and the marks that reorder or hide text; a terminal would obey them. */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\u200b\u2060-\u2064\ufeff]/gu;

export function plain(text: string): string {
  return text.replace(UNSAFE, (unit) => (unit === '\n' || unit === '\t' ? ' ' : '\ufffd'));
}

/** Cells on a terminal: two for East Asian wide and pictures, none for marks that combine. */
export function widthOf(text: string): number {
  let width = 0;
  for (const sign of text) width += cellsOf(sign);
  return width;
}

const COMBINING = /^[\p{Mn}\p{Me}\p{Cf}]$/u;
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]$/u;

function cellsOf(sign: string): number {
  if (sign < '\u0300') return 1;
  return COMBINING.test(sign) ? 0 : WIDE.test(sign) ? 2 : 1;
}

/** Cut to a width with an ellipsis; never inside a character. */
export function fit(text: string, width: number): string {
  if (text.length <= width && widthOf(text) <= width) return text;
  let cut = '';
  let cells = 0;
  for (const sign of text) {
    cells += cellsOf(sign);
    if (cells > width - 1) break;
    cut += sign;
  }
  return `${cut}…`;
}

export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

export function padStart(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - widthOf(text))) + text;
}
