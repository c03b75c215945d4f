/** Reading one rollout: from the list to its messages, its branches, its raw record, and back. */
import type { Page } from '@playwright/test';
import { plainRun } from '../samples/plain-run';
import { expect, expectAccessible, offlineReady, test } from './fixtures';
import { choose, expectList, openRecord, openSample, showView } from './openings';

/** Lines of the sample run by what they show. */
const DETOUR = 12; // many tools, colours, a progress bar
const CHART = 4; // pictures
const LONG = 17; // helpers, a compaction, five branches
const CRASHED = 15;
const NEVER_STARTED = 19;

const message = (page: Page, node: number) => page.locator(`[data-node="${node}"]`);

test('a rollout is read, and read again after a reload without a network', async ({ page, site }) => {
  await openSample(page, site.url);
  await openRecord(page, DETOUR);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('roman-numerals');
  await expect(message(page, 1)).toContainText('Some years come out wrong');
  await expectAccessible(page, 'transcript');

  await page.keyboard.press('End');
  await expect(page.getByRole('feed').getByRole('article').last()).toContainText('All nine tests pass.');
  await expect(page.getByRole('feed').getByRole('article').last()).toBeInViewport();
  await offlineReady(page);
  await site.close();
  await page.reload();
  await expect(message(page, 1)).toContainText('Some years come out wrong');
});

test('terminal output is drawn as a terminal would, and raw keeps every byte', async ({ page, site }) => {
  await openSample(page, site.url);
  await openRecord(page, DETOUR);
  const install = page.getByRole('article').filter({ hasText: 'Successfully installed pytest' });
  await page.keyboard.press('/');
  await page.keyboard.type('Successfully installed');
  await page.keyboard.press('Enter');
  await expect(install).toBeVisible();
  // The bar redraws its line: only its last state is left.
  await expect(install).toContainText('100%');
  await expect(install).not.toContainText('54%');
  await install.getByRole('button', { name: 'raw' }).last().click();
  await expect(install).toContainText('54%');
});

test('pictures are drawn from the bytes in the file', async ({ page, site }) => {
  await openSample(page, site.url);
  await openRecord(page, CHART);
  const picture = message(page, 1).getByRole('img');
  await expect(picture).toBeVisible();
  await expect
    .poll(() => picture.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)))
    .toBe(304);
});

