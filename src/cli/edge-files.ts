/**
 * Edge sets and ledgers among what was given: the files of `--edges`, and paths beside a run that turn out to be such files.
 * It refuses to know which trace they belong to.
 */
import { basename, resolve } from 'node:path';
import type { Diagnostic } from '../model/diagnostic';
import type { EdgeFile, EdgeSource } from '../model/edge-source';
import { edgesBeside, readEdgeSources } from '../reading/edge-sources';
import type { ByteSource } from '../reading/source';
import { UnreadableSource } from '../reading/source';
import type { OpenFile } from './file-source';
import type { Input } from './inputs';
import { reason } from './inputs';
import type { OpenFiles } from './open-files';

export interface EdgeFiles {
  readonly sources: readonly EdgeSource[];
  /** Positions of the inputs that are such files; they hold no rollout. */
  readonly inputs: ReadonlySet<number>;
  /** In words, for standard error. */
  readonly problems: readonly string[];
  /** Something given could not be used, or not to its end. */
  readonly leftOut: boolean;
  readonly warned: boolean;
}

export async function findEdgeFiles(
  given: readonly string[],
  inputs: readonly Input[],
  files: OpenFiles,
): Promise<EdgeFiles> {
  const sources: EdgeSource[] = [];
  const problems: string[] = [];
  const found = new Set<number>();
  let [leftOut, warned] = [false, false];
  const take = (
    shown: string,
    { diagnostics, sources: own }: EdgeFile,
    told: (one: Diagnostic) => boolean,
  ) => {
    sources.push(...own);
    for (const one of diagnostics.filter(told)) {
      problems.push(`${shown}: ${inWords(one)}`);
      leftOut ||= one.severity === 'error' || LEAVE_OUT.has(one.code);
      warned ||= one.severity === 'warning';
    }
  };
  const named = new Set(given.map((path) => resolve(path)));
  for (const [index, input] of inputs.length > 1 ? inputs.entries() : []) {
    const again = input.kind === 'file' && named.has(input.path);
    const file = await opened(input, files);
    const edges = file === null ? null : await edgesIn(file);
    if (edges === null) continue;
    found.add(index);
    // Of its records the reading of the run tells.
    if (!again) take(input.shown, edges, ({ code }) => ABOUT_EDGES.has(code));
  }
  for (const path of given) {
    const name = path === '-' ? path : basename(path);
    try {
      const file = await files.open(path === '-' ? { kind: 'stdin', name } : { kind: 'file', name, path });
      const edges = await closing(file, (source) => readEdgeSources(source, { as: 'given' }));
      take(path, edges, ({ severity }) => severity !== 'info');
    } catch (error) {
      problems.push(`${path}: ${reason(error)}`);
      leftOut = true;
    }
  }
  return { sources, inputs: found, problems, leftOut, warned };
}

const LEAVE_OUT = new Set(['torn-tail', 'ledger-stopped']);
const ABOUT_EDGES = new Set(['ledger-stopped', 'edge-sets-left-out']);

/** Null where it cannot be: that is told when it is opened for the report. */
async function opened(input: Input, files: OpenFiles): Promise<OpenFile | null> {
  return await files.open(input).catch(() => null);
}

/** Null for what is no such file, or cannot be read: then it is read as part of the run, and told of there. */
async function edgesIn(file: OpenFile): Promise<EdgeFile | null> {
  try {
    return await closing(file, edgesBeside);
  } catch (error) {
    if (error instanceof UnreadableSource) return null;
    throw error;
  }
}

async function closing<Value>(file: OpenFile, use: (source: ByteSource) => Promise<Value>): Promise<Value> {
  try {
    return await use(file.source);
  } finally {
    await file.close();
  }
}

function inWords({ record, byte, message }: Diagnostic): string {
  const place = [
    ...(record === null ? [] : [`line ${record}`]),
    ...(byte === null ? [] : [`byte ${byte}`]),
  ].join(', ');
  return place === '' ? message : `${place}: ${message}`;
}
