/**
 * The one table of commands: what can be done now, under which keys. Screens register theirs while they are mounted; the
 * keyboard, the palette and the help sheet all read this table. It refuses to know about DOM events: `keyboard.ts` turns
 * them into chords.
 */
import { SvelteMap } from 'svelte/reactivity';

/** Headings of the help sheet, in its order. */
export const COMMAND_SCOPES = ['everywhere', 'start', 'run', 'episode'] as const;
export type CommandScope = (typeof COMMAND_SCOPES)[number];

export interface Command {
  /** Unique, `scope.verb-noun`: `run.next-row`. */
  readonly id: string;
  /** Sentence case, says what happens: "Next row". */
  readonly title: string;
  /**
   * Chords, the first is shown: `j`, `J`, `?`, `[`, `Escape`, `Enter`, `Mod+k`, `Shift+Enter`. `Mod` is Command on a Mac
   * and Control elsewhere. Shift is named only for keys that print nothing.
   */
  readonly keys: readonly string[];
  readonly scope: CommandScope;
  /** False: not now. It is neither bound nor offered. */
  readonly when?: () => boolean;
  /** Keys fire even while text is typed (`Mod+k`). */
  readonly whileTyping?: boolean;
  /** Kept out of the palette: makes sense by key alone (next row). */
  readonly keyOnly?: boolean;
  readonly run: () => void;
}

export class Commands {
  readonly #tables = new SvelteMap<symbol, readonly Command[]>();

  /** Adds commands until the returned function is called. Of several with one chord, the latest registered wins. */
  register(commands: readonly Command[]): () => void {
    const key = Symbol('commands');
    this.#tables.set(key, commands);
    return () => {
      this.#tables.delete(key);
    };
  }

  /** Every registered command, whether it applies now or not, oldest registration first. */
  get all(): readonly Command[] {
    return [...this.#tables.values()].flat();
  }

  /** What can be run now. */
  get available(): readonly Command[] {
    return this.all.filter((command) => command.when?.() ?? true);
  }

  /** The command bound to a chord now, or null. */
  find(chord: string, typing: boolean): Command | null {
    return (
      this.available.findLast(
        (command) => command.keys.includes(chord) && (!typing || command.whileTyping === true),
      ) ?? null
    );
  }
}
