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
});
