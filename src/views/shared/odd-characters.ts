/**
 * Characters that would act instead of being seen: controls, marks that turn the direction of text, blanks without width,
 * halves of pairs. A text is split into what can be shown as it is and what needs a sign. It changes nothing that is copied
 * by the copy buttons.
 */
export type Segment =
  | { readonly kind: 'text'; readonly text: string }
  /** `sign` is what is shown, `name` what it is. */
  | { readonly kind: 'odd'; readonly sign: string; readonly name: string };

// Line feed and tab are shown as themselves; joiners belong to scripts and emoji and stay.
const ODD =
  // eslint-disable-next-line no-control-regex -- controls are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const ODD_ALL = new RegExp(ODD, 'g');

/** As every table of ASCII abbreviates them. */
const CONTROLS =
  'NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US'.split(
    ' ',
  );

const NAMES: Readonly<Record<number, string>> = {
  0x00: 'null',
  0x07: 'bell',
  0x08: 'backspace',
  0x0b: 'vertical tab',
  0x0c: 'form feed',
  0x0d: 'carriage return',
  0x1b: 'escape',
  0x7f: 'delete',
  0xad: 'soft hyphen',
  0x061c: 'Arabic letter mark',
  0x200b: 'zero-width space',
  0x200e: 'left-to-right mark',
  0x200f: 'right-to-left mark',
  0x2028: 'line separator',
  0x2029: 'paragraph separator',
  0x202a: 'left-to-right embedding',
  0x202b: 'right-to-left embedding',
  0x202c: 'pop directional formatting',
  0x202d: 'left-to-right override',
  0x202e: 'right-to-left override',
  0x2060: 'word joiner',
  0x2066: 'left-to-right isolate',
  0x2067: 'right-to-left isolate',
  0x2068: 'first strong isolate',
  0x2069: 'pop directional isolate',
  0xfeff: 'byte order mark',
};

export function segmentsOf(text: string): readonly Segment[] {
  if (!ODD.test(text)) return text === '' ? [] : [{ kind: 'text', text }];
  const segments: Segment[] = [];
  let last = 0;
  for (const match of text.matchAll(ODD_ALL)) {
    const code = text.charCodeAt(match.index);
    // A carriage return before a line feed ends the line with it, as written by Windows.
    if (code === 0x0d && text[match.index + 1] === '\n') continue;
    if (match.index > last) segments.push({ kind: 'text', text: text.slice(last, match.index) });
    segments.push(odd(code));
    last = match.index + 1;
    // Many of one kind would be many elements: a run becomes one sign.
    const previous = segments.at(-2);
    const added = segments.at(-1);
    if (
      previous?.kind === 'odd' &&
      added?.kind === 'odd' &&
      previous.name.replace(/ ×.*/, '') === added.name
    ) {
      const count = Number(/ ×(\d+)$/.exec(previous.name)?.[1] ?? 1) + 1;
      segments.splice(-2, 2, { ...added, sign: `${added.sign}×${count}`, name: `${added.name} ×${count}` });
    }
  }
  if (last < text.length) segments.push({ kind: 'text', text: text.slice(last) });
  return segments;
}

function odd(code: number): Segment {
  const point = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  const isHalf = code >= 0xd800 && code < 0xe000;
  const name = NAMES[code] ?? (isHalf ? 'half of a surrogate pair' : 'control character');
  const sign = CONTROLS[code] ?? (code === 0x7f ? 'DEL' : point);
  return { kind: 'odd', sign, name: `${name}, ${point}` };
}
