/**
 * What this browser remembers of a reader's choices. Each field falls back by itself, so that a damaged or older value
 * costs one choice and not all. It refuses to know what the choices mean.
 */
import * as z from 'zod/mini';

const storedSettings = z.object({
  theme: z.catch(z.enum(['system', 'light', 'dark']), 'system'),
  /** Columns of the list, shown ones in their order; null is the usual choice. */
  columns: z.catch(z.nullable(z.array(z.string())), null),
  /** Widths that were changed, in pixels, by column. */
  widths: z.catch(z.record(z.string(), z.number()), {}),
  preview: z.catch(z.boolean(), true),
});
export type StoredSettings = Readonly<z.infer<typeof storedSettings>>;

/** A place for short texts: `localStorage`, or a stand-in. Refusal is an answer, not an exception. */
export interface TextStore {
  get(key: string): string | null;
  /** False when the browser refused. */
  set(key: string, text: string): boolean;
}

const KEY = 'wirescope:settings';

export function loadSettings(store: TextStore): StoredSettings {
  const text = store.get(KEY);
  let value: unknown = {};
  try {
    if (text !== null) value = JSON.parse(text);
  } catch {
    // Not ours, or cut short: every field takes its fallback.
  }
  const read = storedSettings.safeParse(value);
  return read.success ? read.data : storedSettings.parse({});
}

export function saveSettings(store: TextStore, settings: StoredSettings): boolean {
  return store.set(KEY, JSON.stringify(settings));
}

/** Private windows and strict policies throw on the first touch. */
export function browserTextStore(): TextStore {
  return {
    get(key) {
      try {
        return localStorage.getItem(key);
      } catch {
        return null;
      }
    },
    set(key, text) {
      try {
        localStorage.setItem(key, text);
        return true;
      } catch {
        return false;
      }
    },
  };
}
