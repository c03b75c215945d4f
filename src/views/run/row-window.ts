/**
 * Which rows of equal height lie in view, and where. Browsers draw nothing beyond some 16 million pixels, so a longer list
 * scrolls in a shorter space; the arithmetic of that is all this holds.
 */
export interface Measures {
  readonly count: number;
  readonly rowHeight: number;
  /** Height of what is in view, without the header. */
  readonly viewport: number;
}

export interface RowWindow {
  /** First and last (exclusive) row to draw. */
  readonly first: number;
  readonly last: number;
}

/** Firefox stops at 17.9 million pixels, others later. */
const TALLEST = 8_000_000;
/** Rows drawn beyond the edges, so that a fast scroll shows no gap. */
const MARGIN = 10;

/** Height of the space that is scrolled. */
export function scrollHeight({ count, rowHeight }: Measures): number {
  return Math.min(count * rowHeight, TALLEST);
}

/** Pixels of the whole list above the view. */
function offsetOf(measures: Measures, scrollTop: number): number {
  const total = measures.count * measures.rowHeight;
  if (total <= TALLEST) return scrollTop;
  return (scrollTop * (total - measures.viewport)) / (TALLEST - measures.viewport);
}

function scrollOf(measures: Measures, offset: number): number {
  const total = measures.count * measures.rowHeight;
  if (total <= TALLEST) return offset;
  return (offset * (TALLEST - measures.viewport)) / (total - measures.viewport);
}

export function rowWindow(measures: Measures, scrollTop: number): RowWindow {
  const { count, rowHeight, viewport } = measures;
  const offset = offsetOf(measures, scrollTop);
  const first = Math.floor(offset / rowHeight) - MARGIN;
  const last = Math.ceil((offset + viewport) / rowHeight) + MARGIN;
  return { first: Math.min(Math.max(0, first), count), last: Math.max(0, Math.min(count, last)) };
}

/** The most rows that are ever drawn at once. */
export function slotsOf({ rowHeight, viewport }: Measures): number {
  return Math.ceil(viewport / rowHeight) + 1 + 2 * MARGIN + 1;
}

/** Where a row is drawn in the scrolled space. */
export function rowTop(measures: Measures, scrollTop: number, index: number): number {
  return index * measures.rowHeight - offsetOf(measures, scrollTop) + scrollTop;
}

/** Rows that fit into the view: a page. */
export function pageOf({ rowHeight, viewport }: Measures): number {
  return Math.max(1, Math.floor(viewport / rowHeight) - 1);
}

/** The scroll position that brings a row into view with the least movement. */
export function scrollToRow(measures: Measures, scrollTop: number, index: number): number {
  const offset = offsetOf(measures, scrollTop);
  const top = index * measures.rowHeight;
  const bottom = top + measures.rowHeight - measures.viewport;
  if (top < offset) return scrollOf(measures, top);
  if (bottom > offset) return scrollOf(measures, bottom);
  return scrollTop;
}
