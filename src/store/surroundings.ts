/** What the library needs from the browser, each replaceable: workers, database, locks, other tabs, space, the clock. */
import { openDatabase, type DatabaseEvents, type OpenFailure } from '../storage/database';
import { RunStore } from '../storage/runs';
import { askSpace, askToPersist, type Space } from '../storage/space';
import { ok, type Result } from '../model/result';
import { ContinuityClient } from '../worker/continuity/client';
import { ImportClient } from '../worker/import/client';
import { browserLocks, type Locks } from './locks';
import { browserTabs, type Tabs } from './tabs';

export interface LibrarySurroundings {
  readonly client: ImportClient;
  readonly continuity: ContinuityClient;
  readonly openStore: (events: DatabaseEvents) => Promise<Result<RunStore, OpenFailure>>;
  readonly locks: Locks;
  readonly tabs: Tabs;
  readonly askSpace: () => Promise<Space>;
  readonly askToPersist: () => Promise<boolean>;
  /** Unix milliseconds. */
  readonly now: () => number;
}

const DATABASE = 'wirescope';

export function browserSurroundings(): LibrarySurroundings {
  return {
    client: new ImportClient(),
    continuity: new ContinuityClient(),
    async openStore(events) {
      const opening = await openDatabase(DATABASE, events);
      return opening.kind === 'ok' ? ok(new RunStore(opening.value)) : opening;
    },
    locks: browserLocks(),
    tabs: browserTabs(),
    askSpace,
    askToPersist,
    now: () => Date.now(),
  };
}
