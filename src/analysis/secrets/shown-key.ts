/** Names of members as they may be shown: without the secrets that the rules find in them. It keeps nothing of a value. */
import type { JsonPointer } from '../../model/json';
import type { Settled } from './hits';
import { settle } from './hits';
import { REDACTED } from './placeholders';
import { hitsInText } from './text/find';

/** `hits` are those in the name, in its order. */
export function shownKey(key: string, hits: readonly Settled[]): string {
  let shown = '';
  let done = 0;
  for (const { from, to } of hits) {
    shown += key.slice(done, Math.max(done, from)) + REDACTED;
    done = Math.max(done, to);
  }
  return shown + key.slice(done);
}

/** A pointer whose names are those of a file: what a finding is about may be a secret itself. */
export function shownPointer(path: JsonPointer): JsonPointer {
  const segments = path.split('/');
  const shown = segments.map((segment) =>
    shownKey(segment, settle(hitsInText(segment, { contacts: false }))),
  );
  return shown.join('/');
}
