/** The entry of the command line: connects the process to `run` and nothing else. */
import process from 'node:process';
import { run } from './run';

/** Put in by the build. */
declare const WIRESCOPE_VERSION: string;

// A screen that goes away is no reason to fall over.
process.stderr.on('error', () => undefined);

process.exitCode = await run(process.argv.slice(2), WIRESCOPE_VERSION, {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  watched: process.stderr.isTTY && !process.stdout.isTTY,
});
