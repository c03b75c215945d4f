/** A drop as the library takes it: which of its files, under which name. It reads none of them. */
import type { DroppedFile } from './library-shapes';

/** In a folder, what begins with a dot is the system's or an editor's, not the run's. */
export function withoutHidden(given: readonly DroppedFile[]): {
  readonly files: readonly DroppedFile[];
  readonly hidden: number;
} {
  const files = given.filter(
    ({ path }) => !path.slice(path.indexOf('/') + 1).startsWith('.') && !path.includes('/.'),
  );
  // A file named by itself was meant.
  if (files.length === 0 && given.length === 1) return { files: given, hidden: 0 };
  return { files, hidden: given.length - files.length };
}

/** The folder that all files are in, the one file, or the first and how many more. */
export function nameOfDrop(files: readonly DroppedFile[]): string {
  const [first] = files;
  if (first === undefined) return '';
  const folder = first.path.slice(0, first.path.indexOf('/') + 1);
  if (folder !== '' && files.every(({ path }) => path.startsWith(folder))) return folder.slice(0, -1);
  return files.length === 1 ? first.path : `${first.path} and ${files.length - 1} more`;
}
