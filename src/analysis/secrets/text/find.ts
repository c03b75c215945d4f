/**
 * Every rule that needs nothing but a text, in one walk over it: a character that a rule begins or ends with is looked at
 * more closely, all others are passed. Linear in the text, whatever it is.
 */
import type { Hit } from '../hits';
import type { Repeats } from '../repeats';
import { isCapability, isHexKey } from '../strength';
import { addressAt, emailAt, numericHostAt } from './addresses';
import { Assignments } from './assignments';
import { Blobs } from './blobs';
import { pathAt, windowsPathAt } from './paths';
import { bearerAt, jwtAt, PrivateKeys } from './tokens';
import { vendorKeyAt } from './vendor-keys';

export interface TextOptions {
  /** Also hosts and emails. */
  readonly contacts: boolean;
  /** Values that are secret elsewhere. */
  readonly repeats?: Repeats | null;
}

const LOOKED_AT = new Uint8Array(128);
for (const character of '-_IJBb:=/@.cCsS') LOOKED_AT[character.charCodeAt(0)] = 1;

export function hitsInText(text: string, { contacts, repeats = null }: TextOptions): Hit[] {
  const { length } = text;
  let look: Look | null = null;
  for (let at = 0; at < length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 127 || LOOKED_AT[code] === 0) continue;
    look ??= new Look(text, contacts);
    look.at(at, code);
  }
  const hits = look === null ? [] : look.hits;
  for (const hit of repeats?.hitsIn(text) ?? []) hits.push(hit);
  return hits;
}

const CAPABILITY = /^(?:capability|scope(?:_id)?)(?![A-Za-z])/i;
const SEARCH = /^(?:serper|search[-_ ]?(?:api[-_ ]?)?key)/i;
/** What may stand before `--name`. */
const BEFORE_FLAG = ' \t\n"\'`=[';

class Look {
  readonly hits: Hit[] = [];
  readonly #text: string;
  readonly #contacts: boolean;
  readonly #blobs: Blobs;
  readonly #keys: PrivateKeys;
  readonly #assignments: Assignments;

  constructor(text: string, contacts: boolean) {
    this.#text = text;
    this.#contacts = contacts;
    this.#blobs = new Blobs(text);
    this.#keys = new PrivateKeys(text);
    this.#assignments = new Assignments(text);
  }

  at(at: number, code: number): void {
    const text = this.#text;
    switch (code) {
      case 0x63: // c
      case 0x43: // C
        if (this.#isLetter(at + 1, 0x61)) this.#beside(CAPABILITY, isCapability, 'capability', at);
        break;
      case 0x73: // s
      case 0x53: // S
        if (this.#isLetter(at + 1, 0x63)) this.#beside(CAPABILITY, isCapability, 'capability', at);
        else if (this.#isLetter(at + 1, 0x65)) this.#beside(SEARCH, isHexKey, 'search-key', at);
        break;
      case 0x62: // b
        if (text.charCodeAt(at + 1) === 0x65) this.#add(bearerAt(text, at));
        break;
      case 0x42: // B
        if (text.charCodeAt(at + 1) === 0x45) this.#add(this.#keys.at(at));
        if (this.#isLetter(at + 1, 0x65)) this.#add(bearerAt(text, at));
        break;
      case 0x2e: // .
        if (this.#contacts) this.#add(numericHostAt(text, at));
        break;
      case 0x2d: // -
        this.#dash(at);
        break;
      case 0x5f: // _
        this.#underscore(at);
        break;
      case 0x49: // I
        this.#vendor(text.startsWith('AIza', at - 1) ? at - 1 : at - 2);
        break;
      case 0x4a: // J
        if (text.startsWith('ey', at - 2)) this.#add(jwtAt(text, at - 2, this.#blobs));
        break;
      case 0x3a: // :
        if (text.startsWith('//', at + 1)) this.hits.push(...addressAt(text, at, this.#contacts));
        else {
          if (text.charCodeAt(at + 1) === 0x5c) this.#add(windowsPathAt(text, at));
          this.#add(this.#assignments.at(at));
        }
        break;
      case 0x3d: // =
        this.#add(this.#assignments.at(at));
        break;
      case 0x2f: // /
        this.#add(pathAt(text, at));
        break;
      case 0x40: // @
        if (this.#contacts) this.#add(emailAt(text, at));
        break;
    }
  }

  #add(hit: Hit | null): void {
    if (hit !== null) this.hits.push(hit);
  }

  #vendor(start: number): void {
    this.#add(vendorKeyAt(this.#text, start, this.#blobs));
  }

  #dash(at: number): void {
    const text = this.#text;
    if (text.startsWith('sk', at - 2)) this.#vendor(at - 2);
    else if (text.startsWith('xox', at - 4)) this.#vendor(at - 4);
    else if (text.charCodeAt(at + 1) === 0x2d && (at === 0 || BEFORE_FLAG.includes(text.charAt(at - 1)))) {
      this.#add(this.#assignments.flagAt(at));
    }
  }

  #underscore(at: number): void {
    const text = this.#text;
    if (text.startsWith('hf', at - 2)) this.#vendor(at - 2);
    else if (text.startsWith('gh', at - 3)) this.#vendor(at - 3);
    else if (text.startsWith('github_pat', at - 10)) this.#vendor(at - 10);
  }

  #beside(name: RegExp, is: (value: string) => boolean, kind: 'capability' | 'search-key', at: number): void {
    const found = name.exec(this.#text.slice(at, at + 20));
    if (found !== null) this.#add(this.#assignments.beside(at, at + found[0].length, is, kind));
  }

  /** In either case. */
  #isLetter(at: number, lower: number): boolean {
    return (this.#text.charCodeAt(at) | 0x20) === lower;
  }
}
