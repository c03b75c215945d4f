/** Small pictures, drawn pixel by pixel and written as PNG, equal on every machine. */
import { zlibSync } from 'fflate';

type Colour = readonly [red: number, green: number, blue: number];

export class Picture {
  readonly #width: number;
  readonly #height: number;
  readonly #pixels: Uint8Array;

  constructor(width: number, height: number, background: Colour) {
    this.#width = width;
    this.#height = height;
    this.#pixels = new Uint8Array(width * height * 3);
    this.box(0, 0, width, height, background);
  }

  box(left: number, top: number, width: number, height: number, colour: Colour): this {
    for (let y = top; y < Math.min(top + height, this.#height); y += 1) {
      for (let x = left; x < Math.min(left + width, this.#width); x += 1) {
        this.#pixels.set(colour, (y * this.#width + x) * 3);
      }
    }
    return this;
  }

  crop(left: number, top: number, width: number, height: number): Picture {
    const part = new Picture(width, height, [255, 255, 255]);
    for (let y = 0; y < height; y += 1) {
      const from = ((top + y) * this.#width + left) * 3;
      part.#pixels.set(this.#pixels.subarray(from, from + width * 3), y * width * 3);
    }
    return part;
  }

  dataUrl(): string {
    return `data:image/png;base64,${Buffer.from(this.#png()).toString('base64')}`;
  }

  #png(): Uint8Array {
    const header = new Uint8Array(13);
    const view = new DataView(header.buffer);
    view.setUint32(0, this.#width);
    view.setUint32(4, this.#height);
    header.set([8, 2, 0, 0, 0], 8); // eight bits, true colour
    const rows = new Uint8Array(this.#height * (this.#width * 3 + 1));
    for (let y = 0; y < this.#height; y += 1) {
      const row = this.#pixels.subarray(y * this.#width * 3, (y + 1) * this.#width * 3);
      rows.set(row, y * (this.#width * 3 + 1) + 1); // each row after its filter byte, none
    }
    const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
    return Buffer.concat([
      signature,
      chunk('IHDR', header),
      chunk('IDAT', zlibSync(rows, { level: 9 })),
      chunk('IEND', new Uint8Array(0)),
    ]);
  }
}

function chunk(type: string, body: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + body.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, body.length);
  bytes.set(Buffer.from(type, 'latin1'), 4);
  bytes.set(body, 8);
  view.setUint32(8 + body.length, crc(bytes.subarray(4, 8 + body.length)));
  return bytes;
}

function crc(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  }
  return (value ^ 0xffffffff) >>> 0;
}

/** Sold each month, drawn without any lettering. */
export function barChart(values: readonly number[], highlight: number | null = null): Picture {
  const chart = new Picture(40 + values.length * 44, 180, [250, 249, 246]);
  for (let line = 1; line <= 6; line += 1)
    chart.box(24, 160 - line * 24, values.length * 44 + 8, 1, [222, 220, 214]);
  chart.box(24, 16, 1, 145, [90, 92, 98]).box(24, 160, values.length * 44 + 8, 1, [90, 92, 98]);
  for (const [index, value] of values.entries()) {
    const colour: Colour = index === highlight ? [206, 106, 60] : [74, 118, 168];
    chart.box(36 + index * 44, 160 - value, 28, value, colour);
  }
  return chart;
}
