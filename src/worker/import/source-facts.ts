/** From the sums of a file to what it turned out to be. It refuses to know how the file was read. */
import { type Diagnostic, DIAGNOSTICS_OF_ONE_CODE } from '../../model/diagnostic';
import type { Dialect } from '../../model/dialect';
import type { RecordCounts, SourceFacts, SourceRole } from '../../model/source';
import type { Assembly } from './assembly';
import type { NamedBlob } from './protocol';

export function sourceFacts(
  { path, blob }: NamedBlob,
  container: string,
  { tally, episodes }: Assembly,
): { readonly facts: SourceFacts; readonly diagnostics: readonly Diagnostic[] } {
  const { dialect, records, diagnostics } = tally.end(container);
  const role = roleOf(dialect, records, diagnostics, episodes);
  return {
    facts: {
      path,
      size: blob.size,
      role,
      container,
      dialect,
      records,
      episodes,
      diagnosticCount: countOf(diagnostics),
      findings: countOf(diagnostics.filter(({ severity }) => severity !== 'info')),
      digest: null,
      advice: role === 'foreign' || role === 'unknown' ? refusedBecause(diagnostics) : null,
    },
    diagnostics,
  };
}

/** The closing entry of a code that was cut stands for all it left out. */
function countOf(diagnostics: readonly Diagnostic[]): number {
  let sum = 0;
  for (const { count } of diagnostics) sum += count === undefined ? 1 : count - DIAGNOSTICS_OF_ONE_CODE;
  return sum;
}

function refusedBecause(diagnostics: readonly Diagnostic[]): string | null {
  const said = diagnostics.find(({ code }) => code === 'foreign-format' || code === 'unknown-format');
  return said?.message ?? null;
}

function roleOf(
  dialect: Dialect,
  records: RecordCounts,
  diagnostics: readonly Diagnostic[],
  episodes: number,
): SourceRole {
  const found = (code: Diagnostic['code']): boolean => diagnostics.some((one) => one.code === code);
  if (found('unreadable-file')) return 'unreadable';
  if (episodes > 0) return 'rollouts';
  if (records.read > 0) return dialect === 'unknown' ? 'unknown' : 'companion';
  if (found('foreign-format')) return 'foreign';
  return found('empty-file') ? 'empty' : 'unknown';
}
