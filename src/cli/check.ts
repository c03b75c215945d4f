/** Reads the inputs one record at a time and prints what is in them. It keeps no record, and concludes only the standing. */
import type { FileFacts } from '../analysis/report-stream';
import type { Diagnostic } from '../model/diagnostic';
import type { LegacyMetadata } from '../reading/legacy-metadata';
import type { EdgePlan } from '../analysis/matching/edge-matching';
import type { EdgeWish } from './edge-plan';
import { planEdges } from './edge-plan';
import type { OpenFile } from './file-source';
import type { Input } from './inputs';
import { reason } from './inputs';
import { metadataOf } from './metadata';
import { OpenFiles } from './open-files';
import type { Output } from './output';
import { plain } from './plain-text';
import type { Printer } from './printer';
import type { Progress } from './progress';
import { digestOf, readThrough } from './read-through';
import { SessionFiles, tooLarge } from './session-files';

export interface CheckJob {
  readonly inputs: readonly Input[];
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly printer: Printer;
  readonly output: Output;
  readonly progress: Progress;
  /** Reads every file once more; only the report has a place for it. */
  readonly digest: boolean;
  readonly edges: EdgeWish;
}

export interface Standing {
  readonly opened: number;
  /** Something was left out: a record skipped, a format refused, a file damaged. */
  readonly leftOut: boolean;
  readonly warned: boolean;
  /** What could not be opened or used, in words. */
  readonly problems: readonly string[];
}

export async function check(job: CheckJob): Promise<Standing> {
  const files = new OpenFiles(job.stdin);
  try {
    return await checkAll(job, files);
  } finally {
    await files.close();
  }
}

async function checkAll(job: CheckJob, files: OpenFiles): Promise<Standing> {
  const { inputs, printer, output } = job;
  const metadata = await metadataOf(inputs);
  const sessions = await SessionFiles.find(inputs, files);
  const { plan, ...edges } = await planEdges(job.edges, inputs, metadata, files, sessions, job.progress);
  const problems = [...edges.problems];
  let opened = 0;
  let { leftOut, warned } = edges;
  for (const [index, input] of inputs.entries()) {
    if (output.gone) break;
    let file: OpenFile;
    try {
      file = await files.open(input);
    } catch (error) {
      problems.push(`${input.shown}: ${reason(error)}`);
      leftOut = true;
      continue;
    }
    try {
      if (opened === 0) await output.write(printer.begin());
      opened += 1;
      const severities = await checkFile(job, {
        input,
        index,
        file,
        plan,
        sessions,
        metadata: metadata[index] ?? null,
      });
      leftOut ||= severities.leftOut;
      warned ||= severities.warned;
    } finally {
      await file.close();
    }
  }
  if (opened > 0) await output.write(printer.end(plan.unmatched));
  await output.flush();
  return { opened, leftOut: leftOut || plan.unmatched.length > 0, warned, problems };
}

interface FileToCheck {
  readonly input: Input;
  readonly index: number;
  readonly file: OpenFile;
  readonly metadata: LegacyMetadata | null;
  readonly plan: EdgePlan;
  readonly sessions: SessionFiles;
}

async function checkFile(
  { printer, output, progress, digest }: CheckJob,
  { input, index, file, metadata, plan, sessions }: FileToCheck,
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
      const { line, byte, length, reading, text } = step.value;
      const edgesOf = (trace: number) => plan.edgesOf({ source: index, record: line, trace });
      const printed = await printer.episode(reading.episode, { line, byte, length }, edgesOf, text);
      flags += printed.flags;
      await output.write(printed.text);
    }
    step = await events.next();
  }
  progress.clear();
  const tree = await sessions.treeAt(index);
  if (tree !== null && tree !== 'too_large') {
    const { reading, length, text } = tree;
    const printed = await printer.episode(reading.episode, { line: 1, byte: 0, length }, () => null, text);
    flags += printed.flags;
    await output.write(printed.text);
  }
  const facts: FileFacts = {
    name: input.name,
    bytes: source.size,
    digest: digest ? await digestOf(source) : '',
    ...step.value,
    ...(tree === 'too_large' ? { diagnostics: [...step.value.diagnostics, tooLarge()] } : {}),
  };
  await output.write(printer.closeFile(facts));
  return {
    leftOut: facts.records.skipped > 0 || facts.diagnostics.some(leavesOut),
    warned: flags > 0 || facts.diagnostics.some(({ severity }) => severity === 'warning'),
  };
}

/** An array that is cut between two records has lost none that can be counted, and is not whole. */
function leavesOut({ code, severity }: Diagnostic): boolean {
  return severity === 'error' || code === 'torn-tail';
}
