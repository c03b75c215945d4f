/**
 * What directories and ledgers know of sessions together, in the form in which agents are reconstructed from it. A ledger is the
 * stronger; a directory fills in what it does not say, and where they contradict each other that is kept.
 */
import type { Trace } from '../../model/episode';
import type { NodeIndex } from '../../model/ids';
import type { RecordedSession, SessionTree } from '../../model/session-tree';
import type { ParentConflict, Session, SessionRecords } from '../agents/lineage';
import type { Agents } from '../agents/reconstruct';
import { joinDirectory } from './directory-join';

export interface DirectoryRecords {
  readonly records: SessionRecords;
  /** Sessions that the directories tell of and of which the trace holds no call. */
  readonly absent: readonly RecordedSession[];
}

/** `agents` as they follow from the trace, its links and the ledger. Null where no directory says anything. */
export function directoryRecords(
  trace: Trace,
  trees: readonly SessionTree[],
  ledger: SessionRecords | null,
  agents: () => Agents,
): DirectoryRecords | null {
  const own = trace.sessions ?? [];
  if (own.length === 0 && trees.length === 0) return null;
  const sessions = new Map<string, Session>(ledger?.sessions);
  const conflicts: ParentConflict[] = [];
  const sessionOfNode = new Map<NodeIndex, string>();
  const absent: RecordedSession[] = [];
  if (own.length > 0) {
    // The calls of its own transcripts say which session they are of.
    const calling = new Set(trace.calls.map(({ lineage }) => lineage?.sessionId));
    for (const session of own) take(sessions, conflicts, session);
    absent.push(...own.filter(({ id }) => !calling.has(id)));
  }
  if (trees.length > 0) {
    const before = agents();
    for (const tree of trees) {
      const join = joinDirectory(trace, before, tree.sessions);
      for (const [node, session] of join.sessionOfNode) {
        if (!sessionOfNode.has(node)) sessionOfNode.set(node, session);
      }
      for (const session of tree.sessions) take(sessions, conflicts, session);
      absent.push(...join.absent);
    }
  }
  const sessionOf = ledger?.sessionOf ?? new Map();
  return { records: { sessions, sessionOf, sessionOfNode, conflicts }, absent };
}

function take(sessions: Map<string, Session>, conflicts: ParentConflict[], recorded: RecordedSession): void {
  const { id, parent, depth, name, status, task, error } = recorded;
  const known = sessions.get(id);
  if (known === undefined) {
    sessions.set(id, { id, source: 'directory', parent, depth, name, status, task, error });
    return;
  }
  if (known.parent !== null && parent !== null && known.parent !== parent) {
    conflicts.push({ session: id, kept: known.parent, dropped: parent });
  }
  sessions.set(id, {
    ...known,
    parent: known.parent ?? parent,
    depth: known.depth ?? depth,
    name: known.name ?? name,
    status: known.status ?? status,
    task: known.task ?? task,
    error: known.error ?? error,
  });
}
