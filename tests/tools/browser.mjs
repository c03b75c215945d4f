/**
 * Finds the Chromium that the browser tests run in: the one named by WIRESCOPE_CHROMIUM, an installed one, or, as root on
 * Debian, one installed by apt. Playwright's own download is never used.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** @returns {string | null} */
export function installedBrowser() {
  const named = process.env['WIRESCOPE_CHROMIUM'];
  if (named !== undefined && named !== '') {
    if (!isExecutable(named)) throw new Error(`WIRESCOPE_CHROMIUM names no program: ${named}`);
    return named;
  }
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const candidates = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return candidates.find(isExecutable) ?? null;
}

/** Like `installedBrowser`, but installs one where that is possible, and says what to do where it is not. */
export function findBrowser() {
  const found = installedBrowser() ?? installBrowser();
  if (found !== null) return found;
  throw new Error(
    'No Chromium found. Install one (Debian and Ubuntu: apt-get install chromium) or name one with WIRESCOPE_CHROMIUM=/path/to/chromium.',
  );
}

/** @returns {string | null} */
function installBrowser() {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return null;
  console.log('No Chromium found: installing it with apt-get.');
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const { status } = spawnSync('apt-get', ['-qq', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env,
    });
    // A failed update may still leave usable lists.
    if (status !== 0 && args[0] === 'install') return null;
  }
  return installedBrowser();
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
