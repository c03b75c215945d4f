/** What the name of a value says about it: whether a secret is kept under it, and of which kind. It sees no value. */

export type NameKind = 'auth-header' | 'secret-name' | 'search-key' | 'scope' | 'capability';

const HEADERS = new Set(['authorization', 'proxyauthorization', 'cookie', 'setcookie', 'xapikey']);

/** Ends of names, written together in lower case. */
const ENDINGS = [
  'apikey',
  'secret',
  'secretkey',
  'accesskey',
  'privatekey',
  'interceptkey',
  'password',
  'passphrase',
  'accesstoken',
  'authtoken',
  'apitoken',
  'refreshtoken',
  'sessiontoken',
  'bearertoken',
];
/** By their last letter, because most names end otherwise. */
const LAST_LETTERS = new Set('ytden'.split('').map((letter) => letter.charCodeAt(0)));

const CAPITAL_TOKEN = /(?:^|[A-Z0-9_])_TOKEN$/;
const SEARCH = /serper|search(?:api)?key$/;

/** Longer names are cut at their front: only the end tells. */
const LONGEST = 64;

/** `capability` in text is another rule than as a member: the caller knows which it has. */
export function nameKind(name: string): NameKind | null {
  const last = name.charCodeAt(name.length - 1) | 0x20;
  if (!LAST_LETTERS.has(last) && last !== 0x72) return null;
  const end = name.length > LONGEST ? name.slice(-LONGEST) : name;
  const joined = end.replace(/[-_. ]/g, '').toLowerCase();
  if (HEADERS.has(joined)) return 'auth-header';
  if (ENDINGS.some((ending) => joined.endsWith(ending))) return 'secret-name';
  if (CAPITAL_TOKEN.test(end)) return 'secret-name';
  if (joined.endsWith('capability')) return 'capability';
  if (joined === 'scope' || joined === 'scopeid') return 'scope';
  return SEARCH.test(joined) ? 'search-key' : null;
}

/** Fields that name things: what stands in them is no place in somebody's file system. */
export function isIdName(name: string): boolean {
  return name === 'id' || name === 'ID' || /(?:[-_.]id|Id|ID)$/.test(name);
}
