/** The report that the page exports is, byte for byte, the one that the command line prints. */
import 'fake-indexeddb/auto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { command, inFolder } from '../../cli/command';
import { compressedFiles } from '../../samples/bytes/compressed';
import { damagedEncodings } from '../../samples/bytes/encodings';
import { demoRun } from '../../samples/demo-run';
import { Browser, dropped, opened, ready, settled } from '../../store/library-kit';

async function exported(
  files: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>,
): Promise<string[]> {
  const browser = new Browser();
  const given = Object.keys(files)
    .sort()
    .map((path) => dropped(`run/${path}`, files[path] ?? ''));
  const run = await settled(await opened(await ready(browser.tab()), given));
  const reports = [await run.exportReport(new AbortController().signal)];
  const reloaded = (await ready(browser.tab())).run(run.key);
  if (reloaded !== null)
    reports.push(await (await settled(reloaded)).exportReport(new AbortController().signal));
  return Promise.all(
    reports.map((report) => (report.kind === 'ok' ? report.value.text() : Promise.resolve(report.failure))),
  );
}

async function expectEqual(files: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>): Promise<void> {
  const { out } = await inFolder(files, (folder) => command(['check', folder, '--json']));
  expect(out).toContain('"files":[');
  for (const report of await exported(files)) expect(report).toBe(out);
}

it('for the sample run beside flat results with metadata and files of no use', async () => {
  const flat = [0, 1].map((id) =>
    JSON.stringify({ example_id: id, prompt: [], completion: [], reward: 0.5 }),
  );
  await expectEqual({
    'traces.jsonl': demoRun(),
    'old/results.jsonl': flat.join('\n'),
    'old/metadata.json': '{"env_id":"e","model":"m","num_examples":2,"rollouts_per_example":1}',
    'notes.txt': 'hello\n',
    'empty.jsonl': '',
  });
});

it('for files in every wrapping and state', async () => {
  const files = [...damagedEncodings(), ...compressedFiles()];
  await expectEqual(
    Object.fromEntries(files.map(({ bytes }, i) => [`${String(i).padStart(3, '0')}.bin`, bytes])),
  );
});

const samples = join(import.meta.dirname, '../../../../shared/samples');

it.skipIf(!existsSync(samples))(
  'for every sample from real runs',
  async () => {
    const files: Record<string, Uint8Array<ArrayBuffer>> = {};
    for (const entry of readdirSync(samples, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile()) files[relative(samples, path)] = new Uint8Array(readFileSync(path));
    }
    await expectEqual(files);
  },
  60_000,
);
