import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/model/json';
import { foreignRecord, recogniseForeign } from '../../../src/reading/foreign';
import { episode, trace } from '../../samples/trace-builder';
import { reading } from './read';

const bytes = (...parts: readonly (string | readonly number[])[]): Uint8Array =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? [...new TextEncoder().encode(part)] : part)),
  );
const zip = (name: string) =>
  bytes(
    'PK',
    [3, 4],
    Array.from({ length: 22 }, () => 0),
    [name.length, 0, 0, 0],
    name,
  );

describe('files that are no records', () => {
  it.each([
    { name: 'a PNG', head: bytes([0x89], 'PNG\r\n'), dialect: 'image' },
    { name: 'a JPEG', head: bytes([0xff, 0xd8, 0xff, 0xe0]), dialect: 'image' },
    { name: 'a GIF', head: bytes('GIF89a'), dialect: 'image' },
    { name: 'a WebP', head: bytes('RIFF', [1, 2, 3, 4], 'WEBP'), dialect: 'image' },
    { name: 'a PDF', head: bytes('%PDF-1.7'), dialect: 'pdf' },
    { name: 'SQLite', head: bytes('SQLite format 3', [0]), dialect: 'sqlite' },
    { name: 'Parquet', head: bytes('PAR1'), dialect: 'parquet' },
    { name: 'Arrow', head: bytes('ARROW1'), dialect: 'arrow' },
    {
      name: 'a tar',
      head: bytes(
        Array.from({ length: 257 }, () => 0x61),
        'ustar',
      ),
      dialect: 'tar',
    },
    { name: 'xz', head: bytes([0xfd], '7zXZ', [0]), dialect: 'compressed' },
    { name: '7-Zip', head: bytes('7z', [0xbc, 0xaf, 0x27, 0x1c]), dialect: 'compressed' },
    { name: 'bzip2', head: bytes('BZh91AY'), dialect: 'compressed' },
    { name: 'a log of Inspect', head: zip('_journal/start.json'), dialect: 'inspect_log' },
    { name: 'a finished log of Inspect', head: zip('header.json'), dialect: 'inspect_log' },
    { name: 'another ZIP', head: zip('traces.jsonl'), dialect: 'zip' },
    {
      name: 'a pointer of git-lfs',
      head: bytes('version https://git-lfs.github.com/spec/v1\noid'),
      dialect: 'git_lfs_pointer',
    },
    { name: 'MessagePack', head: bytes([0x82, 0xa7], 'success', [0xc3]), dialect: 'msgpack' },
    { name: 'a web page', head: bytes('\n<!DOCTYPE html>\n<html>'), dialect: 'web_page' },
    { name: 'a configuration', head: bytes('# run\nmodel = "m"\n'), dialect: 'run_config' },
    { name: 'a configuration of tables', head: bytes('[env.taskset]\nid = "x"\n'), dialect: 'run_config' },
  ])('$name', ({ head, dialect }) => {
    const found = recogniseForeign(head);
    expect(found?.dialect).toBe(dialect);
    expect(found?.advice.length).toBeGreaterThan(30);
  });

  it.each([
    { name: 'nothing', head: bytes() },
    { name: 'an object', head: bytes('{"id":"e"}') },
    { name: 'a list of a literal', head: bytes('[null]') },
    { name: 'a list of what only Python writes', head: bytes('[NaN]') },
    { name: 'a list of numbers', head: bytes('[1, 2]') },
    { name: 'prose', head: bytes('PK is a name; model = x') },
    { name: 'text of another script', head: bytes('ހށނ') },
    { name: 'a byte order mark', head: bytes([0xef, 0xbb, 0xbf], '{"a":1}') },
  ])('$name is not claimed', ({ head }) => {
    expect(recogniseForeign(head)).toBeNull();
  });
});

const RECORDS: readonly { readonly name: string; readonly record: Json; readonly dialect: string }[] = [
  {
    name: 'Inspect',
    record: { version: 2, status: 'success', eval: { task: 't' }, plan: {} },
    dialect: 'inspect_log',
  },
  {
    name: 'a sample of Inspect',
    record: { id: 1, epoch: 1, input: 'q', target: 'a', messages: [], output: {} },
    dialect: 'inspect_log',
  },
  { name: 'ATIF', record: { schema_version: 'ATIF-v1.7', steps: [] }, dialect: 'atif' },
  { name: 'SWE-agent', record: { trajectory: [], history: [], info: {} }, dialect: 'swe_agent' },
  {
    name: 'a demonstration',
    record: { history: [{ role: 'system', content: 's', agent: 'main' }] },
    dialect: 'swe_agent',
  },
  {
    name: 'a small SWE-agent',
    record: { trajectory_format: 'mini-swe-agent-1', messages: [], info: {} },
    dialect: 'swe_agent',
  },
  { name: 'OpenTelemetry', record: { resourceSpans: [] }, dialect: 'otlp' },
  {
    name: 'Claude Code',
    record: { type: 'user', sessionId: 's', uuid: 'u', parentUuid: null, message: { role: 'user' } },
    dialect: 'claude_code',
  },
  {
    name: 'a summary of Claude Code',
    record: { type: 'summary', summary: 'x', leafUuid: 'u' },
    dialect: 'claude_code',
  },
  { name: 'Codex', record: { timestamp: 't', type: 'session_meta', payload: {} }, dialect: 'codex' },
];

describe('records of other tools', () => {
  it.each(RECORDS)('$name', ({ record, dialect }) => {
    const read = reading(record);
    expect(read).toMatchObject({ kind: 'foreign', dialect });
    expect(read.kind === 'foreign' && read.advice.length).toBeGreaterThan(30);
    expect(recogniseForeign(new TextEncoder().encode(JSON.stringify(record)), record)?.dialect).toBe(dialect);
  });

  it.each([null, 5, 'x', [], {}, trace(), episode()])('%j is not claimed', (record) => {
    expect(foreignRecord(record)).toBeNull();
  });
});
