/** Bytes as a disk, a network or a hand may damage them: flipped, lost, put in, put over. The same every time. */
import { bytes, utf8 } from './lines';

/** Equal seeds give equal choices. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  below(limit: number): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * limit);
  }

  one<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[this.below(items.length)] ?? items[0];
  }
}

export interface Damage {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** What of the original was replaced or lost: [from, to). */
  readonly from: number;
  readonly to: number;
}

/** Bytes that matter to JSON more often than chance would put them there. */
const TELLING = [...utf8('"\\{}[],:\n\r 0-eNnt'), 0, 0x80, 0xff, 0xef, 0xbb, 0xbf];

export function damage(given: Uint8Array, chance: Chance): Damage {
  const from = chance.below(given.length);
  const some = 1 + chance.below(chance.one([1, 1, 4, 40]));
  const put = Uint8Array.from({ length: some }, () =>
    chance.below(2) === 0 ? (TELLING[chance.below(TELLING.length)] ?? 0) : chance.below(256),
  );
  switch (chance.below(4)) {
    case 0: {
      const flipped = Uint8Array.from(given);
      flipped[from] = (flipped[from] ?? 0) ^ (1 << chance.below(8));
      return { bytes: flipped, from, to: from + 1 };
    }
    case 1:
      return { bytes: bytes(given.subarray(0, from), given.subarray(from + some)), from, to: from + some };
    case 2:
      return { bytes: bytes(given.subarray(0, from), put, given.subarray(from)), from, to: from };
    default:
      return {
        bytes: bytes(given.subarray(0, from), put, given.subarray(from + some)),
        from,
        to: from + some,
      };
  }
}
