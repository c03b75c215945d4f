/**
 * The secrets of one record: what the published rules find in its text, in the order of the record. What is found holds
 * the value itself, so it must not leave the worker; `secretReports` is what may.
 */
import type { JsonPointer } from '../../model/json';
import type { Found } from './found';
import type { Span } from './literals';
import type { FindingKind, SecretRuleId, SecretSeverity } from './rules';
import { rankOf, SECRET_RULES, severityOf } from './rules';
import { scanDocument } from './scan-document';
import { scanText, type ScanOptions } from './scan-text';

export interface SecretReport {
  readonly rule: SecretRuleId;
  readonly severity: SecretSeverity;
  /** Pointer to the string, inside the record. */
  readonly path: JsonPointer;
  /** UTF-16 units of the credential. */
  readonly length: number;
}

/** One value in one string, wherever it occurs there. */
export interface Finding {
  readonly kind: FindingKind;
  readonly severity: SecretSeverity;
  readonly path: JsonPointer;
  readonly length: number;
  readonly value: string;
  readonly isKey: boolean;
  readonly before: string;
  readonly after: string;
  /** What a redaction replaces, at every place. */
  readonly spans: readonly Span[];
}

const NO_CONTACTS: ScanOptions = { contacts: false };

/** `text` is the record's JSON; what is not JSON is read as running text. */
export function findingsIn(text: string, options: ScanOptions = NO_CONTACTS): readonly Finding[] {
  const found = scanDocument(text, null, 0, options) ?? scanText(text, null, Infinity, options);
  return found.length === 0 ? [] : together(found);
}

/** So many units of pointers of one record are written out: in deep JSON each is as long as its depth, whatever the record. */
const POINTER_UNITS = 16 * 1024 * 1024;

/** Beyond that a finding is in the record: no pointer is cut, for it would name another place. */
export function secretReports(text: string): readonly SecretReport[] {
  let units = 0;
  return findingsIn(text).flatMap(({ kind, severity, path, length }) => {
    if (!isRule(kind)) return [];
    units += path.length;
    return [{ rule: kind, severity, path: units > POINTER_UNITS ? '' : path, length }];
  });
}

const RULES: ReadonlySet<string> = new Set(SECRET_RULES.map(({ id }) => id));

function isRule(kind: FindingKind): kind is SecretRuleId {
  return RULES.has(kind);
}

/** A value that occurs several times in one string is one finding, of the earliest rule that saw it. */
function together(found: readonly Found[]): readonly Finding[] {
  const out: { found: Found; spans: Span[] }[] = [];
  // What lies in one string comes together, because findings are in the order of the text.
  let path: JsonPointer | null = null;
  const here = new Map<string, number>();
  for (const one of found) {
    if (one.path !== path) {
      here.clear();
      path = one.path;
    }
    const key = one.isObject ? '' : `${one.isKey ? 'k' : 'v'}${one.value}`;
    const index = here.get(key);
    const known = index === undefined ? undefined : out[index];
    if (known === undefined) {
      here.set(key, out.length);
      out.push({ found: one, spans: [...one.spans] });
      continue;
    }
    known.spans.push(...one.spans);
    if (rankOf(one.kind) < rankOf(known.found.kind)) known.found = { ...known.found, kind: one.kind };
  }
  return out.map(({ found: { kind, path, length, value, isKey, before, after }, spans }) => ({
    kind,
    severity: severityOf(kind),
    path,
    length,
    value,
    isKey,
    before,
    after,
    spans,
  }));
}
