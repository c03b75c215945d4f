/** Everything by keyboard: from the first screen to a message and back, never losing the focus. */
import type { Page } from '@playwright/test';
import { plainRun } from '../samples/plain-run';
import { expect, expectAccessible, test } from './fixtures';
import { drop, expectList } from './openings';

/** Where the focus is; `BODY` means it was lost. */
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('role') ?? document.activeElement?.tagName);

async function tabTo(page: Page, name: string): Promise<void> {
  const target = page.getByRole('button', { name, exact: true });
  for (let step = 0; step < 20; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`twenty steps do not lead to ${name}`);
}

test('from the first screen to an episode and back', async ({ page, site }) => {
  await page.goto(site.url);
  await tabTo(page, 'Open the sample run');
  await page.keyboard.press('Enter');
  await expectList(page, 24);
  await expect.poll(() => focused(page)).toBe('grid');

  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('ArrowUp');
  const list = page.url();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/0\/0\?/);
  expect(await focused(page)).not.toBe('BODY');

  await page.keyboard.press('Escape');
  await expectList(page, 24);
  await expect(page.getByRole('row', { selected: true })).toHaveCount(1);
  expect(page.url()).toBe(list);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('article')).toHaveCount(1);
});

test('sorting puts missing values last both ways, and is said', async ({ page, site }) => {
  await page.goto(site.url);
  await drop(page, [{ name: 'traces.jsonl', text: plainRun(50) }]);
  await expectList(page, 50);
  const rewards = page.getByRole('row').locator('.reward');
  const header = page.getByRole('columnheader', { name: 'Reward' }).getByRole('button');
  for (const direction of ['ascending', 'descending']) {
    await header.click();
    await expect(page.getByRole('columnheader', { name: 'Reward' })).toHaveAttribute(
      'aria-sort',
      /ascending|descending/,
    );
    await page.getByRole('grid').focus();
    await page.keyboard.press('End');
    await expect(rewards.last(), direction).toContainText('unscored');
    await page.keyboard.press('Home');
    await expect(rewards.first(), direction).not.toContainText('unscored');
  }
});

test('the filter narrows the list, counts, and is part of the address', async ({ page, site }) => {
  await page.goto(site.url);
  await drop(page, [{ name: 'traces.jsonl', text: plainRun(50) }]);
  await expectList(page, 50);
  await page.keyboard.press('/');
  await page.keyboard.type('max_turns');
  await expect(page.getByRole('main').getByText('4 of 50 episodes')).toBeVisible();
  await expect(page).toHaveURL(/\?q=max_turns$/);
  await page.reload();
  await expect(page.getByRole('main').getByText('4 of 50 episodes')).toBeVisible();
  await expect(page).toHaveURL(/\?q=max_turns$/);
  await page.keyboard.press('\\');
  await expect(page.getByText('50 episodes', { exact: true })).toBeVisible();
});

test('the help sheet lists the keys from the table that binds them, and gives the focus back', async ({
  page,
  site,
}) => {
  await page.goto(site.url);
  await drop(page, [{ name: 'traces.jsonl', text: plainRun(3) }]);
  await expectList(page, 3);
  const before = await focused(page);
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog');
  await expect(sheet).toContainText('Filter the episodes');
  await expectAccessible(page, 'help');
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  expect(await focused(page)).toBe(before);
});

test('the palette finds a command by a word and runs it', async ({ page, site }) => {
  await page.goto(site.url);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('dark');
  await expectAccessible(page, 'commands');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('keys do nothing while somebody types', async ({ page, site }) => {
  await page.goto(site.url);
  await drop(page, [{ name: 'traces.jsonl', text: plainRun(12) }]);
  await expectList(page, 12);
  await page.keyboard.press('/');
  await page.keyboard.type('jki?.');
  await expect(page.getByRole('textbox')).toHaveValue('jki?.');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('complementary', { name: 'What was read' })).toHaveCount(0);
});
