/** From the sums of a file to what it turned out to be. It refuses to know how the file was read. */
import type { Diagnostic } from '../../model/diagnostic';
import type { SourceFacts, SourceRole } from '../../model/source';
import type { FileEnd, TallyState } from '../../reading/tally';
import type { Assembly } from './assembly';
import type { NamedBlob } from './protocol';

export function sourceFacts(
  { path, blob }: NamedBlob,
  container: string,
  { tally, episodes }: Assembly,
): { readonly facts: SourceFacts; readonly diagnostics: readonly Diagnostic[] } {
  const end = tally.end(container);
  const { dialect, records, diagnostics } = end;
  const { found, foreign } = tally.state();
  const role = roleOf(end, foreign, episodes);
  return {
    facts: {
      path,
      size: blob.size,
      role,
      container,
      dialect,
      records,
      episodes,
      diagnosticCount: found.reduce((sum, { count }) => sum + count, 0),
      digest: null,
      advice: role === 'foreign' ? (foreign[0]?.advice ?? null) : null,
    },
    diagnostics,
  };
}

function roleOf(
  { dialect, records, diagnostics }: FileEnd,
  foreign: TallyState['foreign'],
  episodes: number,
): SourceRole {
  if (episodes > 0) return 'rollouts';
  if (foreign.length > 0 || diagnostics.some(({ code }) => code === 'foreign-format')) return 'foreign';
  if (records.total === 0 && diagnostics.every(({ severity }) => severity !== 'error')) return 'empty';
  return dialect === 'unknown' || records.read === 0 ? 'unknown' : 'companion';
}
