/** The ways in, as a person takes them: the sample, a drop, the file picker. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect } from './fixtures';

export interface GivenFile {
  readonly name: string;
  readonly text: string;
}

export async function openSample(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('button', { name: 'Open the sample run' }).click();
  await expectList(page, 24);
}

/** Dropped on the middle of the window; the browser's own drag events, made by hand because no mouse can bring a file. */
export async function drop(page: Page, files: readonly GivenFile[]): Promise<void> {
  const data = await page.evaluateHandle((given) => {
    const transfer = new DataTransfer();
    for (const { name, text } of given) transfer.items.add(new File([text], name));
    return transfer;
  }, files);
  await page.dispatchEvent('body', 'dragenter', { dataTransfer: data });
  await page.dispatchEvent('body', 'dragover', { dataTransfer: data });
  await page.dispatchEvent('body', 'drop', { dataTransfer: data });
}

export async function choose(page: Page, files: readonly GivenFile[]): Promise<void> {
  await page
    .getByLabel('Files to open')
    .setInputFiles(
      files.map(({ name, text }) => ({ name, mimeType: 'application/jsonl', buffer: Buffer.from(text) })),
    );
}

/** A file on disk, as large as may be: nothing of it passes through the test's own connection to the browser. */
export async function chooseLarge(page: Page, { name, text }: GivenFile): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'wirescope-file-'));
  const path = join(folder, name);
  writeFileSync(path, text);
  await page.getByLabel('Files to open').setInputFiles(path);
}

/** The list is complete when it says so: the header counts as a row of the grid. */
export async function expectList(page: Page, episodes: number, timeout = 10_000): Promise<void> {
  const grid = page.getByRole('grid', { name: 'Episodes' });
  await expect(grid).toHaveAttribute('aria-rowcount', String(episodes + 1), { timeout });
  await expect(page.getByRole('button', { name: 'Cancel' })).toHaveCount(0, { timeout });
}

/** Opens the record of that line from the list. */
export async function openRecord(page: Page, line: number): Promise<void> {
  await page
    .getByRole('row')
    .getByRole('link', { name: String(line), exact: true })
    .click();
  await expect(page).toHaveURL(/#\/run\/[^/]+\/\d+\/\d+/);
  // Its keys are bound once it is there.
  await expect(page.getByRole('tab', { name: 'Transcript' })).toBeVisible();
}

/** By name: which number a view has is the table's business. */
export async function showView(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name, exact: true }).click();
}
