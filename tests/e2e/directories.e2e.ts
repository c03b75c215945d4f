/** A harness's own directory of sessions, chosen as a folder: alone a tree, beside a run the names of its agents; payloads. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { RUNTIME_G1, SECRET, SESSION_G5 } from '../reading/payloads/payloads';
import type { SampleFile } from '../samples/sessions/directories';
import { NANO_OWNED } from '../samples/sessions/directories';
import { a, episode, link, request, trace, u } from '../samples/trace-builder';
import { expect, expectAccessible, test } from './fixtures';
import { showView } from './openings';

function folderOf(files: readonly SampleFile[]): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'wirescope-e2e-')), 'run');
  for (const { path, text } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const nodes = [
  u('Find out what the files hold.'),
  a('I send one reader to each file.', { parent: 0 }),
  u('Read the first file.'),
  a('The first file holds names.', { parent: 2, semantic_parents: [link(1, 'subagent_call')] }),
];
const info = {
  acp: { 'ai.prime.rlm/session-v1': { ...SESSION_G5, session_id: 'trace-of-the-root', turns: 7 } },
  dump: { 'ai.prime.rlm/runtime-v1': RUNTIME_G1 },
};
const calls = [request(1, 'q0'), request(3, 'q1')];
const RUN = JSON.stringify(
  episode({ id: 'e', traces: [trace({ id: 'trace-of-the-root', nodes, calls, info })] }),
);

test('a directory of sessions names the agents of a run beside it, and is a tree of its own', async ({
  page,
  site,
}) => {
  await page.goto(site.url);
  const files = [...NANO_OWNED.files, { path: 'traces.jsonl', text: `${RUN}\n` }];
  await page.getByLabel('Folder to open').setInputFiles(folderOf(files));
  await expect(page.getByText('2 episodes')).toBeVisible();
  const run = page.url();

  // Code unit by code unit the run's own file is the last of the folder, the root's messages are the second.
  await page.goto(`${run}/8/0`);
  await showView(page, 'Sessions');
  const tree = page.getByRole('treegrid', { name: 'Agents of this trace' });
  await expect(tree.getByRole('row', { name: /reader-a/ })).toBeVisible();

  const payloads = page.locator('details', { hasText: 'payloads of the harness' });
  await payloads.locator('summary').click();
  await expect(payloads.getByRole('row', { name: '/turns 7 1' })).toBeVisible();
  await expect(payloads).toContainText('/provider/api_key');
  await expect(page.locator('body')).not.toContainText(SECRET);
  await expectAccessible(page, 'payloads');

  await page.goto(`${run}/1/0?view=sessions`);
  await expect(tree.getByRole('row', { name: /checker/ })).toContainText('failed');
  await showView(page, 'Transcript');
  await expect(page.getByRole('feed')).toContainText('The readers found names and numbers.');
});
