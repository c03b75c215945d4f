/**
 * The worker's side of the protocol: command in, job run, replies out, throws turned into replies. It touches no worker
 * scope, so that tests run it in process.
 */
import type { JobId } from '../../model/ids';
import { unreachable } from '../../model/unreachable';
import { UnreadableSource } from '../../reading/source';
import { digestBlocks } from './digest-job';
import { edgesAmong, findEdges } from './edge-job';
import { findInTraces } from './finding-job';
import { fingerprint } from './fingerprint-job';
import { decode, readRange, readWhole, recognise } from './index-jobs';
import { pair } from './pair-job';
import type { ImportAnswer, ImportCommand, ImportEnd, ImportJob, ImportNews, ImportReply } from './protocol';
import { writeReport } from './report-job';
import { growTrees } from './tree-job';

export type Report = (news: ImportNews) => void;

export function serveImport(post: (reply: ImportReply) => void): (command: ImportCommand) => void {
  const signals = new Map<JobId, AbortController>();
  /** One job at a time: memory holds one record. What is posted meanwhile waits here, not in the page. */
  let before: Promise<void> = Promise.resolve();

  async function work(job: JobId, command: ImportJob, signal: AbortSignal): Promise<void> {
    const end = await settle(command, signal, (news) => post({ job, reply: news }));
    signals.delete(job);
    post({ job, reply: end });
  }

  return ({ job, command }) => {
    if (command === 'cancel') {
      signals.get(job)?.abort();
      return;
    }
    const abort = new AbortController();
    signals.set(job, abort);
    before = before.then(() => work(job, command, abort.signal));
  };
}

async function settle(command: ImportJob, signal: AbortSignal, report: Report): Promise<ImportEnd> {
  try {
    signal.throwIfAborted();
    return { kind: 'done', answer: await run(command, signal, report) };
  } catch (error) {
    if (signal.aborted) return { kind: 'cancelled' };
    if (error instanceof UnreadableSource) {
      return { kind: 'failed', failure: { kind: 'unreadable', message: error.message } };
    }
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { kind: 'failed', failure: { kind: 'fault', message } };
  }
}

async function run(command: ImportJob, signal: AbortSignal, report: Report): Promise<ImportAnswer> {
  switch (command.kind) {
    case 'fingerprint':
      return fingerprint(command.sources, signal);
    case 'pair':
      return pair(command.sources, signal);
    case 'trees':
      return growTrees(command.sources, signal);
    case 'recognise':
      return recognise(command.source);
    case 'range':
      return readRange(command.input, signal, report);
    case 'decode':
      return decode(command.source, signal, report);
    case 'whole':
      return readWhole(command.source, command.metadata, signal, report);
    case 'digest':
      return digestBlocks(command, signal);
    case 'report':
      return writeReport(command.files, command.edges, signal, report);
    case 'findings':
      return findInTraces(command.files, command.edges, signal, report);
    case 'edges-among':
      return edgesAmong(command.sources, signal);
    case 'edges':
      return findEdges(command.ask, signal, report);
    default:
      return unreachable(command);
  }
}
