/** Where the reader is: the address follows, Back comes back to the same place, and no write is too many. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { recordIndex, sourceIndex } from '../../src/model/ids';
import { Navigation } from '../../src/store/navigation.svelte';
import { episodeRoute, formatRoute, runRoute, START } from '../../src/store/route';
import { MemoryAddress } from './memory-address';
import { KEY } from './row-builder';

const list = runRoute(KEY);
const episode = episodeRoute({ run: KEY, source: sourceIndex(0), record: recordIndex(3) });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('navigation', () => {
  it('starts at the address', () => {
    expect(new Navigation(new MemoryAddress(formatRoute(list))).route).toEqual(list);
    expect(new Navigation(new MemoryAddress()).route).toEqual(START);
  });

  it('goes, and Back comes back', () => {
    const address = new MemoryAddress();
    const navigation = new Navigation(address);
    navigation.go(list);
    navigation.go(episode);
    expect(address.hash).toBe(formatRoute(episode));
    address.back();
    expect(navigation.route).toEqual(list);
    address.travel(1);
    expect(navigation.route).toEqual(episode);
  });

  it('replaces without a new entry, and holds its writes back to a few', () => {
    const address = new MemoryAddress(formatRoute(list));
    const navigation = new Navigation(address);
    const before = address.writes;
    for (let record = 0; record < 500; record += 1) {
      navigation.go(
        { ...list, at: { source: sourceIndex(0), record: recordIndex(record) } },
        { replace: true },
      );
      vi.advanceTimersByTime(10);
    }
    vi.advanceTimersByTime(1000);
    expect(address.entries).toHaveLength(1);
    expect(address.hash).toContain('at=0.499');
    expect(address.writes - before).toBeLessThan(20);
  });

  it('leaves the latest selection in the entry it goes away from', () => {
    const address = new MemoryAddress(formatRoute(list));
    const navigation = new Navigation(address);
    navigation.go({ ...list, query: 'a' }, { replace: true });
    navigation.go({ ...list, query: 'ab' }, { replace: true });
    navigation.go(episode);
    address.back();
    expect(navigation.route).toEqual({ ...list, query: 'ab' });
  });

  it('does not write a late selection into another entry', () => {
    const address = new MemoryAddress();
    const navigation = new Navigation(address);
    navigation.go(list);
    navigation.go({ ...list, query: 'a' }, { replace: true });
    navigation.go({ ...list, query: 'ab' }, { replace: true });
    address.back();
    vi.advanceTimersByTime(2000);
    expect(navigation.route).toEqual(START);
    expect(address.hash).toBe('');
  });

  it('goes back through the history where it leads to the list, and forward where it does not', () => {
    const address = new MemoryAddress(formatRoute(list));
    const navigation = new Navigation(address);
    navigation.go({ ...list, query: 'x' }, { replace: true });
    navigation.go(episode);
    navigation.back(navigation.listRoute(KEY));
    expect(address.position).toBe(0);
    expect(navigation.route).toEqual({ ...list, query: 'x' });

    const direct = new MemoryAddress(formatRoute(episode));
    const opened = new Navigation(direct);
    opened.back(opened.listRoute(KEY));
    expect(opened.route).toEqual(list);
    expect(direct.entries).toHaveLength(2);
  });

  it('follows an address typed by hand, told twice', () => {
    const address = new MemoryAddress(formatRoute(list));
    const navigation = new Navigation(address);
    address.type(formatRoute(episode));
    expect(navigation.route).toEqual(episode);
    navigation.back(list);
    expect(address.position).toBe(0);
  });

  it('remembers how a list was left', () => {
    const navigation = new Navigation(new MemoryAddress(formatRoute({ ...list, query: 'sea' })));
    navigation.go(episode);
    expect(navigation.listRoute(KEY)).toEqual({ ...list, query: 'sea' });
  });
});
