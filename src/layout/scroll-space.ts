/**
 * Where a long list stands: its virtual offset, and the shorter physical space that a browser can scroll. Engines cap the
 * height of an element near 16 million pixels; above `PHYSICAL_LIMIT` the scrollbar is a scale, while small movements stay
 * one to one. Heights that become known above the reader move the shift and not the scroll position, so that nothing jumps
 * and momentum is not broken; the difference is folded back when the reader rests. It refuses to know the DOM.
 */
export const PHYSICAL_LIMIT = 8_000_000;

export class ScrollSpace {
  /** Virtual offset of the upper edge of the view. */
  #top = 0;
  /** `top` minus the physical scroll position. */
  #shift = 0;
  #physical = 0;
  #total = 0;
  #view = 0;

  get top(): number {
    return this.#top;
  }
  get shift(): number {
    return this.#shift;
  }
  /** The physical scroll position as it was last heard of. */
  get physical(): number {
    return this.#physical;
  }
  get total(): number {
    return this.#total;
  }
  get view(): number {
    return this.#view;
  }
  get highest(): number {
    return Math.max(0, this.#total - this.#view);
  }
  /** Height of the element that is scrolled. */
  get physicalHeight(): number {
    return Math.min(this.#total, PHYSICAL_LIMIT);
  }
  get #physicalHighest(): number {
    return Math.max(0, this.physicalHeight - this.#view);
  }

  resize(total: number, view: number): void {
    this.#total = total;
    this.#view = view;
  }

  /** Rows above the view grew by `height`: the view keeps what it shows. */
  grownAbove(height: number): void {
    this.#top += height;
    this.#shift += height;
  }

  /** The browser scrolled. Answers whether the physical position must be set anew at once. */
  scrolledTo(physical: number): boolean {
    const moved = physical - this.#physical;
    this.#physical = physical;
    const scaled = this.#total > PHYSICAL_LIMIT;
    if (scaled && Math.abs(moved) > 2 * this.#view) {
      // The thumb was dragged: a share of the whole.
      const share = this.#physicalHighest === 0 ? 0 : physical / this.#physicalHighest;
      this.#top = share * this.highest;
    } else {
      this.#top = physical + this.#shift;
    }
    this.#top = Math.min(Math.max(0, this.#top), this.highest);
    this.#shift = this.#top - physical;
    const atStart = physical <= 0 && this.#top > 0;
    const atEnd = physical >= this.#physicalHighest - 1 && this.#top < this.highest - 1;
    return atStart || atEnd;
  }

  /** Goes to a virtual offset. */
  moveTo(top: number): void {
    this.#top = Math.min(Math.max(0, top), this.highest);
  }

  /** The physical position that stands for the present offset. */
  get resting(): number {
    if (this.#total <= PHYSICAL_LIMIT) return this.#top;
    return this.highest === 0 ? 0 : (this.#top / this.highest) * this.#physicalHighest;
  }

  /** The physical position as the browser took it, which may be rounded. */
  restedAt(physical: number): void {
    this.#physical = physical;
    this.#shift = this.#top - physical;
  }
}
