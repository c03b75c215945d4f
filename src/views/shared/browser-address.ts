/** The browser's history and location, as navigation wants them. */
import type { Address } from '../../store/navigation.svelte';

export function browserAddress(page: Window): Address {
  return {
    get hash() {
      return page.location.hash;
    },
    push(hash) {
      page.history.pushState(null, '', hash);
    },
    replace(hash) {
      page.history.replaceState(null, '', hash);
    },
    onChange(listener) {
      // `popstate` also comes with Back to an entry made by `pushState`; `hashchange` alone would miss nothing but order.
      page.addEventListener('popstate', listener);
      page.addEventListener('hashchange', listener);
      return () => {
        page.removeEventListener('popstate', listener);
        page.removeEventListener('hashchange', listener);
      };
    },
  };
}
