/** The build on a static host, its content policy, and the offline worker. */
import { expect, test } from './fixtures';

test('the page opens and carries the content policy before any script', async ({ page, site }) => {
  await page.goto(site.url);
  const head = await page.evaluate(() => [...document.head.children].map((child) => child.outerHTML));
  expect(head[0]).toContain("default-src 'none'");
});
