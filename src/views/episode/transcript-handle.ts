/** What the page may ask of the transcript. */
import type { Align } from '../shared/virtual-list';

export interface TranscriptHandle {
  topRow(): number;
  scrollTo(row: number, align?: Align): void;
  focusRow(row: number): Promise<void>;
}
