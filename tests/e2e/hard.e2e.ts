/** Transcripts that are hard to show: very long, very deep, very many, and characters and parts that misbehave. */
import type { Page } from '@playwright/test';
import type { JsonObject } from '../../src/model/json';
import { longTexts, MARKDOWN_TEXTS, ODD_TEXTS, TERMINAL_TEXTS, wrapped } from '../samples/hard-texts';
import {
  deepRecord,
  findable,
  longBranch,
  manyBranches,
  pictures,
  unknownKinds,
} from '../samples/hard-traces';
import { expect, expectAccessible, test } from './fixtures';
import { chooseLarge, expectList, openRecord, showView } from './openings';

const line = (record: JsonObject | string) =>
  `${typeof record === 'string' ? record : JSON.stringify(record)}\n`;

async function open(page: Page, url: string, records: readonly (JsonObject | string)[]): Promise<void> {
  await page.goto(url);
  await chooseLarge(page, { name: 'hard.jsonl', text: records.map(line).join('') });
  await expectList(page, records.length, 60_000);
  await openRecord(page, 1);
}

/** By address, as a link would: the record counts from 0. */
async function goToRecord(page: Page, record: number): Promise<void> {
  await page.goto(page.url().replace(/\/0\/\d+(\?.*)?$/, `/0/${record}`));
}

const feed = (page: Page) => page.getByRole('feed', { name: 'Messages' });

/** The longest text node on the page: engines lay out one node in one go. */
const longestNode = (page: Page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let longest = 0;
    while (walker.nextNode() !== null) longest = Math.max(longest, walker.currentNode.nodeValue?.length ?? 0);
    return longest;
  });

test('a branch of 120,000 messages: both ends are reached, no gaps on the way', async ({ page, site }) => {
  test.slow();
  await open(page, site.url, [longBranch(120_000)]);
  await expect(feed(page).getByRole('article').first()).toHaveAttribute('aria-setsize', '120000');
  await page.keyboard.press('End');
  await expect(page.locator('[data-node="119999"]')).toBeInViewport();
  await expect(page.locator('[data-node="119999"]')).toContainText('message 119999');
  await page.keyboard.press('Home');
  await expect(page.locator('[data-node="0"]')).toBeInViewport();
  await expect(page.locator('[data-node="0"]')).toContainText('message 0');
  for (let press = 0; press < 10; press += 1) await page.keyboard.press('j');
  await expect(page.locator('[data-node="9"], [data-node="10"]').first()).toBeInViewport();
  expect(await page.getByRole('article').count()).toBeLessThan(200);
});

test('a thousand branches are listed and the last one opens', async ({ page, site }) => {
  await open(page, site.url, [manyBranches(1000)]);
  await expect(page.getByRole('heading', { name: /Branches/ })).toContainText('1,000');
  await page.goto(`${page.url()}&branch=999`);
  await expect(feed(page)).toContainText('end of attempt 999');
  await expectAccessible(page, 'many branches');
});

test('long texts are cut for the page and copied whole', async ({ page, site, context }) => {
  test.slow();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const texts = longTexts(0.2);
  await open(page, site.url, texts.map(wrapped));
  for (const [index, { name, text }] of texts.entries()) {
    await goToRecord(page, index);
    const first = feed(page)
      .getByRole('article')
      .filter({ hasText: text.slice(0, 30) })
      .first();
    await expect(first, name).toBeVisible();
    expect(await longestNode(page), name).toBeLessThanOrEqual(250_000);
    await first.getByRole('button', { name: 'Copy the message' }).click();
    await expect
      .poll(() => page.evaluate(async () => (await navigator.clipboard.readText()).length), { message: name })
      .toBeGreaterThanOrEqual(text.length);
  }
});

test('texts that misbehave keep the page in one piece, in both themes', async ({ page, site }) => {
  test.slow();
  const texts = [...MARKDOWN_TEXTS, ...ODD_TEXTS, ...TERMINAL_TEXTS];
  await open(page, site.url, texts.map(wrapped));
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (const [index, { name }] of texts.entries()) {
    await goToRecord(page, index);
    await expect(feed(page).getByRole('article').first(), name).toBeVisible();
    const [wide, tall] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.scrollHeight,
    ]);
    expect(wide, `${name}: the page scrolls sideways`).toBeLessThanOrEqual(1440);
    expect(tall, `${name}: the page grew`).toBeLessThanOrEqual(height);
  }
});

