/** A list of 20,000 rows (T23): the last row is reached, the focus stays, cancel works while it comes in. */
import { plainRun } from '../samples/plain-run';
import { expect, test } from './fixtures';
import { chooseLarge, expectList } from './openings';

test('20,000 rows: end, sort and filter by keyboard', async ({ page, site }) => {
  await page.goto(site.url);
  await chooseLarge(page, { name: 'traces.jsonl', text: plainRun(20_000) });
  await expectList(page, 20_000, 60_000);
  const grid = page.getByRole('grid');
  await grid.focus();
  await page.keyboard.press('End');
  const selected = page.getByRole('row', { selected: true });
  await expect(selected).toHaveAttribute('aria-rowindex', '20001');
  await expect(selected).toBeInViewport();
  await page.keyboard.press('Home');
  await expect(selected).toHaveAttribute('aria-rowindex', '2');
  for (let press = 0; press < 15; press += 1) await page.keyboard.press('PageDown');
  await expect(selected).toBeInViewport();
  await expect(grid).toBeFocused();
  // Only what can be seen is there.
  expect(await page.getByRole('row').count()).toBeLessThan(120);

  await page.keyboard.press('/');
  await page.keyboard.type('episode-01999');
  await expect(page.getByText('1 of 20,000 episodes')).toBeVisible();
});

test('an import can be cancelled; what was read stays and is said to be a part', async ({ page, site }) => {
  await page.goto(site.url);
  await chooseLarge(page, { name: 'traces.jsonl', text: plainRun(60_000) });
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Import cancelled; what was read stays for this visit.')).toBeVisible();
});
