/** What the library does when the browser refuses, fills up, dies or changes its mind. Everything works on; something is said. */
import 'fake-indexeddb/auto';
import { describe, expect, it, vi } from 'vitest';
import { runKey } from '../../src/model/ids';
import { failed, ok, type Result } from '../../src/model/result';
import type { DatabaseEvents, OpenFailure } from '../../src/storage/database';
import { openDatabase, STEPS } from '../../src/storage/database';
import type { StoreFailure } from '../../src/storage/runs';
import type { Library } from '../../src/store/library.svelte';
import { plainRun } from '../samples/plain-run';
import { Browser, dropped, opened, ready, settled, storeOf } from './library-kit';

const traces = dropped('traces.jsonl', plainRun(30));
const texts = (library: Library) => library.notices.map(({ text }) => text);

describe('without a database', () => {
  const refusals: { readonly name: string; readonly failure: OpenFailure; readonly says: RegExp }[] = [
    { name: 'it is newer', failure: { kind: 'newer' }, says: /newer Wirescope/ },
    {
      name: 'it is refused',
      failure: { kind: 'refused', detail: 'denied' },
      says: /refuses its database.*denied/,
    },
  ];
  it.each(refusals)('works from memory and says so: $name', async ({ failure, says }) => {
    const library = await ready(new Browser().tab({ openStore: async () => failed(failure) }));
    expect(library.usage).toMatchObject({ place: 'memory', reason: expect.any(String) });
    expect(texts(library)).toEqual([expect.stringMatching(says)]);
    const run = await settled(await opened(library, [traces]));
    expect(run.rows).toHaveLength(30);
    expect(run.keeping).toEqual({ kind: 'memory', reason: library.usage.reason });
    expect(run.sources[0]?.digest).toMatch(/^sha256-16m:/);
    expect(await library.open([dropped('again', plainRun(30))])).toBe(run.key);
  });

  it('leaves a newer database as it is', async () => {
    const browser = new Browser();
    const newer = await openDatabase(
      'wirescope',
      { blocked: () => 0, outdated: () => 0, terminated: () => 0 },
      [...STEPS, () => undefined],
    );
    if (newer.kind === 'ok') newer.value.close();
    const library = await ready(browser.tab());
    expect(texts(library)).toEqual([expect.stringMatching(/newer Wirescope/)]);
    expect((await settled(await opened(library, [traces]))).keeping.kind).toBe('memory');
  });

  it('does not wait for a tab that blocks, and has the library when it lets go', async () => {
    const browser = new Browser();
    await settled(await opened(await ready(browser.tab()), [traces]));
    let letGo: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const library = browser.tab({
      async openStore(events: DatabaseEvents) {
        events.blocked();
        await waiting;
        return ok(await storeOf());
      },
    });
    await ready(library);
    expect(library.usage.place).toBe('memory');
    expect(texts(library)).toEqual([expect.stringMatching(/older version of the library/)]);
    const run = await settled(await opened(library, [dropped('b.jsonl', plainRun(3))]));
    expect(run.keeping.kind).toBe('memory');
    letGo();
    await expect.poll(() => library.usage.place).toBe('browser');
    expect(library.runs).toHaveLength(2);
  });
});

describe('when the database goes away later', () => {
  it.each([
    { event: 'outdated' as const, says: /newer Wirescope was opened in another tab/ },
    { event: 'terminated' as const, says: /closed the library’s database/ },
  ])('goes on from memory after $event', async ({ event, says }) => {
    let events: DatabaseEvents | null = null;
    const library = await ready(
      new Browser().tab({
        async openStore(given) {
          events = given;
          return ok(await storeOf());
        },
      }),
    );
    const before = await settled(await opened(library, [traces]));
    (events as DatabaseEvents | null)?.[event]();
    expect(library.usage.place).toBe('memory');
    expect(texts(library)).toEqual([expect.stringMatching(says)]);
    expect(before.rows).toHaveLength(30);
    const after = await settled(await opened(library, [dropped('b.jsonl', plainRun(3))]));
    expect(after.keeping.kind).toBe('memory');
  });
});

describe('when storing fails on the way', () => {
  type Verb = 'begin' | 'putBlock' | 'putPage' | 'putFindings' | 'finish';
  const verbs: readonly Verb[] = ['begin', 'putBlock', 'putPage', 'finish'];
  const failures: readonly { readonly failure: StoreFailure; readonly says: RegExp }[] = [
    { failure: { kind: 'full' }, says: /no more space/ },
    { failure: { kind: 'gone' }, says: /changed in another tab/ },
    { failure: { kind: 'broken', detail: 'disk' }, says: /failed \(disk\)/ },
  ];
  const cases = verbs.flatMap((verb) => failures.map((one) => ({ verb, kind: one.failure.kind, ...one })));
  it.each(cases)('keeps the run for this visit and leaves nothing behind: $verb, $kind', async (fault) => {
    const browser = new Browser();
    const other = await settled(await opened(await ready(browser.tab()), [dropped('b.jsonl', plainRun(2))]));
    const library = browser.tab({
      async openStore() {
        const store = await storeOf();
        const failing = async (): Promise<Result<null, StoreFailure>> => failed(fault.failure);
        vi.spyOn(store, fault.verb).mockImplementation(failing);
        return ok(store);
      },
    });
    const run = await settled(await opened(library, [traces]));
    expect(run.state).toEqual({ kind: 'complete' });
    expect(run.keeping.kind).toBe('memory');
    expect(run.rows).toHaveLength(30);
    expect(texts(library)).toEqual([expect.stringMatching(fault.says)]);
    const later = await ready(browser.tab());
    expect(later.runs.map(({ key }) => key)).toEqual([other.key]);
  });
});

