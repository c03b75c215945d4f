/** The stores of one viewer, made once and handed down by context. It joins them and holds nothing itself. */
import type { TextStore } from '../storage/settings';
import { EpisodeClient } from '../worker/episode/client';
import { Announcer } from './announcer.svelte';
import { Commands } from './commands.svelte';
import { OpenEpisode } from './episode.svelte';
import { Exports } from './exports.svelte';
import { Library } from './library.svelte';
import { RunList } from './list.svelte';
import type { Address } from './navigation.svelte';
import { Navigation } from './navigation.svelte';
import { Offline } from './offline.svelte';
import { Opening } from './opening.svelte';
import { Outside } from './outside.svelte';
import type { OpenRun } from './run.svelte';
import { Settings } from './settings.svelte';

export interface AppSurroundings {
  readonly address: Address;
  readonly settings: TextStore;
  /** Scheme, host and folder of the app, ending in `/`. */
  readonly home: string;
  /** The browser's own where none is given. */
  readonly runLibrary?: Library;
}

export class App {
  readonly runLibrary: Library;
  readonly settings: Settings;
  readonly navigation: Navigation;
  readonly commands = new Commands();
  readonly announcer = new Announcer();
  readonly offline = new Offline();
  readonly exports = new Exports();
  readonly opening: Opening;
  readonly outside: Outside;
  /** The episode that is previewed beside the list; the page of an episode has one of its own. */
  readonly preview: OpenEpisode;
  /** One worker reads for both. */
  readonly #reader = new EpisodeClient();
  readonly #lists = new WeakMap<OpenRun, RunList>();

  constructor(surroundings: AppSurroundings) {
    this.preview = new OpenEpisode(this.#reader);
    this.runLibrary = surroundings.runLibrary ?? new Library();
    this.settings = new Settings(surroundings.settings);
    this.navigation = new Navigation(surroundings.address);
    this.opening = new Opening(this.runLibrary, this.navigation);
    this.outside = new Outside(surroundings.home);
  }

  /** For a page of its own; whoever asks disposes of it. */
  openEpisode(): OpenEpisode {
    return new OpenEpisode(this.#reader);
  }

  /** The list of a run: the same one for as long as the run is open, with its filter, order and selection. */
  list(run: OpenRun): RunList {
    const known = this.#lists.get(run);
    if (known !== undefined) return known;
    // In a root of its own: what a component asks for inside its own effects would end with the component.
    const made: RunList[] = [];
    $effect.root(() => {
      made.push(new RunList(run, this.navigation));
    });
    const [list] = made;
    if (list === undefined) throw new Error('a root runs at once');
    this.#lists.set(run, list);
    return list;
  }
}
