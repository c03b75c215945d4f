/** What a parent may ask of a virtual list. */
export type Align = 'start' | 'center' | 'end' | 'nearest';

export interface ListHandle {
  /** Brings a row into the view and holds it there while heights become known. */
  scrollTo(index: number, align?: Align): void;
  /** The row at the upper edge. */
  topRow(): number;
  focus(): void;
}
