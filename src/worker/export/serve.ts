/** The worker's side of the protocol: one command in, progress and one answer out, throws turned into an answer. */
import { unreachable } from '../../model/unreachable';
import { UnreadableSource } from '../../reading/source';
import type { ExportCommand, ExportReply } from './protocol';
import { reviewExport } from './review-job';
import { writeExport } from './write-job';

export type Report = (bytes: number, total: number) => void;

export async function serveExport(command: ExportCommand, post: (reply: ExportReply) => void): Promise<void> {
  const report: Report = (bytes, total) => post({ kind: 'progress', bytes, total });
  try {
    post(await answerTo(command, report));
  } catch (error) {
    const isFile = error instanceof UnreadableSource;
    const message = error instanceof Error ? error.message : String(error);
    // The file behind a Blob may be gone; anything else is a mistake of ours, shown with its stack.
    const stack = error instanceof Error ? (error.stack ?? message) : message;
    post({ kind: 'failed', message: isFile ? message : stack });
  }
}

async function answerTo(command: ExportCommand, report: Report): Promise<ExportReply> {
  switch (command.kind) {
    case 'review':
      return { kind: 'review', review: await reviewExport(command.subject, report) };
    case 'write':
      return { kind: 'written', written: await writeExport(command, report) };
    default:
      return unreachable(command);
  }
}
