/** Runs the command line in process with streams in memory, over folders made for one test. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { run } from '../../src/cli/run';

export interface Outcome {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

class Collected extends Writable {
  text = '';
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString('utf8');
    done();
  }
}

export async function command(
  words: readonly string[],
  stdin: string | readonly Uint8Array[] = '',
  watched = false,
): Promise<Outcome> {
  const stdout = new Collected({ decodeStrings: true });
  const stderr = new Collected({ decodeStrings: true });
  async function* given() {
    if (typeof stdin === 'string') yield new TextEncoder().encode(stdin);
    else yield* stdin;
  }
  const status = await run(words, '1.2.3', { stdin: given(), stdout, stderr, watched });
  return { status, out: stdout.text, err: stderr.text };
}

/** Files by path, in a new folder that goes when the callback is through. */
export async function inFolder<Value>(
  files: Readonly<Record<string, string | Uint8Array>>,
  use: (folder: string) => Promise<Value>,
): Promise<Value> {
  const folder = mkdtempSync(join(tmpdir(), 'wirescope-test-'));
  try {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
