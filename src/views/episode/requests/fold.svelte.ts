/** Which lines of a list are open: the first few of themselves, the others when asked. */

export interface LineFolds {
  readonly isOpen: (at: number) => boolean;
  readonly toggle: (at: number) => void;
}

/** `open`: how many lines are open before anybody asks, or which. */
export function useFold(open: () => number | ReadonlySet<number>): LineFolds {
  let toggled = $state.raw<ReadonlySet<number>>(new Set());
  const isFirst = (at: number): boolean => {
    const first = open();
    return typeof first === 'number' ? at < first : first.has(at);
  };
  return {
    isOpen: (at) => isFirst(at) !== toggled.has(at),
    toggle: (at) => {
      const next = new Set(toggled);
      if (!next.delete(at)) next.add(at);
      toggled = next;
    },
  };
}
