/** A reader's choices, remembered by the browser: theme, columns, panes. It refuses to know how they look. */
import type { ColumnId } from '../analysis/rows';
import { COLUMN_IDS } from '../analysis/rows';
import type { StoredSettings, TextStore } from '../storage/settings';
import { loadSettings, saveSettings } from '../storage/settings';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** What the list shows until a reader chooses. */
export const USUAL_COLUMNS: readonly ColumnId[] = COLUMN_IDS.slice(0, COLUMN_IDS.indexOf('flags') + 1);

export class Settings {
  readonly #store: TextStore;
  #stored: StoredSettings;

  constructor(store: TextStore) {
    this.#store = store;
    this.#stored = $state.raw(loadSettings(store));
  }

  get theme(): Theme {
    return this.#stored.theme;
  }
  set theme(theme: Theme) {
    this.#change({ theme });
  }

  /** Shown columns in their order; `record` is always among them, because it names the row. */
  get columns(): readonly ColumnId[] {
    const { columns } = this.#stored;
    if (columns === null) return USUAL_COLUMNS;
    return COLUMN_IDS.filter((id) => id === 'record' || columns.includes(id));
  }
  set columns(columns: readonly ColumnId[]) {
    this.#change({ columns: [...columns] });
  }
  /** Whether nobody has chosen columns or widths: then they may adapt to the page. */
  get hasUsualColumns(): boolean {
    return this.#stored.columns === null && Object.keys(this.#stored.widths).length === 0;
  }
  usualColumns(): void {
    this.#change({ columns: null, widths: {} });
  }

  /** The width a reader gave a column, in pixels; null is the usual one. */
  width(column: ColumnId): number | null {
    const { widths } = this.#stored;
    return Object.hasOwn(widths, column) ? (widths[column] ?? null) : null;
  }
  setWidth(column: ColumnId, pixels: number | null): void {
    const { [column]: _, ...others } = this.#stored.widths;
    this.#change({ widths: pixels === null ? others : { ...others, [column]: Math.round(pixels) } });
  }

  /** The pane beside the list. */
  get preview(): boolean {
    return this.#stored.preview;
  }
  set preview(preview: boolean) {
    this.#change({ preview });
  }

  #change(change: Partial<StoredSettings>): void {
    this.#stored = { ...this.#stored, ...change };
    saveSettings(this.#store, this.#stored);
  }
}
