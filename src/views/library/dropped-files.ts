/**
 * From what a browser hands over (a drop, a file picker) to files with paths, folders walked. Paths are sorted code unit
 * by code unit, so that the same drop gives the same run on every machine.
 */
import type { DroppedFile } from '../../store/library.svelte';

/** Must be called while the drop event is being handled: afterwards the browser has emptied it. */
export function filesOfDrop(transfer: DataTransfer): Promise<readonly DroppedFile[]> {
  const entries: FileSystemEntry[] = [];
  const loose: DroppedFile[] = [];
  for (const item of transfer.items) {
    if (item.kind !== 'file') continue;
    const entry = item.webkitGetAsEntry();
    if (entry !== null) {
      entries.push(entry);
      continue;
    }
    const file = item.getAsFile();
    if (file !== null) loose.push({ path: file.name, file });
  }
  return walk(entries, loose);
}

export function filesOfPicker(list: FileList | null): readonly DroppedFile[] {
  const files = [...(list ?? [])].map((file) => ({
    path: file.webkitRelativePath === '' ? file.name : file.webkitRelativePath,
    file,
  }));
  return files.sort(byPath);
}

async function walk(
  roots: readonly FileSystemEntry[],
  loose: readonly DroppedFile[],
): Promise<readonly DroppedFile[]> {
  const found = [...loose];
  const waiting = [...roots];
  for (let entry = waiting.pop(); entry !== undefined; entry = waiting.pop()) {
    const path = entry.fullPath.replace(/^\//, '');
    if (isFile(entry)) {
      const file = await fileOf(entry);
      if (file !== null) found.push({ path, file });
    } else if (isDirectory(entry)) {
      waiting.push(...(await childrenOf(entry)));
    }
  }
  return found.sort(byPath);
}

function byPath(a: DroppedFile, b: DroppedFile): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

/** Null for what vanished or may not be read: the others are still opened. */
function fileOf(entry: FileSystemFileEntry): Promise<File | null> {
  return new Promise((resolve) => {
    entry.file(resolve, () => resolve(null));
  });
}

async function childrenOf(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader();
  const children: FileSystemEntry[] = [];
  // The reader hands out a hundred or so at a time, and none when it is done.
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve) => {
      reader.readEntries(resolve, () => resolve([]));
    });
    if (batch.length === 0) return children;
    children.push(...batch);
  }
}
