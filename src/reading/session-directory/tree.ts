/**
 * A directory of sessions as an episode of one trace: the transcripts of all sessions, each call with the session it belongs
 * to, so that the tree is told by what was recorded and not by likeness. What a directory does not say stays unsaid.
 */
import type { Trace } from '../../model/episode';
import type { RequestId } from '../../model/ids';
import type { JsonObject } from '../../model/json';
import { isObject } from '../../model/json';
import type { RecordedSession, SessionTree } from '../../model/session-tree';
import { Collector } from '../collector';
import { noteToolPairs } from '../dialects/tool-pairs';
import type { EpisodeReading } from '../dialects/verifiers-episode';
import { aroundTrace } from '../dialects/verifiers-episode';
import { Spot } from '../spot';
import type { Bundle, BundledFile } from './bundle';
import { readBundle } from './bundle';
import type { SessionReading } from './nano';
import { readNanoSession } from './nano';
import { linesOf } from './nano-lines';
import { readTranscript } from './transcript';
import { readLedgers } from './tree-ledgers';
import { traceOf } from './tree-trace';
import { TranscriptGraph, timeOf } from './transcript-graph';

export interface TreeReading extends EpisodeReading {
  readonly tree: SessionTree;
}

export interface TreePlace {
  readonly line: number;
  readonly byte: number;
}

export function readSessionTree(value: JsonObject, { line, byte }: TreePlace): TreeReading {
  const bundle = readBundle(value);
  const collector = new Collector(line, byte);
  const spot = Spot.root(collector);
  const graph = new TranscriptGraph();
  const sessions = readSessions(bundle, graph, spot);
  noteToolPairs(graph.nodes, (node) => spot.at(graph.nodes[node]?.path ?? ''));
  const recorded = withLost(sessions);
  const trace: Trace = {
    ...traceOf(bundle, sessions, graph),
    sessions: recorded,
    diagnostics: collector.done(),
  };
  return {
    tree: { name: bundle.name, generation: sessions[0]?.generation ?? 'prime-agent', sessions: recorded },
    episode: aroundTrace(trace, { id: trace.id, env: '', run: null }),
    diagnostics: [],
  };
}

function readSessions(bundle: Bundle, graph: TranscriptGraph, spot: Spot): readonly SessionReading[] {
  const folders = new Map<string, BundledFile[]>();
  for (const file of bundle.files) {
    const list = folders.get(file.folder);
    if (list === undefined) folders.set(file.folder, [file]);
    else list.push(file);
  }
  const ledgers = readLedgers(bundle, spot);
  const called = calledBelow(folders);
  const byFolder = new Map<string, RecordedSession>();
  const sessions: SessionReading[] = [];
  for (const [folder, files] of [...folders].sort(([left], [right]) => (left < right ? -1 : 1))) {
    const above = sessionAbove(folder, byFolder);
    const isAgent = files.some(({ part }) => part === 'transcript');
    if (!isAgent && files.every(({ part }) => part === 'ledger')) continue;
    const read = isAgent
      ? readAgent(folder, files, above, ledgers.parents, graph, spot)
      : readNanoSession({ folder, files, above, calledBelow: called.get(folder) ?? null }, graph, spot);
    byFolder.set(folder, read.session);
    sessions.push(read);
  }
  return withRequests(sessions, ledgers.requests);
}

/** With those that were spawned and left no folder, behind the others: all that is known of one is who sent it off, and why. */
function withLost(sessions: readonly SessionReading[]): readonly RecordedSession[] {
  const known = new Set(sessions.map(({ session }) => session.folder));
  const lost = sessions.flatMap(({ session, spawned }) =>
    spawned.flatMap(({ folder: own, task }): readonly RecordedSession[] => {
      const folder = session.folder === '' ? own : `${session.folder}/${own}`;
      if (known.has(folder)) return [];
      known.add(folder);
      const depth = session.depth === null ? null : session.depth + 1;
      const unsaid = { aliases: [], name: null, status: null, error: null, requests: [], replies: [] };
      return [{ ...unsaid, id: own, folder, parent: session.id, depth, task }];
    }),
  );
  return [...sessions.map(({ session }) => session), ...lost];
}

/** Requests by which a trace's calls can be told: a ledger's own, and those that another session's inbox names as a sender's. */
function withRequests(
  sessions: readonly SessionReading[],
  ofLedgers: ReadonlyMap<string, readonly RequestId[]>,
): readonly SessionReading[] {
  const sent = new Map<string, RequestId[]>();
  for (const { received } of sessions) {
    for (const { sender, request } of received) {
      const list = sent.get(sender);
      if (list === undefined) sent.set(sender, [request]);
      else list.push(request);
    }
  }
  return sessions.map((read) => {
    const { session } = read;
    const own = [...session.requests, ...(ofLedgers.get(session.id) ?? []), ...(sent.get(session.id) ?? [])];
    return { ...read, session: { ...session, requests: [...new Set(own)] } };
  });
}

/** By folder, what the sessions right below it call its session; those that do not agree say nothing. */
function calledBelow(
  folders: ReadonlyMap<string, readonly BundledFile[]>,
): ReadonlyMap<string, string | null> {
  const called = new Map<string, string | null>();
  for (const [below, files] of folders) {
    if (below === '') continue;
    const cut = below.lastIndexOf('/');
    const folder = cut === -1 ? '' : below.slice(0, cut);
    for (const { part, lines } of files) {
      const [meta] = part === 'meta' ? lines : [];
      const name = isObject(meta) ? meta.parent_id : null;
      if (typeof name !== 'string' || name === '') continue;
      const known = called.get(folder);
      called.set(folder, known === undefined || known === name ? name : null);
    }
  }
  return called;
}

/** Sessions nest as their folders do; a folder between them that is none is passed over. */
function sessionAbove(folder: string, known: ReadonlyMap<string, RecordedSession>): RecordedSession | null {
  for (let at = folder; at !== '';) {
    const cut = at.lastIndexOf('/');
    at = cut === -1 ? '' : at.slice(0, cut);
    const found = known.get(at);
    if (found !== undefined) return found;
  }
  return null;
}

/** A child that was started again has a transcript for each time; the newest is the one that counts. */
function readAgent(
  folder: string,
  files: readonly BundledFile[],
  above: RecordedSession | null,
  parents: ReadonlyMap<string, string>,
  graph: TranscriptGraph,
  spot: Spot,
): SessionReading {
  const transcripts = files
    .filter(({ part }) => part === 'transcript')
    .map((file) => ({ file, started: startOf(file) }))
    .sort((left, right) => right.started - left.started);
  const [newest, ...older] = transcripts;
  if (older.length > 0) {
    const names = older.map(({ file }) => file.file).join(', ');
    spot.note('session-line-left-out', null, `${folder}: older transcripts are left out: ${names}.`);
  }
  const lines = newest === undefined ? [] : linesOf(newest.file, spot);
  const place = { folder, above, parentOf: (id: string) => parents.get(id) ?? null };
  return readTranscript(lines, place, graph, spot);
}

function startOf({ lines }: BundledFile): number {
  const header = lines.find((line) => isObject(line));
  return (isObject(header) ? timeOf(header.timestamp) : null) ?? 0;
}
