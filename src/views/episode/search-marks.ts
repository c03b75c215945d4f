/**
 * Marks what is found in the messages on the screen, without touching their markup: the browser draws the ranges. Where it
 * cannot, nothing is marked, and the find bar still says where each match is.
 */
import type { MatchPlace } from '../../store/episode.svelte';
import { placesIn } from '../../store/episode-search.svelte';

const ALL = 'wirescope-found';
const PRESENT = 'wirescope-present';
/** Ranges on one screen; a page of single letters would be thousands. */
const MOST = 2000;

interface PresentMatch {
  readonly node: number;
  /** `content:0`, as the fields are marked. */
  readonly field: string;
  readonly ordinal: number;
}

/** Marks all places of a query below an element; answers the range of the present match, where it is on the screen. */
function markMatches(root: Element, query: string, present: PresentMatch | null): Range | null {
  if (typeof CSS === 'undefined' || !('highlights' in CSS)) return null;
  CSS.highlights.delete(ALL);
  CSS.highlights.delete(PRESENT);
  if (query === '') return null;
  const ranges: Range[] = [];
  let found: Range | null = null;
  for (const field of root.querySelectorAll('[data-field]')) {
    const inField = rangesIn(field, query);
    const isPresent =
      present !== null && field.getAttribute('data-field') === present.field && holds(field, present.node);
    if (isPresent) {
      // Drawing can swallow a match (marks of emphasis): the nearest one that is left stands for it.
      found = inField[Math.min(present.ordinal, inField.length - 1)] ?? null;
    }
    for (const range of inField) if (range !== found) ranges.push(range);
    if (ranges.length > MOST) break;
  }
  CSS.highlights.set(ALL, new Highlight(...ranges.slice(0, MOST)));
  if (found !== null) CSS.highlights.set(PRESENT, new Highlight(found));
  return found;
}

/** Marks what is on the screen until the answer is called, and brings the present match into view the first time it is there. */
export function keepMarked(root: HTMLElement, query: string, place: MatchPlace | null): () => void {
  if (query === '') {
    unmark();
    return () => undefined;
  }
  const present =
    place?.kind === 'message'
      ? { node: place.node, field: `${place.field}:${place.index}`, ordinal: place.ordinal }
      : null;
  let shownOnce = false;
  const mark = (): void => {
    const range = markMatches(root, query, present);
    if (range === null || shownOnce) return;
    shownOnce = true;
    const box = range.getBoundingClientRect();
    const frame = root.getBoundingClientRect();
    if (box.top < frame.top + 8 || box.bottom > frame.bottom - 8) {
      range.startContainer.parentElement?.scrollIntoView({ block: 'center' });
    }
  };
  let waiting = 0;
  const soon = (): void => {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(mark);
  };
  const watcher = new MutationObserver(soon);
  watcher.observe(root, { childList: true, subtree: true, characterData: true });
  soon();
  return () => {
    watcher.disconnect();
    cancelAnimationFrame(waiting);
  };
}

export function unmark(): void {
  if (typeof CSS === 'undefined' || !('highlights' in CSS)) return;
  CSS.highlights.delete(ALL);
  CSS.highlights.delete(PRESENT);
}

function holds(field: Element, node: number): boolean {
  const owner = field.closest('[data-node], [data-asks]');
  return (
    owner?.getAttribute('data-node') === String(node) || owner?.getAttribute('data-asks') === String(node)
  );
}

/** Places in the text of one field, over all its text nodes. */
function rangesIn(field: Element, query: string): Range[] {
  const walker = document.createTreeWalker(field, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  const starts: number[] = [];
  let text = '';
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue;
    nodes.push(node);
    starts.push(text.length);
    text += node.data;
  }
  const ranges: Range[] = [];
  const place = (at: number, isEnd: boolean): readonly [Text, number] | null => {
    let low = 0;
    let high = nodes.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      const start = starts[middle] ?? 0;
      if (isEnd ? start < at : start <= at) low = middle;
      else high = middle - 1;
    }
    const node = nodes[low];
    return node === undefined ? null : [node, at - (starts[low] ?? 0)];
  };
  for (const { offset, length } of placesIn(text, query)) {
    const start = place(offset, false);
    const end = place(offset + length, true);
    if (start === null || end === null) continue;
    const range = document.createRange();
    range.setStart(...start);
    range.setEnd(...end);
    ranges.push(range);
    if (ranges.length > MOST) break;
  }
  return ranges;
}
