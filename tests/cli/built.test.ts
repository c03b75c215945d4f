/** The built command as a process: run by `npx` in a checkout, fed by a pipe, cut off by `head`. */
import { execFile, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = new URL('../../', import.meta.url).pathname;
/** Stands for a checkout: the package's own name and command, and what the build makes. */
let checkout = '';
const command = () => join(checkout, 'dist/cli/wirescope.js');

beforeAll(async () => {
  checkout = mkdtempSync(join(tmpdir(), 'wirescope-checkout-'));
  const outDir = join('.cache', 'built-test', String(process.pid));
  await build({ root, logLevel: 'error', build: { ssr: 'src/cli/wirescope.ts', outDir } });
  cpSync(join(root, outDir), join(checkout, 'dist/cli'), { recursive: true });
  rmSync(join(root, outDir), { recursive: true });
  const { name, version, type, bin }: Record<string, unknown> = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  writeFileSync(join(checkout, 'package.json'), JSON.stringify({ name, version, type, bin }));
}, 60_000);

afterAll(() => rmSync(checkout, { recursive: true, force: true }));

interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

function ended(program: string, words: readonly string[], stdin = ''): Promise<Ended> {
  return new Promise((resolve) => {
    const env = { ...process.env, npm_config_cache: join(checkout, 'npm-cache') };
    const child = execFile(program, [...words], { cwd: checkout, env }, (error, out, err) => {
      resolve({ status: error === null ? 0 : Number(error.code), out, err });
    });
    child.stdin?.end(stdin);
  });
}

const line = (id: string) =>
  `${JSON.stringify({ id, env: { id: 'demo' }, ok: true, errors: [], traces: [] })}\n`;

describe('the built command', () => {
  it('is run by npx in the checkout, without a network', async () => {
    writeFileSync(join(checkout, 'a.jsonl'), line('e1'));
    const { status, out, err } = await ended('npx', ['--offline', 'wirescope', 'check', 'a.jsonl']);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(out).toContain('1 record: 1 read');
  }, 60_000);

  it('needs no node_modules, also for compressed files', async () => {
    writeFileSync(join(checkout, 'a.gz'), gzipSync(line('e1')));
    expect(await ended(process.execPath, [command(), 'check', 'a.gz'])).toMatchObject({ status: 0, err: '' });
  });

  it('reads a pipe, and ends with the status', async () => {
    expect(await ended(process.execPath, [command(), 'check', '-'], line('e1'))).toMatchObject({ status: 0 });
    expect(await ended(process.execPath, [command(), 'check', '-'], '{"id":')).toMatchObject({ status: 1 });
    expect(await ended(process.execPath, [command(), 'chek'])).toMatchObject({ status: 2, out: '' });
  });

  it('stops quietly when nobody reads any more', async () => {
    const many = Array.from({ length: 20_000 }, (_, at) => line(`e${at}`)).join('');
    writeFileSync(join(checkout, 'many.jsonl'), many);
    const child = spawn(process.execPath, [command(), 'check', 'many.jsonl', '--json'], { cwd: checkout });
    let err = '';
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    child.stdout.once('data', () => child.stdout.destroy());
    const status = await new Promise((resolve) => child.on('close', resolve));
    expect({ status, err }).toEqual({ status: 0, err: '' });
  });
});
