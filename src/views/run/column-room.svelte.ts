/**
 * Which of the chosen columns have room in the list, and how wide each is. What stands in them it does not know.
 */
import type { Column } from '../../store/columns';
import { column, fittingColumns } from '../../store/columns';
import type { Settings } from '../../store/settings.svelte';

export interface Room {
  readonly width: number;
  /** Rows are cards: there are no columns. */
  readonly narrow: boolean;
  /** The record names its file too. */
  readonly manyFiles: boolean;
}

/** Kept free at the end of the header for the way to the columns that do not fit. */
const MORE = 40;
/** For a record with the name of its file. */
const WIDE_RECORD = 180;

export class ColumnRoom {
  readonly #settings: Settings;
  readonly #room: () => Room;
  #all = $state(false);

  readonly #chosen = $derived.by(() => this.#settings.columns.map(column));
  readonly #shown = $derived.by(() => {
    const { width, narrow } = this.#room();
    const chosen = this.#chosen;
    if (!this.#settings.hasUsualColumns || narrow || this.#all) return chosen;
    const fitting = fittingColumns(chosen, this.#widthOf, width);
    return fitting.length === chosen.length ? fitting : fittingColumns(chosen, this.#widthOf, width - MORE);
  });

  constructor(settings: Settings, room: () => Room) {
    this.#settings = settings;
    this.#room = room;
  }

  get chosen(): readonly Column[] {
    return this.#chosen;
  }
  get shown(): readonly Column[] {
    return this.#shown;
  }
  get leftOut(): readonly Column[] {
    const shown = this.#shown;
    return this.#chosen.filter((one) => !shown.includes(one));
  }

  /** As tracks of a grid. */
  readonly template = $derived.by(() => {
    const tracks = this.#shown.map((shape) => {
      const least = this.#widthOf(shape);
      const fixed = shape.grow === 0 || this.#settings.width(shape.id) !== null;
      return fixed ? `${least}px` : `minmax(${least}px, ${shape.grow}fr)`;
    });
    if (this.leftOut.length > 0) tracks.push(`${MORE}px`);
    return tracks.join(' ');
  });

  /** Narrower, the list scrolls sideways. */
  readonly least = $derived.by(() => {
    if (this.#room().narrow) return '0px';
    return `${this.#shown.reduce((sum, shape) => sum + this.#widthOf(shape), 0)}px`;
  });

  showAll(): void {
    this.#all = true;
  }

  readonly #widthOf = (shape: Column): number => {
    const usual = shape.id === 'record' && this.#room().manyFiles ? WIDE_RECORD : shape.width;
    return this.#settings.width(shape.id) ?? usual;
  };
}
