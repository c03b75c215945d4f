/**
 * Which of the files given are one tree of sessions, from where they lie. A file alone is a tree of one. It knows paths and
 * kinds of parts; it reads nothing.
 */
import type { SessionPart } from './parts';

export interface SessionFile {
  /** Within what was given, with `/`. */
  readonly path: string;
  readonly part: SessionPart;
  /** Position among the files given. */
  readonly at: number;
}

export interface SessionGroup {
  /** Of the directory, without what it lies in; of the file where it is one file. */
  readonly name: string;
  /** The file in whose place the tree is told. */
  readonly root: number;
  /** In the order of their paths inside the tree. */
  readonly members: readonly SessionMember[];
}

export interface SessionMember {
  readonly at: number;
  readonly part: SessionPart;
  /** Inside the tree: the folder of its session, empty for the root's. */
  readonly folder: string;
  readonly file: string;
}

const NANO = new Set<SessionPart>(['meta', 'messages', 'inbox', 'tool_calls']);

/** Parts by position among the files given; null for a file that is none. */
export function sessionGroups(
  paths: readonly string[],
  parts: readonly (SessionPart | 'document' | null)[],
): readonly SessionGroup[] {
  const files = paths.flatMap((path, at): readonly SessionFile[] => {
    const part = parts[at] ?? null;
    return part === null || part === 'document' ? [] : [{ path, part, at }];
  });
  const groups = [...nanoGroups(files), ...agentGroups(files)];
  return groups.sort((left, right) => left.root - right.root);
}

/** A folder with such a file is a session's; sessions below it are its descendants. */
function nanoGroups(files: readonly SessionFile[]): SessionGroup[] {
  const own = files.filter(({ part }) => NANO.has(part));
  const folders = new Set(own.map(({ path }) => folderOf(path)));
  const top = (folder: string): string => {
    let highest = folder;
    for (let at = folder; at !== '';) {
      at = folderOf(at);
      if (folders.has(at)) highest = at;
    }
    return highest;
  };
  const inside = files.filter(({ path, part }) => {
    if (NANO.has(part)) return true;
    const folder = folderOf(path);
    return part === 'ledger' && folders.has(folder);
  });
  return grouped(inside, ({ path }) => top(folderOf(path)));
}

/** Artifacts of a root and its transcript, wherever the two folders are; else a folder with `sub-…` below it; else one file. */
function agentGroups(files: readonly SessionFile[]): SessionGroup[] {
  const nano = new Set(files.filter(({ part }) => NANO.has(part)).map(({ path }) => folderOf(path)));
  const own = files.filter(
    ({ path, part }) => part === 'transcript' || (part === 'ledger' && !nano.has(folderOf(path))),
  );
  const artifacts = new Set(own.flatMap(({ path }) => artifactOf(path) ?? []));
  const bases = new Set(own.filter(({ path }) => isBelow(path)).map(({ path }) => baseOf(path)));
  const roots = new Map<string, number>();
  for (const { path, part } of own) {
    const base = folderOf(path);
    if (part === 'transcript' && !isBelow(path)) roots.set(base, (roots.get(base) ?? 0) + 1);
  }
  const keyOf = ({ path }: SessionFile): string => {
    const artifact = artifactOf(path);
    if (artifact !== null) return artifact;
    const beside = transcriptOf(path);
    if (beside !== null && artifacts.has(beside)) return beside;
    if (isBelow(path)) return baseOf(path);
    const base = folderOf(path);
    // Of several transcripts beside each other nothing tells which one is the root of what is below.
    return bases.has(base) && (roots.get(base) ?? 0) <= 1 ? base : `${path} by itself`;
  };
  const all = grouped(own, keyOf, (path) => artifactOf(path));
  // A ledger without any transcript tells no story of its own; it is read as edges.
  return all.filter(({ members }) => members.some(({ part }) => part === 'transcript'));
}

function grouped(
  files: readonly SessionFile[],
  keyOf: (file: SessionFile) => string,
  artifact: (path: string) => string | null = () => null,
): SessionGroup[] {
  const byKey = new Map<string, SessionFile[]>();
  for (const file of files) {
    const key = keyOf(file);
    const list = byKey.get(key);
    if (list === undefined) byKey.set(key, [file]);
    else list.push(file);
  }
  return [...byKey].map(([key, list]) => {
    const members = list.map(({ path, part, at }): SessionMember => {
      const [folder, file] = [folderOf(path), path.slice(folderOf(path).length).replace(/^\//, '')];
      const base = artifact(path) ?? key;
      const isInside = folder.startsWith(base) && /^(\/|$)/.test(folder.slice(base.length));
      return { at, part, file, folder: isInside ? folder.slice(base.length).replace(/^\//, '') : '' };
    });
    members.sort((left, right) => (placeOf(left) < placeOf(right) ? -1 : 1));
    const [first] = list;
    const root = members.toSorted((left, right) => rankOf(left) - rankOf(right))[0];
    const place = list.length === 1 ? (first?.path ?? '') : key.replace(/ by itself$/, '');
    return { name: place.split('/').at(-1) ?? '', root: root?.at ?? 0, members };
  });
}

/** Where the tree is told: the root's messages, else what else there is of the root, else the first. */
function rankOf({ folder, part }: SessionMember): number {
  const depth = folder === '' ? 0 : folder.split('/').length;
  const kind = ['messages', 'transcript', 'meta', 'inbox', 'tool_calls', 'ledger'].indexOf(part);
  return depth * 10 + kind;
}

/** The root's files first, then folder by folder. */
function placeOf({ folder, file }: SessionMember): string {
  return `${folder}/\u0000${file}`;
}

function folderOf(path: string): string {
  const end = path.lastIndexOf('/');
  return end === -1 ? '' : path.slice(0, end);
}

function isBelow(path: string): boolean {
  return /^sub-[^/]+$/.test(folderOf(path).split('/').at(-1) ?? '');
}

/** Above all `sub-…` folders. */
function baseOf(path: string): string {
  let folder = folderOf(path);
  while (/(^|\/)sub-[^/]+$/.test(folder)) folder = folderOf(folder);
  return folder;
}

function artifactOf(path: string): string | null {
  return /^((?:.*\/)?session-artifacts\/[^/]+)\//.exec(path)?.[1] ?? null;
}

/** Where the artifacts of the session would be whose transcript this is. */
function transcriptOf(path: string): string | null {
  const match = /^((?:.*\/)?)sessions\/([^/]+)\.jsonl$/.exec(path);
  return match === null ? null : `${match[1] ?? ''}session-artifacts/${match[2] ?? ''}`;
}
