/**
 * What a terminal would show in the end: colours and weights as spans, carriage returns and cursor movements carried out,
 * titles and links dropped. One pass, no backtracking; a sequence that is cut off at the end shows nothing. The text as
 * written is the caller's to keep.
 */

/** A colour of the terminal: 0–255 of the palette, or red, green and blue. */
export type AnsiColour =
  { readonly kind: 'palette'; readonly index: number } | { readonly kind: 'rgb'; readonly css: string };

export interface AnsiStyle {
  readonly foreground: AnsiColour | null;
  readonly background: AnsiColour | null;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly strike: boolean;
  readonly reverse: boolean;
}

export interface AnsiSpan {
  readonly text: string;
  readonly style: AnsiStyle;
}

export const PLAIN: AnsiStyle = {
  foreground: null,
  background: null,
  bold: false,
  dim: false,
  italic: false,
  underline: false,
  strike: false,
  reverse: false,
};

/** Movements beyond this column or line are taken as this far: hostile numbers must not reserve memory. */
const FARTHEST = 2000;

export function hasAnsi(text: string): boolean {
  // eslint-disable-next-line no-control-regex -- controls are what is looked for
  return /\u001b[[\]PX^_()#=>78cDEHMNOZ]|\u009b|\r(?!\n)|[^\n]\u0008/.test(text);
}

/** Lines of spans. */
export function terminalText(text: string): readonly (readonly AnsiSpan[])[] {
  const screen = new Screen();
  let at = 0;
  while (at < text.length) {
    const next = nextControl(text, at);
    if (next > at) screen.write(text.slice(at, next));
    if (next >= text.length) break;
    at = control(screen, text, next);
  }
  return screen.lines();
}

function nextControl(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x1b || code === 0x9b || code === 0x0d || code === 0x0a || code === 0x08) return at;
  }
  return text.length;
}

/** Carries out the control at `at` and answers where the text goes on. */
function control(screen: Screen, text: string, at: number): number {
  switch (text.charCodeAt(at)) {
    case 0x0a:
      screen.newLine();
      return at + 1;
    case 0x0d:
      screen.toColumn(0);
      return at + 1;
    case 0x08:
      screen.move(0, -1);
      return at + 1;
    case 0x9b:
      return sequence(screen, text, at + 1);
    default:
      return escape(screen, text, at + 1);
  }
}

function escape(screen: Screen, text: string, at: number): number {
  const kind = text[at];
  if (kind === undefined) return at;
  if (kind === '[') return sequence(screen, text, at + 1);
  // Titles, links and device strings run up to a bell or a terminator.
  if (kind === ']' || kind === 'P' || kind === 'X' || kind === '^' || kind === '_')
    return stringEnd(text, at + 1);
  if (kind === 'M') {
    screen.move(-1, 0);
    return at + 1;
  }
  if (kind === '(' || kind === ')' || kind === '#') return Math.min(text.length, at + 2);
  return at + 1;
}

function stringEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x07 || code === 0x9c) return at + 1;
    if (code === 0x1b) return text[at + 1] === '\\' ? at + 2 : at;
    // No terminal's title spans lines: the terminator was lost, and the text must not be.
    if (code === 0x0a) return at;
  }
  return text.length;
}

function sequence(screen: Screen, text: string, from: number): number {
  let at = from;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 0x40 && code <= 0x7e) break;
    // Something that no sequence holds: it was cut off here.
    if (code < 0x20 || code > 0x3f) return at;
  }
  const final = text[at];
  if (final === undefined) return text.length;
  const body = text.slice(from, Math.min(at, from + 256));
  if (!/^[?<=>]/.test(body)) act(screen, final, body);
  return at + 1;
}

function act(screen: Screen, final: string, body: string): void {
  if (final === 'm') {
    screen.restyle(body);
    return;
  }
  const numbers = numbersIn(body);
  const first = numbers[0] ?? null;
  const amount = Math.min(Math.max(1, first ?? 1), FARTHEST);
  switch (final) {
    case 'A':
      return screen.move(-amount, 0);
    case 'B':
      return screen.move(amount, 0);
    case 'C':
      return screen.move(0, amount);
    case 'D':
      return screen.move(0, -amount);
    case 'E':
      screen.toColumn(0);
      return screen.move(amount, 0);
    case 'F':
      screen.toColumn(0);
      return screen.move(-amount, 0);
    case 'G':
      return screen.toColumn(amount - 1);
    case 'K':
      return screen.eraseLine(first ?? 0);
    case 'J':
      return screen.eraseDisplay(first ?? 0);
    default:
      // Positions on a screen whose size is not known, and modes: nothing to show.
      return;
  }
}

function numbersIn(body: string): readonly (number | null)[] {
  return body.split(/[;:]/).map((part) => (part === '' ? null : Number.parseInt(part, 10)));
}

function styled(style: AnsiStyle, codes: readonly (number | null)[]): AnsiStyle {
  let next = style;
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] ?? 0;
    if (code === 0) next = PLAIN;
    else if (code === 1) next = { ...next, bold: true };
    else if (code === 2) next = { ...next, dim: true };
    else if (code === 3) next = { ...next, italic: true };
    else if (code === 4 || code === 21) next = { ...next, underline: true };
    else if (code === 7) next = { ...next, reverse: true };
    else if (code === 9) next = { ...next, strike: true };
    else if (code === 22) next = { ...next, bold: false, dim: false };
    else if (code === 23) next = { ...next, italic: false };
    else if (code === 24) next = { ...next, underline: false };
    else if (code === 27) next = { ...next, reverse: false };
    else if (code === 29) next = { ...next, strike: false };
    else if (code === 39) next = { ...next, foreground: null };
    else if (code === 49) next = { ...next, background: null };
    else if (code >= 30 && code <= 37) next = { ...next, foreground: { kind: 'palette', index: code - 30 } };
    else if (code >= 40 && code <= 47) next = { ...next, background: { kind: 'palette', index: code - 40 } };
    else if (code >= 90 && code <= 97) next = { ...next, foreground: { kind: 'palette', index: code - 82 } };
    else if (code >= 100 && code <= 107)
      next = { ...next, background: { kind: 'palette', index: code - 92 } };
    else if (code === 38 || code === 48) {
      const [colour, used] = extended(codes, at + 1);
      at += used;
      next = code === 38 ? { ...next, foreground: colour } : { ...next, background: colour };
    }
  }
  return next;
}

