/** The pane of an export: what it shows of a finding, its switches, and the two words that a doubtful file takes. */
import { describe, expect, it, vi } from 'vitest';
import { Export } from '../../../src/store/export.svelte';
import ExportDialog from '../../../src/views/export/ExportDialog.svelte';
import { exportClient } from '../../worker/export/in-process';
import { subjectOf } from '../../worker/export/subjects';
import { appAt, click, role, stage } from '../stage';

const SECRET = `gh${'p_'}${'aB3dE5gH7jK9'.repeat(3)}`;

async function opened() {
  const record = JSON.stringify({ id: 'e', note: `<b>use</b> ${SECRET} today, in /home/me/x`, ok: true });
  const scope = { id: 'a', title: 'The whole episode', formats: ['jsonl', 'text'] as const, name: 'run' };
  const work = new Export([{ ...scope, subject: () => subjectOf(record) }], exportClient().client);
  work.start();
  const saved: string[] = [];
  vi.stubGlobal('URL', { ...URL, createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined });
  HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
    saved.push(this.download);
  };
  stage(appAt().app, ExportDialog, { work, onclose: () => undefined });
  await reads('will be replaced');
  return { work, saved };
}

const box = (label: string) => role('checkbox', new RegExp(`^${label}`));
const isOn = (label: string): boolean =>
  box(label) instanceof HTMLInputElement && box(label).matches(':checked');
const press = (name: string): void => click(role('button', new RegExp(`^${name}`)));
const reads = (text: string) => vi.waitFor(() => expect(document.body.textContent).toContain(text));

describe('the pane of an export', () => {
  it('shows kinds, counts and the result, never a value', async () => {
    const { saved } = await opened();
    expect(document.body.innerHTML).not.toContain(SECRET);
    expect([isOn('GitHub token'), isOn('Path in a home folder')]).toEqual([true, false]);
    expect(document.body.textContent).toContain('1 finding will be replaced by [REDACTED].');
    press('Make the file');
    await reads('Scanned again: clean.');
    press('Save');
    expect(saved).toEqual(['run.traces.jsonl']);
  });

  it('asks twice before a file is saved that still holds something', async () => {
    const { saved } = await opened();
    click(box('GitHub token'));
    await reads('Nothing will be replaced.');
    press('Make the file');
    await reads('The file still holds');
    expect(document.body.textContent).toContain('1 × GitHub token');
    press('Save all the same');
    await reads('Really save it?');
    expect(saved).toEqual([]);
    press('Yes, save it as it is');
    expect(saved).toEqual(['run.traces.jsonl']);
  });

  it('has the rules with an example each', async () => {
    await opened();
    expect(document.querySelectorAll('details li')).toHaveLength(19);
  });
});
