/** The browser's history and location, as navigation wants them. */
import type { Address } from '../../store/navigation.svelte';

export function browserAddress(page: Window): Address {
  return {
    get hash() {
      return page.location.hash;
    },
    get depth() {
      const state: unknown = page.history.state;
      if (typeof state !== 'object' || state === null || !('depth' in state)) return null;
      return Number.isSafeInteger(state.depth) ? Number(state.depth) : null;
    },
    push(hash, depth) {
      page.history.pushState({ depth }, '', hash === '' ? '#/' : hash);
    },
    replace(hash, depth) {
      page.history.replaceState({ depth }, '', hash === '' ? '#/' : hash);
    },
    back() {
      page.history.back();
    },
    onChange(listener) {
      // Back and Forward come as `popstate`; an address typed by hand comes as both.
      page.addEventListener('popstate', listener);
      page.addEventListener('hashchange', listener);
      return () => {
        page.removeEventListener('popstate', listener);
        page.removeEventListener('hashchange', listener);
      };
    },
  };
}
