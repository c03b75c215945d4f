/** Reads the inputs one record at a time and prints what is in them. It keeps no record, and concludes only the standing. */
import type { FileFacts } from '../analysis/report-stream';
import type { LegacyMetadata } from '../reading/legacy-metadata';
import type { OpenFile } from './file-source';
import { openFile } from './file-source';
import type { Input } from './inputs';
import { reason } from './inputs';
import { metadataOf } from './metadata';
import type { Output } from './output';
import { plain } from './plain-text';
import type { Printer } from './printer';
import type { Progress } from './progress';
import { digestOf, readThrough } from './read-through';
import { spool } from './spool';

export interface CheckJob {
  readonly inputs: readonly Input[];
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly printer: Printer;
  readonly output: Output;
  readonly progress: Progress;
  /** Reads every file once more; only the report has a place for it. */
  readonly digest: boolean;
}

export interface Standing {
  readonly opened: number;
  /** Something was left out: a record skipped, a format refused, a file damaged. */
  readonly leftOut: boolean;
  readonly warned: boolean;
  /** Inputs that could not be opened, in words. */
  readonly problems: readonly string[];
}

export async function check(job: CheckJob): Promise<Standing> {
  const { inputs, printer, output } = job;
  const metadata = await metadataOf(inputs);
  const problems: string[] = [];
  let opened = 0;
  let leftOut = false;
  let warned = false;
  for (const [index, input] of inputs.entries()) {
    if (output.gone) break;
    let file: OpenFile;
    try {
      file = await openInput(input, job.stdin);
    } catch (error) {
      problems.push(`${input.shown}: ${reason(error)}`);
      continue;
    }
    try {
      if (opened === 0) await output.write(printer.begin());
      opened += 1;
      const severities = await checkFile(job, input, file, metadata[index] ?? null);
      leftOut ||= severities.leftOut;
      warned ||= severities.warned;
    } finally {
      await file.close();
    }
  }
  if (opened > 0) await output.write(printer.end());
  await output.flush();
  return { opened, leftOut, warned, problems };
}

function openInput(input: Input, stdin: AsyncIterable<Uint8Array>): Promise<OpenFile> {
  return input.kind === 'stdin' ? spool(input.name, stdin) : openFile(input.name, input.path);
}

async function checkFile(
  { printer, output, progress, digest }: CheckJob,
  input: Input,
  file: OpenFile,
  metadata: LegacyMetadata | null,
): Promise<Pick<Standing, 'leftOut' | 'warned'>> {
  const { source } = file;
  await output.write(printer.openFile(input));
  let flags = 0;
  let records = 0;
  const events = readThrough(source, { metadata, tokens: 'keep' });
  let step = await events.next();
  while (step.done !== true) {
    if (output.gone) return { leftOut: false, warned: flags > 0 };
    records += 1;
    progress.update(plain(input.shown), file.taken(), source.size, records);
    if (step.value.kind === 'record' && step.value.reading.kind === 'episode') {
      const { line, byte, length, reading } = step.value;
      const printed = printer.episode(reading.episode, { line, byte, length });
      flags += printed.flags;
      await output.write(printed.text);
    }
    step = await events.next();
  }
  progress.clear();
  const facts: FileFacts = {
    name: input.name,
    bytes: source.size,
    digest: digest ? await digestOf(source) : '',
    ...step.value,
  };
  await output.write(printer.closeFile(facts));
  return {
    leftOut: facts.records.skipped > 0 || facts.diagnostics.some(({ severity }) => severity === 'error'),
    warned: flags > 0 || facts.diagnostics.some(({ severity }) => severity === 'warning'),
  };
}
