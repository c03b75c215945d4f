/** Opening the database: refused, newer, older, blocked, outdated. */
import 'fake-indexeddb/auto';
import { afterEach, expect, it, vi } from 'vitest';
import { runKey } from '../../src/model/ids';
import { type DatabaseEvents, openDatabase, STEPS, type Step } from '../../src/storage/database';

const later: Step = (database) => {
  database.createObjectStore('later' as 'runs');
};
let names = 0;
const key = runKey('0123456789ab');
const freshName = () => `database-test-${(names += 1)}`;

function listening() {
  const heard: string[] = [];
  const events: DatabaseEvents = {
    blocked: () => heard.push('blocked'),
    outdated: () => heard.push('outdated'),
    terminated: () => heard.push('terminated'),
  };
  return { heard, events };
}

async function opened(name: string, steps?: readonly Step[], events = listening().events) {
  const opening = await openDatabase(name, events, steps);
  if (opening.kind === 'failed') throw new Error(opening.failure.kind);
  return opening.value;
}

afterEach(() => vi.unstubAllGlobals());

it('makes every store of every step', async () => {
  const database = await opened(freshName());
  expect([...database.objectStoreNames].sort()).toEqual([
    'blocks',
    'breaks',
    'findings',
    'imports',
    'pages',
    'runs',
  ]);
  expect(database.version).toBe(STEPS.length);
  database.close();
});

it('upgrades an older database step by step and keeps what is in it', async () => {
  const name = freshName();
  const older = await opened(name);
  await older.put('imports', { key, name: 'kept', owner: 'o', started: 1, touched: 1 });
  older.close();
  const taken: number[] = [];
  const next = STEPS.length + 1;
  const steps = [...STEPS, later, () => taken.push(next)].map((step, i): Step => {
    return (database) => {
      taken.push(i);
      step(database);
    };
  });
  const newer = await opened(name, steps);
  expect(taken).toEqual([STEPS.length, STEPS.length + 1, next]);
  expect((await newer.get('imports', key))?.name).toBe('kept');
  expect([...newer.objectStoreNames]).toContain('later');
  newer.close();
});

it('says so when the database is newer', async () => {
  const name = freshName();
  (await opened(name, [...STEPS, later])).close();
  expect(await openDatabase(name, listening().events)).toEqual({
    kind: 'failed',
    failure: { kind: 'newer' },
  });
});

it.each([
  { name: 'there is none', database: undefined },
  {
    name: 'it throws',
    database: {
      open: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    },
  },
])('is refused when $name', async ({ database }) => {
  vi.stubGlobal('indexedDB', database);
  const opening = await openDatabase(freshName(), listening().events);
  expect(opening).toMatchObject({ kind: 'failed', failure: { kind: 'refused' } });
});

it('lets a newer version through, and the older tab hears of it', async () => {
  const name = freshName();
  const old = listening();
  await opened(name, STEPS, old.events);
  const newer = await opened(name, [...STEPS, later]);
  expect(old.heard).toEqual(['outdated']);
  newer.close();
});

it('hears that it waits for a tab which does not let go', async () => {
  const name = freshName();
  const stubborn = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name, STEPS.length);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(new Error('not opened'));
  });
  const waiting = listening();
  const opening = openDatabase(name, waiting.events, [...STEPS, later]);
  await vi.waitFor(() => expect(waiting.heard).toEqual(['blocked']));
  stubborn.close();
  const result = await opening;
  expect(result.kind).toBe('ok');
  if (result.kind === 'ok') result.value.close();
});
