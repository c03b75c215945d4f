/** Opening an episode, scrolling, sorting and filtering, in the real page. */
import { emptyLibrary } from './browser.mjs';
import { percentile } from './measure-import.mjs';
import { watchFrames, watchTasks } from './watch.mjs';

/**
 * Opens the episode of the record, and slices and parses that record by hand: what opening has to be measured against.
 * @param {import('@playwright/test').Page} page a page that shows the list of `path`
 * @param {number} line
 * @returns {Promise<{ open: number, bare: number }>} milliseconds
 */
export async function measureOpen(page, line) {
  const link = page.getByRole('row').getByRole('link', { name: String(line), exact: true });
  const started = await link.evaluate((element) => {
    const now = performance.now();
    if (element instanceof HTMLElement) element.click();
    return now;
  });
  const shown = await page.waitForFunction(() =>
    document.querySelector('[role=feed] [role=article], [role=feed] article') === null
      ? false
      : performance.now(),
  );
  const open = Number(await shown.jsonValue()) - started;
  return { open, bare: await sliceAndParse(page) };
}

/** Over the stored bytes of the open run, as the database gives them. @param {import('@playwright/test').Page} page */
async function sliceAndParse(page) {
  return page.evaluate(async () => {
    const open = indexedDB.open('wirescope');
    await new Promise((resolve) => (open.onsuccess = resolve));
    const blocks = open.result.transaction('blocks').objectStore('blocks').getAll();
    await new Promise((resolve) => (blocks.onsuccess = resolve));
    open.result.close();
    const content = new Blob(blocks.result);
    const started = performance.now();
    const text = new TextDecoder().decode(await content.arrayBuffer());
    JSON.parse(text.slice(0, text.indexOf('\n')));
    return performance.now() - started;
  });
}

/**
 * @param {import('@playwright/test').Page} page
 * @param {string} role of what is scrolled
 * @returns {Promise<{ p95: number, most: number }>} milliseconds between frames
 */
export async function measureScroll(page, role) {
  const box = await page.locator(`[role=${role}]`).first().boundingBox();
  if (box === null) throw new Error(`nothing to scroll: ${role}`);
  await page.mouse.move(box.x + box.width / 2, box.y + Math.min(box.height, 600) / 2);
  const frames = await watchFrames(page, async () => {
    for (let step = 0; step < 120; step += 1) {
      await page.mouse.wheel(0, step % 30 === 29 ? 20_000 : 400);
      await page.waitForTimeout(16);
    }
  });
  return framesOf(frames);
}

/**
 * The graph of the first episode of a list that is shown: its first picture, and frames while it is moved and brought nearer,
 * as it is first shown and from all of it at once.
 * @param {import('@playwright/test').Page} page
 * @returns {Promise<{ first: number, pan: { p95: number, most: number }, zoom: { p95: number, most: number } }>} milliseconds
 */
export async function measureGraph(page) {
  await page.getByRole('row').getByRole('link', { name: '1', exact: true }).click();
  await page.locator('[role=feed]').waitFor();
  await page.waitForTimeout(1000);
  const first = await page.evaluate(async () => {
    const started = performance.now();
    document.getElementById('view-graph')?.click();
    while (document.querySelector('[data-graph] svg .mark') === null)
      await new Promise(requestAnimationFrame);
    return performance.now() - started;
  });
  const box = await page.locator('[data-graph]').boundingBox();
  if (box === null) throw new Error('no graph');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const wheel = async (/** @type {number} */ steps, /** @type {(step: number) => [number, number]} */ by) => {
    for (let step = 0; step < steps; step += 1) {
      await page.mouse.wheel(...by(step));
      await page.waitForTimeout(16);
    }
  };
  const pan = () => wheel(90, (step) => [step % 3 === 0 ? 60 : 0, step % 30 === 29 ? 3000 : 90]);
  const zoom = async () => {
    await page.keyboard.down('Control');
    await wheel(90, (step) => [0, step < 45 ? 40 : -40]);
    await page.keyboard.up('Control');
  };
  const moved = await watchFrames(page, pan);
  const nearer = await watchFrames(page, zoom);
  await page.getByRole('button', { name: 'Fit' }).click();
  await page.waitForTimeout(500);
  const fitted = await watchFrames(page, pan);
  return { first, pan: framesOf([...moved, ...fitted]), zoom: framesOf(nearer) };
}

/** @param {readonly number[]} frames */
function framesOf(frames) {
  return { p95: percentile(frames, 0.95), most: Math.max(...frames) };
}

/** Tasks of the page's thread while a list is sorted and filtered. @param {import('@playwright/test').Page} page */
export async function measureSortAndFilter(page) {
  const tasks = await watchTasks(page);
  for (const column of ['Reward', 'Task', 'Turns']) {
    for (let press = 0; press < 2; press += 1) {
      await page.getByRole('columnheader', { name: column }).getByRole('button').first().click();
      await page.waitForTimeout(300);
    }
  }
  await page.keyboard.press('/');
  await page.keyboard.type('task 3', { delay: 120 });
  await page.waitForTimeout(500);
  return tasks();
}

/** Opens a file and waits until it is stored. @param {import('@playwright/test').Page} page @param {string} url @param {string} path */
export async function openFile(page, url, path) {
  await emptyLibrary(page, url);
  await page.evaluate(() => {
    Reflect.get(globalThis, 'benchMarks').dropped = performance.now();
  });
  await page.getByLabel('Files to open').setInputFiles(path);
  await page.waitForFunction(() => Reflect.get(globalThis, 'benchMarks').stored > 0);
}
