/**
 * What is drawn of a picture in a window, as path data and placed words: few strings however many marks. Near, every mark
 * has its words; far away marks are bars and only what is out of the ordinary can be told. It refuses to know colours.
 */
import type { CallPicture } from './call-graph';
import { CALL_FLAGS, LINK_FLAGS, NONE } from './columns';
import type { EdgeShape } from './edge-shapes';
import { PREFIX_SHAPE, SESSION_SHAPE, shapeOf } from './edge-shapes';
import { boxPath, edgePath, headPath, loopPath, markPath, middleOf } from './paths';
import type { Box, Visible } from './scene';
import { visibleIn } from './scene';
import { MARK_HEIGHT, endingDrawn, wordsOfItem } from './sizes';
import type { Measure } from './text';
import { fitText, guessWidth, shortLabel, textWidth } from './text';

/** Below this scale words would be smaller than they can be read. */
export const WORDS_FROM = 0.58;
/** Semibold words are wider by this. */
const BOLD = 1.09;
/** An edge that would be shorter than this on the screen says nothing from far away. */
const SHORTEST = 5;

export type MarkClass = 'plain' | 'fold' | 'error' | 'summary' | 'accepted' | 'aside' | 'probe';

export interface EdgeLayer {
  /** The label, or null for the physical prefix. */
  readonly type: string | null;
  readonly shape: EdgeShape;
  readonly state: 'plain' | 'feedback' | 'refused';
  readonly line: string;
  readonly head: string;
}

export interface MarkWords {
  readonly item: number;
  readonly x: number;
  /** Base line. */
  readonly y: number;
  readonly turn: string;
  readonly wordsX: number;
  readonly words: string;
  readonly right: number;
  readonly tokens: string;
  readonly kind: MarkClass;
}

export interface PlacedWords {
  readonly key: string;
  readonly x: number;
  readonly y: number;
  readonly text: string;
  /** Read from below upwards. */
  readonly upright: boolean;
}

export interface HeadWords {
  readonly group: number;
  readonly x: number;
  readonly y: number;
  readonly label: string;
  readonly parent: string;
  readonly title: string;
  readonly ending: string;
  readonly endingY: number;
}

export interface Drawing {
  readonly near: boolean;
  readonly frames: { readonly agent: string; readonly branch: string; readonly aside: string };
  readonly contexts: string;
  /** Where a context was compacted: two lines across the lane. */
  readonly compactions: string;
  readonly edges: readonly EdgeLayer[];
  readonly marks: readonly { readonly kind: MarkClass; readonly path: string }[];
  /** How much of the fullest context each call read: a bar along the foot of its mark. */
  readonly tokens: string;
  /** How long each call ran, where places are times. */
  readonly durations: string;
  readonly loops: string;
  readonly words: readonly MarkWords[];
  readonly heads: readonly HeadWords[];
  readonly contextWords: readonly PlacedWords[];
  readonly edgeWords: readonly PlacedWords[];
  readonly visible: Visible;
}

export function draw(
  picture: CallPicture,
  box: Box,
  k: number,
  isShown: (itemEdge: number) => boolean,
  compact: (tokens: number) => string,
  measure: Measure = guessWidth,
): Drawing {
  const near = k >= WORDS_FROM;
  const visible = visibleIn(picture, box);
  const edges = drawEdges(picture, visible, k, near, isShown, measure);
  return {
    near,
    frames: drawFrames(picture, visible, k),
    ...drawContexts(picture, box, k, near, measure),
    ...edges,
    ...drawMarks(picture, visible, k, near),
    durations: drawDurations(picture, visible, k),
    words: near ? visible.items.map((item) => wordsOf(picture, item, k, compact, measure)) : [],
    heads: near ? visible.groups.map((group) => headOf(picture, group, k, measure)) : [],
    visible,
  };
}

