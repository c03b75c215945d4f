/** From drop to reload, against the bare pass over the same file in the same browser. */
import { barePass } from './bare-pass.mjs';
import { emptyLibrary } from './browser.mjs';
import { watchHeap, watchTasks } from './watch.mjs';

/**
 * @typedef {object} ImportFigures milliseconds and bytes, medians over the rounds
 * @property {number} records
 * @property {number} bare
 * @property {number} firstRow
 * @property {number} listed
 * @property {number} stored
 * @property {number} reload
 * @property {number} heap
 * @property {number} buffers
 * @property {readonly number[]} tasks
 */

/**
 * @param {import('@playwright/test').Page} page
 * @param {string} url
 * @param {string} path
 * @param {{ rounds?: number, gzip?: boolean }} [options]
 * @returns {Promise<ImportFigures>}
 */
export async function measureImport(page, url, path, { rounds = 3, gzip = false } = {}) {
  // The first pass only warms: the file into the machine's memory, the engine's code.
  await barePass(page, path, { gzip });
  const bare = [];
  const figures = [];
  let records = 0;
  for (let round = 0; round < rounds; round += 1) {
    await emptyLibrary(page, url);
    const pass = await barePass(page, path, { gzip });
    records = pass.records;
    bare.push(pass.milliseconds);
    figures.push(await importOnce(page, path));
  }
  const reload = await reloadOnce(page, records);

  // Tracing and sampling cost time of their own, so they get a round to themselves.
  await emptyLibrary(page, url);
  const heap = await watchHeap(page);
  const tasks = await watchTasks(page);
  await importOnce(page, path);
  return {
    records,
    bare: median(bare),
    firstRow: median(figures.map(({ firstRow }) => firstRow)),
    listed: median(figures.map(({ listed }) => listed)),
    stored: median(figures.map(({ stored }) => stored)),
    reload,
    tasks: await tasks(),
    ...(await heap()),
  };
}

/** @param {import('@playwright/test').Page} page @param {string} path */
async function importOnce(page, path) {
  const input = page.getByLabel('Files to open');
  // The browser takes a while to hand the file over; what follows is ours.
  await input.evaluate((element) => {
    const note = () => {
      Reflect.get(globalThis, 'benchMarks').dropped = performance.now();
    };
    element.addEventListener('change', note, { capture: true, once: true });
  });
  await input.setInputFiles(path);
  await page.waitForFunction(() => Reflect.get(globalThis, 'benchMarks').stored > 0);
  const marks = await page.evaluate(() => Reflect.get(globalThis, 'benchMarks'));
  return {
    firstRow: marks.firstRow - marks.dropped,
    listed: marks.listed - marks.dropped,
    stored: marks.stored - marks.dropped,
  };
}

/** From the beginning of the navigation to the complete list. @param {import('@playwright/test').Page} page @param {number} records */
async function reloadOnce(page, records) {
  await page.reload();
  const done = await page.waitForFunction((rows) => {
    const grid = document.querySelector('[role=grid]');
    return Number(grid?.getAttribute('aria-rowcount') ?? 0) > rows ? performance.now() : false;
  }, records);
  return Number(await done.jsonValue());
}

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

/** @param {readonly number[]} values @param {number} share */
export function percentile(values, share) {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