function extended(codes: readonly (number | null)[], at: number): readonly [AnsiColour | null, number] {
  if (codes[at] === 5) {
    const index = codes[at + 1] ?? 0;
    return [index >= 0 && index <= 255 ? { kind: 'palette', index } : null, 2];
  }
  if (codes[at] === 2) {
    const parts = [codes[at + 1], codes[at + 2], codes[at + 3]].map((part) =>
      Math.min(255, Math.max(0, part ?? 0)),
    );
    return [{ kind: 'rgb', css: `rgb(${parts.join(' ')})` }, 4];
  }
  return [null, 0];
}

/** Text of one style; a line is a list of them. */
interface Run {
  text: string;
  style: AnsiStyle;
}

class Screen {
  style: AnsiStyle = PLAIN;
  /** Equal styles are one object, and the way from one to the next is worked out once: logs repeat a few of them. */
  readonly #styles = new Map<string, AnsiStyle>();
  readonly #steps = new Map<AnsiStyle, Map<string, AnsiStyle>>();
  readonly #lines: Run[][] = [[]];
  #row = 0;
  #column = 0;
  /** Length of the present line, kept because nearly all writing appends. */
  #length = 0;

  restyle(body: string): void {
    const known = this.#steps.get(this.style)?.get(body);
    if (known !== undefined) {
      this.style = known;
      return;
    }
    const made = styled(this.style, numbersIn(body));
    const key = JSON.stringify(made);
    const next = made === PLAIN ? PLAIN : (this.#styles.get(key) ?? made);
    this.#styles.set(key, next);
    const steps = this.#steps.get(this.style) ?? new Map<string, AnsiStyle>();
    this.#steps.set(this.style, steps.set(body, next));
    this.style = next;
  }

  write(text: string): void {
    const line = this.#line();
    if (this.#column >= this.#length) {
      if (this.#column > this.#length) append(line, ' '.repeat(this.#column - this.#length), PLAIN);
      append(line, text, this.style);
      this.#length = this.#column + text.length;
    } else {
      const rest = slice(line, this.#column + text.length, Infinity);
      const kept = slice(line, 0, this.#column);
      append(kept, text, this.style);
      for (const run of rest) append(kept, run.text, run.style);
      this.#lines[this.#row] = kept;
      this.#length = Math.max(this.#length, this.#column + text.length);
    }
    this.#column += text.length;
  }

  newLine(): void {
    this.#column = 0;
    this.#goTo(this.#row + 1);
  }

  toColumn(column: number): void {
    this.#column = Math.min(column, FARTHEST);
  }

  move(rows: number, columns: number): void {
    this.#column = Math.max(0, Math.min(this.#column + columns, Math.max(FARTHEST, this.#length)));
    if (rows !== 0) this.#goTo(Math.max(0, Math.min(this.#row + rows, this.#lines.length - 1 + FARTHEST)));
  }

  eraseLine(mode: number): void {
    const line = this.#line();
    if (mode === 2) this.#lines[this.#row] = [];
    else if (mode === 1) {
      const blank: Run[] = [];
      append(blank, ' '.repeat(Math.min(this.#column, this.#length)), PLAIN);
      for (const run of slice(line, this.#column, Infinity)) append(blank, run.text, run.style);
      this.#lines[this.#row] = blank;
    } else this.#lines[this.#row] = slice(line, 0, this.#column);
    this.#length = lengthOf(this.#line());
  }

  eraseDisplay(mode: number): void {
    if (mode === 0) {
      this.eraseLine(0);
      this.#lines.length = this.#row + 1;
    } else if (mode === 2 || mode === 3) {
      // A program that clears its screen starts over; what it had printed is in the text as written.
      this.#lines.length = 1;
      this.#lines[0] = [];
      this.#row = 0;
      this.#column = 0;
      this.#length = 0;
    }
  }

  lines(): readonly (readonly AnsiSpan[])[] {
    return this.#lines;
  }

  #line(): Run[] {
    return this.#lines[this.#row] ?? [];
  }

  #goTo(row: number): void {
    while (this.#lines.length <= row) this.#lines.push([]);
    this.#row = row;
    this.#length = lengthOf(this.#line());
  }
}

function append(line: Run[], text: string, style: AnsiStyle): void {
  if (text === '') return;
  const last = line.at(-1);
  if (last !== undefined && last.style === style) last.text += text;
  else line.push({ text, style });
}

function lengthOf(line: readonly Run[]): number {
  let length = 0;
  for (const run of line) length += run.text.length;
  return length;
}

function slice(line: readonly Run[], from: number, to: number): Run[] {
  const kept: Run[] = [];
  let at = 0;
  for (const { text, style } of line) {
    const end = at + text.length;
    if (end > from && at < to) kept.push({ text: text.slice(Math.max(0, from - at), to - at), style });
    at = end;
  }
  return kept;
}