test('JSON of great depth and length opens as a tree', async ({ page, site }) => {
  await open(page, site.url, [deepRecord()]);
  await expect(feed(page)).toContainText('Call it.');
  await showView(page, 'Raw');
  await expect(page.getByRole('tree')).toContainText('traces');
  // Found at the bottom of 5,000 levels, and shown from a level near it.
  await page.keyboard.press('/');
  await page.keyboard.type('the bottom');
  const find = page.getByRole('search', { name: 'Find in this episode' });
  await expect(find).toContainText(/\b1\b/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('treeitem', { selected: true })).toContainText('the bottom');
  await page.getByRole('button', { name: 'From the top' }).click();
  // The last of a million, by its position.
  const item = (name: RegExp) => page.getByRole('treeitem').filter({ hasText: name });
  await item(/^\s*info\b/).click();
  await page.keyboard.press('ArrowRight');
  await item(/^\s*list\b/).click();
  await page.keyboard.press('ArrowRight');
  await expect(item(/^\s*0:?\s*0\b/)).toHaveCount(1);
  await page.keyboard.press('End');
  await page.getByLabel('Go to element').fill('999999');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('treeitem', { selected: true })).toContainText('999999');
  expect(await page.getByRole('treeitem').count()).toBeLessThan(200);
  await expectAccessible(page, 'tree');
});

test('a text of many lines is read in full, to its last one', async ({ page, site }) => {
  const lines = Array.from({ length: 120_000 }, (_, at) => `${at + 1}: all is well`);
  const text = `${lines.join('\n')}\nthe last words`;
  await open(page, site.url, [wrapped({ name: 'a log', text })]);
  await feed(page).getByRole('button', { name: 'Read in full' }).first().click();
  const reader = page.getByRole('dialog');
  await expect(reader).toContainText('120,001 lines');
  await reader.getByRole('searchbox').fill('the last words');
  await page.keyboard.press('Enter');
  await expect(reader).toContainText('1 of 1');
  await expect(reader.locator('mark')).toBeInViewport();
  await expectAccessible(page, 'a text in full');
  await page.keyboard.press('Escape');
  await expect(reader).toHaveCount(0);
});

test('pictures, and what only pretends to be one', async ({ page, site }) => {
  await open(page, site.url, [pictures()]);
  const shown = feed(page);
  await expect(shown).toContainText('https://pictures.example/a.png');
  await expect(shown).toContainText('hologram');
  const addresses = await page.evaluate(() => [...document.images].map((image) => image.src.slice(0, 16)));
  expect(addresses.every((address) => /^(blob:http|data:image\/(png|jpeg|gif|webp))/.test(address))).toBe(
    true,
  );
  expect(addresses.some((address) => address.includes('svg'))).toBe(false);
});

test('what no reader knows yet is shown by its name', async ({ page, site }) => {
  await open(page, site.url, [unknownKinds()]);
  await expect(feed(page)).toContainText('narrator');
  await expect(feed(page)).toContainText('apply_patch');
  await showView(page, 'Raw');
  await expect(page.getByRole('tree').first()).toContainText('novelty_of_the_episode');
});

test('find in 3,000 messages: a phrase that is folded and off the screen, and very many hits', async ({
  page,
  site,
}) => {
  await open(page, site.url, [findable(3000, 2501)]);
  await page.keyboard.press('/');
  await page.keyboard.type('the hidden needle');
  const find = page.getByRole('search', { name: 'Find in this episode' });
  await expect(find).toContainText(/\b1\b/);
  await page.keyboard.press('Enter');
  await expect(find).toContainText('1 of 1');
  await expect(page.locator('[data-node="2501"]')).toBeInViewport();
  await expect(page.locator('[data-node="2501"]')).toContainText('the hidden needle');
  // Said to those who do not see it.
  await expect(
    page.getByRole('status').or(page.locator('[aria-live]')).filter({ hasText: 'Match 1 of 1' }),
  ).toHaveCount(1);

  await page.getByRole('searchbox').fill('o');
  await expect(find).toContainText(/the first [\d,]+ can be gone to/);
});
