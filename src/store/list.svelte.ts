/**
 * The list of one run as a reader has it: which rows, in what order, which one is selected, how far it is scrolled. Filter,
 * order and selection live in the address, and navigation keeps the latest of them while another page is open, so that
 * coming back is coming back to the same place.
 */
import type { RowBreaks } from '../analysis/row-breaks';
import { isBreakFlag, isOfBreaks } from '../analysis/row-breaks';
import type { Flag, Sort } from '../analysis/rows';
import { filterRows, OUTCOMES, prepareFilter, sortRows } from '../analysis/rows';
import type { Outcome } from '../model/row';
import type { Navigation } from './navigation.svelte';
import type { RowPlace, RunRoute } from './route';
import type { OpenRun, RunRow } from './run.svelte';
import type { RunTally } from './tally';
import { TallyOfRows } from './tally';

/** Rows prepared at a time: a few milliseconds. */
const SLICE = 1000;

export class RunList {
  readonly run: OpenRun;
  readonly #navigation: Navigation;
  /** Where the table was scrolled to; only the table reads and writes it. */
  scrollTop = 0;

  /** Rows whose searched text has been made; rows only ever follow those that are there. */
  #prepared = 0;

  readonly #route = $derived.by(() => this.#navigation.listRoute(this.run.key));
  readonly #paths = $derived.by(() => this.run.sources.map((source) => source.path));
  /** Rows of every outcome that pass the rest of the filter: what the outcome chips count. */
  readonly #matching = $derived.by(() => {
    const { query, flags } = this.#route;
    const breaks = flags.some(isBreakFlag) ? this.run.breaks.rows : [];
    return filterRows(this.run.rows, { query, flags, outcomes: [] }, this.#paths, breaks);
  });
  readonly #kept = $derived.by(() => {
    const { outcomes } = this.#route;
    if (outcomes.length === 0) return this.#matching;
    const { rows } = this.run;
    return this.#matching.filter((position) => {
      const outcome = rows[position]?.row.outcome;
      return outcome !== undefined && outcomes.includes(outcome);
    });
  });
  readonly #order = $derived.by(() => {
    const { sort } = this.#route;
    // Counts come in all the time; an order that does not look at them is not made anew.
    const breaks = sort !== null && isOfBreaks(sort.column) ? this.run.breaks.rows : [];
    return sortRows(this.run.rows, this.#kept, sort, breaks);
  });
  readonly #gathered = new TallyOfRows();
  readonly #tally = $derived.by(() => this.#gathered.of(this.run.rows));
  readonly #selected = $derived.by(() => this.indexOf(this.#route.at));

  constructor(run: OpenRun, navigation: Navigation) {
    this.run = run;
    this.#navigation = navigation;
  }

  /** The address of this list, as it is or as it was left. */
  get route(): RunRoute {
    return this.#route;
  }

  /** How many rows the filter keeps. */
  get length(): number {
    return this.#order.length;
  }

  /** The row at a position of the order. */
  at(index: number): RunRow | null {
    const position = this.#order[index];
    return position === undefined ? null : (this.run.rows[position] ?? null);
  }

  /** Position of a place in the order; −1 where the filter hides it or the run has no such row. */
  indexOf(place: RowPlace | null): number {
    if (place === null) return -1;
    const { rows } = this.run;
    return this.#order.findIndex((position) => {
      const row = rows[position];
      return row !== undefined && row.source === place.source && row.record === place.record;
    });
  }

  /** Position of the selected row in the order; −1 where none is selected or it is filtered away. */
  get selected(): number {
    return this.#selected;
  }
  get selectedRow(): RunRow | null {
    return this.at(this.#selected);
  }

  /** The counts of the row at a position of the order; undefined while they are not known. */
  breaksAt(index: number): RowBreaks {
    const position = this.#order[index];
    return position === undefined ? undefined : this.run.breaks.rows[position];
  }

  /** Over all rows of the run, whatever the filter; of breaks, over those counted so far. */
  count(flag: Flag): number {
    return isBreakFlag(flag) ? this.run.breaks.count(flag) : this.tally.flags[flag];
  }

  /** The row `steps` further in the order from a place; null at the ends. A place that the filter hides has the ends. */
  neighbour(place: RowPlace, steps: number): RunRow | null {
    const index = this.indexOf(place);
    if (index < 0) return steps > 0 ? this.at(0) : this.at(this.length - 1);
    return this.at(index + steps);
  }

  /** How many of the rows that pass text and flags have each outcome. */
  readonly outcomeCounts = $derived.by((): Readonly<Record<Outcome, number>> => {
    if (this.#matching.length === this.run.rows.length) return this.#tally.outcomes;
    const counts = { error: 0, truncated: 0, unscored: 0, ok: 0 };
    for (const position of this.#matching) {
      const outcome = this.run.rows[position]?.row.outcome;
      if (outcome !== undefined) counts[outcome] += 1;
    }
    return counts;
  });

  /** Over all rows of the run, whatever the filter. */
  get tally(): RunTally {
    return this.#tally;
  }

  select(index: number): void {
    const row = this.at(index);
    if (row !== null) this.change({ at: { source: row.source, record: row.record } });
  }

  toggleOutcome(outcome: Outcome): void {
    const { outcomes } = this.#route;
    this.change({
      outcomes: OUTCOMES.filter((other) => outcomes.includes(other) !== (other === outcome)),
    });
  }

  /** A finding is a link to the rows that it counts: a place of its own in the history. */
  toggleFlag(flag: Flag): void {
    const { flags } = this.#route;
    if (!flags.includes(flag)) this.#navigation.go({ ...this.#route, flags: [...flags, flag] });
    else this.#navigation.undo({ ...this.#route, flags: flags.filter((other) => other !== flag) });
  }

  /** The panel over or beside the list; null closes it. Back closes it too. */
  showPanel(panel: RunRoute['panel']): void {
    if (panel === this.#route.panel) return;
    if (panel === null) this.#navigation.undo({ ...this.#route, panel });
    else this.#navigation.go({ ...this.#route, panel });
  }

  sortBy(sort: Sort | null): void {
    this.change({ sort });
  }

  clearFilter(): void {
    this.change({ query: '', outcomes: [], flags: [] });
  }

  /** Makes ready what the filter searches, in slices too short to notice; returns how to stop. */
  prepare(): () => void {
    const { rows } = this.run;
    let timer: ReturnType<typeof setTimeout> | null = null;
    const step = (): void => {
      prepareFilter(rows, this.#prepared, this.#prepared + SLICE);
      this.#prepared = Math.min(rows.length, this.#prepared + SLICE);
      timer = this.#prepared < rows.length ? setTimeout(step, 0) : null;
    };
    timer = setTimeout(step, 0);
    return () => {
      if (timer !== null) clearTimeout(timer);
    };
  }

  /** A change of filter, order or selection: no new place in the history. */
  change(change: Partial<Omit<RunRoute, 'kind' | 'run'>>): void {
    this.#navigation.go({ ...this.#route, ...change }, { replace: true });
  }
}
