/** Hostile traces on every screen: nothing runs, nothing is asked for, everything is shown as typed. */
import type { Page } from '@playwright/test';
import { HOSTILE_NAME, HOSTILE_TEXTS, hostileRun } from '../samples/hostile';
import { expect, test } from './fixtures';
import { drop, expectList, openRecord } from './openings';

declare global {
  interface Window {
    owned: () => void;
    wasOwned: boolean;
  }
}

async function expectUnharmed(page: Page, where: string): Promise<void> {
  expect(await page.evaluate(() => window.wasOwned), `${where}: a script of the trace ran`).toBe(false);
  const planted = await page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'iframe, object, embed, form[action], base, meta[http-equiv=refresh], #sent, svg script',
      ),
    ].map((element) => element.outerHTML.slice(0, 200)),
  );
  expect(planted, `${where}: markup of the trace became elements`).toEqual([]);
  const sources = await page.evaluate(() =>
    [...document.querySelectorAll('img, source, link, a')].flatMap((element) => {
      const address = element.getAttribute('src') ?? element.getAttribute('href') ?? '';
      return /^(javascript|vbscript|data:text|https?:\/\/elsewhere|\/\/elsewhere)/i.test(address)
        ? [element.outerHTML]
        : [];
    }),
  );
  expect(sources, `${where}: an address of the trace can be followed`).toEqual([]);
}

test.beforeEach(async ({ context }) => {
  await context.addInitScript(() => {
    window.wasOwned = false;
    window.owned = () => {
      window.wasOwned = true;
    };
  });
});

test('the trap of these tests closes on a script that does run', async ({ page, site }) => {
  await page.goto(site.url);
  await page.evaluate(() => {
    window.owned();
  });
  expect(await page.evaluate(() => window.wasOwned)).toBe(true);
});

test('the list, its preview and the panel show hostile names as typed', async ({ page, site }) => {
  await page.goto(site.url);
  await drop(page, [{ name: HOSTILE_NAME, text: hostileRun() }]);
  await expectList(page, HOSTILE_TEXTS.length + 1);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('<img src=x onerror=owned()>');
  await page.getByRole('grid').focus();
  await page.keyboard.press('End');
  await expectUnharmed(page, 'list and preview');
  await page.keyboard.press('i');
  await expectUnharmed(page, 'panel');
  await page.goto(site.url);
  await expect(page.getByRole('article')).toContainText('<img src=x onerror=owned()>');
  await expectUnharmed(page, 'library');
});

test('every text of a transcript stays text', async ({ page, site }) => {
  test.slow();
  await page.goto(site.url);
  await drop(page, [{ name: 'hostile.jsonl', text: hostileRun() }]);
  await expectList(page, HOSTILE_TEXTS.length + 1);
  for (const [index, { name }] of HOSTILE_TEXTS.entries()) {
    await openRecord(page, index + 1);
    await expect(page.getByRole('main')).toContainText(name);
    await expectUnharmed(page, name);
    await page.keyboard.press('Escape');
    await expectList(page, HOSTILE_TEXTS.length + 1);
  }
});

test('an episode that attacks with every field is read and shown', async ({ page, site }) => {
  await page.goto(site.url);
  await drop(page, [{ name: 'hostile.jsonl', text: hostileRun() }]);
  await expectList(page, HOSTILE_TEXTS.length + 1);
  await openRecord(page, HOSTILE_TEXTS.length + 1);
  await expect(page.getByRole('main')).toContainText('<img src=x onerror=owned()>');
  await expectUnharmed(page, 'transcript');
  await page.goto(page.url().replace(/(\?.*)?$/, '?view=raw'));
  await expect(page.getByRole('main')).toContainText('onerror');
  await expectUnharmed(page, 'raw');
});

test('the policy binds the workers of the app as it binds the page', async ({ page, site, watch }) => {
  await page.goto(site.url);
  await drop(page, [{ name: 'hostile.jsonl', text: hostileRun() }]);
  await expectList(page, HOSTILE_TEXTS.length + 1);
  const workers = page.workers();
  expect(workers.length).toBeGreaterThan(0);
  for (const worker of workers) {
    const outcome = await worker.evaluate(
      () =>
        new Promise<string>((resolve) => {
          self.addEventListener('securitypolicyviolation', (event) => {
            resolve(`${event.effectiveDirective} ${event.blockedURI}`);
          });
          fetch('https://elsewhere.example/worker').then(
            () => {
              resolve('sent');
            },
            () => {
              setTimeout(() => {
                resolve('refused, but not by the policy');
              }, 500);
            },
          );
        }),
    );
    expect(outcome).toBe('connect-src https://elsewhere.example/worker');
  }
  // What this test tried itself.
  const tried = watch.requests.splice(0);
  expect(tried.every((url) => url === 'https://elsewhere.example/worker')).toBe(true);
  watch.violations.splice(0);
  watch.errors.splice(0);
});
