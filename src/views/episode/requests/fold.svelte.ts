/** Which lines of a list are open: some of themselves, the others when asked. */
import { SvelteSet } from 'svelte/reactivity';

export interface LineFolds {
  readonly isOpen: (at: number) => boolean;
  readonly toggle: (at: number) => void;
}

/** `isFirst`: whether a line is open before anybody asks. */
export function useFold(isFirst: (at: number) => boolean): LineFolds {
  const toggled = new SvelteSet<number>();
  return {
    isOpen: (at) => isFirst(at) !== toggled.has(at),
    toggle: (at) => {
      if (!toggled.delete(at)) toggled.add(at);
    },
  };
}
