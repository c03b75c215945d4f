/**
 * Directories of sessions in a drop: which files are one tree, each tree as one document, and the row of its episode. The files
 * are read and counted like all others; the document takes the place of its root's content.
 */
import { countFlags } from '../../analysis/findings';
import { summarise } from '../../analysis/summary';
import { recordIndex, sourceIndex } from '../../model/ids';
import { isObject } from '../../model/json';
import { parseRecord } from '../../reading/json-text';
import { readRecord } from '../../reading/record';
import { bundleOf } from '../../reading/session-directory/bundle';
import type { SessionGroup } from '../../reading/session-directory/groups';
import { sessionGroups } from '../../reading/session-directory/groups';
import type { SessionPart } from '../../reading/session-directory/parts';
import { sessionPart } from '../../reading/session-directory/parts';
import { UnreadableSource, blobSource } from '../../reading/source';
import { pageOfRows } from '../../storage/row-columns';
import type { FoundTree, ImportAnswer, NamedBlob } from './protocol';

export async function growTrees(sources: readonly NamedBlob[], signal: AbortSignal): Promise<ImportAnswer> {
  const parts: (SessionPart | 'document' | null)[] = [];
  for (const source of sources) {
    signal.throwIfAborted();
    parts.push(await partOf(source));
  }
  // Stored content that is derived again has its trees already.
  if (parts.includes('document')) return { kind: 'trees', trees: [] };
  const groups = sessionGroups(
    sources.map(({ path }) => path),
    parts,
  );
  const trees: FoundTree[] = [];
  for (const group of groups) {
    signal.throwIfAborted();
    trees.push(await treeOf(group, sources));
  }
  return { kind: 'trees', trees };
}

async function partOf({ path, blob }: NamedBlob): Promise<SessionPart | 'document' | null> {
  try {
    return await sessionPart(blobSource(path, blob));
  } catch (error) {
    // Its own reading will say what is wrong with it.
    if (error instanceof UnreadableSource) return null;
    throw error;
  }
}

async function treeOf(group: SessionGroup, sources: readonly NamedBlob[]): Promise<FoundTree> {
  const { root } = group;
  const bytes = await bundleOf(group, async (at) => {
    const source = sources[at];
    return source === undefined
      ? null
      : { source: blobSource(source.path, source.blob), close: () => Promise.resolve() };
  });
  if (bytes === null) return { root, grown: null };
  const record = { kind: 'record', line: 1, byte: 0, bytes, terminated: true, repaired: false } as const;
  const { value } = parseRecord(record, 'keep');
  const reading = isObject(value) ? readRecord(value, { line: 1, byte: 0, metadata: null }) : null;
  if (reading?.kind !== 'episode') return { root, grown: null };
  const place = { line: 1, byte: 0, length: bytes.length };
  const row = summarise(reading.episode, place, countFlags(reading.diagnostics));
  const rows = pageOfRows([{ source: sourceIndex(root), record: recordIndex(0), row }]);
  return { root, grown: { content: new Blob([bytes]), rows } };
}
