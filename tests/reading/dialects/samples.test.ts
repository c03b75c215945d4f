/** Files of real runs, where they are at hand: every record is read as what it is, and agrees with a plain look at its JSON. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/model/json';
import { isArray, isObject } from '../../../src/model/json';
import { readLegacyMetadata } from '../../../src/reading/legacy-metadata';
import { recogniseForeign } from '../../../src/reading/foreign';
import { findings, reading } from './read';

const SAMPLES = join(import.meta.dirname, '../../../../shared/samples');
const filesIn = (folder: string): readonly string[] => {
  const path = join(SAMPLES, folder);
  return existsSync(path) ? readdirSync(path).filter((name) => /\.(jsonl?|traj|eval)$/.test(name)) : [];
};
const parse: (text: string) => Json = JSON.parse;

function recordsOf(folder: string, name: string): readonly Json[] {
  const text = readFileSync(join(SAMPLES, folder, name), 'utf8');
  if (!name.endsWith('l')) return [parse(text)];
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(parse);
}

const objectsIn = (value: Json | undefined): readonly JsonObject[] =>
  isArray(value) ? value.filter(isObject) : [];
const sum = (values: readonly (Json | undefined)[]): number =>
  values.reduce<number>((total, value) => total + (typeof value === 'number' ? value : 0), 0);

describe.skipIf(!existsSync(SAMPLES))('real files', () => {
  it.each(filesIn('verifiers-v1'))('%s: episodes as they are, nothing odd', (name) => {
    for (const record of recordsOf('verifiers-v1', name)) {
      const read = reading(record);
      if (read.kind !== 'episode' || !isObject(record)) throw new Error('no episode');
      expect(findings(record).filter((one) => one.code !== 'older-variant')).toEqual([]);
      const raws = objectsIn(record.traces);
      expect(read.episode).toMatchObject({ id: record.id, ok: record.ok });
      expect(read.episode.traces).toHaveLength(raws.length);
      read.episode.traces.forEach((trace, index) => {
        const raw = raws[index] ?? {};
        const nodes = objectsIn(raw.nodes);
        const calls = objectsIn(raw.calls);
        expect(trace.nodes.map((node) => node.parent ?? undefined)).toEqual(nodes.map((node) => node.parent));
        expect(trace.nodes.map((node) => node.sampled)).toEqual(nodes.map((node) => node.sampled));
        expect(trace.calls.map((call) => call.node ?? undefined)).toEqual(calls.map((call) => call.node));
        const usages = calls.map((call) => (isObject(call.usage) ? call.usage : {}));
        expect(sum(trace.calls.map((call) => call.usage?.promptTokens))).toBe(
          sum(usages.map((one) => one.prompt_tokens)),
        );
        expect(sum(trace.calls.map((call) => call.usage?.completionTokens))).toBe(
          sum(usages.map((one) => one.completion_tokens)),
        );
        expect(trace.rewards.map((one) => one.name)).toEqual(
          Object.keys(isObject(raw.rewards) ? raw.rewards : {}),
        );
        expect(trace).toMatchObject({ id: raw.id, ok: raw.ok, stopCondition: raw.stop_condition ?? null });
        expect(trace.info).toBe(raw.info);
      });
    }
  });

  it.each(filesIn('verifiers-v0').filter((name) => name.includes('results')))('%s: flat rows', (name) => {
    const beside = name.replace('results.jsonl', 'metadata.json');
    const found = filesIn('verifiers-v0').includes(beside) ? recordsOf('verifiers-v0', beside) : [null];
    const metadata = readLegacyMetadata(found[0] ?? null);
    recordsOf('verifiers-v0', name).forEach((record, index) => {
      const read = reading(record, index + 1, metadata);
      if (read.kind !== 'episode' || !isObject(record)) throw new Error('no episode');
      expect(findings(record)).toEqual([]);
      const messages = (value: Json | undefined) =>
        objectsIn(typeof value === 'string' ? parse(value) : value).map((one) => one.role);
      const [trace] = read.episode.traces;
      const completion = messages(record.completion);
      expect(trace?.nodes.map((node) => node.message.role)).toEqual([
        ...messages(record.prompt),
        ...completion,
      ]);
      expect(trace?.nodes.filter((node) => node.sampled)).toHaveLength(
        completion.filter((role) => role === 'assistant').length,
      );
      expect(trace?.rewards).toMatchObject([{ name: 'reward', value: record.reward }]);
      expect(read.episode).toMatchObject({
        id: `${typeof record.example_id === 'number' ? record.example_id : ''}#${index + 1}`,
        ok: (record.error ?? null) === null,
      });
    });
  });

  it.each(filesIn('neighbours'))('%s is named, with what to do', (name) => {
    const head = readFileSync(join(SAMPLES, 'neighbours', name));
    if (recogniseForeign(head) !== null) return;
    for (const record of recordsOf('neighbours', name)) {
      const read = reading(record);
      // Transcripts of that one are read, as parts of a tree of sessions.
      expect(read.kind).toBe(name.startsWith('prime-agent') ? 'row' : 'foreign');
      if (read.kind === 'row') continue;
      expect(read.kind === 'foreign' && name.replaceAll('-', '_')).toContain(
        read.kind === 'foreign' ? read.dialect.replace('_transcript', '') : '',
      );
    }
  });

  it.each(filesIn('verifiers-v1/prime-rl-stream/traces'))('%s: an index holds no rollouts', (name) => {
    for (const record of recordsOf('verifiers-v1/prime-rl-stream/traces', name)) {
      expect(reading(record)).toMatchObject({ kind: 'row', dialect: 'run_index' });
    }
  });
});
