/**
 * A strip of small marks, one a request, in rows that fill a width: where each stands and, by kind, the path that draws all
 * of it. Kinds differ in shape, so that colour never speaks alone. It refuses to know what a kind means.
 */
export type StripShape = 'bar' | 'diamond' | 'hollow' | 'lines' | 'broken' | 'dash' | 'ring';

export interface RequestStrip {
  readonly columns: number;
  readonly cell: number;
  readonly width: number;
  readonly height: number;
  readonly paths: readonly { readonly shape: StripShape; readonly path: string }[];
  readonly place: (index: number) => { readonly x: number; readonly y: number };
  /** The mark at a point; -1 beside all of them. */
  readonly at: (x: number, y: number) => number;
}

/** Wide where there is room; small where there are many. */
const CELLS = [14, 12, 10, 8, 6, 5, 4];
const ROWS = 3;
export const STRIP_ROW = 20;
const GAP = 4;

export function requestStrip(shapes: readonly StripShape[], width: number): RequestStrip {
  const room = Math.max(40, Math.floor(width));
  const cell = CELLS.find((size) => Math.ceil(shapes.length / Math.floor(room / size)) <= ROWS) ?? 4;
  const columns = Math.max(1, Math.floor(room / cell));
  const place = (index: number) => ({
    x: (index % columns) * cell,
    y: Math.floor(index / columns) * STRIP_ROW,
  });
  const paths = new Map<StripShape, string[]>();
  for (const [index, shape] of shapes.entries()) {
    const { x, y } = place(index);
    const path = shapePath(shape, x, y + GAP / 2, cell, STRIP_ROW - GAP);
    const known = paths.get(shape);
    if (known === undefined) paths.set(shape, [path]);
    else known.push(path);
  }
  return {
    columns,
    cell,
    width: room,
    height: Math.max(1, Math.ceil(shapes.length / columns)) * STRIP_ROW,
    paths: [...paths].map(([shape, parts]) => ({ shape, path: parts.join('') })),
    place,
    at: (x, y) => {
      const column = Math.floor(x / cell);
      const index = Math.floor(y / STRIP_ROW) * columns + column;
      return column >= 0 && column < columns && index >= 0 && index < shapes.length ? index : -1;
    },
  };
}

/** To be filled by the rule of even and odd, so that a second outline makes a hole. */
export function shapePath(shape: StripShape, x: number, y: number, width: number, height: number): string {
  const side = Math.min(width - 1, height);
  const cx = x + width / 2;
  const cy = y + height / 2;
  switch (shape) {
    case 'bar': {
      const wide = Math.max(1.5, Math.min(4, width * 0.4));
      return rect(cx - wide / 2, y + height * 0.25, wide, height * 0.5);
    }
    case 'diamond':
      return diamond(cx, cy, side / 2, Math.min(height / 2, side * 0.75));
    case 'hollow': {
      const [rx, ry] = [side / 2, Math.min(height / 2, side * 0.75)];
      return diamond(cx, cy, rx, ry) + diamond(cx, cy, rx - 1.7, ry - 1.9);
    }
    case 'lines': {
      const thick = Math.max(1.5, height * 0.12);
      const wide = Math.min(9, width - 1);
      const gap = height * 0.14;
      return rect(cx - wide / 2, cy - gap - thick, wide, thick) + rect(cx - wide / 2, cy + gap, wide, thick);
    }
    case 'broken': {
      const wide = Math.max(1.5, Math.min(4, width * 0.4));
      const part = height * 0.22;
      return (
        rect(cx - wide / 2, y + height * 0.2, wide, part) + rect(cx - wide / 2, y + height * 0.58, wide, part)
      );
    }
    case 'dash': {
      const wide = Math.min(7, width - 1.5);
      return rect(cx - wide / 2, cy - 1, wide, 2);
    }
    case 'ring': {
      const radius = Math.min(3.6, side / 2);
      return circle(cx, cy, radius) + circle(cx, cy, Math.max(0.4, radius - 1.4));
    }
  }
}

function rect(x: number, y: number, width: number, height: number): string {
  return `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}z`;
}

function diamond(x: number, y: number, rx: number, ry: number): string {
  const [dx, dy] = [Math.max(0.3, rx), Math.max(0.3, ry)];
  return `M${round(x)} ${round(y - dy)}l${round(dx)} ${round(dy)}l${round(-dx)} ${round(dy)}l${round(-dx)} ${round(-dy)}z`;
}

function circle(x: number, y: number, radius: number): string {
  const r = round(radius);
  return `M${round(x - radius)} ${round(y)}a${r} ${r} 0 1 0 ${round(2 * radius)} 0a${r} ${r} 0 1 0 ${round(-2 * radius)} 0z`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
