/** A handful of the package's edge-set verdicts once more, through files, matching and the whole of the command line. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/analysis/report-types';
import { isObject, member, parseJson } from '../../src/model/json';
import { command, inFolder } from '../cli/command';
import type { EdgeCase, Version } from './fixtures';
import { VERSIONS, edgeCases } from './fixtures';

/** Of each kind of case, so many. */
const OF_A_KIND = 6;
const LOOPS: Record<Version, readonly string[]> = { '0.4.0': ['--allow-loops'], '0.3.2.dev60': [] };

interface Known {
  readonly id: string;
  readonly accepted: readonly boolean[];
  /** After the last accepted step: by target, causes and labels in order. */
  readonly links: Readonly<Record<string, readonly (readonly [number, string])[]>>;
}

/** What is no object with edges is no set in a file, and has no request ids. */
function known({ trace, steps }: EdgeCase): Known | null {
  const id = isObject(trace) ? member(trace, 'id') : undefined;
  const files = steps.every(({ set }) => isObject(set) && member(set, 'edges') !== undefined);
  if (typeof id !== 'string' || id === '' || !files) return null;
  let links = {};
  for (const step of steps) if (step.accepted) links = step.links;
  return { id, accepted: steps.map(({ accepted }) => accepted), links };
}

describe.each(VERSIONS)('the command line, verifiers %s', (version) => {
  const cases = edgeCases(version);
  const kinds = [...new Set(cases.map(({ kind }) => kind))];

  it.each(kinds)('%s: the package’s verdicts, and its links', async (kind) => {
    const chosen = cases.filter((one) => one.kind === kind && known(one) !== null).slice(0, OF_A_KIND);
    for (const one of chosen) {
      const theirs = known(one);
      if (theirs === null) continue;
      const { trace, steps } = one;
      const sets = steps.map(({ set }, index) => [`${index}.json`, JSON.stringify(set)] as const);
      const files = { 'traces.jsonl': `${JSON.stringify(trace)}\n`, ...Object.fromEntries(sets) };
      await inFolder(files, async (folder) => {
        const given = sets.flatMap(([name]) => ['--edges', join(folder, name)]);
        const words = [
          'check',
          join(folder, 'traces.jsonl'),
          ...given,
          '--trace',
          theirs.id,
          ...LOOPS[version],
        ];
        const { out } = await command([...words, '--json']);
        const report = parseJson(out) as unknown as Report;
        const semantic = report.files[0]?.episodes[0]?.traces[0]?.semantic;
        expect(semantic?.edge_sets.map(({ accepted }) => accepted)).toEqual(theirs.accepted);
        const links: Record<string, [number, string][]> = {};
        for (const { source, target, type } of semantic?.links ?? []) {
          (links[target] ??= []).push([source, type]);
        }
        if (theirs.accepted.includes(true)) expect(links).toEqual(theirs.links);
        else expect(semantic?.links.filter(({ origin }) => origin !== 'trace')).toEqual([]);
      });
    }
    expect(chosen.length).toBeGreaterThan(0);
  });
});