function drawFrames({ graph, lanes }: CallPicture, { groups }: Visible, k: number): Drawing['frames'] {
  const frames = { agent: '', branch: '', aside: '' };
  for (const group of groups) {
    const kind = graph.groups.kind[group] ?? 'agent';
    const top = lanes.top[group] ?? 0;
    frames[kind === 'agent' || kind === 'branch' ? kind : 'aside'] += boxPath(
      (lanes.left[group] ?? 0) * k,
      top * k,
      (lanes.width[group] ?? 0) * k,
      ((lanes.bottom[group] ?? 0) - top) * k,
      8 * Math.min(1, k),
    );
  }
  return frames;
}

function drawContexts(
  { lanes, segments }: CallPicture,
  box: Box,
  k: number,
  near: boolean,
  measure: Measure,
) {
  let contexts = '';
  let compactions = '';
  const contextWords: PlacedWords[] = [];
  for (const { group, context, top, bottom } of segments) {
    if (top > box.bottom || bottom < box.top) continue;
    const left = (lanes.left[group] ?? 0) * k;
    const width = (lanes.width[group] ?? 0) * k;
    contexts += `M${left + 2.5} ${top * k + 2}V${bottom * k - 2}`;
    if (context === 0) continue;
    const y = Math.round(top * k) + 0.5;
    compactions += `M${left} ${y}h${width}M${left} ${y + 3}h${width}`;
    if (!near) continue;
    const text = [`context ${context + 1}, compacted`, `context ${context + 1}`].find(
      (one) => textWidth(one, measure) <= width - 18,
    );
    if (text !== undefined) {
      contextWords.push({ key: `${group} ${context}`, x: left + 9, y: y + 17, text, upright: false });
    }
  }
  return { contexts, compactions, contextWords };
}

function drawEdges(
  picture: CallPicture,
  { edges: visible }: Visible,
  k: number,
  near: boolean,
  isShown: (itemEdge: number) => boolean,
  measure: Measure,
): Pick<Drawing, 'edges' | 'edgeWords' | 'loops'> {
  const { graph, edges, itemEdges, routes } = picture;
  const layers = new Map<string, EdgeLayer & { line: string; head: string }>();
  const edgeWords: PlacedWords[] = [];
  const written = new Set<string>();
  let loops = '';
  for (const itemEdge of visible) {
    if (!isShown(itemEdge)) continue;
    const at = 4 * itemEdge;
    if (!near) {
      const width = (routes.bounds[at + 2] ?? 0) - (routes.bounds[at] ?? 0);
      const height = (routes.bounds[at + 3] ?? 0) - (routes.bounds[at + 1] ?? 0);
      if ((width + height) * k < SHORTEST) continue;
    }
    const link = edges.link[itemEdges.edge[itemEdge] ?? 0] ?? NONE;
    const type = link === NONE ? null : (graph.links.types[graph.links.type[link] ?? 0] ?? '');
    const flags = link === NONE ? 0 : (graph.links.flags[link] ?? 0);
    const state =
      (flags & LINK_FLAGS.refused) !== 0
        ? 'refused'
        : (flags & LINK_FLAGS.feedback) !== 0
          ? 'feedback'
          : 'plain';
    const shape = edgeShapeOf(picture, itemEdges.edge[itemEdge] ?? 0);
    const key = `${state} ${type ?? ''}`;
    let layer = layers.get(key);
    if (layer === undefined) {
      layer = { type, shape, state, line: '', head: '' };
      layers.set(key, layer);
    }
    layer.line += edgePath(picture, itemEdge, k, !near);
    layer.head += headPath(
      picture,
      itemEdge,
      k,
      state === 'plain' || shape.head !== 'none' ? shape.head : 'open',
    );
    if (state === 'plain' && !(near && shape.written)) continue;
    const middle = middleOf(picture, itemEdge);
    const [x, y] = [middle.x * k, middle.y * k];
    if (state === 'feedback') loops += loopPath(x, y);
    const reason =
      state === 'refused' ? `refused: ${graph.links.reasons[graph.links.reason[link] ?? 0] ?? ''}` : '';
    const said = state === 'refused' ? reason : (type ?? '');
    if (!near || (state === 'feedback' && !shape.written)) continue;
    const text = fitText(said, Math.max(90, middle.length * k - 16), measure);
    // Edges of one kind that leave one call share their way: the words stand on it once.
    const once = `${itemEdges.from[itemEdge]} ${text}`;
    if (written.has(once)) continue;
    written.add(once);
    edgeWords.push({ key: `${itemEdge}`, x, y, text, upright: middle.upright });
  }
  return { edges: [...layers.values()], edgeWords, loops };
}

