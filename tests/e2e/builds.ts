/** Makes a second build out of the one that is there, as a later deployment would be. */
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

function digestOf(path: string): string {
  return `sha256-${createHash('sha256').update(readFileSync(path)).digest('base64')}`;
}

/** Copies the build, gives its page another title, and its offline worker the new digest and version. */
export function laterBuild(folder: string, title: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'wirescope-build-'));
  cpSync(folder, copy, { recursive: true });
  const page = join(copy, 'index.html');
  const before = digestOf(page);
  const text = readFileSync(page, 'utf8');
  writeFileSync(page, text.replace('</body>', `<p hidden id="build">${title}</p></body>`));
  const worker = join(copy, 'sw.js');
  const script = readFileSync(worker, 'utf8');
  const version = /version:"?`?([0-9a-f]{12})/.exec(script)?.[1];
  if (version === undefined || !script.includes(before)) throw new Error('sw.js holds no build list');
  const after = createHash('sha256').update(title).digest('hex').slice(0, 12);
  writeFileSync(worker, script.replace(before, digestOf(page)).replace(version, after));
  return copy;
}
