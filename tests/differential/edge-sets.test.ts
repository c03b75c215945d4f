/** Our application of edge sets against the verdicts of the real package, set by set, links in order. */
import { describe, expect, it } from 'vitest';
import { applyEdgeSet } from '../../src/analysis/edge-application';
import { recordedLinks } from '../../src/analysis/recorded-links';
import type { CyclePolicy, EdgeSetRefusal, SemanticLink } from '../../src/analysis/semantic-types';
import type { EdgeCase, EdgeStep, Version } from './fixtures';
import { VERSIONS, edgeCases, readEpisodeValue } from './fixtures';

/** The rule that each version has; the README of the fixtures says the same. */
const POLICY: Record<Version, CyclePolicy> = { '0.4.0': 'allow_loops', '0.3.2.dev60': 'refuse_cycles' };

const APPLICATION_ERRORS: readonly (readonly [RegExp, EdgeSetRefusal])[] = [
  [/^model call has invalid message node -?\d+$/, 'bad_call_node'],
  [/^model call node \d+ is not sampled$/, 'unsampled_node'],
  [/ has no committed message node$/, 'uncommitted_request'],
  [/^semantic edge resolves to the same message node$/, 'same_node'],
  [/^duplicate resolved semantic edge: /, 'duplicate_resolved'],
  [/^semantic edges create a cycle in the message graph$/, 'cycle'],
];

/** How many of each kind the fixtures hold: a generator that stops making one would show here. */
const SHARED = {
  bad_call_node: 54,
  bad_label: 14,
  bad_request_id: 94,
  duplicate_edge: 140,
  duplicate_resolved: 22,
  invalid_schema: 604,
  same_node: 136,
  self_edge: 3,
  uncommitted_request: 217,
  unsampled_node: 26,
};
const VERDICTS: Record<Version, Record<string, number>> = {
  '0.4.0': { accepted: 2527, ...SHARED },
  '0.3.2.dev60': { accepted: 1798, cycle: 729, ...SHARED },
};

/** The package tells all errors of a payload at once; the first edge that has any decides, and there its schema first. */
function reasonOf(step: EdgeStep): EdgeSetRefusal | null {
  if (step.accepted) return null;
  if (step.stage === 'trace') {
    const known = APPLICATION_ERRORS.find(([pattern]) => pattern.test(step.error));
    if (known === undefined) throw new Error(`unknown verdict: ${step.error}`);
    return known[1];
  }
  const whole = step.errors.filter(([, list, edge]) => list !== 'edges' || typeof edge !== 'number');
  if (whole.length > 0) return payloadReason(whole);
  const first = Math.min(...step.errors.map(([, , edge]) => Number(edge)));
  const errors = step.errors.filter(([, , edge]) => edge === first);
  const types = errors.map(([type]) => type);
  if (types.some((type) => type !== 'string_pattern_mismatch' && type !== 'value_error'))
    return 'invalid_schema';
  const fields = errors.flatMap(([type, , , field]) => (type === 'string_pattern_mismatch' ? [field] : []));
  if (fields.some((field) => field !== 'type')) return 'bad_request_id';
  return fields.length > 0 ? 'bad_label' : 'self_edge';
}

function payloadReason(errors: readonly (readonly (string | number)[])[]): EdgeSetRefusal {
  const [type, message] = errors[0] ?? [];
  if (type !== 'value_error') return 'invalid_schema';
  return String(message).includes('cycle') ? 'cycle' : 'duplicate_edge';
}

function byTarget(links: readonly SemanticLink[]): Record<string, [number, string][]> {
  const found: Record<string, [number, string][]> = {};
  for (const { source, target, type } of links) (found[target] ??= []).push([source, type]);
  return found;
}

/** Every disagreement of one case, in words. */
function disagreements(
  { kind, trace: written, steps }: EdgeCase,
  line: number,
  policy: CyclePolicy,
): string[] {
  const trace = readEpisodeValue(written, line).episode.traces[0];
  if (trace === undefined) return [`${kind} ${line}: no trace`];
  const found: string[] = [];
  let links = recordedLinks(trace).links;
  for (const [index, step] of steps.entries()) {
    const set = { name: `${line}`, payload: step.set };
    const { added, report } = applyEdgeSet(trace, links, set, policy);
    links = [...links, ...added];
    const ours = report.reason;
    const theirs = reasonOf(step);
    if (ours !== theirs) found.push(`${kind} ${line}.${index}: ours ${ours}, theirs ${theirs}`);
    if (!step.accepted) {
      if (added.length > 0) found.push(`${kind} ${line}.${index}: refused, and added`);
    } else if (JSON.stringify(byTarget(links)) !== JSON.stringify(step.links)) {
      found.push(`${kind} ${line}.${index}: other links`);
    }
  }
  return found;
}

describe.each(VERSIONS)('edge sets, verifiers %s', (version) => {
  const cases = edgeCases(version);
  const kinds = [...new Set(cases.map(({ kind }) => kind))];

  it.each(kinds)('%s: the same verdicts and the same links in order', (kind) => {
    const wrong = cases.flatMap((one, index) =>
      one.kind === kind ? disagreements(one, index + 1, POLICY[version]) : [],
    );
    expect(wrong).toEqual([]);
  });

  it('holds every kind of verdict, enough of each', () => {
    const counts: Record<string, number> = {};
    for (const step of cases.flatMap(({ steps }) => steps)) {
      const verdict = reasonOf(step) ?? 'accepted';
      counts[verdict] = (counts[verdict] ?? 0) + 1;
    }
    expect(counts).toEqual(VERDICTS[version]);
  });
});
