/**
 * How long the verdicts on 10,000 calls over 120,000 messages take, as ratios to digesting the messages once. Built like the
 * command line and run in Node: `node tests/bench/continuity.mjs`, and as part of `npm run bench`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

/** @import { ContinuityFigures } from './continuity-work' */

/** @returns {AsyncGenerator<ContinuityFigures>} */
export async function* measureContinuity() {
  const folder = mkdtempSync(join(tmpdir(), 'wirescope-bench-'));
  try {
    await build({
      configFile: false,
      logLevel: 'warn',
      build: {
        ssr: new URL('continuity-work.ts', import.meta.url).pathname,
        outDir: folder,
        emptyOutDir: true,
        rolldownOptions: { output: { entryFileNames: 'work.mjs' } },
      },
    });
    /** @type {typeof import('./continuity-work')} */
    const work = await import(pathToFileURL(join(folder, 'work.mjs')).href);
    yield* work.continuityFigures();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {ContinuityFigures} figures */
export function continuityRow({ shape, nodes, calls, statuses, digests, verdicts, causes }) {
  const ratio = (/** @type {number} */ value) => `${(value / digests).toFixed(2)} ×`;
  const told = Object.entries(statuses).map(([status, count]) => `${count} ${status}`);
  return {
    what: `verdicts on ${calls} calls over ${nodes} messages: ${shape}`,
    figure: `${ratio(verdicts)} digesting once (${digests.toFixed(0)} ms); with causes ${ratio(causes)}; ${told.join(', ')}`,
    budget: '≤ 3 ×',
    held: verdicts <= 3 * digests,
  };
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  for await (const figures of measureContinuity()) {
    const { what, figure, budget, held } = continuityRow(figures);
    console.log(`${held ? '✓' : '✗'} ${what}\n    ${figure}  ${budget}`);
  }
}
