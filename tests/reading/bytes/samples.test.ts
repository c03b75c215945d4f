/** Every real sample through the whole of reading: nothing throws, and the counts add up to the lines of the file. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bytesSource } from '../../../src/reading/source';
import { readAll } from './read-all';

const root = join(import.meta.dirname, '../../../../shared/samples');
const files = existsSync(root)
  ? readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'README.md')
      .map((entry) => join(entry.parentPath, entry.name))
  : [];

describe.skipIf(files.length === 0)('every sample', () => {
  it.each(files.map((file) => [file.slice(root.length + 1), file]))('%s', async (_name, file) => {
    const bytes = new Uint8Array(readFileSync(file));
    const { end, events } = await readAll(bytesSource(file, bytes), { tokens: 'skip' });
    const lines = new TextDecoder()
      .decode(bytes)
      .split('\n')
      .filter((line) => line.trim() !== '');
    expect(end.records.total).toBe(end.records.read + end.records.skipped);
    if (end.records.total > 0 && end.container === 'jsonl') expect(end.records.total).toBe(lines.length);
    for (const event of events) {
      if (event.kind !== 'record') continue;
      const record = new TextDecoder().decode(bytes.subarray(event.byte, event.byte + event.length));
      expect(() => void JSON.parse(record)).not.toThrow();
    }
  });
});
