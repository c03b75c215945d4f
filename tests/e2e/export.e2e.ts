/** From a record that holds a secret to a file that does not: what is found, what is replaced, what is saved. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { plainEpisode } from '../samples/plain-run';
import { expect, expectAccessible, test } from './fixtures';
import { choose, expectList, openRecord } from './openings';

/** Looks like a token and opens nothing; put together here, so that no file holds one. */
const SECRET = `gh${'p_'}${'aB3dE5gH7jK9'.repeat(3)}`;

async function saved(page: Page, press: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return readFileSync(await download.path(), 'utf8');
}

test('a secret is told, leads to its place, and stays out of what is exported', async ({ page, site }) => {
  await page.goto(site.url);
  const episodes = [0, 1, 2].map((index) => ({
    ...plainEpisode(index),
    note: `GITHUB=${SECRET}; /home/me/x`,
  }));
  await choose(page, [{ name: 'traces.jsonl', text: episodes.map((one) => JSON.stringify(one)).join('\n') }]);
  await expectList(page, 3);

  await expect(page.getByRole('button', { name: '3 with secrets' })).toBeVisible();

  await page.keyboard.press('x');
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await expect(dialog.getByText('3 findings will be replaced')).toBeVisible();
  await expect(dialog.getByRole('checkbox', { name: /GitHub token, finding/ })).toHaveCount(3);
  await expect(dialog).not.toContainText(SECRET);
  await expectAccessible(page, 'export');
  await dialog
    .getByRole('checkbox', { name: /Path in a home folder/ })
    .first()
    .check();
  await dialog.getByRole('button', { name: 'Make the file' }).click();
  await expect(dialog.getByText('Scanned again: clean.')).toBeVisible();
  const file = await saved(page, () => dialog.getByRole('button', { name: 'Save' }).click());
  const lines = file.trimEnd().split('\n');
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual(
    episodes.map((one) => ({ ...one, note: 'GITHUB=[REDACTED]; [REDACTED]' })),
  );

  // One that is kept on purpose: only the second word brings it out.
  await dialog.getByRole('checkbox', { name: 'Replace GitHub token, finding 1' }).uncheck();
  await dialog.getByRole('button', { name: 'Make the file' }).click();
  await dialog.getByRole('button', { name: 'Save all the same…' }).click();
  const kept = await saved(page, () => dialog.getByRole('button', { name: 'Yes, save it as it is' }).click());
  expect(kept.split(SECRET)).toHaveLength(2);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await openRecord(page, 2);
  await page.getByRole('button', { name: '1 secret' }).click();
  await page.getByRole('button', { name: '/note' }).first().click();
  await expect(page.getByRole('tab', { name: 'Raw' })).toHaveAttribute('aria-selected', 'true');
});
