/** A phone, and a page at 200 %: one column, nothing cut off, the same things in the same order. */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures';

/** The page itself never scrolls sideways; what is wide scrolls inside itself. */
async function expectFits(page: Page): Promise<void> {
  const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(content).toBeLessThanOrEqual(window ?? 0);
}

for (const width of [390, 320]) {
  test.describe(`${width} pixels wide`, () => {
    test.use({ viewport: { width, height: 780 } });

    test('start, list and episode fit', async ({ page, site }) => {
      await page.goto(site.url);
      await expectFits(page);
      await expectAccessible(page, `start, ${width}`);
      await page.getByRole('button', { name: 'Open the sample run' }).click();
      await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '24');
      await expectFits(page);
      await expectAccessible(page, `list, ${width}`);
      await page.getByRole('row').first().click();
      await expect(page).toHaveURL(/#\/run\/[^/]+\/0\/0/);
      await expectFits(page);
      await expectAccessible(page, `episode, ${width}`);
    });
  });
}
