/**
 * A directory of sessions as an episode of one trace: the transcripts of all sessions, each call with the session it belongs
 * to, so that the tree is told by what was recorded and not by likeness. What a directory does not say stays unsaid.
 */
import type { Metric, RolloutError, Trace } from '../../model/episode';
import type { RequestId } from '../../model/ids';
import type { JsonObject } from '../../model/json';
import { isObject } from '../../model/json';
import type { RecordedSession, SessionTree } from '../../model/session-tree';
import { Collector } from '../collector';
import { noteToolPairs } from '../dialects/tool-pairs';
import type { EpisodeReading } from '../dialects/verifiers-episode';
import { aroundTrace } from '../dialects/verifiers-episode';
import { ledgerEvent } from '../ledger';
import { Spot } from '../spot';
import type { Bundle, BundledFile } from './bundle';
import { readBundle } from './bundle';
import type { SessionReading } from './nano';
import { readNanoSession } from './nano';
import { linesOf } from './nano-lines';
import { readTranscript } from './transcript';
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
  const recorded = sessions.map(({ session }) => session);
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

interface Ledgers {
  /** Of each session its parent. */
  readonly parents: ReadonlyMap<string, string>;
  readonly requests: ReadonlyMap<string, readonly RequestId[]>;
}

/** Each up to its first damaged line: what follows cannot be trusted. */
function readLedgers({ files }: Bundle, spot: Spot): Ledgers {
  const parents = new Map<string, string>();
  const requests = new Map<string, RequestId[]>();
  for (const { part, lines, folder, file, unterminated } of files) {
    if (part !== 'ledger') continue;
    for (const [index, line] of lines.entries()) {
      if (line === '' || line === null) continue;
      if (typeof line === 'string') {
        if (unterminated && index === lines.length - 1) break;
        const name = folder === '' ? file : `${folder}/${file}`;
        spot.note(
          'ledger-stopped',
          null,
          `${name} is corrupt at line ${index + 1}; what follows is not trusted.`,
        );
        break;
      }
      const event = ledgerEvent(line);
      if (typeof event === 'string') continue;
      if (event.kind === 'session_registered' && event.parent !== null && !parents.has(event.session)) {
        parents.set(event.session, event.parent);
      }
      if (event.kind !== 'request_started') continue;
      const known = requests.get(event.session);
      if (known === undefined) requests.set(event.session, [event.request]);
      else known.push(event.request);
    }
  }
  return { parents, requests };
}

const ENDED = new Set(['done', 'completed', 'failed', 'cancelled']);
const FAILED = new Set(['failed', 'cancelled']);

function traceOf(bundle: Bundle, sessions: readonly SessionReading[], graph: TranscriptGraph): Trace {
  const [root] = sessions;
  const errors = sessions.flatMap(({ session: { name, folder, error, status } }): readonly RolloutError[] => {
    if (error === null) return [];
    const who = folder === '' ? '' : `${name ?? folder}: `;
    return [
      { type: `session_${status ?? 'error'}`, message: who + error, statusCode: null, traceback: null },
    ];
  });
  const status = root?.session.status ?? null;
  const answer = root?.answer ?? null;
  const metrics = isObject(root?.meta.metrics) ? root.meta.metrics : {};
  const started = timeOf(root?.meta.start_time ?? root?.meta.created_at ?? root?.meta.timestamp);
  const ended = graph.nodes.reduce<number | null>((last, { timestamp }) => later(last, timestamp), null);
  return {
    path: '',
    id: root?.session.id ?? bundle.name,
    version: null,
    verifiers: null,
    task: taskOf(root?.session ?? null),
    agent: {
      name: root?.session.name ?? null,
      trainable: false,
      model: root?.model ?? null,
      config: null,
      runtime: null,
    },
    tools: [],
    nodes: graph.nodes,
    calls: graph.calls,
    callsRecorded: true,
    rewards: [],
    metrics: metricsOf(metrics, root?.meta ?? {}),
    info: {},
    judgeCalls: [],
    rootReply: answer === null || answer.length >= CUT ? null : answer,
    extraUsage: [],
    isCompleted: status !== null && ENDED.has(status),
    ok: (root?.session.error ?? null) === null && !(status !== null && FAILED.has(status)),
    stopCondition: typeof metrics.stop_reason === 'string' ? metrics.stop_reason : null,
    errors,
    timing: { ...UNTIMED, start: started, agent: { start: started, end: ended } },
    recordedTokens: null,
    recordedTruncated: null,
    diagnostics: [],
  };
}

/** An answer is written up to this length; one of it may have been longer. */
const CUT = 1000;
const UNSET = { start: null, end: null };
const UNTIMED = {
  start: null,
  boot: UNSET,
  setup: UNSET,
  agent: UNSET,
  finalize: UNSET,
  scoring: UNSET,
  modelSeconds: null,
  harnessSeconds: null,
};

function taskOf(root: RecordedSession | null): Trace['task'] {
  if (root === null || root.task === null) return null;
  return { type: 'session', key: null, hash: null, name: root.task, data: {} };
}

/** Sums of the root's engine, as it wrote them; they belong to no single call. */
function metricsOf(metrics: JsonObject, meta: JsonObject): readonly Metric[] {
  const usage = isObject(meta.usage) ? meta.usage : {};
  const own: JsonObject = {
    ...metrics,
    ...given('turns', meta.turns),
    ...given('usage.prompt_tokens', usage.prompt_tokens),
    ...given('usage.completion_tokens', usage.completion_tokens),
  };
  return Object.entries(own).flatMap(([name, value]): readonly Metric[] =>
    typeof value === 'number' ? [{ name, state: 'scored', value }] : [],
  );
}

function given(name: string, value: JsonObject[string] | undefined): JsonObject {
  return typeof value === 'number' ? { [name]: value } : {};
}

function later(left: number | null, right: number | null): number | null {
  if (left === null || right === null) return left ?? right;
  return Math.max(left, right);
}
