/** From places to SVG path data, at a scale. One string holds many shapes, so that a picture is few elements. */
import { unreachable } from '../../model/unreachable';
import type { CallPicture } from './call-graph';
import type { EdgeShape } from './edge-shapes';
import { MARK_HEIGHT } from './sizes';

const CORNER = 6;

/** Two decimals are a hundredth of a pixel. */
function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** An edge with its corners rounded; `flat` leaves them sharp, for pictures from far away. */
export function edgePath({ routes }: CallPicture, edge: number, k: number, flat = false): string {
  const first = routes.offsets[edge] ?? 0;
  const end = routes.offsets[edge + 1] ?? 0;
  const at = (point: number): readonly [number, number] => [
    (routes.points[2 * point] ?? 0) * k,
    (routes.points[2 * point + 1] ?? 0) * k,
  ];
  if (end - first < 2) return '';
  let [x, y] = at(first);
  let path = `M${round(x)} ${round(y)}`;
  for (let point = first + 1; point < end; point += 1) {
    const [nextX, nextY] = at(point);
    const [afterX, afterY] = point + 1 < end ? at(point + 1) : [nextX, nextY];
    const into = Math.abs(nextX - x) + Math.abs(nextY - y);
    const out = Math.abs(afterX - nextX) + Math.abs(afterY - nextY);
    const corner = flat ? 0 : Math.min(CORNER * Math.max(k, 0.5), into / 2, out / 2);
    if (corner < 0.5) {
      path += `L${round(nextX)} ${round(nextY)}`;
    } else {
      const backX = nextX - Math.sign(nextX - x) * corner;
      const backY = nextY - Math.sign(nextY - y) * corner;
      const onX = nextX + Math.sign(afterX - nextX) * corner;
      const onY = nextY + Math.sign(afterY - nextY) * corner;
      path += `L${round(backX)} ${round(backY)}Q${round(nextX)} ${round(nextY)} ${round(onX)} ${round(onY)}`;
    }
    [x, y] = [nextX, nextY];
  }
  return path;
}

export interface Arrival {
  readonly x: number;
  readonly y: number;
  /** Unit step of the last stretch. */
  readonly dx: number;
  readonly dy: number;
}

function arrivalOf({ routes }: CallPicture, edge: number, k: number): Arrival | null {
  const end = routes.offsets[edge + 1] ?? 0;
  if (end - (routes.offsets[edge] ?? 0) < 2) return null;
  const x = (routes.points[2 * end - 2] ?? 0) * k;
  const y = (routes.points[2 * end - 1] ?? 0) * k;
  const dx = x - (routes.points[2 * end - 4] ?? 0) * k;
  const dy = y - (routes.points[2 * end - 3] ?? 0) * k;
  const length = Math.hypot(dx, dy) || 1;
  return { x, y, dx: dx / length, dy: dy / length };
}

/** The head where the edge arrives. Filled and round ones are areas; open and crossed ones are strokes. */
export function headPath(picture: CallPicture, edge: number, k: number, head: EdgeShape['head']): string {
  const arrival = arrivalOf(picture, edge, k);
  return arrival === null ? '' : headAt(arrival, Math.max(0.6, Math.min(k, 1.4)), head);
}

/** A level piece of an edge, 36 wide and 12 high, for a legend. */
export function samplePaths({ head }: EdgeShape): { readonly line: string; readonly head: string } {
  return { line: 'M1 6H35', head: headAt({ x: 35, y: 6, dx: 1, dy: 0 }, 1, head) };
}

export function headAt({ x, y, dx, dy }: Arrival, size: number, head: EdgeShape['head']): string {
  const point = (along: number, aside: number): string =>
    `${round(x - dx * along * size - dy * aside * size)} ${round(y - dy * along * size + dx * aside * size)}`;
  switch (head) {
    case 'none':
      return '';
    case 'filled':
      return `M${point(0, 0)}L${point(8, 4.2)}L${point(8, -4.2)}Z`;
    case 'open':
      return `M${point(7.5, 4.6)}L${point(0.5, 0)}L${point(7.5, -4.6)}`;
    case 'crossed':
      return `M${point(8, 4)}L${point(1, -4)}M${point(8, -4)}L${point(1, 4)}`;
    case 'round':
      return circlePath(x - dx * 4 * size, y - dy * 4 * size, 3.6 * size);
    default:
      return unreachable(head);
  }
}

export function circlePath(x: number, y: number, radius: number): string {
  const r = round(radius);
  return `M${round(x - radius)} ${round(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
}

/** A loop with a head: the mark of an edge that leads back. */
export function loopPath(x: number, y: number): string {
  return `M${round(x + 4.5)} ${round(y - 1.5)}a4.8 4.8 0 1 0 .3 3M${round(x + 5.6)} ${round(y - 5)}v4h-4`;
}

/** The middle of the longest stretch: where a label or a mark has most room. */
export function middleOf(
  { routes }: CallPicture,
  edge: number,
): { readonly x: number; readonly y: number; readonly upright: boolean; readonly length: number } {
  const first = routes.offsets[edge] ?? 0;
  const end = routes.offsets[edge + 1] ?? 0;
  let best = { x: 0, y: 0, upright: false, length: -1 };
  for (let point = first + 1; point < end; point += 1) {
    const ax = routes.points[2 * point - 2] ?? 0;
    const ay = routes.points[2 * point - 1] ?? 0;
    const bx = routes.points[2 * point] ?? 0;
    const by = routes.points[2 * point + 1] ?? 0;
    const length = Math.abs(bx - ax) + Math.abs(by - ay);
    if (length > best.length) best = { x: (ax + bx) / 2, y: (ay + by) / 2, upright: ax === bx, length };
  }
  return best;
}

export function boxPath(x: number, y: number, width: number, height: number, radius: number): string {
  const r = round(Math.max(0, Math.min(radius, width / 2, height / 2)));
  const [w, h] = [round(width - 2 * r), round(height - 2 * r)];
  if (r === 0) return `M${round(x)} ${round(y)}h${w}v${h}h${-w}Z`;
  return (
    `M${round(x + r)} ${round(y)}h${w}a${r} ${r} 0 0 1 ${r} ${r}v${h}a${r} ${r} 0 0 1 ${-r} ${r}` +
    `h${-w}a${r} ${r} 0 0 1 ${-r} ${-r}v${-h}a${r} ${r} 0 0 1 ${r} ${-r}Z`
  );
}

export function markPath(
  picture: CallPicture,
  item: number,
  k: number,
  shape: 'pill' | 'tag' | 'bar',
): string {
  const x = (picture.lanes.x[item] ?? 0) * k;
  const y = (picture.y[item] ?? 0) * k;
  const width = (picture.lanes.itemWidth[item] ?? 0) * k;
  const height = MARK_HEIGHT * k;
  switch (shape) {
    case 'pill':
      return boxPath(x, y, width, height, 5 * Math.min(1, k));
    case 'bar':
      return `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}Z`;
    case 'tag': {
      // Cut corners at the right: a slip of paper beside the work.
      const cut = Math.min(7 * k, height / 2);
      return (
        `M${round(x)} ${round(y)}h${round(width - cut)}l${round(cut)} ${round(cut)}v${round(height - 2 * cut)}` +
        `l${round(-cut)} ${round(cut)}h${round(cut - width)}Z`
      );
    }
    default:
      return unreachable(shape);
  }
}
