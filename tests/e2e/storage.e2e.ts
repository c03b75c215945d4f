/** What is kept, in a profile on disk as people have one: across restarts of the browser, across tabs, and when killed. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { plainRun } from '../samples/plain-run';
import { test as base, expect, offlineReady } from './fixtures';
import { chooseLarge, drop, expectList, openSample } from './openings';

/** Starts the browser on the same profile, again and again. */
const test = base.extend<{ readonly start: () => Promise<BrowserContext> }>({
  start: async ({ playwright, launchOptions, viewport }, use) => {
    const profile = mkdtempSync(join(tmpdir(), 'wirescope-profile-'));
    const started: BrowserContext[] = [];
    await use(async () => {
      const context = await playwright.chromium.launchPersistentContext(profile, {
        ...launchOptions,
        viewport,
      });
      started.push(context);
      return context;
    });
    for (const context of started) await context.close();
    rmSync(profile, { recursive: true, force: true });
  },
});

test('a run is there after the browser was closed, without a network', async ({ start, site }) => {
  const first = await start();
  const page = await first.newPage();
  await openSample(page, site.url);
  await offlineReady(page);
  const address = page.url();
  await page.goto(site.url);
  await expect(page.getByRole('article')).toHaveCount(1);
  await first.close();
  await site.close();

  const second = await start();
  const again = await second.newPage();
  await again.goto(address);
  await expectList(again, 24);
  await expect(again.getByRole('heading', { level: 1 })).toHaveText('Sample run');
});

test('two tabs know of each other: what one opens or deletes, the other shows', async ({ start, site }) => {
  const context = await start();
  const one = await context.newPage();
  const two = await context.newPage();
  await two.goto(site.url);
  await one.goto(site.url);
  await drop(one, [{ name: 'traces.jsonl', text: plainRun(30) }]);
  await expectList(one, 30);
  await expect(two.getByRole('article')).toHaveCount(1);
  // The same file in the other tab is the same run.
  await drop(two, [{ name: 'traces.jsonl', text: plainRun(30) }]);
  await expectList(two, 30);
  expect(two.url()).toBe(one.url());

  await two.goto(site.url);
  await two.getByRole('button', { name: 'stored in this browser' }).click();
  const sheet = two.getByRole('dialog');
  await expect(sheet).toContainText('1 run');
  await sheet.getByRole('button', { name: 'Delete everything' }).click();
  await sheet.getByRole('button', { name: 'Delete everything' }).click();
  await expect(two.getByRole('article')).toHaveCount(0);
  await one.goto(site.url);
  await expect(one.getByRole('article')).toHaveCount(0);
});

test('a tab that is closed in the middle of an import leaves a clean library and what was whole', async ({
  start,
  site,
}) => {
  const context = await start();
  const page = await context.newPage();
  await page.goto(site.url);
  await drop(page, [{ name: 'whole.jsonl', text: plainRun(20) }]);
  await expectList(page, 20);
  await page.goto(site.url);
  await expect(page.getByRole('article')).toHaveCount(1);
  const big = plainRun(15_000);
  await chooseLarge(page, { name: 'big.jsonl', text: big });
  await expect(page.getByRole('grid')).toBeVisible();
  // No farewell: the page is gone between two writes.
  await page.close({ runBeforeUnload: false });

  const again = await context.newPage();
  await again.goto(site.url);
  const whole = again.getByRole('article').filter({ hasText: 'whole.jsonl' });
  await expect(whole).toContainText('20 episodes');
  await chooseLarge(again, { name: 'big.jsonl', text: big });
  await expectList(again, 15_000, 60_000);
  await again.goto(site.url);
  await expect(again.getByRole('article')).toHaveCount(2);
  await expect(again.getByRole('article').filter({ hasText: 'big.jsonl' })).toContainText('15,000 episodes');
});

test('where the browser keeps nothing, everything works from memory and says so', async ({ page, site }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', { value: undefined });
  });
  await page.goto(site.url);
  await expect(page.getByText('kept for this visit only')).toBeVisible();
  await drop(page, [{ name: 'traces.jsonl', text: plainRun(20) }]);
  await expectList(page, 20);
});
