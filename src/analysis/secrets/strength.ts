/** Whether a value under a telling name looks like a secret in running text, where names are often only talked about. */
import { endOf, isHex, mixtureOf } from './characters';
import { isPlaceholder } from './placeholders';

const LEAST = 6;
const LEAST_WITHOUT_DIGIT = 20;

/** In text: long and mixed enough, no words, no path, no address. */
export function isStrong(value: string): boolean {
  if (value.length < LEAST || isPlaceholder(value)) return false;
  if (value.length >= 32 && endOf(value, 0, isHex) === value.length) return true;
  const { classes, hasDigit } = mixtureOf(value);
  if (classes < 2 || (!hasDigit && value.length < LEAST_WITHOUT_DIGIT)) return false;
  return !isWords(value) && !isPath(value) && !value.includes('://');
}

/** `client.apiKey`, `my-secret-2`, `os.environ`: each piece a word or a short number. */
function isWords(value: string): boolean {
  const pieces = value.split(/[^A-Za-z0-9]+/).filter((piece) => piece !== '');
  if (pieces.length < 2) return false;
  return pieces.every((piece) => /^(?:[A-Za-z]?[a-z]*(?:[A-Z][a-z]+)*|[A-Z]+)\d{0,2}$|^\d{1,4}$/.test(piece));
}

function isPath(value: string): boolean {
  if (/^(?:[.~]{0,2}\/|[A-Za-z]:\\)/.test(value)) return true;
  // `dir/file.ext`, but not base64, which has no full stop.
  return value.includes('/') && value.includes('.');
}

/** 40 hex digits: a search service's key, or a commit. */
export function isHexKey(value: string): boolean {
  return value.length === 40 && endOf(value, 0, isHex) === 40;
}

/** 24 or 32 random bytes in url-safe base64. */
export function isCapability(value: string): boolean {
  if (value.length !== 32 && value.length !== 43) return false;
  return /^[A-Za-z0-9_-]+$/.test(value) && mixtureOf(value).classes === 3;
}
