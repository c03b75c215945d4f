/**
 * The browser of the bench: the build on a static server, a profile on disk (the default one keeps blobs in memory, and
 * flatters), and a page that notes its own moments.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { findBrowser } from '../tools/browser.mjs';
import { startServer } from '../tools/static-server.mjs';
import { watchPage } from './watch.mjs';

const dist = new URL('../../dist/', import.meta.url).pathname;

/**
 * @template Value
 * @param {(page: import('@playwright/test').Page, url: string) => Promise<Value>} use
 * @returns {Promise<Value>}
 */
export async function withPage(use) {
  if (!existsSync(join(dist, 'index.html')))
    throw new Error('Nothing is built yet: run `npm run build` first.');
  const site = await startServer({ folder: dist });
  const profile = mkdtempSync(join(tmpdir(), 'wirescope-profile-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findBrowser(),
    viewport: { width: 1440, height: 900 },
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu', '--no-first-run'],
  });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(600_000);
    page.on('pageerror', (error) => console.error(error));
    await page.addInitScript(watchPage);
    await page.goto(site.url);
    return await use(page, site.url);
  } finally {
    await context.close();
    await site.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

/** An empty library. @param {import('@playwright/test').Page} page @param {string} url */
export async function emptyLibrary(page, url) {
  await page.goto('about:blank');
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', {
    origin: new URL(url).origin,
    storageTypes: 'indexeddb',
  });
  await session.detach();
  await page.goto(url);
}
