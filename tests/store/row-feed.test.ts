/** Rows in the order of their sources, in slices; progress; names of drops. */
import { describe, expect, it } from 'vitest';
import type { PlacedRow } from '../../src/storage/row-columns';
import { nameOfDrop, withoutHidden } from '../../src/store/drop';
import { ProgressMeter } from '../../src/store/progress-meter';
import { RowFeed } from '../../src/store/row-feed';
import type { PendingRows } from '../../src/worker/import/client';
import { numberedRows } from '../storage/rows';
import { dropped } from './library-kit';

function pending(rows: readonly PlacedRow[], cost = 0): PendingRows {
  return {
    length: rows.length,
    rows() {
      const until = performance.now() + cost;
      while (performance.now() < until) continue;
      return [...rows];
    },
  };
}

describe('the feed of rows', () => {
  const [a, b, c, d] = numberedRows(4).map((row) => [row]);
  if (a === undefined || b === undefined || c === undefined || d === undefined) throw new Error('four rows');

  it('keeps the order of the sources, whichever speaks first', async () => {
    const received: PlacedRow[] = [];
    const feed = new RowFeed((rows) => received.push(...rows));
    feed.push(2, pending(d));
    feed.end(2);
    feed.push(1, pending(c));
    feed.push(0, pending(a));
    feed.push(0, pending(b));
    feed.end(1);
    await feed.drained();
    expect(received).toEqual([...a, ...b]);
    feed.end(0);
    await feed.drained();
    expect(received).toEqual([...a, ...b, ...c, ...d]);
  });

  it('stops for others between slices', async () => {
    let pauses = 0;
    const feed = new RowFeed(
      () => undefined,
      async () => {
        pauses += 1;
      },
    );
    for (let i = 0; i < 5; i += 1) feed.push(0, pending(a, 10));
    await feed.drained();
    expect(pauses).toBeGreaterThanOrEqual(4);
  });

  it('drops what waits when it is stopped', async () => {
    const received: PlacedRow[] = [];
    const feed = new RowFeed((rows) => received.push(...rows));
    feed.push(1, pending(b));
    feed.stop();
    feed.push(0, pending(a));
    feed.end(0);
    await feed.drained();
    expect(received).toEqual([]);
  });
});

describe('progress', () => {
  it('says nothing until it knows something, then rate and time left over the last seconds', () => {
    const meter = new ProgressMeter();
    expect(meter.measure(0, 0, 1000)).toEqual({ rate: null, left: null });
    expect(meter.measure(100, 10, 1000)).toEqual({ rate: null, left: null });
    expect(meter.measure(1000, 100, 1000)).toEqual({ rate: 100, left: 9 });
    for (let at = 2000; at <= 9000; at += 1000) meter.measure(at, 100, 1000);
    expect(meter.measure(10_000, 100, 1000)).toEqual({ rate: 0, left: null });
  });
});

describe('a drop', () => {
  it.each([
    { name: 'one file', paths: ['traces.jsonl'], expected: 'traces.jsonl' },
    { name: 'a folder', paths: ['run/a.jsonl', 'run/b/c.jsonl'], expected: 'run' },
    { name: 'two folders', paths: ['one/a.jsonl', 'two/a.jsonl'], expected: 'one/a.jsonl and 1 more' },
    { name: 'several files', paths: ['a.jsonl', 'b.jsonl', 'c.jsonl'], expected: 'a.jsonl and 2 more' },
  ])('is named after $name', ({ paths, expected }) => {
    expect(nameOfDrop(paths.map((path) => dropped(path, '')))).toBe(expected);
  });

  it.each([
    { name: 'a hidden file in a folder', paths: ['run/.DS_Store', 'run/a.jsonl'], kept: ['run/a.jsonl'] },
    { name: 'a hidden folder', paths: ['run/.git/config', 'run/a.jsonl'], kept: ['run/a.jsonl'] },
    { name: 'a hidden file given by itself', paths: ['.traces.jsonl'], kept: ['.traces.jsonl'] },
    { name: 'nothing hidden', paths: ['a.b/c.jsonl'], kept: ['a.b/c.jsonl'] },
  ])('leaves out $name', ({ paths, kept }) => {
    const { files, hidden } = withoutHidden(paths.map((path) => dropped(path, '')));
    expect(files.map(({ path }) => path)).toEqual(kept);
    expect(hidden).toBe(paths.length - kept.length);
  });
});
