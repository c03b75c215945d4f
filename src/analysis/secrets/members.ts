/** What a member of an object is by its name and its whole value. It refuses to know where the member stands. */
import { endOf } from './characters';
import type { Hit } from './hits';
import type { NameKind } from './names';
import { isPlaceholder } from './placeholders';
import { isCapability, isHexKey } from './strength';

const SCHEME = /^(?:Bearer|Basic|Token|Digest|Negotiate|ApiKey|Key|Splunk|AWS4-HMAC-SHA256)[ \t]+/i;
const COOKIE = /^[^\s=;,"']{1,256}=[^\s;]/;

export interface Credential {
  /** Behind the scheme. */
  readonly start: number;
  readonly hasScheme: boolean;
  readonly isCookie: boolean;
}

/** The credential in the value of a header, or null where it is a placeholder. */
export function credentialIn(value: string): Credential | null {
  const scheme = SCHEME.exec(value)?.[0].length ?? 0;
  const credential = value.slice(scheme);
  if (isPlaceholder(credential)) return null;
  return { start: scheme, hasScheme: scheme > 0, isCookie: scheme === 0 && COOKIE.test(value) };
}

/** `value` is the whole string under a name of that kind; `isJson`: it holds an object or a list, which is read by itself. */
export function memberHit(kind: NameKind, value: string, isJson: boolean): Hit | null {
  const whole = { start: 0, end: value.length };
  switch (kind) {
    case 'auth-header': {
      const credential = credentialIn(value);
      return credential === null ? null : { kind: 'auth-header', start: credential.start, end: value.length };
    }
    case 'secret-name':
    case 'capability':
      return isJson || hasBlank(value) || isPlaceholder(value) || isCount(value)
        ? null
        : { kind: 'secret-name', ...whole };
    case 'search-key':
      return isHexKey(value) ? { kind: 'search-key', ...whole } : null;
    case 'scope':
      return isCapability(value) ? { kind: 'capability', ...whole } : null;
  }
}

function hasBlank(value: string): boolean {
  return endOf(value, 0, (code) => code > 0x20 && code !== 0xa0) < value.length;
}

/** A number as text counts tokens, and hides nothing. */
function isCount(value: string): boolean {
  return value.length < 6 && /^\d+$/.test(value);
}
