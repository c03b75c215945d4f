/** What folded ledgers know of sessions, in the form in which agents are reconstructed from it. */
import type { Session, SessionRecords } from '../agents/lineage';
import { UNTOLD } from '../agents/lineage';
import type { LedgerFold } from './fold';

export function sessionRecords({ sessions, sessionOf }: LedgerFold): SessionRecords {
  const known = new Map<string, Session>();
  for (const { id, parent } of sessions.values()) {
    known.set(id, { ...UNTOLD, id, source: 'ledger', parent, depth: null });
  }
  return { sessions: known, sessionOf, sessionOfNode: new Map(), conflicts: [] };
}
