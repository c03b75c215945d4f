/**
 * `npm run bench`: how fast Wirescope is, as ratios to a bare pass over the same file in the same browser and the same run.
 * `--full` adds the files of 1.2 GB. A busy machine makes every figure worse, and the ratios of two workers most of all.
 */
import { cpus, loadavg } from 'node:os';
import { statSync } from 'node:fs';
import { withPage } from './browser.mjs';
import { agentsFile, benchFile, giantFile, longTraceFile } from './generate.mjs';
import { measureImport, percentile } from './measure-import.mjs';
import {
  measureGraph,
  measureOpen,
  measureScroll,
  measureSortAndFilter,
  openFile,
} from './measure-views.mjs';

/** @typedef {{ what: string, figure: string, budget: string, held: boolean | null }} Row */

const full = process.argv.includes('--full');
const sizes = full ? [300, 1200] : [300];
/** @type {Row[]} */
const rows = [];

const ratio = (/** @type {number} */ value, /** @type {number} */ bare) => `${(value / bare).toFixed(2)} ×`;
const seconds = (/** @type {number} */ value) => `${(value / 1000).toFixed(2)} s`;
const megabytes = (/** @type {number} */ value) => `${Math.round(value / 1e6)} MB`;
const say = (/** @type {string} */ text) => process.stderr.write(`${text}\n`);

/** @param {string} what @param {string} figure @param {string} budget @param {boolean | null} held */
function row(what, figure, budget, held) {
  rows.push({ what, figure, budget, held });
  say(`  ${what}: ${figure}`);
}

/** @param {string} name @param {string} path @param {{ listed: number, gzip?: boolean, rounds?: number }} budget */
async function importRows(name, path, { listed, gzip = false, rounds }) {
  say(`${name}, ${megabytes(statSync(path).size)}`);
  const figures = await withPage((page, url) =>
    measureImport(page, url, path, { gzip, ...(rounds === undefined ? {} : { rounds }) }),
  );
  const { bare, firstRow, heap, buffers, tasks, reload } = figures;
  const at = (/** @type {number} */ value) =>
    `${ratio(value, bare)} (${seconds(value)}; bare ${seconds(bare)})`;
  row(`${name}: list complete`, at(figures.listed), `≤ ${listed} ×`, figures.listed <= listed * bare);
  row(
    `${name}: bytes and digest stored`,
    at(figures.stored),
    '≤ 1.8 ×',
    gzip ? null : figures.stored <= 1.8 * bare,
  );
  const early = Math.max(0.1 * bare, 500);
  row(`${name}: first rows`, at(firstRow), '≤ 0.1 × or 0.5 s', firstRow <= early);
  row(
    `${name}: reload, list complete`,
    at(reload),
    '≤ 0.05 × or 0.5 s',
    reload <= Math.max(0.05 * bare, 500),
  );
  taskRow(`${name}: tasks during import`, tasks);
  row(
    `${name}: heap of page and workers`,
    `${megabytes(heap)} + ${megabytes(buffers)} of buffers`,
    '< 400 MB',
    heap + buffers < 400e6,
  );
  return figures;
}

/** @param {string} what @param {readonly number[]} tasks */
function taskRow(what, tasks) {
  const [p99, most] = [percentile(tasks, 0.99), Math.max(...tasks)];
  const figure = `99 % < ${p99.toFixed(0)} ms, longest ${most.toFixed(0)} ms, ${tasks.length} tasks`;
  row(what, figure, '99 % < 50 ms, none > 100 ms', p99 < 50 && most <= 100);
}

/** @param {string} what @param {{ p95: number, most: number }} frames */
function frameRow(what, { p95, most }) {
  const figure = `95 % ≤ ${p95.toFixed(0)} ms, longest ${most.toFixed(0)} ms`;
  row(what, figure, '95 % ≤ 33 ms, none > 100 ms', p95 <= 33.5 && most <= 100);
}

const before = loadavg()[0] ?? 0;
const half = await importRows('text 30 MB', await benchFile('text', 30), { listed: 1.0 });
for (const size of sizes) {
  const rounds = size > 300 ? 1 : 3;
  const text = await importRows(`text ${size} MB`, await benchFile('text', size), { listed: 1.0, rounds });
  if (size === 300) {
    const growth = text.listed / half.listed;
    row('ten times the bytes cost', `${growth.toFixed(1)} times the time`, '≤ 11 times', growth <= 11);
  }
  await importRows(`tokens ${size} MB`, await benchFile('tokens', size), { listed: 0.6, rounds });
}
await importRows('gzip of 300 MB', await benchFile('text', 300, { gzip: true }), { listed: 1.3, gzip: true });

say('views');
await withPage(async (page, url) => {
  await openFile(page, url, await benchFile('small', 30));
  taskRow('list of 30,000 rows: tasks of sort and filter', await measureSortAndFilter(page));
  await openFile(page, url, await benchFile('small', 30));
  frameRow('list of 30,000 rows: scroll', await measureScroll(page, 'grid'));
});
for (const nodes of [3000, 120_000]) {
  await withPage(async (page, url) => {
    await openFile(page, url, await longTraceFile(nodes));
    const { open, bare } = await measureOpen(page, 1);
    const figure = `${ratio(open, bare)} (${seconds(open)}; its record ${seconds(bare)})`;
    row(`open an episode of ${nodes} messages`, figure, '< 2 × + 50 ms', open < 2 * bare + 50);
    frameRow(`transcript of ${nodes} messages: scroll`, await measureScroll(page, 'feed'));
  });
}
await withPage(async (page, url) => {
  await openFile(page, url, await agentsFile(10_000, 500));
  const { first, pan, zoom } = await measureGraph(page);
  row('graph of 10,000 calls, 500 agents: first picture', seconds(first), '< 1 s', first < 1000);
  frameRow('graph of 10,000 calls: pan', pan);
  frameRow('graph of 10,000 calls: zoom', zoom);
});
for (const size of full ? [64, 128, 560] : [64]) {
  await withPage(async (page, url) => {
    await openFile(page, url, await giantFile(size));
    const listed = await page.locator('[role=grid]').getAttribute('aria-rowcount');
    const expected = size > 512 ? 2 : 3;
    row(
      `a line of ${size} MB`,
      `${Number(listed) - 1} of 3 lines listed`,
      `${expected} of 3`,
      Number(listed) - 1 === expected,
    );
  });
}

const width = Math.max(...rows.map(({ what }) => what.length));
const wide = Math.max(...rows.map(({ figure }) => figure.length));
console.log(`${cpus().length} cores, load ${before.toFixed(1)} at the start\n`);
for (const { what, figure, budget, held } of rows) {
  const mark = held === null ? ' ' : held ? '✓' : '✗';
  console.log(`${mark} ${what.padEnd(width)}  ${figure.padEnd(wide)}  ${budget}`);
}
