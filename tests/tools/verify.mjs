/**
 * `npm test`: every check of the project, each with its result, and one closing line `N passed, N failed` that counts unit
 * and browser tests and one failure for every other step that failed. Steps that need one core run two at a time.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';

const root = new URL('../..', import.meta.url).pathname;
const results = '.cache/verify';
const MINUTE = 60_000;

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {{ name: string, args: string[], alone: boolean, needs?: string, minutes?: number, env?: Record<string, string>, counts?: () => Counts }} Step
 */

/** @type {Step[]} */
const STEPS = [
  { name: 'lint', args: ['run', 'lint'], alone: false, minutes: 5 },
  { name: 'check', args: ['run', 'check'], alone: false, minutes: 5 },
  { name: 'format:check', args: ['run', 'format:check'], alone: false, minutes: 3 },
  { name: 'knip', args: ['run', 'knip'], alone: false },
  {
    name: 'test:unit',
    alone: true,
    args: [
      'run',
      'test:unit',
      '--',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${results}/unit.json`,
    ],
    minutes: 6,
    counts: unitCounts,
  },
  { name: 'build', args: ['run', 'build'], alone: true },
  { name: 'size', args: ['run', 'size'], alone: true, needs: 'build' },
  {
    name: 'test:e2e',
    alone: true,
    args: ['run', 'test:e2e', '--', '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: `${root}${results}/e2e.json` },
    needs: 'build',
    minutes: 8,
    counts: browserCounts,
  },
];

/** @param {string} path @returns {Record<string, unknown>} */
function json(path) {
  /** @type {unknown} */
  const value = JSON.parse(readFileSync(`${root}${results}/${path}`, 'utf8'));
  if (typeof value !== 'object' || value === null) throw new Error(`${path} holds no counts`);
  return /** @type {Record<string, unknown>} */ (value);
}

/** @param {unknown} value */
const count = (value) => (typeof value === 'number' ? value : 0);

function unitCounts() {
  const told = json('unit.json');
  return {
    passed: count(told['numPassedTests']),
    failed: count(told['numFailedTests']),
    skipped: count(told['numPendingTests']) + count(told['numTodoTests']),
  };
}

function browserCounts() {
  const told = json('e2e.json')['stats'];
  const stats = /** @type {Record<string, unknown>} */ (told ?? {});
  return {
    passed: count(stats['expected']),
    // A test that passed only the second time is not trusted.
    failed: count(stats['unexpected']) + count(stats['flaky']),
    skipped: count(stats['skipped']),
  };
}

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/**
 * A step that runs alone speaks as it goes; of others, what they said is kept until they end.
 * @param {Step} step
 * @returns {Promise<{ succeeded: boolean, said: string }>}
 */
function run(step) {
  return new Promise((resolve) => {
    const child = spawn('npm', ['--silent', ...step.args], {
      cwd: root,
      stdio: step.alone ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...step.env, CI: '1', NO_COLOR: '1' },
      // Its own group, so that a step that hangs ends with everything it started.
      detached: true,
    });
    running.add(child);
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
        said += text;
      });
    }
    const minutes = step.minutes ?? 2;
    const timer = setTimeout(() => {
      said += `\n${step.name} took longer than ${minutes} minutes and was ended.\n`;
      endGroup(child);
    }, minutes * MINUTE);
    /** @param {boolean} succeeded */
    const end = (succeeded) => {
      clearTimeout(timer);
      running.delete(child);
      resolve({ succeeded, said });
    };
    child.on('error', (error) => {
      said += error.message;
      end(false);
    });
    child.on('close', (code) => {
      end(code === 0);
    });
  });
}

/** @param {import('node:child_process').ChildProcess} child */
function endGroup(child) {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It ended by itself meanwhile.
  }
}

/** @param {Step} step @param {boolean} succeeded @returns {Counts} */
function countsOf(step, succeeded) {
  const failure = { passed: 0, failed: succeeded ? 0 : 1, skipped: 0 };
  if (step.counts === undefined) return failure;
  try {
    const counts = step.counts();
    // It failed without a failing test (an unhandled error, say), or told nothing: that is a failure of its own.
    const silent = counts.failed === 0 && (!succeeded || counts.passed === 0);
    return silent ? { ...counts, failed: 1 } : counts;
  } catch {
    return { ...failure, failed: 1 };
  }
}

const only = process.argv.slice(2);
const unknown = only.filter((name) => !STEPS.some((step) => step.name === name));
if (unknown.length > 0) {
  console.error(`No such step: ${unknown.join(', ')}. Steps: ${STEPS.map((step) => step.name).join(', ')}`);
  process.exit(2);
}

rmSync(`${root}${results}`, { recursive: true, force: true });
mkdirSync(`${root}${results}`, { recursive: true });

let passed = 0;
let failed = 0;
/** @type {string[]} */
const table = [];

function closingLine() {
  console.log(`\n${table.join('\n')}\n`);
  console.log(`${passed} passed, ${failed} failed`);
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, () => {
    for (const child of running) endGroup(child);
    failed += 1;
    table.push(`stopped by ${signal}`);
    closingLine();
    process.exit(1);
  });
}

/** @type {Set<string>} */
const broken = new Set();

/** @param {Step} step */
async function take(step) {
  const started = Date.now();
  const title = `\n── ${step.name}`;
  const blocked = step.needs !== undefined && broken.has(step.needs);
  if (step.alone) console.log(blocked ? `${title}: not run, because ${step.needs} failed` : title);
  const { succeeded, said } = blocked ? { succeeded: false, said: '' } : await run(step);
  if (step.alone) process.stdout.write(said);
  else console.log(`${title}\n${said.trimEnd()}`);
  const counts = blocked ? { passed: 0, failed: 1, skipped: 0 } : countsOf(step, succeeded);
  passed += counts.passed;
  failed += counts.failed;
  if (counts.failed > 0) broken.add(step.name);
  const tests = step.counts === undefined ? '' : `, ${counts.passed} passed, ${counts.skipped} skipped`;
  const seconds = ((Date.now() - started) / 1000).toFixed(0);
  table.push(
    `${counts.failed > 0 ? 'FAILED' : 'ok    '} ${step.name.padEnd(13)} ${seconds.padStart(4)} s${tests}`,
  );
}

const wanted = STEPS.filter(({ name }) => only.length === 0 || only.includes(name));
const together = wanted.filter(({ alone }) => !alone);
await Promise.all(
  [0, 1].map(async () => {
    for (let step = together.shift(); step !== undefined; step = together.shift()) await take(step);
  }),
);
for (const step of wanted.filter(({ alone }) => alone)) await take(step);

closingLine();
process.exitCode = failed === 0 ? 0 : 1;