/** By its label and where it comes from. */
export function edgeShapeOf({ graph, edges }: CallPicture, edge: number): EdgeShape {
  const link = edges.link[edge] ?? NONE;
  if (link === NONE) return PREFIX_SHAPE;
  if (LINK_SESSION === graph.links.origin[link]) return SESSION_SHAPE;
  return shapeOf(graph.links.types[graph.links.type[link] ?? 0] ?? '');
}
const LINK_SESSION = 3;

function drawMarks(picture: CallPicture, { items: visible }: Visible, k: number, near: boolean) {
  const paths = new Map<MarkClass, string>();
  const most = mostTokens(picture);
  let tokens = '';
  for (const item of visible) {
    const kind = classOf(picture, item);
    const isSlip = kind === 'summary' || kind === 'accepted';
    const shape = near ? (isSlip ? 'tag' : 'pill') : 'bar';
    let path = markPath(picture, item, k, shape);
    if (kind === 'fold' && near) path += underPath(picture, item, k);
    paths.set(kind, (paths.get(kind) ?? '') + path);
    const read = picture.graph.calls.tokensIn[lastCallOf(picture, item)] ?? Number.NaN;
    if (!near || isSlip || !(read > 0)) continue;
    const x = (picture.lanes.x[item] ?? 0) * k + 5;
    const width = ((picture.lanes.itemWidth[item] ?? 0) * k - 10) * (read / most);
    tokens += `M${x} ${((picture.y[item] ?? 0) + MARK_HEIGHT) * k - 2.5}h${Math.max(1, width)}`;
  }
  return { marks: [...paths].map(([kind, path]) => ({ kind, path })), tokens };
}

function lastCallOf({ items }: CallPicture, item: number): number {
  return items.members[(items.start[item] ?? 0) + (items.size[item] ?? 1) - 1] ?? 0;
}

function mostTokens({ graph }: CallPicture): number {
  let most = 1;
  for (const read of graph.calls.tokensIn) if (read > most) most = read;
  return most;
}

/** The edge of a second card under a fold. */
function underPath({ lanes, y }: CallPicture, item: number, k: number): string {
  const left = (lanes.x[item] ?? 0) * k + 5;
  const bottom = ((y[item] ?? 0) + MARK_HEIGHT) * k + 3;
  return `M${left} ${bottom}h${(lanes.itemWidth[item] ?? 0) * k - 10}`;
}

export function classOf({ graph, items }: CallPicture, item: number): MarkClass {
  const { calls } = graph;
  const call = items.first[item] ?? 0;
  const flags = calls.flags[call] ?? 0;
  if ((items.size[item] ?? 1) > 1) return 'fold';
  if ((flags & CALL_FLAGS.error) !== 0) return 'error';
  if (calls.summary[call] === 1) return 'accepted';
  if (calls.summary[call] !== 0) return 'summary';
  if ((flags & CALL_FLAGS.probe) !== 0) return 'probe';
  return (calls.abandoned[call] ?? NONE) !== NONE || (flags & CALL_FLAGS.stale) !== 0 ? 'aside' : 'plain';
}

function drawDurations({ time, lanes, y }: CallPicture, { items }: Visible, k: number): string {
  if (time === null) return '';
  let path = '';
  for (const item of items) {
    const until = time.until[item] ?? Number.NaN;
    if (Number.isNaN(until)) continue;
    path += `M${(lanes.x[item] ?? 0) * k - 3} ${(y[item] ?? 0) * k}V${until * k}`;
  }
  return path;
}

