/** What the last snapshot of a session says other than its trace, as findings. Earlier snapshots were replaced by it. */
import type { Trace } from '../../model/episode';
import type { FoundPayload, SessionPayload } from '../../model/payload';
import type { Find } from '../link-findings';
import type { TraceSemantics } from '../semantics';
import { payloadDifferences } from './payload-differences';

export interface LastSnapshot {
  readonly payload: FoundPayload;
  readonly session: SessionPayload;
  /** From beside the trace: its place is not in it. */
  readonly isBeside: boolean;
}

/** Of the snapshots in the trace and beside it; what was given beside it was given for a reason, and wins. */
export function lastSnapshot(trace: Trace, beside: readonly FoundPayload[]): LastSnapshot | null {
  const all = [
    ...(trace.payloads ?? []).map((payload) => ({ payload, isBeside: false })),
    ...beside.map((payload) => ({ payload, isBeside: true })),
  ];
  for (const { payload, isBeside } of all.reverse()) {
    const { reading } = payload;
    if (reading.kind === 'session') return { payload, session: reading.session, isBeside };
  }
  return null;
}

export function findInPayloads(trace: Trace, { agents, edges }: TraceSemantics, find: Find): void {
  const last = lastSnapshot(trace, edges.payloads ?? []);
  if (last === null) return;
  for (const { field, payload, trace: shown, meaning } of payloadDifferences(last.session, trace, agents)) {
    const path = last.isBeside || last.payload.isInText ? '' : last.payload.path + field;
    const message = `${last.payload.contract} ${field} says ${payload}, the trace shows ${shown}. ${meaning}`;
    find('payload-differs', path, message);
  }
}
