/** Stored counts of breaks: what is put is what is fetched, and nothing is put for a run that is not listed. */
import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runKey } from '../../src/model/ids';
import { breakColumns, countsOfColumns } from '../../src/storage/break-columns';
import { openDatabase } from '../../src/storage/database';
import { RunStore } from '../../src/storage/runs';

const count = fc.nat({ max: Number.MAX_SAFE_INTEGER });
const anyCounts = fc.array(
  fc.option(
    fc.record({
      breaks: count,
      formBreaks: count,
      unexplained: count,
      reprocessed: fc.option(count),
      trace: count,
    }),
  ),
);

it('columns hold what they are made of', () => {
  fc.assert(
    fc.property(anyCounts, (counts) => {
      expect(countsOfColumns(structuredClone(breakColumns(counts)))).toEqual(counts);
    }),
  );
});

it('pages come back by number, go with the run, and are refused without it', async () => {
  const ignore = () => undefined;
  const opening = await openDatabase('breaks-test', {
    blocked: ignore,
    outdated: ignore,
    terminated: ignore,
  });
  if (opening.kind === 'failed') throw new Error(opening.failure.kind);
  const store = new RunStore(opening.value);
  const [key, other] = [runKey('0123456789ab'), runKey('0123456789ac')];
  const page = {
    revision: 'r',
    ...breakColumns([null, { breaks: 2, formBreaks: 1, unexplained: 1, reprocessed: null, trace: 0 }]),
  };
  expect(await store.putBreaks(key, 3, page)).toMatchObject({ kind: 'failed', failure: { kind: 'gone' } });
  expect(await store.breaks(key)).toEqual(new Map());
  for (const one of [key, other]) {
    const claim = { key: one, name: 'n', owner: 'me', started: 1, touched: 1 };
    const records = { total: 0, read: 0, repaired: 0, skipped: 0 };
    await store.begin(claim);
    await store.finish(claim, {
      ...{ key: one, name: 'n', added: 1, derivation: 1, sources: [], bytes: 0, episodes: 0 },
      ...{ records, meanReward: null, findings: 0, pages: 0 },
    });
    expect(await store.putBreaks(one, 3, page)).toMatchObject({ kind: 'ok' });
  }
  expect(await store.breaks(key)).toEqual(new Map([[3, page]]));
  await store.clearRows(key);
  expect(await store.breaks(key)).toEqual(new Map());
  await store.remove(other);
  expect(await store.breaks(other)).toEqual(new Map());
  store.close();
});