describe('an import that stopped half way', () => {
  const key = runKey('00000000abcd');
  const left = { key, name: 'big.jsonl', owner: 'a tab that died', started: 1, touched: 1 };

  it('is removed at the next start and named; what was complete stays', async () => {
    const browser = new Browser();
    const complete = await settled(await opened(await ready(browser.tab()), [traces]));
    const store = await storeOf();
    await store.begin(left);
    store.close();
    const library = await ready(browser.tab());
    await expect.poll(() => texts(library)).toEqual([expect.stringMatching(/“big.jsonl” was interrupted/)]);
    expect(library.runs.map((run) => run.key)).toEqual([complete.key]);
    expect(await (await storeOf()).imports()).toEqual([]);
  });

  it('is left alone while the tab that does it lives', async () => {
    const browser = new Browser();
    const store = await storeOf();
    await store.begin(left);
    let stop: () => void = () => undefined;
    const working = browser.locks.holdIfFree(`wirescope-run-${key}`, () => {
      return new Promise<void>((resolve) => {
        stop = resolve;
      });
    });
    const library = await ready(browser.tab());
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(texts(library)).toEqual([]);
    expect(await store.imports()).toHaveLength(1);
    stop();
    await working;
  });
});

describe('two tabs', () => {
  it('that import the same file at once store one run, and both have it', async () => {
    const browser = new Browser();
    const [one, two] = [await ready(browser.tab()), await ready(browser.tab())];
    const runs = await Promise.all([opened(one, [traces]), opened(two, [traces])]);
    for (const run of runs) {
      await settled(run);
      expect(run.keeping).toEqual({ kind: 'stored' });
      expect(run.rows).toHaveLength(30);
    }
    expect(one.runs).toHaveLength(1);
    await expect.poll(() => two.runs.length).toBe(1);
    expect((await ready(browser.tab())).runs).toHaveLength(1);
  });

  it('learn from each other of what was stored', async () => {
    const browser = new Browser();
    const [one, two] = [await ready(browser.tab()), await ready(browser.tab())];
    const run = await settled(await opened(one, [traces]));
    await expect.poll(() => two.runs.map(({ key }) => key)).toEqual([run.key]);
    const theirs = two.run(run.key);
    if (theirs === null) throw new Error('not there');
    expect((await settled(theirs)).rows).toEqual(run.rows);
  });

  it('keep a run in memory that another tab deleted while it was being stored', async () => {
    const browser = new Browser();
    const [one, two] = [await ready(browser.tab()), await ready(browser.tab())];
    const run = await opened(one, [traces]);
    await vi.waitFor(async () => expect(await (await storeOf()).imports()).toHaveLength(1));
    await two.removeAll();
    await settled(run);
    expect(run.keeping.kind).toBe('memory');
    expect(run.rows).toHaveLength(30);
    expect((await ready(browser.tab())).runs).toEqual([]);
  });
});

describe('cancelling', () => {
  it('while reading keeps what was read, for this visit', async () => {
    const browser = new Browser();
    const library = await ready(browser.tab());
    const run = await opened(library, [dropped('big.jsonl', plainRun(400))]);
    await vi.waitFor(() => expect(run.rows.length).toBeGreaterThan(0), { interval: 1 });
    library.cancel(run.key);
    await settled(run);
    expect(run.state.kind).toBe('cancelled');
    expect(run.rows.length).toBeLessThan(400);
    expect(library.runs).toMatchObject([{ state: { kind: 'cancelled' }, keeping: { kind: 'memory' } }]);
    await expect.poll(async () => (await storeOf()).imports()).toEqual([]);
    // The same file again is a new attempt.
    const again = await opened(library, [dropped('big.jsonl', plainRun(400))]);
    expect(again.key).toBe(run.key);
    expect((await settled(again)).rows).toHaveLength(400);
    expect(library.runs).toHaveLength(1);
  });

  it('a removed run stops its import', async () => {
    const browser = new Browser();
    const library = await ready(browser.tab());
    const run = await opened(library, [dropped('big.jsonl', plainRun(400))]);
    await library.remove(run.key);
    expect(run.state.kind).toBe('gone');
    expect(library.runs).toEqual([]);
    await expect.poll(async () => (await storeOf()).imports()).toEqual([]);
    expect((await ready(browser.tab())).runs).toEqual([]);
  });
});
