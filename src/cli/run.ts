/** The command line from its words to its exit status, with the streams handed in, so that tests run it as it is. */
import type { Writable } from 'node:stream';
import { unreachable } from '../model/unreachable';
import type { CheckRequest } from './arguments';
import { readArguments } from './arguments';
import { check } from './check';
import { HELP, USAGE } from './help';
import { findInputs } from './inputs';
import { Output, OutputFailed } from './output';
import { plain } from './plain-text';
import { jsonPrinter } from './print-json';
import { tablePrinter } from './print-table';
import { Progress } from './progress';

export interface Streams {
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** A person watches standard error, and standard output does not go to the same screen. */
  readonly watched: boolean;
}

export type ExitStatus = 0 | 1 | 2;

export async function run(words: readonly string[], version: string, streams: Streams): Promise<ExitStatus> {
  try {
    return await answer(words, version, streams);
  } catch (error) {
    if (!(error instanceof OutputFailed)) throw error;
    streams.stderr.write(`wirescope: the output could not be written: ${plain(error.message)}\n`);
    return 2;
  }
}

async function answer(words: readonly string[], version: string, streams: Streams): Promise<ExitStatus> {
  const request = readArguments(words);
  const output = new Output(streams.stdout);
  switch (request.kind) {
    case 'help':
      await output.write(HELP);
      await output.flush();
      return 0;
    case 'version':
      await output.write(`${version}\n`);
      await output.flush();
      return 0;
    case 'wrong':
      streams.stderr.write(`wirescope: ${plain(request.message)}\n${USAGE}`);
      return 2;
    case 'check':
      return await runCheck(request, output, streams);
    default:
      return unreachable(request);
  }
}

async function runCheck(
  { paths, json, strict, edges, trace, policy }: CheckRequest,
  output: Output,
  { stdin, stderr, watched }: Streams,
): Promise<ExitStatus> {
  const complain = (message: string) => stderr.write(`wirescope: ${plain(message)}\n`);
  const { inputs, problems, hidden } = await findInputs(paths);
  problems.forEach(complain);
  if (hidden > 0)
    complain(`${hidden} ${hidden === 1 ? 'name that begins' : 'names that begin'} with a dot left out`);
  const standing = await check({
    inputs,
    stdin,
    output,
    printer: json ? jsonPrinter() : tablePrinter(),
    progress: new Progress(watched ? stderr : null),
    digest: json,
    edges: { edges, trace, policy },
  });
  standing.problems.forEach(complain);
  if (standing.opened === 0) return 2;
  return problems.length > 0 || standing.leftOut || (strict && standing.warned) ? 1 : 0;
}
