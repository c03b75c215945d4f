/** Reading that always comes to an end of the file: one that fails on the way is reported as far as it went. */
import { diagnostic } from '../model/diagnostic';
import { blockDigest } from '../reading/block-digest';
import type { FileEnd, FileEvent, ReadOptions } from '../reading/file';
import { readFile } from '../reading/file';
import type { ByteSource } from '../reading/source';
import { UnreadableSource } from '../reading/source';

export async function* readThrough(
  source: ByteSource,
  options: ReadOptions,
): AsyncGenerator<FileEvent, FileEnd, undefined> {
  let read = 0;
  let skipped = 0;
  const events = readFile(source, options);
  for (;;) {
    let step: IteratorResult<FileEvent, FileEnd>;
    try {
      step = await events.next();
    } catch (error) {
      if (!(error instanceof UnreadableSource)) throw error;
      const found = diagnostic('unreadable-file', {}, error.message);
      const records = { total: read + skipped, read, repaired: 0, skipped };
      return { container: 'unknown', dialect: 'unknown', records, diagnostics: [found] };
    }
    if (step.done === true) return step.value;
    if (step.value.kind === 'skipped') skipped += 1;
    else read += 1;
    yield step.value;
  }
}

/** Empty for a file that cannot be read to its end; reading has said so. */
export async function digestOf(source: ByteSource): Promise<string> {
  try {
    return await blockDigest(source);
  } catch (error) {
    if (error instanceof UnreadableSource) return '';
    throw error;
  }
}
