/** Reads a whole source and keeps what came: for tests, never for files of any size. */
import type { FileEnd, FileEvent, ReadOptions } from '../../../src/reading/file';
import { readFile } from '../../../src/reading/file';
import type { ByteSource } from '../../../src/reading/source';

export interface ReadAll {
  readonly events: readonly FileEvent[];
  readonly end: FileEnd;
}

export async function readAll(source: ByteSource, options: Partial<ReadOptions> = {}): Promise<ReadAll> {
  const events: FileEvent[] = [];
  const reading = readFile(source, { metadata: null, tokens: 'keep', ...options });
  for (;;) {
    const step = await reading.next();
    if (step.done === true) return { events, end: step.value };
    events.push(step.value);
  }
}
