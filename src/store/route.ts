/**
 * Addresses: hash ↔ Route. Every field is read with its own fallback, so that an old or damaged link opens as much as it
 * can; an address of no known shape is said to be so. It refuses to know whether what is named exists.
 *
 *   #/                                          start
 *   #/run/<key>?q=&outcome=&flag=&sort=&at=     the list of a run
 *   #/run/<key>/<source>/<record>?trace=&node=  an episode
 *   #/run/<key>/<source>/bytes?from=            raw bytes of a source (a record that could not be read)
 */
import type { ColumnId, Flag, Sort } from '../analysis/rows';
import { COLUMN_IDS, FLAGS, OUTCOMES } from '../analysis/rows';
import type {
  BranchIndex,
  EpisodeRef,
  NodeIndex,
  RecordIndex,
  RunKey,
  SourceIndex,
  TraceIndex,
} from '../model/ids';
import { branchIndex, isRunKey, nodeIndex, recordIndex, sourceIndex, traceIndex } from '../model/ids';
import type { Outcome } from '../model/row';
import { unreachable } from '../model/unreachable';

export const EPISODE_VIEWS = ['transcript', 'graph', 'requests', 'sessions', 'overview', 'raw'] as const;
export type EpisodeView = (typeof EPISODE_VIEWS)[number];

export interface StartRoute {
  readonly kind: 'start';
}

export interface RunRoute {
  readonly kind: 'run';
  readonly run: RunKey;
  readonly query: string;
  readonly outcomes: readonly Outcome[];
  readonly flags: readonly Flag[];
  /** Null is file order. */
  readonly sort: Sort | null;
  /** The selected row. */
  readonly at: RowPlace | null;
  readonly panel: 'import' | null;
}

export interface RowPlace {
  readonly source: SourceIndex;
  readonly record: RecordIndex;
}

export interface EpisodeRoute extends EpisodeRef {
  readonly kind: 'episode';
  /** The episode's id when the link was made: a check, never the address. */
  readonly id: string | null;
  readonly trace: TraceIndex;
  /** Null: the view's own choice. */
  readonly branch: BranchIndex | 'all' | null;
  readonly node: NodeIndex | null;
  readonly view: EpisodeView;
}

export interface BytesRoute {
  readonly kind: 'bytes';
  readonly run: RunKey;
  readonly source: SourceIndex;
  /** Offset in the source's uncompressed UTF-8 bytes. */
  readonly from: number;
}

export interface UnknownRoute {
  readonly kind: 'unknown';
  readonly hash: string;
}

export type Route = StartRoute | RunRoute | EpisodeRoute | BytesRoute | UnknownRoute;

export const START: StartRoute = { kind: 'start' };

/** The whole list of a run, in file order. */
export function runRoute(run: RunKey): RunRoute {
  return { kind: 'run', run, query: '', outcomes: [], flags: [], sort: null, at: null, panel: null };
}

/** An episode as a reader first meets it. */
export function episodeRoute(
  place: EpisodeRef,
  rest: Partial<Omit<EpisodeRoute, 'kind'>> = {},
): EpisodeRoute {
  const { run, source, record } = place;
  return {
    kind: 'episode',
    run,
    source,
    record,
    id: null,
    trace: traceIndex(0),
    branch: null,
    node: null,
    view: 'transcript',
    ...rest,
  };
}

export function parseRoute(hash: string): Route {
  const text = hash.startsWith('#') ? hash.slice(1) : hash;
  const cut = text.indexOf('?');
  const path = cut < 0 ? text : text.slice(0, cut);
  const fields = new URLSearchParams(cut < 0 ? '' : text.slice(cut + 1));
  const segments = path.split('/').filter((segment) => segment !== '');
  const [head, run, source, record] = segments;
  if (head === undefined) return START;
  if (head !== 'run' || run === undefined || !isRunKey(run)) return { kind: 'unknown', hash: text };
  if (segments.length === 2) return readRun(run, fields);
  const sourceNumber = count(source);
  if (segments.length !== 4 || sourceNumber === null) return { kind: 'unknown', hash: text };
  const at = sourceIndex(sourceNumber);
  if (record === 'bytes') {
    return { kind: 'bytes', run, source: at, from: count(fields.get('from')) ?? 0 };
  }
  const recordNumber = count(record);
  if (recordNumber === null) return { kind: 'unknown', hash: text };
  return readEpisode({ run, source: at, record: recordIndex(recordNumber) }, fields);
}

