/** Semantic parents go out as they came in, whatever their labels and members are, and mean the same when read again. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { semanticReport } from '../../../src/analysis/semantics';
import { KNOWN_LABELS } from '../../../src/model/edges';
import type { Trace } from '../../../src/model/episode';
import type { Json } from '../../../src/model/json';
import { isArray, isObject, parseJson } from '../../../src/model/json';
import { readRecord } from '../../../src/reading/record';
import { a, episode, members, request, trace } from '../../samples/trace-builder';
import { partOf, subjectOf, write } from './subjects';

const json: fc.Arbitrary<Json> = fc
  .jsonValue({ maxDepth: 2 })
  .map((value) => parseJson(JSON.stringify(value)));
const label: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom(...KNOWN_LABELS),
  fc.constantFrom('critic_review', 'vendor:review', 'a.b-c', '', '9', 'two words', 'é', '__proto__', null, 3),
);
const anyLink: fc.Arbitrary<Json> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(
        fc.integer({ min: -1, max: 9 }),
        label,
        fc.dictionary(fc.constantFrom('weight', 'note', 'x'), json),
      )
      .map(([node, type, more]) => members({ node, type }, more)),
  },
  { weight: 1, arbitrary: json },
);
const anyTrace = fc.array(fc.array(anyLink, { maxLength: 4 }), { minLength: 1, maxLength: 8 }).map((lists) =>
  trace({
    nodes: lists.map((links, at) => a('x', { parent: at === 0 ? null : at - 1, semantic_parents: links })),
    calls: lists.map((_, at) => request(at, `r${at}`)),
  }),
);

function read(value: Json): readonly Trace[] {
  const reading = readRecord(value, { line: 1, byte: 0, metadata: null });
  return reading.kind === 'episode' ? reading.episode.traces : [];
}

it('as whole records, and as one trace of a record', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyTrace, { minLength: 1, maxLength: 2 }), async (traces) => {
      const record = episode({ traces });
      const line = `${JSON.stringify(record)}\n`;
      const whole = await write(subjectOf(line), 'jsonl');
      expect(whole.text).toBe(line);
      const [first] = traces;
      const part = await write(subjectOf(line, partOf(0, '/traces/0', null)), 'jsonl');
      const [again] = read(parseJson(part.text));
      const [before] = read(record);
      if (first === undefined || again === undefined || before === undefined) throw new Error('no trace');
      expect(again.nodes.map(({ links }) => links)).toEqual(before.nodes.map(({ links }) => links));
      expect(semanticReport(again, [], 'refuse_cycles')).toEqual(semanticReport(before, [], 'refuse_cycles'));
      for (const node of isArray(first['nodes']) ? first['nodes'] : []) {
        if (isObject(node)) expect(part.text).toContain(JSON.stringify(node['semantic_parents']));
      }
    }),
    { numRuns: 200 },
  );
});
