/**
 * Continuity of the traces of one open episode, made when somebody looks and kept while the episode is. Long work is done
 * in pieces, so that other questions are answered between them and a cancelled one ends early.
 */
import type { TraceSemantics } from '../../analysis/semantics';
import type { Continuity } from '../../analysis/prefix/trace-continuity';
import { continuityOf } from '../../analysis/prefix/trace-continuity';
import { Explainer } from '../../analysis/prefix/explanation';
import { beginningsOf } from '../../analysis/prefix/beginnings';
import { forkReports } from '../../analysis/prefix/forks';
import type { DeclaredLinks } from '../../analysis/prefix/lineage';
import type { RequestReport } from '../../analysis/prefix/requests-report';
import { requestReport } from '../../analysis/prefix/requests-report';
import { verdictsOf } from '../../analysis/prefix/verdicts';
import type { Trace } from '../../model/episode';
import {
  beginningColumns,
  firstDifferences,
  ownerColumns,
  requestColumns,
  summaryColumns,
} from './continuity-columns';
import type { TraceRequests } from './continuity-shape';
import { nextTask } from './next-task';

/** Milliseconds of work between two moments at which messages are heard. */
const SLICE = 24;
/** Traces of an episode whose continuity is kept; each holds a few numbers a node. */
const KEPT = 4;

export interface KeptContinuity {
  readonly continuity: Continuity;
  readonly explainer: Explainer;
  readonly reports: readonly RequestReport[];
}

export class ContinuityShelf {
  /** Oldest use first. The links tell revisions apart: what is applied to a trace makes new ones. */
  readonly #kept: {
    readonly trace: Trace;
    readonly links: DeclaredLinks;
    readonly strict: boolean;
    readonly found: KeptContinuity;
  }[] = [];

  /** Null when it was stopped. */
  async of(
    trace: Trace,
    links: DeclaredLinks,
    strict: boolean,
    signal: AbortSignal,
  ): Promise<KeptContinuity | null> {
    const at = this.#kept.findIndex(
      (one) => one.trace === trace && one.links === links && one.strict === strict,
    );
    const [known] = at < 0 ? [] : this.#kept.splice(at, 1);
    if (known !== undefined) {
      this.#kept.push(known);
      return known.found;
    }
    const found = await derive(trace, links, strict, signal);
    if (found === null) return null;
    this.#kept.push({ trace, links, strict, found });
    if (this.#kept.length > KEPT) this.#kept.shift();
    return found;
  }
}

async function derive(
  trace: Trace,
  links: DeclaredLinks,
  strict: boolean,
  signal: AbortSignal,
): Promise<KeptContinuity | null> {
  const continuity = await continuityOf(trace, links, { strict });
  await nextTask();
  if (signal.aborted) return null;
  const explainer = new Explainer(continuity);
  const reports: RequestReport[] = [];
  let heard = performance.now();
  for (const verdict of verdictsOf(continuity)) {
    reports.push(requestReport(continuity, explainer, verdict));
    if (performance.now() - heard < SLICE) continue;
    await nextTask();
    if (signal.aborted) return null;
    heard = performance.now();
  }
  return { continuity, explainer, reports };
}

export function traceRequests(
  { continuity, reports }: KeptContinuity,
  semantics: TraceSemantics,
  strict: boolean,
): TraceRequests {
  const forks = forkReports(continuity, reports);
  return {
    strict,
    requests: requestColumns(continuity.trace, reports),
    differences: firstDifferences(continuity, reports),
    beginnings: beginningColumns(beginningsOf(continuity.graph, semantics.agents, forks)),
    summaries: summaryColumns(semantics.agents),
    owners: ownerColumns(continuity.trace, semantics),
    hasTokens: continuity.tokens !== null,
  };
}

/** The buffers of the columns, to be handed over instead of copied. */
export function requestBuffers({ requests, beginnings, summaries, owners }: TraceRequests): ArrayBuffer[] {
  return [requests, beginnings, summaries, owners].flatMap((columns) =>
    Object.values(columns).flatMap((column: unknown) =>
      ArrayBuffer.isView(column) && column.buffer instanceof ArrayBuffer ? [column.buffer] : [],
    ),
  );
}
