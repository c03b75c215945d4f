/**
 * The checksum of a zstd frame's content: the lower half of XXH64 with seed 0, fed in pieces. Numbers of 64 bits are kept
 * as two halves, because the engine has no fast integers of that size. It refuses to know where the expected value is.
 */

const STRIPE = 32;

/** The five primes: lower and upper half. */
const P1 = [0x85ebca87, 0x9e3779b1] as const;
const P2 = [0x27d4eb4f, 0xc2b2ae3d] as const;
const P3 = [0x9e3779f9, 0x165667b1] as const;
const P4 = [0xc2b2ae63, 0x85ebca77] as const;
const P5 = [0x165667c5, 0x27d4eb2f] as const;

type Half = readonly [low: number, high: number];

/** The upper half of the product of two unsigned halves. */
function upper(a: number, b: number): number {
  const al = a & 0xffff;
  const ah = a >>> 16;
  const bl = b & 0xffff;
  const bh = b >>> 16;
  const low = Math.imul(al, bl);
  const one = Math.imul(ah, bl);
  const two = Math.imul(al, bh);
  const middle = (low >>> 16) + (one & 0xffff) + (two & 0xffff);
  return (Math.imul(ah, bh) + (one >>> 16) + (two >>> 16) + (middle >>> 16)) | 0;
}

function times([al, ah]: Half, [bl, bh]: Half): Half {
  return [Math.imul(al, bl), (upper(al, bl) + Math.imul(al, bh) + Math.imul(ah, bl)) | 0];
}

function plus([al, ah]: Half, [bl, bh]: Half): Half {
  const low = (al + bl) | 0;
  return [low, (ah + bh + (low >>> 0 < al >>> 0 ? 1 : 0)) | 0];
}

function minus(a: Half, [bl, bh]: Half): Half {
  return plus(plus(a, [~bl, ~bh]), [1, 0]);
}

function either([al, ah]: Half, [bl, bh]: Half): Half {
  return [al ^ bl, ah ^ bh];
}

function turned([low, high]: Half, bits: number): Half {
  if (bits >= 32) return turned([high, low], bits - 32);
  if (bits === 0) return [low, high];
  return [(low << bits) | (high >>> (32 - bits)), (high << bits) | (low >>> (32 - bits))];
}

function shifted([low, high]: Half, bits: number): Half {
  return bits >= 32 ? [high >>> (bits - 32), 0] : [(low >>> bits) | (high << (32 - bits)), high >>> bits];
}

/** One word of eight bytes into one lane: lane + word × P2, turned by 31, × P1. */
function round(lane: Half, word: Half): Half {
  return times(turned(plus(lane, times(word, P2)), 31), P1);
}

const LANES: readonly Half[] = [plus(P1, P2), P2, [0, 0], minus([0, 0], P1)];

export class ContentChecksum {
  /** Lower and upper halves of the four lanes. */
  readonly #low = new Int32Array(4);
  readonly #high = new Int32Array(4);
  /** What does not fill a stripe yet. */
  readonly #rest = new Uint8Array(STRIPE);
  #held = 0;
  #size = 0;

  constructor() {
    this.reset();
  }

  reset(): void {
    LANES.forEach(([low, high], lane) => {
      this.#low[lane] = low;
      this.#high[lane] = high;
    });
    this.#held = 0;
    this.#size = 0;
  }

  push(bytes: Uint8Array): void {
    this.#size += bytes.length;
    let at = 0;
    if (this.#held > 0) {
      at = Math.min(STRIPE - this.#held, bytes.length);
      this.#rest.set(bytes.subarray(0, at), this.#held);
      this.#held += at;
      if (this.#held < STRIPE) return;
      this.#stripes(this.#rest, 0, STRIPE);
      this.#held = 0;
    }
    const end = bytes.length - ((bytes.length - at) % STRIPE);
    this.#stripes(bytes, at, end);
    this.#rest.set(bytes.subarray(end));
    this.#held = bytes.length - end;
  }

  /** As the frame carries it: the lower half, unsigned. */
  get value(): number {
    let hash: Half = P5;
    if (this.#size >= STRIPE) {
      const lanes = LANES.map((_, lane): Half => [this.#low[lane] ?? 0, this.#high[lane] ?? 0]);
      hash = lanes.reduce((sum, lane, index) => plus(sum, turned(lane, [1, 7, 12, 18][index] ?? 0)), [0, 0]);
      for (const lane of lanes) hash = plus(times(either(hash, round([0, 0], lane)), P1), P4);
    }
    hash = plus(hash, [this.#size | 0, Math.floor(this.#size / 2 ** 32)]);
    const view = new DataView(this.#rest.buffer);
    let at = 0;
    for (; at + 8 <= this.#held; at += 8) {
      const word: Half = [view.getInt32(at, true), view.getInt32(at + 4, true)];
      hash = plus(times(turned(either(hash, round([0, 0], word)), 27), P1), P4);
    }
    if (at + 4 <= this.#held) {
      hash = plus(times(turned(either(hash, times([view.getInt32(at, true), 0], P1)), 23), P2), P3);
      at += 4;
    }
    for (; at < this.#held; at += 1) {
      hash = times(turned(either(hash, times([this.#rest[at] ?? 0, 0], P5)), 11), P1);
    }
    hash = times(either(hash, shifted(hash, 33)), P2);
    hash = times(either(hash, shifted(hash, 29)), P3);
    return either(hash, shifted(hash, 32))[0] >>> 0;
  }

  /** `round` for each lane in turn, spelled out: this loop sees every byte. */
  #stripes(bytes: Uint8Array, from: number, to: number): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const [p1l, p1h] = P1;
    const [p2l, p2h] = P2;
    for (let lane = 0; lane < 4; lane += 1) {
      let low = this.#low[lane] ?? 0;
      let high = this.#high[lane] ?? 0;
      for (let at = from + lane * 8; at < to; at += STRIPE) {
        const wordLow = view.getInt32(at, true);
        const wordHigh = view.getInt32(at + 4, true);
        const addLow = Math.imul(wordLow, p2l);
        const addHigh = (upper(wordLow, p2l) + Math.imul(wordLow, p2h) + Math.imul(wordHigh, p2l)) | 0;
        const sumLow = (low + addLow) | 0;
        const sumHigh = (high + addHigh + (sumLow >>> 0 < low >>> 0 ? 1 : 0)) | 0;
        const turnedLow = (sumLow << 31) | (sumHigh >>> 1);
        const turnedHigh = (sumHigh << 31) | (sumLow >>> 1);
        low = Math.imul(turnedLow, p1l);
        high = (upper(turnedLow, p1l) + Math.imul(turnedLow, p1h) + Math.imul(turnedHigh, p1l)) | 0;
      }
      this.#low[lane] = low;
      this.#high[lane] = high;
    }
  }
}
