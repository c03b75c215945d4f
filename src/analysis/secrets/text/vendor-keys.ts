/** Keys whose vendors gave them a beginning that tells them apart. It refuses to know which of them are live. */
import { endOf, isAlphanumeric, isUpperOrDigit, isWord, mixtureOf } from '../characters';
import type { Hit } from '../hits';
import type { Blobs } from './blobs';
import { isBoundary } from './boundaries';
import type { SecretRuleId } from '../rules';

interface Shape {
  readonly rule: SecretRuleId;
  readonly prefix: string;
  readonly is: (code: number) => boolean;
  /** Of what follows the prefix. */
  readonly least: number;
  readonly most: number;
  /** The longest stretch without `-` and `_` has at least so many: words joined by them have not. */
  readonly solid: number;
}

const FIXED = { most: 400, solid: 0 };

const SHAPES: readonly Shape[] = [
  { ...FIXED, rule: 'anthropic-key', prefix: 'sk-ant-', is: isWord, least: 24, solid: 12 },
  { ...FIXED, rule: 'openai-key', prefix: 'sk-', is: isWord, least: 20, solid: 10 },
  { ...FIXED, rule: 'huggingface-token', prefix: 'hf_', is: isAlphanumeric, least: 30, most: 60 },
  ...['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'].map((prefix): Shape => ({
    ...FIXED,
    rule: 'github-token',
    prefix,
    is: isAlphanumeric,
    least: 36,
  })),
  { ...FIXED, rule: 'github-token', prefix: 'github_pat_', is: isWord, least: 36, solid: 16 },
  { rule: 'aws-access-key', prefix: 'AKIA', is: isUpperOrDigit, least: 16, most: 16, solid: 0 },
  { rule: 'aws-access-key', prefix: 'ASIA', is: isUpperOrDigit, least: 16, most: 16, solid: 0 },
  { rule: 'google-api-key', prefix: 'AIza', is: isWord, least: 35, most: 39, solid: 0 },
  ...['xoxa-', 'xoxb-', 'xoxp-', 'xoxr-', 'xoxs-'].map((prefix): Shape => ({
    ...FIXED,
    rule: 'slack-token',
    prefix,
    is: isWord,
    least: 20,
  })),
];

const LEAST_DIFFERENT = 8;

/** The key that begins at `start`, or null. */
export function vendorKeyAt(text: string, start: number, blobs: Blobs): Hit | null {
  if (start < 0) return null;
  const shape = SHAPES.find(({ prefix }) => text.startsWith(prefix, start));
  if (shape === undefined || !isBoundary(text, start)) return null;
  const { rule, prefix, is, least, most, solid } = shape;
  const from = start + prefix.length;
  const end = endOf(text, from, is, most + 1);
  if (end - from < least || end - from > most || isAlphanumeric(text.charCodeAt(end))) return null;
  const body = text.slice(from, end);
  if (mixtureOf(body).classes < 2 || new Set(body).size < LEAST_DIFFERENT || longestSolid(body) < solid)
    return null;
  return blobs.holds(start) ? null : { kind: rule, start, end };
}

function longestSolid(body: string): number {
  return Math.max(...body.split(/[-_]/).map((piece) => (mixtureOf(piece).classes > 1 ? piece.length : 0)));
}
