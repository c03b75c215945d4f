/** Bearer tokens, JSON Web Tokens and private keys in a text. It refuses to know what they open. */
import { endOf, isAlphanumeric, isBlank, isTokenCharacter, isWord, mixtureOf } from '../characters';
import type { Hit } from '../hits';
import type { Blobs } from './blobs';
import { isBoundary } from './boundaries';
import { isPlaceholder } from '../placeholders';

const LEAST_BEARER = 16;

/** At a `B` or `b`. */
export function bearerAt(text: string, at: number): Hit | null {
  if (text.slice(at, at + 6).toLowerCase() !== 'bearer') return null;
  if (!isBoundary(text, at)) return null;
  const from = endOf(text, at + 6, isBlank, 8);
  if (from === at + 6) return null;
  const end = endOf(text, from, isTokenCharacter);
  if (end - from < LEAST_BEARER) return null;
  const token = text.slice(from, end);
  return mixtureOf(token).hasDigit && !isPlaceholder(token)
    ? { kind: 'bearer-token', start: from, end, named: at }
    : null;
}

/** A header is short; what is longer is no header. */
const LONGEST_HEADER = 4096;
const LEAST_SIGNED = 8;

/** `start` is that of `eyJ`. */
export function jwtAt(text: string, start: number, blobs: Blobs): Hit | null {
  // Behind a dot it is the second part of another, or the middle of a word.
  if (!isBoundary(text, start) || (start > 0 && text.charCodeAt(start - 1) === 0x2e)) return null;
  const header = endOf(text, start, isWord, LONGEST_HEADER);
  if (text.charCodeAt(header) !== 0x2e) return null;
  const payload = endOf(text, header + 1, isWord);
  if (payload - header < LEAST_SIGNED || text.charCodeAt(payload) !== 0x2e) return null;
  let end = endOf(text, payload + 1, isWord);
  if (end - payload < LEAST_SIGNED || !isObjectInBase64(text.slice(start, header))) return null;
  // The encrypted form has two parts more.
  while (text.charCodeAt(end) === 0x2e && isAlphanumeric(text.charCodeAt(end + 1))) {
    end = endOf(text, end + 1, isWord);
  }
  return blobs.reachTo(start) ? null : { kind: 'jwt', start, end };
}

function isObjectInBase64(part: string): boolean {
  try {
    const value: unknown = JSON.parse(atob(part.replaceAll('-', '+').replaceAll('_', '/')));
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    // Not base64, or not JSON: no token, which is the answer.
    return false;
  }
}

const LEAST_BODY = 16;
const BEGIN = '-----BEGIN ';
/** Of keys that are encrypted: `Proc-Type: 4,ENCRYPTED`. */
const HEADER = /^(?:Proc-Type|DEK-Info|Comment|Version): [ -\x5b\x5d-~]{0,120}/;

/** Finds private keys; remembers how far it has looked, so that many beginnings cost no more than one. */
export class PrivateKeys {
  readonly #text: string;
  #after = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** `at` is that of the `B` of `BEGIN`. */
  at(at: number): Hit | null {
    const text = this.#text;
    const start = at - 5;
    if (start < this.#after || !text.startsWith(BEGIN, start)) return null;
    const label = text.indexOf('-----', start + BEGIN.length);
    if (label < 0 || label - start > 80 || !text.slice(start, label).endsWith('PRIVATE KEY')) return null;
    const body = this.#bodyEnd(label + 5);
    if (body.characters < LEAST_BODY) return null;
    const closing = /^[\s\\nr]*-----END [A-Z0-9 ]{0,40}-----/.exec(text.slice(body.end, body.end + 120));
    const end = body.end + (closing?.[0].length ?? 0);
    this.#after = end;
    return { kind: 'private-key', start, end };
  }

  /** Over lines of base64 and headers, also where line feeds are written as `\n`; counts the base64. */
  #bodyEnd(from: number): { readonly end: number; readonly characters: number } {
    const text = this.#text;
    let at = from;
    let end = from;
    let characters = 0;
    for (;;) {
      at = pastLineEnds(text, at);
      const line = endOf(text, at, isBodyCharacter);
      if (line === at) break;
      const header = HEADER.exec(text.slice(at, at + 160));
      if (header !== null) {
        at += header[0].length;
        continue;
      }
      characters += line - at;
      end = line;
      at = line;
    }
    this.#after = Math.max(this.#after, at);
    return { end, characters };
  }
}

function isBodyCharacter(code: number): boolean {
  return isAlphanumeric(code) || code === 0x2b || code === 0x2f || code === 0x3d;
}

/** Blanks, line feeds, and their escapes: any number of backslashes with an `n`, `r` or `t`. */
function pastLineEnds(text: string, from: number): number {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === 0x20 || (code >= 0x09 && code <= 0x0d)) at += 1;
    else if (code === 0x5c) {
      const slashes = endOf(text, at, (next) => next === 0x5c, 64);
      const letter = text.charAt(slashes);
      at = letter === 'n' || letter === 'r' || letter === 't' ? slashes + 1 : slashes;
    } else return at;
  }
}
