/** From the list to the worst break in three clicks: counts come by themselves, and are there again after a reload. */
import { expect, test } from './fixtures';
import { openSample } from './openings';

test('the worst break is three clicks from the list', async ({ page, site }) => {
  await openSample(page, site.url);
  await expect(page.getByRole('button', { name: /with unexplained prefix breaks/ })).toBeVisible();
  await page.getByRole('columnheader', { name: 'Unexplained' }).getByRole('button').click();
  const worst = page
    .getByRole('row')
    .nth(1)
    .getByRole('link', { name: /unexplained prefix break/ });
  const named = await worst.getAttribute('aria-label');
  await page.reload();
  await expect(worst).toHaveAttribute('aria-label', named ?? '');
  await worst.click();
  await expect(page).toHaveURL(/view=requests/);
  await expect(page.getByText(/diverged at/).first()).toBeVisible();

  // Its row stands above the detail that took room from the list, and has the focus again when that is closed.
  const row = page.getByRole('list', { name: 'Requests' }).locator('[aria-current="true"]');
  await expect(row).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Close (Escape)' }).focus();
  await page.keyboard.press('Enter');
  await expect(row).toBeFocused();
  // A view that is left by a key takes the focus along, there and back.
  await page.keyboard.press('g');
  await expect(page.getByRole('group', { name: /^Graph of calls/ })).toBeFocused();
  await page.goBack();
  await expect(row).toBeFocused();
});
