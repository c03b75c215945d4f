/**
 * Directories of sessions among what was given: which inputs are one tree, and the tree as one record. Its files are still read
 * and counted one by one, like all others; the tree is told once, in the place of its root.
 */
import type { Diagnostic } from '../model/diagnostic';
import { diagnostic } from '../model/diagnostic';
import type { EdgeSource } from '../model/edge-source';
import type { JsonObject } from '../model/json';
import { isObject } from '../model/json';
import { directoryFile } from '../reading/edge-sources';
import { parseRecord } from '../reading/json-text';
import type { RecordReading } from '../reading/record';
import { readRecord } from '../reading/record';
import { MOST_BYTES, bundleOf } from '../reading/session-directory/bundle';
import type { SessionGroup } from '../reading/session-directory/groups';
import { sessionGroups } from '../reading/session-directory/groups';
import type { SessionPart } from '../reading/session-directory/parts';
import { sessionPart } from '../reading/session-directory/parts';
import { UnreadableSource } from '../reading/source';
import type { Input } from './inputs';
import type { OpenFiles } from './open-files';

export interface TreeRecord {
  readonly reading: Extract<RecordReading, { kind: 'episode' }>;
  readonly length: number;
  readonly text: () => string;
}

export class SessionFiles {
  readonly #inputs: readonly Input[];
  readonly #files: OpenFiles;
  readonly #groups: readonly SessionGroup[];

  private constructor(inputs: readonly Input[], files: OpenFiles, groups: readonly SessionGroup[]) {
    this.#inputs = inputs;
    this.#files = files;
    this.#groups = groups;
  }

  static async find(inputs: readonly Input[], files: OpenFiles): Promise<SessionFiles> {
    const parts: (SessionPart | 'document' | null)[] = [];
    for (const input of inputs) parts.push(await partOf(input, files));
    const paths = inputs.map((input) =>
      input.kind === 'file' ? input.path.replaceAll('\\', '/') : input.name,
    );
    return new SessionFiles(inputs, files, sessionGroups(paths, parts));
  }

  /** Positions of the inputs that are part of a tree. */
  get members(): ReadonlySet<number> {
    return new Set(this.#groups.flatMap(({ members }) => members.map(({ at }) => at)));
  }

  /** What the trees say of sessions, for the traces of a run beside them. */
  async sources(): Promise<readonly EdgeSource[]> {
    const sources: EdgeSource[] = [];
    for (const group of this.#groups) {
      const document = (await this.#document(group))?.document;
      if (document !== undefined) sources.push(...directoryFile(group.name, document).sources);
    }
    return sources;
  }

  /** Null where no tree has its root at this input; `too_large` where one has that cannot be held. */
  async treeAt(index: number): Promise<TreeRecord | 'too_large' | null> {
    const group = this.#groups.find(({ root }) => root === index);
    if (group === undefined) return null;
    const found = await this.#document(group);
    if (found === null) return 'too_large';
    const { bytes, document } = found;
    const reading = readRecord(document, { line: 1, byte: 0, metadata: null });
    if (reading.kind !== 'episode') return null;
    return { reading, length: bytes.length, text: () => new TextDecoder().decode(bytes) };
  }

  async #document(
    group: SessionGroup,
  ): Promise<{ readonly bytes: Uint8Array; readonly document: JsonObject } | null> {
    const bytes = await bundleOf(group, async (at) => {
      const input = this.#inputs[at];
      return input === undefined ? null : await this.#files.open(input).catch(() => null);
    });
    if (bytes === null) return null;
    const record = { kind: 'record', line: 1, byte: 0, bytes, terminated: true, repaired: false } as const;
    const { value } = parseRecord(record, 'keep');
    return isObject(value) ? { bytes, document: value } : null;
  }
}

export function tooLarge(): Diagnostic {
  const message = `The files of this directory are together larger than ${MOST_BYTES} bytes; its tree is not shown.`;
  return diagnostic('record-too-long', {}, message);
}

/** One that cannot be opened or read is told of when it is opened for the report. */
async function partOf(input: Input, files: OpenFiles): Promise<SessionPart | 'document' | null> {
  const file = await files.open(input).catch(() => null);
  if (file === null) return null;
  try {
    return await sessionPart(file.source);
  } catch (error) {
    if (error instanceof UnreadableSource) return null;
    throw error;
  } finally {
    await file.close();
  }
}
