/**
 * The ways in: files, a folder, pasted text, the sample. It hands them to the library, goes to the run, and says in words
 * what it could not open. It refuses to know what is in a file.
 */
import type { EdgesAmong } from './library-shapes';
import type { DroppedFile, Library } from './library.svelte';
import type { Navigation } from './navigation.svelte';
import { runRoute } from './route';
import type { OpenRun } from './run.svelte';
import type { RunKey } from '../model/ids';

/** Files of the sample run that lies beside the app. */
const SAMPLE = { name: 'Sample run', files: ['sample/traces.jsonl'] } as const;

export class Opening {
  readonly #library: Library;
  readonly #navigation: Navigation;
  #message = $state.raw<string | null>(null);
  #working = $state.raw<string | null>(null);

  constructor(library: Library, navigation: Navigation) {
    this.#library = library;
    this.#navigation = navigation;
  }

  /** What the last attempt could not do; null when nothing stands in the way. */
  get message(): string | null {
    return this.#message;
  }
  dismiss(): void {
    this.#message = null;
  }

  /** What is being gathered before the import proper begins. */
  get working(): string | null {
    return this.#working;
  }

  async files(
    gathering: readonly DroppedFile[] | Promise<readonly DroppedFile[]>,
    name?: string,
  ): Promise<void> {
    this.#message = null;
    this.#working = 'Looking for files…';
    try {
      const files = await gathering;
      const beside = await this.#besideRun(files);
      if (files.length === 0) this.#message = 'There were no files in what was given.';
      else if (beside !== null) {
        const { run, edges, others } = beside;
        takeEdges(run, () => run.edges.add(edges, others));
      } else this.#enter(await this.#library.open(files, name));
    } catch (error) {
      this.#message = `The files could not be opened: ${wordsOf(error)}`;
    } finally {
      this.#working = null;
    }
  }

  /** Text of the paste box. It has to look like JSON: anything else was hardly meant. Answers what stood in the way. */
  async text(text: string): Promise<string | null> {
    this.#message = null;
    if (text.trim() === '') return 'There was no text to open.';
    if (!looksLikeJson(text)) return 'The pasted text is not JSON: it should start with { or [.';
    try {
      this.#enter(await this.#library.openText(text));
      return null;
    } catch (error) {
      return `The text could not be opened: ${wordsOf(error)}`;
    }
  }

  /** Text of the clipboard, where nothing else takes it. */
  async paste(text: string): Promise<void> {
    const beside = await this.#besideRun([{ path: 'pasted', file: new File([text], 'pasted') }]);
    if (beside !== null) {
      takeEdges(beside.run, () => beside.run.edges.addText(text));
      return;
    }
    const refused = await this.text(text);
    if (refused !== null) this.#message = refused;
  }

  async sample(): Promise<void> {
    this.#message = null;
    this.#working = 'Fetching the sample run…';
    try {
      const files = await Promise.all(SAMPLE.files.map(fetchFile));
      this.#enter(await this.#library.open(files, SAMPLE.name));
    } catch (error) {
      this.#message = `The sample run that comes with the app could not be loaded: ${wordsOf(error)}`;
    } finally {
      this.#working = null;
    }
  }

  /** Edge sets and ledgers are no run of their own: where one is looked at, they are for it. */
  async #besideRun(files: readonly DroppedFile[]): Promise<BesideRun | null> {
    const { route } = this.#navigation;
    const run = 'run' in route ? this.#library.run(route.run) : null;
    const among = run === null ? null : await this.#library.edgesAmong(files);
    return run === null || among === null ? null : { run, ...among };
  }

  #enter(key: RunKey | null): void {
    if (key === null) this.#message = 'There was nothing to open.';
    else {
      // An address that names this very run, and perhaps a place in it, has been waiting for its bytes.
      const { route } = this.#navigation;
      if (!('run' in route) || route.run !== key) this.#navigation.go(runRoute(key));
    }
  }
}

/** Files beside the run that is looked at: its edges, and what was among them. */
interface BesideRun extends EdgesAmong {
  readonly run: OpenRun;
}

function takeEdges(run: OpenRun, take: () => void): void {
  take();
  run.edges.shown = true;
}

export function looksLikeJson(text: string): boolean {
  return /^[\s\uFEFF]*[{[]/.test(text);
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** From the app's own folder: the only request that a click can cause. */
async function fetchFile(path: string): Promise<DroppedFile> {
  const answer = await fetch(`./${path}`);
  if (!answer.ok) throw new Error(`${path}: status ${answer.status}`);
  return { path, file: new File([await answer.blob()], path.replace(/^.*\//, '')) };
}
