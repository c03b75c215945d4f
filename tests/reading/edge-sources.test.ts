/** Edges from beside a trace: in which files they are found, as what, and what is said of files without any. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gzipSync } from 'node:zlib';
import type { EdgeReading } from '../../src/reading/edge-collection';
import { readEdgeSources } from '../../src/reading/edge-sources';
import { bytesSource } from '../../src/reading/source';

const KEY = 'ai.prime.acp/semantic-edges-v1';
const edge = (source: string, target: string, type = 'continuation') => ({
  source_request_id: source,
  target_request_id: target,
  type,
});
const ONE = { edges: [edge('a', 'b')] };
const TWO = { edges: [edge('a', 'b'), edge('b', 'c')] };
const P = '{"type":"session_registered","session_id":"P"}';
const K =
  '{"type":"session_registered","session_id":"K","parent_session_id":"P","spawned_by_request_id":"a"}';

function read(content: string | Uint8Array, as: EdgeReading = 'given', mostBytes?: number) {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);
  return readEdgeSources(bytesSource('e.json', bytes), {
    as,
    ...(mostBytes === undefined ? {} : { mostBytes }),
  });
}

const response = (id: number, set: unknown) => ({
  jsonrpc: '2.0',
  id,
  result: { stopReason: 'end_turn', _meta: { 'other/key': { x: 1 }, [KEY]: set } },
});
const lines = (...rows: readonly unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

describe('edge sets', () => {
  const cases = [
    { name: 'raw', content: JSON.stringify(TWO), sets: [TWO] },
    { name: 'raw, pretty-printed', content: JSON.stringify(TWO, null, 2), sets: [TWO] },
    { name: 'raw, compressed', content: gzipSync(JSON.stringify(TWO)), sets: [TWO] },
    { name: 'raw with unknown keys and labels', content: '{"edges":[],"x":1}', sets: [{ edges: [], x: 1 }] },
    { name: 'raw with anything as edges', content: '{"edges":"x"}', sets: [{ edges: 'x' }] },
    { name: 'several, one a line', content: lines(ONE, TWO), sets: [ONE, TWO] },
    { name: 'several in a list', content: JSON.stringify([ONE, TWO]), sets: [ONE, TWO] },
    { name: 'a captured response', content: JSON.stringify(response(1, TWO)), sets: [TWO] },
    {
      name: 'a capture of several responses among other traffic',
      content: lines(
        { jsonrpc: '2.0', method: 'session/prompt', id: 1 },
        response(1, ONE),
        { jsonrpc: '2.0', method: 'session/update', params: { text: `not ${KEY}` } },
        response(2, TWO),
      ),
      sets: [ONE, TWO],
    },
    {
      name: 'a repetition by the closing response, once',
      content: lines(response(1, ONE), response(2, TWO), response(3, TWO)),
      sets: [ONE, TWO],
    },
    {
      name: 'publications from before anything happened, left out',
      content: lines(response(1, { edges: [] }), response(2, ONE)),
      sets: [ONE],
    },
    {
      name: 'only an empty one',
      content: lines(response(1, { edges: [] }), response(2, { edges: [] })),
      sets: [{ edges: [] }],
    },
    {
      name: 'a key that is null, or holds something else',
      content: lines(response(1, null), response(2, 'x')),
      sets: ['x'],
    },
    {
      name: 'inside texts, as logs wrap them',
      content: lines({ log: JSON.stringify({ line: JSON.stringify(response(1, TWO)) }) }),
      sets: [TWO],
    },
    {
      name: 'a key that is the prototype’s',
      content: `{"__proto__":{"${KEY}":{"edges":[]}}}`,
      sets: [{ edges: [] }],
    },
    {
      name: 'ten thousand levels down',
      content: '{"a":'.repeat(5_000) + `{"${KEY}":{"edges":[]}}` + '}'.repeat(5_000),
      sets: [{ edges: [] }],
    },
  ];
  it.each(cases)('$name', async ({ content, sets }) => {
    const file = await read(content);
    expect(file.sources.map((source) => source.kind === 'edge_set' && source.payload)).toEqual(sets);
    expect(file.diagnostics).toEqual([]);
    const [only] = file.sources;
    if (sets.length === 1) expect(only?.name).toBe('e.json');
    else
      expect(file.sources.map(({ name }) => name)).toEqual(
        sets.map((_, at) => `e.json (${at + 1} of ${sets.length})`),
      );
  });

  it('of which there are very many keep the last hundred, and that is said', async () => {
    const sets = Array.from({ length: 150 }, (_, count) => ({
      edges: Array.from({ length: count + 1 }, (_, at) => edge(`r${at}`, `r${at + 1}`)),
    }));
    const file = await read(lines(...sets));
    expect(file.sources).toHaveLength(100);
    expect(file.sources.at(-1)).toMatchObject({ payload: sets.at(-1) });
    expect(file.diagnostics).toMatchObject([{ code: 'edge-sets-left-out', severity: 'info' }]);
    expect(file.diagnostics[0]?.message).toContain('150');
  });

  it('are found without being told only where nothing else has such edges', async () => {
    expect((await read('{"edges":[{"from":1,"to":2}]}', 'found')).sources).toEqual([]);
    expect((await read('{"edges":[{"from":1,"to":2}]}', 'given')).sources).toHaveLength(1);
    expect((await read(JSON.stringify(TWO), 'found')).sources).toHaveLength(1);
  });
});

describe('a ledger', () => {
  it.each([
    { name: 'P1 a torn tail', text: `${P}\n{"type":"request_sta`, events: 1, said: ['torn-tail'] },
    { name: 'P2 a whole last line without a line feed', text: `${P}\n${K}`, events: 2, said: [] },
    {
      name: 'P3 a corrupt line',
      text: `${P}\nxx\n${K}\n`,
      events: 1,
      said: ['ledger-stopped', 'not-json'],
    },
    { name: 'P4 blank lines', text: `\n  \n${P}\n\t\r\n`, events: 1, said: [] },
    { name: 'P5 null', text: `null\n${P}\n`, events: 1, said: ['ledger-line-ignored'] },
    { name: 'P6 an unknown type', text: `{"type":"x"}\n${P}\n`, events: 1, said: ['ledger-line-ignored'] },
    { name: 'P7 nothing', text: '', events: 0, said: ['no-edges'] },
    {
      name: 'a missing field',
      text: `{"type":"request_finished"}\n${P}\n`,
      events: 1,
      said: ['ledger-line-ignored'],
    },
    {
      name: 'a line that reading would repair',
      text: `${P}\n${K},\n${K}\n`,
      events: 1,
      said: ['ledger-stopped'],
    },
    {
      name: 'damage on the first line',
      text: `xx\n${P}\n${K}\n`,
      events: 0,
      said: ['ledger-stopped', 'not-json'],
    },
    { name: 'a single event', text: P, events: 1, said: [] },
  ])('$name', async ({ text, events, said }) => {
    const { sources, diagnostics } = await read(text);
    expect(diagnostics.map(({ code }) => code)).toEqual(said);
    if (events === 0) expect(sources).toEqual([]);
    else expect(sources.map((one) => one.kind === 'ledger' && one.events.length)).toEqual([events]);
  });

  it('is read up to a damaged line, and the line is named', async () => {
    const { diagnostics } = await read(`${P}\n{"type":\n${K}\n`);
    expect(diagnostics.find(({ code }) => code === 'ledger-stopped')).toMatchObject({
      record: 2,
      byte: P.length + 1,
      message: expect.stringContaining('before it: 1; behind it, left out: 1') as unknown,
    });
  });

  it('reads every kind of event', async () => {
    const { sources } = await read(
      [
        K,
        '{"type":"request_started","request_id":"r","session_id":"K","compaction_id":"c"}',
        '{"type":"request_finished","request_id":"r"}',
        '{"type":"request_failed","request_id":"r"}',
        '{"type":"compaction_begun","compaction_id":"c","session_id":"K"}',
        '{"type":"compaction_finished","compaction_id":"c","status":"completed"}',
        '{"type":"child_returned","session_id":"P","child_session_id":"K","request_id":"r"}',
      ].join('\n'),
    );
    expect(sources).toEqual([
      {
        kind: 'ledger',
        name: 'e.json',
        events: [
          { kind: 'session_registered', session: 'K', parent: 'P', spawnedBy: 'a' },
          { kind: 'request_started', request: 'r', session: 'K', compaction: 'c' },
          { kind: 'request_finished', request: 'r' },
          { kind: 'request_failed', request: 'r' },
          { kind: 'compaction_begun', compaction: 'c', session: 'K' },
          { kind: 'compaction_finished', compaction: 'c', status: 'completed' },
          { kind: 'child_returned', session: 'P', child: 'K', request: 'r' },
        ],
      },
    ]);
  });
});

describe('a file without edges', () => {
  const cases = [
    { name: 'nothing', content: '', record: null, says: 'no record' },
    { name: 'no JSON', content: 'hello\nworld\n', record: null, says: 'no record' },
    { name: 'another object', content: '\n{"edge":[]}\n', record: 2, says: 'an object with "edge"' },
    { name: 'text', content: '"x"', record: 1, says: 'text' },
    {
      name: 'an edge without its set',
      content: JSON.stringify([edge('a', 'b')]),
      record: 1,
      says: 'list `edges`',
    },
    {
      name: 'a picture',
      content: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
      record: null,
      says: '',
    },
  ];
  it.each(cases)('$name', async ({ content, record, says }) => {
    const { sources, diagnostics } = await read(content);
    expect(sources).toEqual([]);
    const said = diagnostics.find(({ code }) => code === 'no-edges');
    expect(said).toMatchObject({ severity: 'error', record });
    expect(said?.message).toContain(says);
  });

  it('is not read beyond its limit, and that is said', async () => {
    const { sources, diagnostics } = await read(lines(ONE, TWO), 'given', 20);
    expect(sources).toHaveLength(1);
    expect(diagnostics).toMatchObject([{ code: 'unreadable-file' }]);
  });
});

it('any bytes are answered', async () => {
  const pieces = fc.oneof(
    fc.constantFrom(P, K, JSON.stringify(TWO), `{"${KEY}":`, 'null', '{"type":', '}', '\n', ''),
    fc.string(),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(pieces), fc.constantFrom<EdgeReading>('given', 'found'), async (parts, as) => {
      const { sources, diagnostics } = await read(parts.join('\n'), as);
      expect(sources.length + diagnostics.length).toBeGreaterThan(0);
    }),
  );
});