function wordsOf(
  picture: CallPicture,
  item: number,
  k: number,
  compact: (tokens: number) => string,
  measure: Measure,
): MarkWords {
  const { graph, items, lanes } = picture;
  const call = items.first[item] ?? 0;
  const size = Math.max(1, k);
  const kind = classOf(picture, item);
  const single = (items.size[item] ?? 1) === 1;
  const number = graph.calls.turn[call] ?? 0;
  const turn = single && number > 0 ? String(number) : '';
  const x = (lanes.x[item] ?? 0) * k + 8 * Math.min(1, k);
  const right = ((lanes.x[item] ?? 0) + (lanes.itemWidth[item] ?? 0)) * k - 8 * Math.min(1, k);
  const wordsX = x + (turn === '' ? 0 : (textWidth(turn, measure) + 7) * size);
  const read = graph.calls.tokensIn[lastCallOf(picture, item)] ?? Number.NaN;
  const isSlip = kind === 'summary' || kind === 'accepted';
  let tokens = isSlip || Number.isNaN(read) ? '' : compact(read);
  const said = saidOf(picture, item, kind);
  const room = (right - wordsX) / size;
  // Words come first; the figure is left out where it would cost them.
  const rest = room - (tokens === '' ? 0 : textWidth(tokens, measure) + 8);
  if (tokens !== '' && textWidth(said, measure) > rest && rest < 60) tokens = '';
  return {
    item,
    x,
    y: ((picture.y[item] ?? 0) + MARK_HEIGHT / 2) * k + 4.2 * size,
    turn,
    wordsX,
    words: fitText(said, tokens === '' ? room : rest, measure),
    right,
    tokens,
    kind,
  };
}

function saidOf({ graph, items }: CallPicture, item: number, kind: MarkClass): string {
  const call = items.first[item] ?? 0;
  const { calls } = graph;
  const words = wordsOfItem(graph, items, item);
  const flags = calls.flags[call] ?? 0;
  if (kind === 'error') return words === '' ? '✕ error' : `✕ ${words}`;
  if (kind === 'probe') return 'probe';
  const tried =
    kind === 'plain' && (flags & CALL_FLAGS.retried) !== 0 ? `↻${calls.attempts[call] ?? 2} ` : '';
  const cycle = (calls.cycle[call] ?? NONE) !== NONE ? '↺ ' : '';
  return `${cycle}${tried}${words === '' ? '(nothing said)' : words}`;
}

function headOf({ graph, lanes }: CallPicture, group: number, k: number, measure: Measure): HeadWords {
  const { groups } = graph;
  const size = Math.max(1, k);
  const room = ((lanes.width[group] ?? 0) * k - 18) / size;
  const parent = groups.parent[group] ?? NONE;
  const by = parent === NONE || groups.kind[group] === 'branch' ? '' : `by ${groups.label[parent] ?? ''}`;
  const derived = groups.basis[group] === 'returned' ? ' (derived)' : '';
  const said = by === '' ? '' : `${by}${derived}`;
  const whole = groups.label[group] ?? '';
  const fits = textWidth(whole, measure) <= room / BOLD;
  const label = fits ? whole : fitText(shortLabel(whole), room / BOLD, measure);
  return {
    group,
    x: (lanes.left[group] ?? 0) * k + 9,
    y: (lanes.top[group] ?? 0) * k + 16 * size,
    label,
    // Half a name would be another name.
    parent: textWidth(said, measure) <= room - textWidth(label, measure) * BOLD - 6 ? said : '',
    title: fitText(groups.title[group] ?? '', room, measure),
    ending: fitText(endingDrawn(graph, group), room, measure),
    endingY: (lanes.bottom[group] ?? 0) * k - 5,
  };
}

/** Where a mark stands on the drawing. */
export function markBox({ lanes, y }: CallPicture, item: number, k: number) {
  return {
    x: (lanes.x[item] ?? 0) * k,
    y: (y[item] ?? 0) * k,
    width: (lanes.itemWidth[item] ?? 0) * k,
    height: MARK_HEIGHT * k,
  };
}
