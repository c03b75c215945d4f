/** An outline is the record but for what no row of the list needs: the same refusals, the same values, the same row. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLinked } from '../../../src/analysis/findings';
import { summarise } from '../../../src/analysis/summary';
import type { Json } from '../../../src/model/json';
import { isArray, isObject } from '../../../src/model/json';
import { parseRecord } from '../../../src/reading/json-text';
import { outlineOf } from '../../../src/reading/outline';
import type { RawRecord } from '../../../src/reading/raw-record';
import { readRecord } from '../../../src/reading/record';
import { demoRun } from '../../samples/demo-run';
import { longBranch, manyBranches, unknownKinds } from '../../samples/hard-traces';
import { hostileRun } from '../../samples/hostile';
import { plainRun } from '../../samples/plain-run';
import { bytes, utf8 } from '../../samples/bytes/lines';

function raw(text: string | Uint8Array, line = 7): RawRecord {
  const given = typeof text === 'string' ? utf8(text) : text;
  return { kind: 'record', line, byte: 1000, bytes: given, terminated: true, repaired: false };
}

const TEXTS = new Set(['content', 'text', 'reasoning_content', 'reasoning', 'arguments']);

/** Every text that may be emptied, emptied. */
function withoutTexts(value: Json, inNodes = false): Json {
  if (isArray(value)) return value.map((each) => withoutTexts(each, inNodes));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      inNodes && TEXTS.has(key) && typeof each === 'string'
        ? ''
        : withoutTexts(each, inNodes || key === 'nodes'),
    ]),
  );
}

const long = fc.constantFrom(
  'words and words and "quotes" and \\ and \n lines '.repeat(4),
  '日本語のテキスト — naïve 🙂 '.repeat(8),
  '","content":"not a key, but inside a text ",'.repeat(5),
  '\u0000\u001f\u007f\ufffd\ud83d'.repeat(30),
  '[1,2,3,{"nodes":[{"content":"'.repeat(5),
  '\\'.repeat(99),
);
const text = fc.oneof(long, long, fc.string({ unit: 'binary' }), fc.string());
const key = fc.oneof(
  fc.constantFrom(...TEXTS, 'role', 'nodes', 'traces', '__proto__x', 'con\\u0074ent'),
  fc.string(),
);
const message = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    text,
    fc.constant(null),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4 }),
  ),
})).value;
const node = fc.record({
  parent: fc.constant(null),
  message,
  token_ids: fc.constantFrom([1], Array(50).fill(12)),
});
const edits = fc.array(
  fc.tuple(fc.nat(), fc.constantFrom('"', '\\', ',', '[', '}', '\n', '\\u12g4', '\\x', '')),
  { maxLength: 2 },
);
/** Mostly so long that it is looked at; now and then with something broken, or a byte that is no UTF-8. */
const record = fc
  .tuple(
    fc.array(node, { maxLength: 4 }),
    message,
    fc.boolean(),
    fc.constantFrom('', ' ', '\n'),
    edits,
    fc.nat(40),
  )
  .map(([nodes, info, calls, space, broken, odd]) => {
    const filler = { message: { role: 'user', content: 'a text that is long enough '.repeat(100) } };
    const trace = { nodes: [filler, ...nodes], info, ...(calls ? { calls: [] } : {}) };
    const whole = JSON.stringify({ traces: [trace], env: info, ok: true }, null, space);
    const edited = broken.reduce(
      (all, [at, put]) => all.slice(0, at % all.length) + put + all.slice((at % all.length) + 1),
      whole,
    );
    const encoded = utf8(edited);
    if (odd > 3) return encoded;
    const at = (odd * 7919 + 2000) % encoded.length;
    return bytes(encoded.subarray(0, at), [[0xff, 0xc0, 0xe4, 0xed][odd] ?? 0], encoded.subarray(at + 1));
  });

it('parses exactly when the whole record does, to the same but for texts and token arrays', () => {
  let shorter = 0;
  fc.assert(
    fc.property(record, (given) => {
      const whole = parseRecord(raw(given), 'keep');
      const outline = parseRecord(raw(given), 'outline');
      expect(outline.diagnostics).toEqual(whole.diagnostics);
      expect(outline.repaired).toBe(whole.repaired);
      expect(outline.value === undefined).toBe(whole.value === undefined);
      if (whole.value === undefined || outline.value === undefined) return;
      const [before, after] = [JSON.stringify(whole.value), JSON.stringify(outline.value)];
      if (after.length < before.length) shorter += 1;
      const bare = (value: Json) =>
        JSON.stringify(withoutTexts(value)).replaceAll(/"token_ids":\[[^\]]*\]/g, '"token_ids":[]');
      expect(bare(outline.value)).toBe(bare(whole.value));
    }),
    { numRuns: 3000 },
  );
  expect(shorter).toBeGreaterThan(300);
}, 60_000);

