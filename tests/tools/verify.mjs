/**
 * `npm test`: every check of the project, one after the other, each with its result, and one closing line
 * `N passed, N failed` that counts unit and browser tests and one failure for every other step that failed.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';

const root = new URL('../..', import.meta.url).pathname;
const results = '.cache/verify';
const MINUTE = 60_000;

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {{ name: string, args: string[], needs?: string, minutes?: number, env?: Record<string, string>, counts?: () => Counts }} Step
 */

/** @type {Step[]} */
const STEPS = [
  { name: 'format:check', args: ['run', 'format:check'] },
  { name: 'lint', args: ['run', 'lint'], minutes: 4 },
  { name: 'check', args: ['run', 'check'], minutes: 4 },
  {
    name: 'test:unit',
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
  { name: 'knip', args: ['run', 'knip'] },
  { name: 'build', args: ['run', 'build'] },
  { name: 'size', args: ['run', 'size'], needs: 'build' },
  {
    name: 'test:e2e',
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

/** @type {import('node:child_process').ChildProcess | null} */
let running = null;

/** @param {Step} step @returns {Promise<boolean>} */
function run(step) {
  return new Promise((resolve) => {
    const child = spawn('npm', ['--silent', ...step.args], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...step.env, CI: '1', NO_COLOR: '1' },
      // Its own group, so that a step that hangs ends with everything it started.
      detached: true,
    });
    running = child;
    const limit = (step.minutes ?? 2) * MINUTE;
    const timer = setTimeout(() => {
      console.log(`\n${step.name} took longer than ${step.minutes ?? 2} minutes and was ended.`);
      endGroup(child);
    }, limit);
    child.on('error', (error) => {
      console.log(error.message);
      clearTimeout(timer);
      resolve(false);
    });
    child.on('exit', (code) => {
      clearTimeout(timer);
      running = null;
      resolve(code === 0);
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
    if (running !== null) endGroup(running);
    failed += 1;
    table.push(`stopped by ${signal}`);
    closingLine();
    process.exit(1);
  });
}

/** @type {Set<string>} */
const broken = new Set();
for (const step of STEPS.filter(({ name }) => only.length === 0 || only.includes(name))) {
  const started = Date.now();
  const blocked = step.needs !== undefined && broken.has(step.needs);
  console.log(`\n── ${step.name}${blocked ? `: not run, because ${step.needs} failed` : ''}`);
  const succeeded = !blocked && (await run(step));
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

closingLine();
process.exitCode = failed === 0 ? 0 : 1;
