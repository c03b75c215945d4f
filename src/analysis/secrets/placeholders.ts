/** Values that stand where a secret would: nothing is known from them. It refuses to know under which name they stand. */

/** What a redaction writes; it holds nothing that JSON has to escape, at any depth. */
export const REDACTED = '[REDACTED]';

/** Words that stand for no value. */
const WORDS = new Set([
  'empty',
  'none',
  'null',
  'nil',
  'undefined',
  'true',
  'false',
  'unset',
  'redacted',
  'hidden',
  'masked',
  'removed',
  'changeme',
  'placeholder',
  'dummy',
  'n/a',
  'tbd',
  'todo',
]);

/** A name of an environment variable: capitals joined by underscores. */
const VARIABLE = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;
const BRACKETED = /^(?:<.*>|\{.*\}|\[.*\]|\(.*\)|%.*%)$/s;
const LONGEST = 256;

export function isPlaceholder(value: string): boolean {
  const text = value.slice(0, LONGEST).trim();
  if (text === '') return true;
  if (WORDS.has(text.toLowerCase()) || VARIABLE.test(text)) return true;
  if (text.includes('***') || text.includes('…') || text.includes('...') || text.includes('[REDACTED')) {
    return true;
  }
  // `${VAR}`, `$VAR`, `{{ var }}`, `f"{token}"`.
  if (text.startsWith('$') || text.includes('${') || text.includes('{{')) return true;
  if (value.length <= LONGEST && BRACKETED.test(text)) return true;
  if (/^(?:your|my|insert|replace|example|some|put)[-_ ]/i.test(text)) return true;
  return isOneCharacter(text);
}

/** `xxxx`, `****`, `----`, `....`. */
function isOneCharacter(text: string): boolean {
  const [first = ''] = text;
  if (!'xX*._-•#?0'.includes(first)) return false;
  return text.length > 2 && text.split('').every((character) => character === first);
}
