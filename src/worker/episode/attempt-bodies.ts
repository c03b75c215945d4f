/** The attempts under one request id over all traces of an episode, as the page shows them. */
import type { AttemptState } from '../../analysis/attempts';
import { attemptsOf } from '../../analysis/attempts';
import type { Episode } from '../../model/episode';
import type { CallIndex, NodeIndex, TraceIndex } from '../../model/ids';
import { traceIndex } from '../../model/ids';
import type { JsonPointer } from '../../model/json';
import { shortened } from './texts';

export type { AttemptState } from '../../analysis/attempts';

/** More are counted only. */
const MOST = 500;

export interface AttemptBody {
  readonly trace: TraceIndex;
  readonly call: CallIndex;
  readonly node: NodeIndex | null;
  readonly state: AttemptState;
  /** What failed, in a few words; null where nothing did. */
  readonly error: string | null;
  /** Unix seconds. */
  readonly start: number | null;
  readonly end: number | null;
  readonly pointer: JsonPointer;
}

export interface RequestAttempts {
  readonly attempts: readonly AttemptBody[];
  readonly leftOut: number;
}

export function requestAttempts({ traces }: Episode, id: string): RequestAttempts {
  const attempts = traces.flatMap((trace, index) =>
    attemptsOf(trace, id).map(({ call, state }): AttemptBody => {
      const { error, time, node, path } = call;
      const status = error?.statusCode ?? null;
      return {
        trace: traceIndex(index),
        call: call.index,
        node,
        state,
        error:
          error === null
            ? null
            : `${shortened(error.type, 120)}${status === null ? '' : `, status ${status}`}`,
        start: time.start,
        end: time.end,
        pointer: path,
      };
    }),
  );
  return { attempts: attempts.slice(0, MOST), leftOut: Math.max(0, attempts.length - MOST) };
}
