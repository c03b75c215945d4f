/** How many records of a run hold secrets: counted once, begun anew after it was left, asked for where a run is large. */
import { expect, it, vi } from 'vitest';
import { sourceIndex } from '../../src/model/ids';
import { LOOKED_THROUGH, RunSecrets } from '../../src/store/run-secrets.svelte';
import { exportClient } from '../worker/export/in-process';
import { rowsOf, runOf } from './row-builder';

const SECRET = `gh${'p_'}${'aB3dE5gH7jK9'.repeat(3)}`;
const LINES = [`{"a":"${SECRET}"}`, '{"a":"/home/me/x"}', `{"a":"${SECRET}","b":{"password":"p1"}}`];

function secretsOf() {
  let byte = 0;
  const places = LINES.map((line) => {
    const place = { byte, length: line.length };
    byte += line.length + 1;
    return place;
  });
  const run = runOf(rowsOf(places));
  run.contents.set(sourceIndex(0), new Blob([LINES.join('\n')]));
  const { client, started } = exportClient();
  return { secrets: new RunSecrets(run, client), started };
}

it('counts records that hold more than a path, once', async () => {
  const { secrets, started } = secretsOf();
  await secrets.look();
  expect(secrets.state).toEqual({ kind: 'found', records: 2, findings: 3 });
  await secrets.look();
  secrets.leave();
  expect(secrets.state.kind).toBe('found');
  expect(started()).toBe(1);
});

it('begins anew after it was left', async () => {
  const { secrets, started } = secretsOf();
  void secrets.look();
  secrets.leave();
  expect(secrets.state.kind).toBe('none');
  void secrets.look();
  await vi.waitFor(() => expect(secrets.state.kind).toBe('found'));
  expect(started()).toBe(2);
});

it('knows a run that takes long', () => {
  const { client } = exportClient();
  const large = runOf(rowsOf([{ length: LOOKED_THROUGH }, { length: 1 }]));
  expect(new RunSecrets(large, client).isLarge).toBe(true);
  expect(secretsOf().secrets.isLarge).toBe(false);
});
