import { describe, expect, it } from 'vitest';
import { pairMetadata, readLegacyMetadata } from '../../../src/reading/legacy-metadata';

describe('metadata beside flat results', () => {
  it.each([
    { name: 'null', value: null },
    { name: 'a list', value: [] },
    { name: 'an episode', value: { id: 'e', env: 'x', traces: [] } },
    { name: 'no environment', value: { num_examples: 1, rollouts_per_example: 1 } },
  ])('is not $name', ({ value }) => {
    expect(readLegacyMetadata(value)).toBeNull();
  });

  it('is read under both names of the environment, whatever else is odd', () => {
    const counts = { num_examples: 1, rollouts_per_example: 1 };
    expect(
      readLegacyMetadata({ env: 'e', ...counts, model: 5, state_columns: ['a', 1], sampling_args: [] }),
    ).toMatchObject({
      env: 'e',
      model: null,
      sampling: null,
      stateColumns: ['a'],
    });
    expect(readLegacyMetadata({ env_id: 'new', env: 'old', ...counts })).toMatchObject({ env: 'new' });
  });
});

describe('metadata belongs to results', () => {
  /** `*` marks metadata; `-` belongs to nothing. */
  it.each([
    { name: 'one of each', paths: 'a/metadata.json* a/results.jsonl', pairs: '- 0' },
    { name: 'one of each, whatever they are called', paths: 'x.json* y.jsonl', pairs: '- 0' },
    { name: 'compressed', paths: 'a/metadata.json* a/results.jsonl.gz', pairs: '- 0' },
    { name: 'never across folders', paths: 'a/metadata.json* b/results.jsonl results.jsonl', pairs: '- - -' },
    {
      name: 'each folder its own',
      paths: 'a/metadata.json* b/metadata.json* b/results.jsonl a/results.jsonl',
      pairs: '- - 1 0',
    },
    {
      name: 'of several by stem',
      paths: 'd/x.metadata.json* d/x.results.jsonl d/y.results.jsonl d/y-metadata.json*',
      pairs: '- 0 3 -',
    },
    {
      name: 'several results and one metadata of one of them',
      paths: 'v0/a.results.jsonl v0/b.metadata.json* v0/b.results.jsonl v0/c.results.jsonl',
      pairs: '- - 1 -',
    },
    {
      name: 'the plain names among others',
      paths: 'metadata.json* results.jsonl old.results.jsonl',
      pairs: '- 0 -',
    },
    { name: 'beside a log', paths: 'metadata.json* results.jsonl eval.log', pairs: '- 0 -' },
  ])('$name', ({ paths, pairs }) => {
    const names = paths.split(' ');
    const found = pairMetadata(
      names.map((name) => name.replace('*', '')),
      names.map((name) => name.endsWith('*')),
    );
    expect(found.map((one) => one ?? '-').join(' ')).toBe(pairs);
  });
});
