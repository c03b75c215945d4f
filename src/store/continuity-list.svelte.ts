/**
 * The list of requests: which are shown, in what order, and which is selected. A call that committed a message is selected
 * by the cursor's own node, so that every view shows the same; one that did not is the list's own choice. It refuses to
 * know how rows are drawn.
 */
import { SvelteSet } from 'svelte/reactivity';
import type { CallIndex, NodeIndex } from '../model/ids';
import { callIndex, nodeIndex } from '../model/ids';
import type { RequestOrder, VerdictKind } from './continuity-rows';
import { countKinds, nextBreak, rowsOf, worstBreak } from './continuity-rows';
import type { EpisodeContinuity } from './continuity.svelte';
import type { EpisodeCursor } from './episode-cursor.svelte';

const NONE = -1;

export class RequestList {
  readonly #continuity: EpisodeContinuity;
  readonly #cursor: EpisodeCursor;
  readonly #kinds = new SvelteSet<VerdictKind>();
  #order = $state.raw<RequestOrder>('recorded');
  #picked = $state.raw<{ readonly call: CallIndex; readonly at: NodeIndex | null } | null>(null);

  readonly #rows = $derived.by((): readonly number[] => {
    const { requests } = this.#continuity;
    return requests === null ? [] : rowsOf(requests, this.#kinds, this.#order);
  });
  readonly #counts = $derived.by(() => {
    const { requests } = this.#continuity;
    return requests === null ? null : countKinds(requests);
  });
  readonly #selected = $derived.by((): CallIndex | null => this.#find());

  constructor(continuity: EpisodeContinuity, cursor: EpisodeCursor) {
    this.#continuity = continuity;
    this.#cursor = cursor;
  }

  /** Calls in the order they are shown. */
  get rows(): readonly number[] {
    return this.#rows;
  }
  get counts(): Readonly<Record<VerdictKind, number>> | null {
    return this.#counts;
  }
  get order(): RequestOrder {
    return this.#order;
  }
  set order(order: RequestOrder) {
    this.#order = order;
  }

  /** None chosen: all are shown. */
  isChosen(kind: VerdictKind): boolean {
    return this.#kinds.has(kind);
  }
  get isFiltered(): boolean {
    return this.#kinds.size > 0;
  }
  toggle(kind: VerdictKind): void {
    if (!this.#kinds.delete(kind)) this.#kinds.add(kind);
  }
  showAll(): void {
    this.#kinds.clear();
  }

  get selected(): CallIndex | null {
    return this.#selected;
  }
  /** The row of the selected call; -1 where it is not shown. */
  get row(): number {
    return this.#selected === null ? NONE : this.#rows.indexOf(this.#selected);
  }

  select(call: CallIndex): void {
    const node = this.#continuity.requests?.node[call] ?? NONE;
    // Several calls may name one message: which of them was meant stays known as long as the cursor stands there.
    this.#picked = { call, at: node < 0 ? this.#cursor.node : nodeIndex(node) };
    if (node >= 0) this.#cursor.select(nodeIndex(node));
  }
  selectRow(row: number): void {
    const call = this.#rows[Math.min(Math.max(0, row), this.#rows.length - 1)];
    if (call !== undefined) this.select(callIndex(call));
  }
  /** To the next or previous row; from nowhere to the first or last. */
  step(steps: 1 | -1): void {
    const from = this.row >= 0 ? this.row : steps > 0 ? -1 : this.#rows.length;
    this.selectRow(from + steps);
  }
  /** To the next or previous break in the order of recording; false where there is none. */
  stepBreak(steps: 1 | -1): boolean {
    const { requests } = this.#continuity;
    if (requests === null) return false;
    const found = nextBreak(requests, this.#selected ?? (steps > 0 ? -1 : requests.count), steps);
    if (found === null) return false;
    this.select(callIndex(found));
    return true;
  }
  selectWorst(): boolean {
    const { requests } = this.#continuity;
    const worst = requests === null ? null : worstBreak(requests);
    if (worst === null) return false;
    this.select(callIndex(worst));
    return true;
  }

  /** The call of the cursor's message, or the nearest above it. */
  #find(): CallIndex | null {
    const { node, trace } = this.#cursor;
    const picked = this.#picked;
    if (picked !== null && picked.at === node) return picked.call;
    if (node === null || trace === null) return null;
    let at: number = node;
    for (let left = trace.nodes.count; left > 0 && at >= 0; left -= 1) {
      const call = trace.nodes.call[at] ?? NONE;
      if (call >= 0) return callIndex(call);
      at = trace.nodes.parent[at] ?? NONE;
    }
    return null;
  }
}
