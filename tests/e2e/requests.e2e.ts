/** From the list to the worst break of the sample run, what it shows, and the same by keys and in both themes. */
import { expect, expectAccessible, test } from './fixtures';
import { openRecord, openSample, showView } from './openings';

/** A rollout whose harness rewrites its history in several ways. */
const REWRITTEN = 21;

test('the worst break opens at once, and each break shows what changed', async ({ page, site }) => {
  await openSample(page, site.url);
  await openRecord(page, REWRITTEN);
  const feed = page.getByRole('feed');
  await page.keyboard.press('End');
  await expect(feed.getByText('Request prefix diverged at system prompt 1')).toBeVisible();
  await showView(page, 'Requests');

  const list = page.getByRole('list', { name: 'Requests' });
  await expect(list.getByRole('listitem')).not.toHaveCount(0);
  const sides = page.getByRole('article');
  await expect(page).toHaveURL(/view=requests/);
  await page.keyboard.press('J');
  await expect(sides).toContainText('messages removed');
  await page.keyboard.press('K');
  await expect(sides).toContainText('system prompt changed');
  await expect(sides.locator('del')).toHaveText(/3/);
  await expect(sides.locator('ins')).toHaveText(/2/);
  await expectAccessible(page, 'a break');

  await page.getByRole('slider').focus();
  await page.keyboard.press('Home');
  await expect(sides).toContainText('no predecessor: first request of this context');
  await page.getByRole('button', { name: /diverged, form only/ }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(list).toContainText('in form only');

  await page.keyboard.press('Escape');
  await expect(sides).toHaveCount(0);
});
