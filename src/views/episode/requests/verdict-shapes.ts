/** A shape for each kind of verdict, so that colour never speaks alone. */
import type { StripShape } from '../../../layout/request-strip';
import type { VerdictKind } from '../../../store/continuity-rows';

export const SHAPES: Readonly<Record<VerdictKind, StripShape>> = {
  preserved: 'bar',
  diverged: 'diamond',
  form: 'hollow',
  compacted: 'lines',
  unknown: 'broken',
  unavailable: 'dash',
  no_predecessor: 'ring',
};
