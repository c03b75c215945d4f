/** What stands in addresses: user and password, hosts, emails. It refuses to know where they lead. */
import { endOf, isAlphanumeric, isDigit, isLetter } from '../characters';
import type { Hit } from '../hits';
import { isPlaceholder } from '../placeholders';

const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*$/;
const LONGEST_USER = 1024;

/** What a user, a password or a host may consist of; the end of the authority ends all of them. */
function isAuthority(code: number): boolean {
  // `/ ? #`, blanks, quotes, brackets and backslash end it.
  if (code <= 0x20) return false;
  return !`/?#"'<>\`\\|^{},;()`.includes(String.fromCharCode(code));
}

/** `colon` is that of `://`. */
export function addressAt(text: string, colon: number, contacts: boolean): readonly Hit[] {
  let scheme = colon;
  while (scheme > 0 && colon - scheme < 16 && isSchemeCharacter(text.charCodeAt(scheme - 1))) scheme -= 1;
  // What a terminal was told of a colour ends in its number and a letter.
  if (!SCHEME.test(text.slice(scheme, colon).replace(/^\d{1,3}m/, ''))) return [];
  const from = colon + 3;
  const end = endOf(text, from, isAuthority, LONGEST_USER);
  const authority = text.slice(from, end);
  const at = authority.lastIndexOf('@');
  const hits: Hit[] = [];
  if (at > 0) {
    const split = authority.indexOf(':');
    const password = split < 0 || split > at ? '' : authority.slice(split + 1, at);
    if (isPassword(password) && !authority.includes('[')) {
      hits.push({ kind: 'url-password', start: from, end: from + at });
    }
  }
  if (contacts) {
    const host = from + at + 1;
    const hostEnd = hostEndOf(text, host);
    if (hostEnd > host) hits.push({ kind: 'host', start: host, end: hostEnd });
  }
  return hits;
}

/** `TOKEN` in an address stands for one. */
function isPassword(text: string): boolean {
  return text !== '' && !isPlaceholder(text) && !/^[A-Z]{4,}$/.test(text);
}

function isSchemeCharacter(code: number): boolean {
  return isAlphanumeric(code) || code === 0x2b || code === 0x2d || code === 0x2e;
}

/** Name or number of a machine, and its port. */
function hostEndOf(text: string, from: number): number {
  let end = endOf(text, from, isHostCharacter, 253);
  while (end > from && !isAlphanumeric(text.charCodeAt(end - 1))) end -= 1;
  if (end === from || text.charCodeAt(end) !== 0x3a) return end;
  const port = endOf(text, end + 1, isDigit, 5);
  return port > end + 1 ? port : end;
}

function isHostCharacter(code: number): boolean {
  return isAlphanumeric(code) || code === 0x2d || code === 0x2e || code === 0x5f;
}

/** Four numbers up to 255 joined by dots; `dot` is the first of them. */
export function numericHostAt(text: string, dot: number): Hit | null {
  let start = dot;
  while (start > 0 && dot - start < 4 && isDigit(text.charCodeAt(start - 1))) start -= 1;
  const before = start > 0 ? text.charCodeAt(start - 1) : 0;
  if (start === dot || isHostCharacter(before)) return null;
  const end = endOf(text, start, (code) => isDigit(code) || code === 0x2e, 16);
  const parts = text.slice(start, end).replace(/\.$/, '').split('.');
  if (parts.length !== 4 || parts.some((part) => part === '' || Number(part) > 255)) return null;
  const last = start + parts.join('.').length;
  return isAlphanumeric(text.charCodeAt(last)) ? null : { kind: 'host', start, end: last };
}

/** At an `@`. */
export function emailAt(text: string, at: number): Hit | null {
  let start = at;
  while (start > 0 && at - start < 65 && isLocal(text.charCodeAt(start - 1))) start -= 1;
  while (start < at && !isAlphanumeric(text.charCodeAt(start))) start += 1;
  if (start === at || at - start > 64) return null;
  let end = endOf(text, at + 1, isHostCharacter, 253);
  while (end > at && !isAlphanumeric(text.charCodeAt(end - 1))) end -= 1;
  const domain = text.slice(at + 1, end);
  const dot = domain.lastIndexOf('.');
  if (dot <= 0 || domain.length - dot < 3) return null;
  const top = domain.slice(dot + 1);
  return endOf(top, 0, isLetter) === top.length ? { kind: 'email', start, end } : null;
}

function isLocal(code: number): boolean {
  return isAlphanumeric(code) || (code < 128 && '._%+-'.includes(String.fromCharCode(code)));
}
