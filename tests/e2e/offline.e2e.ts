/** The build on a plain host: its content policy, any sub-path, without a network, and a new version. */
import { laterBuild } from './builds';
import { dist, expect, offlineReady, test } from './fixtures';
import { openRecord, openSample } from './openings';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
  "worker-src 'self' blob:; manifest-src 'self'; base-uri 'none'; form-action 'none'";

test('the content policy stands before anything that it governs', async ({ page, site }) => {
  await page.goto(site.url);
  const first = page.locator('head > :first-child');
  await expect(first).toHaveAttribute('http-equiv', 'Content-Security-Policy');
  await expect(first).toHaveAttribute('content', POLICY);
});

test('the policy refuses a foreign address to the page', async ({ page, site, watch }) => {
  await page.goto(site.url);
  const outcome = await page.evaluate(async () => {
    const tries = {
      fetch: () => fetch('https://elsewhere.example/fetch'),
      image: () =>
        new Promise((resolve, reject) => {
          const image = new Image();
          image.onload = resolve;
          image.onerror = () => {
            reject(new Error('refused'));
          };
          image.src = 'https://elsewhere.example/image.png';
        }),
      beacon: () => Promise.resolve(navigator.sendBeacon('https://elsewhere.example/beacon')),
    };
    const settled = await Promise.allSettled(Object.values(tries).map(async (attempt) => attempt()));
    return settled.map(({ status }) => status);
  });
  // A beacon is refused without a word: the proxy of the fixture would have seen it.
  expect(outcome.slice(0, 2)).toEqual(['rejected', 'rejected']);
  expect(watch.violations.length).toBeGreaterThanOrEqual(2);
  const tried = watch.requests.splice(0);
  expect(tried.every((url) => url.startsWith('https://elsewhere.example/'))).toBe(true);
  watch.violations.splice(0);
  watch.errors.splice(0);
});

for (const basePath of ['/', '/tools/wire scope/v1/']) {
  test.describe(`under ${basePath}`, () => {
    test.use({ basePath });

    test('opens again when the host is gone', async ({ page, site }) => {
      await page.goto(site.url);
      await offlineReady(page);
      await site.close();
      // Nothing is left but the cache: page, workers, sample and the chunk of the episode's page.
      await openSample(page, site.url);
      await openRecord(page, 1);
      await expect(page.getByRole('feed')).toContainText('Some years come out wrong');
      await page.reload();
      await expect(page.getByRole('feed')).toContainText('Some years come out wrong');
    });

    test('asks the host for the files of the build and nothing else', async ({ page, site }) => {
      await page.goto(site.url);
      await offlineReady(page);
      const folder = decodeURIComponent(new URL(site.url).pathname);
      for (const asked of site.requests) {
        expect(asked.startsWith(`GET ${folder}`), asked).toBe(true);
      }
      const missing = site.requests.filter((asked) => asked.includes('favicon.ico'));
      expect(missing).toEqual([]);
    });
  });
}

test('a new version waits, is announced, and starts when asked', async ({ page, site }) => {
  const build = page.locator('#build');
  await page.goto(site.url);
  await offlineReady(page);
  await expect(build).toHaveCount(0);

  site.serve(laterBuild(dist, 'the later one'));
  await page.reload();
  const start = page.getByRole('button', { name: 'Start it' });
  await expect(start).toBeVisible();
  await expect(build, 'the old build still answers').toHaveCount(0);
  await page.reload();
  await expect(build, 'even after a reload').toHaveCount(0);

  await start.click();
  await expect(build).toHaveText('the later one');
  await expect(start).toHaveCount(0);
});

test('a second tab goes on with the version it has, and is told', async ({ page, context, site }) => {
  await page.goto(site.url);
  await offlineReady(page);
  const other = await context.newPage();
  await other.goto(site.url);
  site.serve(laterBuild(dist, 'the later one'));
  await page.reload();
  await page.getByRole('button', { name: 'Start it' }).click();
  await expect(page.locator('#build')).toHaveText('the later one');
  await expect(other.locator('#build')).toHaveCount(0);
  await other.getByRole('button', { name: 'Start it' }).click();
  await expect(other.locator('#build')).toHaveText('the later one');
});

test('the proxy of these tests does see what leaves a page without a policy', async ({
  context,
  beyond,
  watch,
}) => {
  const page = await context.newPage();
  await page.goto('about:blank');
  await page.evaluate(() => fetch('http://elsewhere.example/control', { mode: 'no-cors' }).catch(() => null));
  expect(beyond.requests.splice(0)).toEqual(['GET http://elsewhere.example/control']);
  expect(watch.requests.splice(0)).toEqual(['http://elsewhere.example/control']);
  watch.errors.splice(0);
});
