/** The sample run of the app is what its generator makes, and follows the rules of the writer it imitates. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isArray, isObject, member, type Json, type JsonObject } from '../../src/model/json';
import { demoRun } from './demo-run';

const text = demoRun();
const lines = text.trimEnd().split('\n');

function object(value: Json | undefined): JsonObject {
  if (!isObject(value)) throw new TypeError('not an object');
  return value;
}

function objects(value: Json | undefined): readonly JsonObject[] {
  if (!isArray(value)) throw new TypeError('not an array');
  return value.map(object);
}

const episodes = lines.map((line) => object(JSON.parse(line) as Json));
const traces = episodes.flatMap((episode) => objects(member(episode, 'traces')));

describe('the sample run', () => {
  it('is the committed file, byte for byte', () => {
    const committed = readFileSync(new URL('../../public/sample/traces.jsonl', import.meta.url), 'utf8');
    // Not `toBe`: a difference would print a quarter of a megabyte.
    expect(committed === text, 'run `npm run sample` and commit what it writes').toBe(true);
  });

  it('has every kind of rollout that a newcomer should meet', () => {
    const all = JSON.stringify(episodes);
    const groups = new Set(episodes.map((episode) => object(member(episode, 'group'))['id']));
    expect(episodes).toHaveLength(24);
    expect(groups.size).toBe(6);
    expect(traces.some((trace) => member(trace, 'ok') === false)).toBe(true);
    expect(episodes.some((episode) => objects(member(episode, 'traces')).length === 0)).toBe(true);
    expect(episodes.some((episode) => objects(member(episode, 'traces')).length === 2)).toBe(true);
    for (const shown of [
      '"subagent_call"',
      '"subagent_return"',
      '"compaction"',
      '"compaction_attempt"',
      '"traceback"',
    ])
      expect(all).toContain(shown);
    for (const shown of [
      'data:image/png;base64,',
      '"reasoning_content"',
      '\\u001b[31m',
      '"finish_reason":"length"',
    ])
      expect(all).toContain(shown);
  });

  it('names only nodes that are there: parents come before, calls and links name sampled ones', () => {
    const broken = traces.flatMap((trace) => {
      const nodes = objects(member(trace, 'nodes'));
      const sampled = (index: Json | undefined) =>
        typeof index === 'number' && nodes[index]?.['sampled'] === true;
      const parents = nodes.filter(({ parent }, index) => parent !== undefined && !(Number(parent) < index));
      const links = nodes
        .flatMap((node) => objects(member(node, 'semantic_parents')))
        .filter(({ node }) => !sampled(node));
      const calls = objects(member(trace, 'calls')).filter(
        ({ node }) => node !== undefined && !sampled(node),
      );
      return [...parents, ...links, ...calls];
    });
    expect(broken).toEqual([]);
  });

  it('gives every request that committed a message a name of its own', () => {
    for (const trace of traces) {
      const names = objects(member(trace, 'calls')).flatMap(({ acp, node }) =>
        acp === undefined || node === undefined ? [] : [object(acp)['request_id']],
      );
      expect(new Set(names).size).toBe(names.length);
    }
  });

  it('answers every tool call that it answers at all under an id of the same branch', () => {
    const orphans = traces.flatMap((trace) => {
      const nodes = objects(member(trace, 'nodes'));
      return nodes.filter((node) => {
        const id = object(member(node, 'message'))['tool_call_id'];
        if (id === undefined) return false;
        for (let at = member(node, 'parent'); typeof at === 'number'; at = nodes[at]?.['parent']) {
          const message = object(nodes[at]?.['message']);
          const calls = message['tool_calls'] === undefined ? [] : objects(message['tool_calls']);
          if (calls.some((call) => call['id'] === id)) return false;
        }
        return true;
      });
    });
    expect(orphans).toEqual([]);
  });
});
