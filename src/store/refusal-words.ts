/** Why a run is not stored: for its card in a few words, and once as a notice that says what happened and what to do. */
import { unreachable } from '../model/unreachable';
import type { StoreFailure } from '../storage/runs';

export type Refusal =
  | StoreFailure
  /** The file could no longer be read after the list was complete. */
  | { readonly kind: 'vanished' };

export interface RefusalWords {
  readonly reason: string;
  readonly notice: string;
}

export function refusalWords(name: string, refusal: Refusal): RefusalWords {
  const stays = 'What is listed works until this tab is closed';
  switch (refusal.kind) {
    case 'vanished':
      return {
        reason: 'its file could no longer be read',
        notice: `“${name}” is not stored: its file could no longer be read. Was it moved, changed or deleted? The list stays until this tab is closed.`,
      };
    case 'full':
      return {
        reason: 'the browser grants no more space',
        notice: `“${name}” is not stored: the browser grants this site no more space. ${stays}; deleting other runs makes room.`,
      };
    case 'gone':
      return {
        reason: 'the library was changed in another tab',
        notice: `“${name}” is not stored: the library was changed in another tab while it was being stored. ${stays}.`,
      };
    case 'broken':
      return {
        reason: 'the browser’s database failed',
        notice: `“${name}” is not stored: the browser’s database failed (${refusal.detail}). ${stays}.`,
      };
    default:
      return unreachable(refusal);
  }
}
