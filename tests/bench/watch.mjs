/** What is measured in the page and from outside: moments of an import, frames, tasks of the page's thread, heaps. */

/** Runs in the page before anything else: notes when rows, the complete list and the stored run appear. */
export function watchPage() {
  const marks = { dropped: 0, firstRow: 0, listed: 0, stored: 0 };
  Object.assign(globalThis, { benchMarks: marks });
  const rows = () => Number(document.querySelector('[role=grid]')?.getAttribute('aria-rowcount') ?? 0);
  const bar = (/** @type {string} */ label) =>
    document.querySelector(`[role=progressbar][aria-label=${label}]`) !== null;
  const look = () => {
    if (marks.dropped === 0 || marks.stored > 0) return;
    const now = performance.now();
    if (marks.firstRow === 0 && rows() > 1) marks.firstRow = now;
    if (marks.firstRow > 0 && marks.listed === 0 && !bar('Reading')) marks.listed = now;
    if (marks.listed > 0 && !bar('Storing')) marks.stored = now;
  };
  document.addEventListener('DOMContentLoaded', () => {
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, attributes: true });
  });
}

/**
 * Durations of every task of the page's thread, until the returned function is called.
 * @param {import('@playwright/test').Page} page
 * @returns {Promise<() => Promise<number[]>>}
 */
export async function watchTasks(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Tracing.start', {
    transferMode: 'ReturnAsStream',
    traceConfig: { includedCategories: ['toplevel'], recordMode: 'recordUntilFull' },
  });
  return async () => {
    const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
    await session.send('Tracing.end');
    const { stream } = /** @type {{ stream: string }} */ (await complete);
    const pieces = [];
    for (;;) {
      const { data, eof } = await session.send('IO.read', { handle: stream, size: 1 << 20 });
      pieces.push(data);
      if (eof) break;
    }
    await session.send('IO.close', { handle: stream });
    await session.detach();
    return tasksOfPage(JSON.parse(pieces.join('')).traceEvents);
  };
}

/** @param {{ name: string, ph: string, pid: number, tid: number, dur?: number, args: { name?: string } }[]} events */
function tasksOfPage(events) {
  const mains = new Set();
  for (const { name, pid, tid, args } of events) {
    if (name === 'thread_name' && args.name === 'CrRendererMain') mains.add(`${pid}:${tid}`);
  }
  return events
    .filter(({ name, ph, pid, tid }) => ph === 'X' && /RunTask$/.test(name) && mains.has(`${pid}:${tid}`))
    .map(({ dur = 0 }) => dur / 1000);
}

/**
 * Milliseconds between frames while `act` moves the page.
 * @param {import('@playwright/test').Page} page
 * @param {() => Promise<void>} act
 * @returns {Promise<number[]>}
 */
export async function watchFrames(page, act) {
  await page.evaluate(() => {
    const frames = /** @type {number[]} */ ([]);
    Object.assign(globalThis, { benchFrames: frames });
    let last = performance.now();
    const tick = (/** @type {number} */ now) => {
      frames.push(now - last);
      last = now;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  await act();
  return page.evaluate(() => Reflect.get(globalThis, 'benchFrames').slice(2));
}

/**
 * The largest heap of page and workers together, until the returned function is called.
 * @param {import('@playwright/test').Page} page
 * @returns {Promise<() => Promise<{ heap: number, buffers: number }>>} in bytes: objects, and what typed arrays hold
 */
export async function watchHeap(page) {
  const session = await page.context().newCDPSession(page);
  const workers = new Set();
  const waiting = new Map();
  let asked = 0;
  session.on('Target.attachedToTarget', ({ sessionId }) => workers.add(sessionId));
  session.on('Target.detachedFromTarget', ({ sessionId }) => workers.delete(sessionId));
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result } = JSON.parse(message);
    waiting.get(id)?.(result ?? null);
    waiting.delete(id);
  });
  await session.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    flatten: false,
  });
  const ask = (/** @type {string} */ sessionId) =>
    new Promise((resolve) => {
      asked += 1;
      waiting.set(asked, resolve);
      // A worker answers between two chunks; one that is gone never does.
      setTimeout(() => resolve(null), 5000);
      const message = JSON.stringify({ id: asked, method: 'Runtime.getHeapUsage' });
      session.send('Target.sendMessageToTarget', { sessionId, message }).catch(() => resolve(null));
    });
  const most = { heap: 0, buffers: 0 };
  let over = false;
  const sampling = (async () => {
    while (!over) {
      const usages = await Promise.all([session.send('Runtime.getHeapUsage'), ...[...workers].map(ask)]);
      let heap = 0;
      let buffers = 0;
      for (const usage of usages) {
        heap += usage?.usedSize ?? 0;
        buffers += usage?.backingStorageSize ?? 0;
      }
      most.heap = Math.max(most.heap, heap);
      most.buffers = Math.max(most.buffers, buffers);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  })();
  return async () => {
    over = true;
    await sampling;
    await session.detach();
    return most;
  };
}
