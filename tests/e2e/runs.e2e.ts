/** From a file to the list and back: every way in, a reload, the library, and what could not be read. */
import { plainEpisode, plainRun } from '../samples/plain-run';
import { expect, expectAccessible, offlineReady, test } from './fixtures';
import { choose, drop, expectList, openSample } from './openings';

test('the first screen says what to do and that nothing leaves the tab', async ({ page, site }) => {
  await page.goto(site.url);
  await expect(page.getByText('0 requests to anything but the app’s own files')).toBeVisible();
  await expectAccessible(page, 'start');
});

test('the sample run opens from the first screen, also without a network', async ({ page, site }) => {
  await page.goto(site.url);
  await offlineReady(page);
  await site.close();
  await openSample(page, site.url);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sample run');
  await expectAccessible(page, 'run');
});

test('a dropped file is listed, survives a reload without a network, and is one when dropped twice', async ({
  page,
  site,
}) => {
  const file = { name: 'traces.jsonl', text: plainRun(60) };
  await page.goto(site.url);
  await drop(page, [file]);
  await expectList(page, 60);
  const address = page.url();

  await offlineReady(page);
  await site.close();
  await page.reload();
  await expectList(page, 60);
  expect(page.url()).toBe(address);

  await drop(page, [{ ...file, name: 'renamed.jsonl' }]);
  await expectList(page, 60);
  expect(page.url()).toBe(address);
  await page.goto(site.url);
  await expect(page.getByRole('article')).toHaveCount(1);
});

test('several files make one run, in the order of the drop', async ({ page, site }) => {
  await page.goto(site.url);
  await choose(page, [
    { name: 'a.jsonl', text: plainRun(3) },
    { name: 'b.json', text: JSON.stringify([plainEpisode(20), plainEpisode(21)], null, 2) },
  ]);
  await expectList(page, 5);
});

test('pasted text is a run', async ({ page, site }) => {
  await page.goto(site.url);
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
  }, plainRun(2));
  await expectList(page, 2);
});

test('what could not be read is counted, named by line, and costs its neighbours nothing', async ({
  page,
  site,
}) => {
  const good = plainRun(9).trimEnd().split('\n');
  const lines = [
    ...good.slice(0, 2),
    '{"id": "broken", "traces": [',
    ...good.slice(2),
    '{"id": "torn", "tra',
  ];
  await page.goto(site.url);
  await drop(page, [{ name: 'traces.jsonl', text: lines.join('\n') }]);
  await expectList(page, 9);
  await page.getByRole('button', { name: '2 records skipped' }).click();
  const panel = page.getByRole('complementary', { name: 'What was read' });
  await expect(panel).toContainText('11 records = 9 read + 2 skipped');
  await panel.getByText('The record is not JSON.').click();
  await expect(panel).toContainText('line 3');
  await panel.getByText('The last line is cut short').click();
  await expect(panel).toContainText('line 11');
  await expectAccessible(page, 'what was read');
  await panel.getByRole('link', { name: 'raw record' }).first().click();
  await expect(page.getByRole('main')).toContainText('{"id": "broken", "traces": [');
  await expectAccessible(page, 'raw bytes');
  await page.goBack();
  await expect(panel).toBeVisible();
});

test('a file that is none of ours is named, not half read', async ({ page, site }) => {
  await page.goto(site.url);
  await drop(page, [{ name: 'traces.jsonl', text: '\u0089PNG\r\n\u001a\n and so on' }]);
  await expect(page.getByRole('grid')).toHaveCount(0);
  await expect(page.getByRole('main')).toContainText(/PNG|picture|not/i);
});

test('a run is deleted from the library, and everything from the sheet', async ({ page, site }) => {
  await page.goto(site.url);
  await drop(page, [{ name: 'one.jsonl', text: plainRun(2) }]);
  await expectList(page, 2);
  await page.goto(site.url);
  await drop(page, [{ name: 'two.jsonl', text: plainRun(3) }]);
  await expectList(page, 3);
  await page.goto(site.url);
  await expect(page.getByRole('article')).toHaveCount(2);

  await page.getByRole('button', { name: 'Delete one.jsonl' }).click();
  await page
    .getByRole('group', { name: 'Delete this run?' })
    .getByRole('button', { name: /^Delete/ })
    .click();
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('article')).toContainText('two.jsonl');
});
