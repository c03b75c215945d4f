/** Reads a made directory as the command line and the page do: parts, groups, one document for each, the episode in it. */
import type { Episode } from '../../../src/model/episode';
import { readRecord } from '../../../src/reading/record';
import { bundleOf } from '../../../src/reading/session-directory/bundle';
import { sessionGroups } from '../../../src/reading/session-directory/groups';
import type { SessionGroup } from '../../../src/reading/session-directory/groups';
import { sessionPart } from '../../../src/reading/session-directory/parts';
import { bytesSource } from '../../../src/reading/source';
import { parseRecord } from '../../../src/reading/json-text';
import type { SampleFile } from '../../samples/sessions/directories';

export interface ReadGroup {
  readonly group: SessionGroup;
  readonly dialect: string;
  readonly episode: Episode;
}

export async function groupsOf(files: readonly SampleFile[]): Promise<readonly SessionGroup[]> {
  const sources = files.map(({ path, text }) => bytesSource(path, new TextEncoder().encode(text)));
  const parts = await Promise.all(sources.map(sessionPart));
  return sessionGroups(
    files.map(({ path }) => path),
    parts,
  );
}

export async function readGroups(files: readonly SampleFile[]): Promise<readonly ReadGroup[]> {
  const sources = files.map(({ path, text }) => bytesSource(path, new TextEncoder().encode(text)));
  const read: ReadGroup[] = [];
  for (const group of await groupsOf(files)) {
    const bytes = await bundleOf(group, async (at) => {
      const source = sources[at];
      return source === undefined ? null : { source, close: () => Promise.resolve() };
    });
    if (bytes === null) throw new Error('too large');
    const record = { kind: 'record', line: 1, byte: 0, bytes, terminated: true, repaired: false } as const;
    const { value } = parseRecord(record, 'keep');
    if (value === undefined) throw new Error('the document is not JSON');
    const reading = readRecord(value, { line: 1, byte: 0, metadata: null });
    if (reading.kind !== 'episode') throw new Error(`it is read as ${reading.kind}`);
    read.push({ group, dialect: reading.dialect, episode: reading.episode });
  }
  return read;
}
