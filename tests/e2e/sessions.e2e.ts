/** The tree of agents: read by keyboard, selected everywhere at once, at both widths, and smooth with 500 agents. */
import { deepRun, threeLevels } from '../samples/session-run';
import { episode } from '../samples/trace-builder';
import { expect, expectAccessible, test } from './fixtures';
import { choose, openRecord, showView } from './openings';

const RUN = {
  name: 'sessions.jsonl',
  text: [threeLevels(), deepRun(500)]
    .map((trace, at) => `${JSON.stringify(episode({ id: `e${at}`, traces: [trace] }))}\n`)
    .join(''),
};

test('a recursive run reads as the tree it was', async ({ page, site }) => {
  await page.goto(site.url);
  await choose(page, [RUN]);
  await openRecord(page, 1);
  await showView(page, 'Sessions');
  const tree = page.getByRole('treegrid', { name: 'Agents of this trace' });
  const row = (name: RegExp) => tree.getByRole('row', { name });
  await expect(tree).toHaveAttribute('aria-rowcount', '9');
  await expect(row(/sub 2 Ask for the crew lists/)).toContainText('cancelled by root');
  await expect(row(/sub 2\.2\.1/)).toContainText('cancelled with sub 2');
  await expect(row(/sub 3/)).toContainText('failed');
  await expect(row(/sub 1/).first()).toContainText('taken up late');

  await tree.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await expect(row(/sub 1 Read all tide tables/)).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('button', { name: 'Tokens', exact: true }).first().click();
  await expect(page.getByRole('treeitem', { name: /^sub 1,/ })).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(page, 'sessions');

  // One cursor: the transcript and the graph stand where the tree does.
  await tree.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('feed')).toContainText('Read all tide tables of March');
  await showView(page, 'Sessions');
  await expect(row(/sub 1 Read all tide tables/)).toHaveAttribute('aria-selected', 'true');

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(row(/sub 1 Read all tide tables/)).toContainText('12.5k tokens');
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

test('500 agents are windowed, and the last is a key away', async ({ page, site }) => {
  await page.goto(site.url);
  await choose(page, [RUN]);
  await openRecord(page, 2);
  await showView(page, 'Sessions');
  const tree = page.getByRole('treegrid');
  await expect(tree).toHaveAttribute('aria-rowcount', '501');
  expect(await tree.getByRole('row').count()).toBeLessThan(60);
  await tree.focus();
  await page.keyboard.press('End');
  const last = tree.locator('[aria-rowindex="501"]');
  await expect(last).toHaveAttribute('aria-selected', 'true');
  await expect(last).toBeInViewport();
  const level = Number(await last.getAttribute('aria-level'));
  await page.keyboard.press('ArrowLeft');
  await expect(tree.locator('[aria-selected="true"]')).toHaveAttribute('aria-level', String(level - 1));
});
