/** From the paths given to the files that will be read, in the order of the report. It reads folders, never files. */
import { access, constants, readdir, realpath, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';

export type Input =
  | {
      readonly kind: 'file';
      /** The path within what was given: the name of the report. */
      readonly name: string;
      /** As the user would write it. */
      readonly shown: string;
      readonly path: string;
      readonly size: number;
    }
  | { readonly kind: 'stdin'; readonly name: '-'; readonly shown: '-' };

/** Something named that could not be taken up, in words. */
export interface Inputs {
  readonly inputs: readonly Input[];
  readonly problems: readonly string[];
  /** Names beginning with a dot that a walk left out. */
  readonly hidden: number;
}

export async function findInputs(paths: readonly string[]): Promise<Inputs> {
  const inputs: Input[] = [];
  const problems: string[] = [];
  let hidden = 0;
  for (const path of paths) {
    if (path === '-') {
      inputs.push({ kind: 'stdin', name: '-', shown: '-' });
      continue;
    }
    try {
      const found = await stat(path);
      if (found.isDirectory()) {
        const walked = await walk(path);
        hidden += walked.hidden;
        problems.push(...walked.problems);
        if (walked.names.length === 0 && walked.problems.length === 0)
          problems.push(`${path}: no files in this folder`);
        for (const name of walked.names) await take(inputs, problems, name, join(path, name));
      } else await take(inputs, problems, basename(path), path);
    } catch (error) {
      problems.push(`${path}: ${reason(error)}`);
    }
  }
  return { inputs, problems, hidden };
}

async function take(inputs: Input[], problems: string[], name: string, path: string): Promise<void> {
  try {
    await access(path, constants.R_OK);
    const found = await stat(path);
    if (found.isFile())
      inputs.push({ kind: 'file', name, shown: path, path: resolve(path), size: found.size });
    else problems.push(`${path}: not a regular file; give it through - instead`);
  } catch (error) {
    problems.push(`${path}: ${reason(error)}`);
  }
}

interface Walked {
  readonly names: readonly string[];
  readonly problems: readonly string[];
  readonly hidden: number;
}

/** Relative paths with `/`, code unit by code unit. A stack, not recursion: folders may be deep. */
async function walk(root: string): Promise<Walked> {
  const names: string[] = [];
  const problems: string[] = [];
  let hidden = 0;
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    try {
      for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
        const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (entry.name.startsWith('.')) hidden += 1;
        else if (entry.isDirectory()) folders.push(name);
        else if (entry.isSymbolicLink()) {
          if (await leadsToFile(join(root, name))) names.push(name);
        } else names.push(name);
      }
    } catch (error) {
      problems.push(`${join(root, folder)}: ${reason(error)}`);
    }
  }
  return { names: names.sort(), problems, hidden };
}

/** Links to folders may lead in circles. A dangling link is kept, so that opening it says what is wrong. */
async function leadsToFile(path: string): Promise<boolean> {
  try {
    return (await stat(await realpath(path))).isFile();
  } catch {
    return true;
  }
}

/** The system's own words without the call and the path, which stand before them. */
export function reason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/^[A-Z]+: ([^,]*),.*$/s, '$1');
}
