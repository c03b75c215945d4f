/** How much two messages of two requests have in common, as far as aligning needs to know. It refuses to align them. */

export interface Aligned {
  readonly role: string;
  /** Equal numbers: the same text under equal forms. */
  readonly form: number;
  /** Equal numbers: the same content under equal forms. */
  readonly content: number;
  /** Equal numbers: the same tool call answered, or the same calls issued; 0 where ids prove nothing. */
  readonly ids: number;
  readonly hasCalls: boolean;
}

export function weightOf(old: Aligned, fresh: Aligned): 0 | 1 | 2 | 3 {
  if (old.form === fresh.form) return 3;
  if (old.role !== fresh.role) return 0;
  if (old.ids !== 0 && old.ids === fresh.ids) return 2;
  return old.content === fresh.content && old.hasCalls === fresh.hasCalls ? 1 : 0;
}

/** Whether some message of the other side weighs anything with this one. */
export function matchesAny(others: readonly Aligned[]): (one: Aligned) => boolean {
  const keys = new Set(others.flatMap(keysOf));
  return (one) => keysOf(one).some((key) => keys.has(key));
}

function keysOf({ role, form, content, ids, hasCalls }: Aligned): string[] {
  const keys = [`f${form}`, `c${content} ${hasCalls ? 1 : 0} ${role}`];
  return ids === 0 ? keys : [...keys, `i${ids} ${role}`];
}
