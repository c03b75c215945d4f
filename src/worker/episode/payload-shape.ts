/**
 * Payloads of one trace as they cross to the page: facts in words, differences, refusals with their field. Nothing of a
 * credential can be among them, because reading keeps none.
 */
import type { PayloadDifference } from '../../analysis/sessions/payload-differences';
import type { JsonPointer } from '../../model/json';
import type { PayloadProblem } from '../../model/payload';
import type { Setting } from './call-shape';

export type { PayloadDifference } from '../../analysis/sessions/payload-differences';

export interface PayloadGroup {
  readonly title: string;
  readonly facts: readonly Setting[];
}

export interface PayloadBody {
  readonly contract: string;
  /** In the record; null for one from beside it. */
  readonly pointer: JsonPointer | null;
  readonly generation: string | null;
  readonly kind: 'session' | 'runtime' | 'contract' | 'named' | 'refused';
  readonly groups: readonly PayloadGroup[];
  /** Places of what is withheld, inside the payload. */
  readonly withheld: readonly JsonPointer[];
  readonly problems: readonly PayloadProblem[];
  /** Null for a snapshot that a later one replaced, and for what is none. */
  readonly differences: readonly PayloadDifference[] | null;
}

export interface TracePayloads {
  /** Those that say most: of snapshots the last, of everything else each. */
  readonly payloads: readonly PayloadBody[];
  /** Snapshots that a later one replaced. */
  readonly replaced: number;
  readonly leftOut: number;
}