test('branches have addresses, and Back leads along them', async ({ page, site }) => {
  await openSample(page, site.url);
  await openRecord(page, LONG);
  const branches = page.getByRole('region', { name: 'Branches' });
  await expect(branches.getByRole('button')).toHaveCount(6);
  await branches.getByRole('button', { name: /branch #4/ }).click();
  await expect(page).toHaveURL(/branch=4/);
  await expect(message(page, 23)).toContainText('You go on from these notes');
  await page.keyboard.press('[');
  await expect(page).toHaveURL(/branch=3/);
  await branches.getByRole('button', { name: /all nodes/ }).click();
  await expect(page).toHaveURL(/branch=all/);
  await expect(message(page, 0)).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL(/branch=all/);
  await expect(branches.getByRole('button', { name: /all nodes/ })).toHaveAttribute('aria-current', 'true');
  await page.goBack();
  await expect(page).not.toHaveURL(/branch=all/);
  await expectAccessible(page, 'branches');
});

test('a failed rollout shows its traceback, and one that never started shows why', async ({ page, site }) => {
  await openSample(page, site.url);
  const list = page.url();
  await openRecord(page, CRASHED);
  await showView(page, 'Overview');
  await expect(page.getByRole('tabpanel')).toContainText(
    'the container stopped while a command was running (exit code 137)',
  );
  await expectAccessible(page, 'overview');
  await page.goto(list);
  await openRecord(page, NEVER_STARTED);
  await expect(page.getByRole('tabpanel')).toContainText('EnvError');
  await page.getByRole('button', { name: 'Show what is recorded' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('no free port between 7400 and 7420');
});

test('the raw record holds what was written, as a tree', async ({ page, site }) => {
  await openSample(page, site.url);
  await openRecord(page, LONG);
  await showView(page, 'Raw');
  const tree = page.getByRole('tree').first();
  await expect(tree).toContainText('traces');
  await expectAccessible(page, 'raw');
});

test('find looks into what is folded, goes there and counts', async ({ page, site }) => {
  await openSample(page, site.url);
  await openRecord(page, DETOUR);
  await page.keyboard.press('/');
  // Only in a reasoning, which is folded.
  await page.keyboard.type('it hides the cause: the table');
  const find = page.getByRole('search', { name: 'Find in this episode' });
  await expect(find).toContainText('1');
  await page.keyboard.press('Enter');
  await expect(find).toContainText('1 of 1');
  await expect(page.getByRole('article').filter({ hasText: 'A reader would wonder' })).toBeInViewport();
  await expectAccessible(page, 'find');
  await page.keyboard.press('Escape');
  await expect(find).toHaveCount(0);
});

test('a message is copied whole', async ({ page, site, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openSample(page, site.url);
  await openRecord(page, DETOUR);
  await message(page, 1).getByRole('button', { name: 'Copy the message' }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain('the year 9 is printed as `VIV`');
});

const stray: readonly { name: string; address: (here: string) => string; says: RegExp }[] = [
  {
    name: 'a node that is not there',
    address: (here) => `${here}&node=999`,
    says: /names node #999; this trace has/,
  },
  {
    name: 'a branch that is not there',
    address: (here) => `${here}&branch=77`,
    says: /names branch #77; this trace has 5 branches/,
  },
  {
    name: 'a trace that is not there',
    address: (here) => `${here}&trace=5`,
    says: /names trace 5, counted from 0; this episode has 1 trace/,
  },
  {
    name: 'another episode by id',
    address: (here) => here.replace(/id=[^&]+/, 'id=0123'),
    says: /was made for the episode “0123”/,
  },
  {
    name: 'a record beyond the end',
    address: (here) => here.replace(/\/0\/16\?.*/, '/0/5000'),
    says: /names record 5,001 of file 1/,
  },
  {
    name: 'a file beyond the last',
    address: (here) => here.replace(/\/0\/16\?.*/, '/9/0'),
    says: /names record 1 of file 10/,
  },
  {
    name: 'a run that is not here',
    address: (here) => here.replace(/#\/run\/\w+/, '#/run/0123456789ab'),
    says: /not in the library/,
  },
  {
    name: 'nothing that exists',
    address: (here) => here.replace(/#.*/, '#/nowhere/at/all'),
    says: /none that Wirescope knows/,
  },
];

test('an address that leads nowhere says exactly why', async ({ page, site }) => {
  test.slow();
  await openSample(page, site.url);
  await openRecord(page, LONG);
  const here = page.url();
  for (const { name, address, says } of stray) {
    await page.goto(address(here));
    await expect(page.getByRole('main'), name).toContainText(says);
  }
  await expectAccessible(page, 'nowhere');
  await page.goto(`${here}&branch=4&node=24`);
  await expect(message(page, 24)).toBeInViewport();
  await expect(message(page, 24)).toHaveAttribute('aria-current', 'true');
});

test('the last of many quick steps wins', async ({ page, site }) => {
  await page.goto(site.url);
  await choose(page, [{ name: 'traces.jsonl', text: plainRun(400) }]);
  await expectList(page, 400);
  await openRecord(page, 1);
  await expect(message(page, 0)).toContainText('Question 0');
  for (let press = 0; press < 100; press += 1) await page.keyboard.press(press % 4 === 3 ? 'p' : 'n');
  await expect(page).toHaveURL(/\/0\/50\?/);
  await expect(message(page, 0)).toContainText('Question 50:');
  await expect(page.getByText('Question 49:')).toHaveCount(0);
});