export function formatRoute(route: Route): string {
  switch (route.kind) {
    case 'start':
      return '#/';
    case 'run':
      return `#/run/${route.run}${runFields(route)}`;
    case 'episode':
      return `#/run/${route.run}/${route.source}/${route.record}${episodeFields(route)}`;
    case 'bytes':
      return `#/run/${route.run}/${route.source}/bytes${suffix([['from', String(route.from)]])}`;
    case 'unknown':
      return `#${route.hash}`;
    default:
      return unreachable(route);
  }
}

/** True where both stand on the same page: a change between them is no new page and keeps focus and scroll. */
export function samePage(left: Route, right: Route): boolean {
  if (left.kind === 'run') return right.kind === 'run' && left.run === right.run;
  if (left.kind === 'episode') {
    return (
      right.kind === 'episode' &&
      left.run === right.run &&
      left.source === right.source &&
      left.record === right.record
    );
  }
  return formatRoute(left) === formatRoute(right);
}

function readRun(run: RunKey, fields: URLSearchParams): RunRoute {
  return {
    kind: 'run',
    run,
    query: fields.get('q') ?? '',
    outcomes: chosen(OUTCOMES, fields.get('outcome')),
    flags: chosen(FLAGS, fields.get('flag')),
    sort: readSort(fields.get('sort')),
    at: readPlace(fields.get('at')),
    panel: fields.get('panel') === 'import' ? 'import' : null,
  };
}

function runFields(route: RunRoute): string {
  const { at, sort } = route;
  return suffix([
    ['q', route.query],
    ['outcome', route.outcomes.join('.')],
    ['flag', route.flags.join('.')],
    ['sort', sort === null ? '' : `${sort.column}.${sort.descending ? 'desc' : 'asc'}`],
    ['at', at === null ? '' : `${at.source}.${at.record}`],
    ['panel', route.panel ?? ''],
  ]);
}

function readEpisode(place: EpisodeRef, fields: URLSearchParams): EpisodeRoute {
  const branch = fields.get('branch');
  const branchNumber = count(branch);
  const node = count(fields.get('node'));
  return episodeRoute(place, {
    id: fields.get('id'),
    trace: traceIndex(count(fields.get('trace')) ?? 0),
    branch: branch === 'all' ? 'all' : branchNumber === null ? null : branchIndex(branchNumber),
    node: node === null ? null : nodeIndex(node),
    view: EPISODE_VIEWS.find((view) => view === fields.get('view')) ?? 'transcript',
  });
}

function episodeFields(route: EpisodeRoute): string {
  return suffix([
    ['trace', route.trace === 0 ? '' : String(route.trace)],
    ['branch', route.branch === null ? '' : String(route.branch)],
    ['node', route.node === null ? '' : String(route.node)],
    ['view', route.view === 'transcript' ? '' : route.view],
    // An empty id is an id; null is none.
    ['id', route.id],
  ]);
}

/** Fields that say nothing are left out, so that the usual address is short. */
function suffix(fields: readonly (readonly [string, string | null])[]): string {
  const search = new URLSearchParams();
  for (const [name, value] of fields) {
    if (value === null || (value === '' && name !== 'id')) continue;
    search.set(name, value);
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

function readSort(text: string | null): Sort | null {
  const [name, order] = (text ?? '').split('.');
  const column: ColumnId | undefined = COLUMN_IDS.find((id) => id === name);
  return column === undefined ? null : { column, descending: order === 'desc' };
}

function readPlace(text: string | null): RowPlace | null {
  const [source, record] = (text ?? '').split('.').map(count);
  if (source === undefined || source === null || record === undefined || record === null) return null;
  return { source: sourceIndex(source), record: recordIndex(record) };
}

/** The known words among those named, each once, in the order of the vocabulary. */
function chosen<Word extends string>(vocabulary: readonly Word[], text: string | null): readonly Word[] {
  const named = new Set((text ?? '').split('.'));
  return vocabulary.filter((word) => named.has(word));
}

function count(text: string | null | undefined): number | null {
  return text !== null && text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
}
