/**
 * Decompresses the blocks of a frame, one at a time, each into the content before it (RFC 8878, 3.1.1.2 to 3.1.1.5).
 * Whatever a block says is checked before it is followed, so no input makes it read or write beside what it should, or
 * work longer than the block and its content are. It refuses to know frames, and where blocks come from.
 */
import { Damage } from '../decompression';
import { bitsAt, endOfBits, PADDING } from './bits';
import type { Padded } from './bits';
import { LARGEST_BLOCK } from './frame';
import { Literals } from './literals';
import { MATCH_CODES, RUN_CODES, SequenceTables } from './sequences';
import type { Sequences } from './sequences';
import { ContentWindow } from './window';

export class Blocks {
  readonly content = new ContentWindow();
  readonly #literals = new Literals();
  readonly #tables = new SequenceTables();
  readonly #scratch = new Uint8Array(PADDING + LARGEST_BLOCK + PADDING);
  readonly #block: Padded = { bytes: this.#scratch, view: new DataView(this.#scratch.buffer) };
  /** The last three offsets, the latest first. */
  readonly #recent = new Int32Array(3);

  /** A new frame; `size` where it names that of its content. */
  begin(window: number, size: number | null): void {
    this.content.begin(window, size);
    this.#literals.reset();
    this.#tables.reset();
    this.#recent.set([1, 4, 8]);
  }

  stored(data: Uint8Array): void {
    const { content } = this;
    const room = content.reserve(data.length);
    if (room < content.end + data.length) throw tooMuch();
    content.bytes.set(data, content.end);
    content.written(content.end + data.length);
  }

  repeated(byte: number, count: number): void {
    const { content } = this;
    const room = content.reserve(count);
    if (room < content.end + count) throw tooMuch();
    content.bytes.fill(byte, content.end, content.end + count);
    content.written(content.end + count);
  }

  /** A compressed block, without its header of three bytes. */
  compressed(data: Uint8Array): void {
    const end = PADDING + data.length;
    this.#scratch.set(data, PADDING);
    this.#scratch.fill(0, end, end + PADDING);
    const at = this.#literals.read(this.#block, end);
    const sequences = this.#tables.read(this.#block, at, end);
    const room = this.content.reserve(LARGEST_BLOCK);
    const limit = Math.min(room, this.content.end + LARGEST_BLOCK);
    const literals = this.#literals.bytes;
    let to = this.content.end;
    let taken = 0;
    if (sequences !== null) {
      taken = this.#follow(sequences, limit);
      to = this.content.end;
    }
    const left = this.#literals.length - taken;
    if (to + left > limit) throw tooMuch();
    this.content.bytes.set(literals.subarray(taken, taken + left), to);
    this.content.written(to + left);
  }

  /** Each sequence is a run of literals, then a piece of the content before it. Gives how many literals were taken. */
  #follow({ count, from, to: behind, runs, offsets, matches }: Sequences, limit: number): number {
    const { bytes: block, view } = this.#block;
    const { bytes: literals, length } = this.#literals;
    const { bytes } = this.content;
    const first = from * 8;
    let [recent = 1, second = 1, third = 1] = this.#recent;
    let taken = 0;
    let to = this.content.end;
    // A position before the first bit finds what stands there; that it came so far is noticed before anything is written.
    let position = endOfBits(block, from, behind);
    let runState = bitsAt(view, (position -= runs.accuracy), runs.accuracy);
    let offsetState = bitsAt(view, (position -= offsets.accuracy), offsets.accuracy);
    let matchState = bitsAt(view, (position -= matches.accuracy), matches.accuracy);
    for (let left = count; left > 0; left -= 1) {
      if (position < first) throw endsEarly();
      const offsetEntry = offsets.states[offsetState] ?? 0;
      const matchEntry = matches.states[matchState] ?? 0;
      const runEntry = runs.states[runState] ?? 0;
      const offsetBits = offsetEntry & 0xff;
      if (offsetBits > MOST_OFFSET_BITS) throw looksBack();
      let value: number;
      if (offsetBits > 16) {
        value = (1 << (offsetBits - 16)) | bitsAt(view, (position -= offsetBits - 16), offsetBits - 16);
        value = (value << 16) | bitsAt(view, (position -= 16), 16);
      } else {
        value = (1 << offsetBits) | bitsAt(view, (position -= offsetBits), offsetBits);
      }
      const matchBits = MATCH_CODES.bits[matchEntry & 0xff] ?? 0;
      const matchBase = MATCH_CODES.base[matchEntry & 0xff] ?? 0;
      const match = matchBase + bitsAt(view, (position -= matchBits), matchBits);
      const runBits = RUN_CODES.bits[runEntry & 0xff] ?? 0;
      const runBase = RUN_CODES.base[runEntry & 0xff] ?? 0;
      const run = runBase + bitsAt(view, (position -= runBits), runBits);
      if (position < first) throw endsEarly();

      if (left > 1) {
        let bits = (runEntry >> 8) & 0xff;
        runState = (runEntry >> 16) + bitsAt(view, (position -= bits), bits);
        bits = (matchEntry >> 8) & 0xff;
        matchState = (matchEntry >> 16) + bitsAt(view, (position -= bits), bits);
        bits = (offsetEntry >> 8) & 0xff;
        offsetState = (offsetEntry >> 16) + bitsAt(view, (position -= bits), bits);
      }

      // Up to three, it names a recent offset; where no literals come first, the one after it.
      const named = run === 0 ? value + 1 : value;
      if (value > 3 || named > 2) {
        const offset = value > 3 ? value - 3 : named === 3 ? third : recent - 1;
        third = second;
        second = recent;
        recent = offset;
      } else if (named === 2) {
        [recent, second] = [second, recent];
      }

      if (taken + run > length) throw new Damage('sequences take more literals than there are');
      if (to + run + match > limit) throw tooMuch();
      if (recent === 0 || recent > to + run) throw looksBack();
      copy(literals, taken, bytes, to, run);
      taken += run;
      to += run;
      copy(bytes, to - recent, bytes, to, match);
      to += match;
    }
    if (position !== first) throw new Damage('sequences do not come out even');
    this.#recent.set([recent, second, third]);
    this.content.written(to);
    return taken;
  }
}

/** What would take more reaches beyond the largest window. */
const MOST_OFFSET_BITS = 27;

/** Above this, the platform's copying is worth its call. */
const LONG_COPY = 64;

/** Byte by byte where a piece repeats what it has just written. */
function copy(source: Uint8Array, from: number, target: Uint8Array, to: number, count: number): void {
  if (count > LONG_COPY && (source !== target || from + count <= to)) {
    if (source === target) target.copyWithin(to, from, from + count);
    else target.set(source.subarray(from, from + count), to);
    return;
  }
  for (let i = 0; i < count; i += 1) target[to + i] = source[from + i] ?? 0;
}

function looksBack(): Damage {
  return new Damage('a sequence looks back before the content');
}

function endsEarly(): Damage {
  return new Damage('sequences end too early');
}

function tooMuch(): Damage {
  return new Damage('there is more content than is named or allowed');
}
