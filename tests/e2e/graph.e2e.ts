/** The graph of a run of agents: what it says at first sight, by keyboard, and with edge sets given from beside. */
import type { Page } from '@playwright/test';
import { publishedApart, twelveAgents } from '../samples/agent-run';
import { expect, expectAccessible, test } from './fixtures';
import { drop, expectList, openRecord, showView } from './openings';

const line = (value: unknown) => `${JSON.stringify(value)}\n`;

async function openGraph(page: Page, url: string, text: string): Promise<void> {
  await page.goto(url);
  await drop(page, [{ name: 'agents.jsonl', text }]);
  await expectList(page, 1);
  await openRecord(page, 1);
  await showView(page, 'Graph');
  await expect(page.getByRole('group', { name: /^Graph of calls/ })).toBeVisible();
}

const panel = (page: Page) => page.getByRole('region', { name: 'Edges from beside the run' });
const strip = (page: Page) => page.locator('.strip');

test('tells agents, compactions and the edge that closes a cycle, and is walked by keyboard', async ({
  page,
  site,
}) => {
  await openGraph(page, site.url, line(twelveAgents(true)));
  await expect(page.getByText('12 agents on 3 levels')).toBeVisible();
  await expect(page.getByText('2 compactions: sub 2, root')).toBeVisible();

  await page.getByRole('button', { name: 'agent_message', exact: true }).first().click();
  await expect(strip(page)).toContainText('agent_message, recorded in the trace; closes a cycle');
  await page.getByRole('button', { name: /^To root/ }).click();
  await expect(strip(page)).toContainText('root, turn 5 of context 1: note');
  await expect(page).toHaveURL(/node=\d+/);

  await page.getByRole('group', { name: /^Graph of calls/ }).focus();
  await page.keyboard.press('ArrowUp');
  await expect(strip(page)).toContainText('root, turn 4 of context 1: wait');
  await page.keyboard.press('ArrowLeft');
  await expect(strip(page)).toContainText('sub 1, turn 3');

  await page.keyboard.press('a');
  await expect(page.getByRole('region', { name: 'Messages around the call' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('group', { name: /^Graph of calls/ })).toBeFocused();

  await page.keyboard.press('e');
  await expect(strip(page)).toContainText('recorded in the trace');
  await page.keyboard.press('t');
  await expect(page.getByText('sub 1.2').first()).toBeVisible();
  await expectAccessible(page, 'graph');
});

test('applies an edge set, says which edge is refused and why, and takes it back', async ({ page, site }) => {
  const { trace } = publishedApart(twelveAgents());
  const { set } = publishedApart(twelveAgents(true));
  await openGraph(page, site.url, line(trace));
  await expect(page.getByText('Physical mode.')).toBeVisible();

  await drop(page, [
    { name: 'published.json', text: line(set) },
    {
      name: 'stray.json',
      text: line({ edges: [{ source_request_id: 'x', target_request_id: 'y', type: 'continuation' }] }),
    },
  ]);
  await expect(panel(page)).toContainText('Refused published.json');
  await expect(panel(page)).toContainText('an edge would close a cycle; nothing was added.');
  await expect(panel(page)).toContainText('no trace of this run carries its requests');
  await expect(page.getByText('Refused and not a link: agent_message, it would close a cycle')).toBeVisible();
  await expectAccessible(page, 'graph');

  await panel(page).getByRole('link', { name: 'node #147' }).first().click();
  await expect(page).toHaveURL(/node=147/);
  await panel(page).getByLabel('Loops allowed').check();
  await expect(panel(page)).toContainText('Accepted published.json');
  await expect(page.getByText('12 agents on 3 levels')).toBeVisible();

  await panel(page).getByRole('button', { name: 'Take all 2 back' }).click();
  await expect(page.getByText('Physical mode.')).toBeVisible();
});

test('opens all attempts under a request id of the harness', async ({ page, site }) => {
  await openGraph(page, site.url, line(twelveAgents()));
  await page.getByRole('group', { name: /^Graph of calls/ }).focus();
  await page.evaluate(() => {
    location.hash = location.hash.replace(/(&node=\d+)?$/, '&node=38');
  });
  await expect(strip(page)).toContainText('3 attempts under its request id');
  await page
    .getByRole('button', { name: /^All attempts under/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Attempts under one request id' });
  await expect(dialog.getByRole('listitem')).toHaveText([
    /failed: ServiceUnavailable/,
    /failed: ServiceUnavailable/,
    /committed, and counts/,
  ]);
  await dialog.getByRole('button', { name: 'node #38' }).click();
  await expect(dialog).toHaveCount(0);
});