describe('what goes and what stays', () => {
  const words = 'word '.repeat(1000);
  const around = (inside: string, calls = '"calls":[],') => `{"traces":[{${calls}"nodes":[${inside}]}]}`;
  const cases = [
    { name: 'a long message goes', given: around(`{"message":{"content":"${words}"}}`), emptied: true },
    {
      name: 'blanks around it do not matter',
      given: around(`{"message":{"content" :\t"${words}"}}`),
      emptied: true,
    },
    {
      name: 'parts go',
      given: around(`{"message":{"content":[{"type":"text","text":"${words}"}]}}`),
      emptied: true,
    },
    {
      name: 'a bare trace',
      given: `{"calls":[],"nodes":[{"message":{"content":"${words}"}}]}`,
      emptied: true,
    },
    {
      name: 'a text of another name stays',
      given: around(`{"message":{"name":"${words}"}}`),
      emptied: false,
    },
    {
      name: 'a trace without calls keeps its texts',
      given: around(`{"content":"${words}"}`, ''),
      emptied: false,
    },
    {
      name: 'a text outside the nodes stays',
      given: `{"traces":[{"calls":[],"info":{"content":"${words}","nodes":[{"content":"${words}"}]},"nodes":[]}]}`,
      emptied: false,
    },
    {
      name: 'nodes that are not of a trace keep theirs',
      given: `{"task":{"data":{"nodes":[{"content":"${words}"}]}},"traces":[{"calls":[]}]}`,
      emptied: false,
    },
    { name: 'a small record stays', given: around('{"message":{"content":"few words"}}'), emptied: false },
  ];

  it.each(cases)('$name', ({ given, emptied }) => {
    const { value, diagnostics } = parseRecord(raw(given), 'outline');
    expect(diagnostics).toEqual([]);
    expect(JSON.stringify(value).length < given.length - 4000).toBe(emptied);
    if (!emptied) expect(value).toEqual(JSON.parse(given));
  });

  it('gives up where looking is in vain', () => {
    const many = Array.from({ length: 5000 }, (_, index) => `"key ${index}":"a value"`).join(',');
    const late = `{"traces":[{"info":{${many}},"calls":[],"nodes":[{"message":{"content":"${words}"}}]}]}`;
    expect(outlineOf(utf8(late))).toBeNull();
  });
});

const samples = join(import.meta.dirname, '../../../../shared/samples');
const files = existsSync(samples)
  ? readdirSync(samples, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'))
      .map((entry) => join(entry.parentPath, entry.name))
  : [];
const runs = [
  { name: 'the demo', text: () => demoRun() },
  { name: 'a plain run', text: () => plainRun(20) },
  { name: 'a hostile run', text: () => hostileRun() },
  { name: 'a long branch', text: () => longBranch(300) },
  { name: 'many branches', text: () => JSON.stringify(manyBranches(50)) },
  { name: 'unknown kinds', text: () => JSON.stringify(unknownKinds()) },
  ...files.map((file) => ({
    name: file.slice(samples.length + 1),
    text: () => readFileSync(file, 'utf8'),
  })),
];

it.each(runs)('gives the same row and findings: $name', ({ text: textOf }) => {
  textOf()
    .split('\n')
    .forEach((line, index) => {
      if (line.trim() === '') return;
      const [whole, outline] = (['keep', 'outline'] as const).map((detail) => {
        const { value, diagnostics } = parseRecord(raw(line, index + 1), detail);
        const context = { line: index + 1, byte: 1000, metadata: null };
        const reading = value === undefined ? null : readRecord(value, context);
        if (reading?.kind !== 'episode') return { reading, diagnostics };
        const { episode } = reading;
        // Where links decide, the index pass reads the record with its texts.
        if (episode.traces.some(isLinked)) return null;
        const row = summarise(episode, { line: index + 1, byte: 1000, length: line.length }, 0);
        const found = episode.traces.map((trace) => trace.diagnostics);
        return { row, diagnostics, found, said: reading.diagnostics };
      });
      expect(outline).toEqual(whole);
    });
});
