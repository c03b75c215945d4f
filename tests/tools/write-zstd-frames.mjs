/**
 * Writes `tests/samples/bytes/zstd-reference.json`: frames made by the reference implementation, which must be installed
 * (`zstd`), each with size and digest of its content. The contents are chosen so that every kind of block, literals and
 * table occurs. Tests read the file alone.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const target = new URL('../samples/bytes/zstd-reference.json', import.meta.url);

/** Equal on every machine. @param {number} seed */
function chanceOf(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** @param {number} count @param {(index: number, chance: () => number) => number} byteAt */
function bytesOf(count, byteAt) {
  const chance = chanceOf(count);
  return Buffer.from(Uint8Array.from({ length: count }, (_, index) => byteAt(index, chance)));
}

/** @param {number} lines @param {number} [seed] */
function records(lines, seed = 1) {
  const chance = chanceOf(seed);
  const words = 'search read write plan step tool reward the of and into file line error token'.split(' ');
  return Buffer.from(
    Array.from({ length: lines }, (_, id) => {
      const text = Array.from({ length: 12 }, () => words[Math.floor(chance() ** 2 * words.length)]).join(
        ' ',
      );
      return JSON.stringify({ id, reward: Math.round(chance() * 1000) / 1000, text });
    }).join('\n'),
  );
}

const random = bytesOf(3000, (_, chance) => Math.floor(chance() * 256));
const page = records(250, 2);
/** @type {readonly { name: string, content: Buffer, options: readonly string[], piped?: boolean }[]} */
const frames = [
  { name: 'nothing', content: Buffer.alloc(0), options: [] },
  { name: 'one byte', content: Buffer.from('x'), options: [] },
  { name: 'random bytes', content: random, options: ['-3'] },
  { name: 'one byte, many times', content: Buffer.alloc(300_000, 'z'), options: ['-3'] },
  { name: 'two bytes in turn', content: bytesOf(70_000, (i) => 97 + (i & 1)), options: ['-3'] },
  {
    name: 'a wave',
    content: bytesOf(9000, (i, chance) => 128 + Math.sin(i / 7) * 40 + chance() * 9),
    options: ['-1'],
  },
  {
    name: 'few symbols',
    content: bytesOf(6000, (_, chance) => Math.floor(chance() ** 3 * 5)),
    options: ['-19'],
  },
  { name: 'records, fast', content: records(150), options: ['--fast=5'] },
  ...[1, 3, 7, 12, 19].map((level) => ({
    name: `records, level ${level}`,
    content: records(150),
    options: [`-${level}`],
  })),
  { name: 'records, without checksum', content: records(100), options: ['-5', '--no-check'] },
  { name: 'records, of unknown size', content: records(100), options: ['-5'], piped: true },
  { name: 'records, of several blocks', content: records(1600), options: ['-19'] },
  {
    name: 'a page that comes again and again, through a small window',
    content: Buffer.concat(
      Array.from({ length: 250 }, (_, turn) => [Buffer.from(`page ${turn}\n`), page]).flat(),
    ),
    options: ['-5', '--zstd=wlog=16'],
  },
  {
    name: 'a page that comes again, far away',
    content: Buffer.concat([page, bytesOf(400_000, () => 32), page, random, page]),
    options: ['--ultra', '-22', '--long=27'],
  },
];

const folder = mkdtempSync(join(tmpdir(), 'wirescope-zstd-'));
const written = frames.map(({ name, content, options, piped = false }) => {
  const path = join(folder, 'content');
  writeFileSync(path, content);
  const frame = execFileSync('zstd', ['-q', '-c', ...options, ...(piped ? [] : [path])], {
    input: piped ? content : '',
  });
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { name, size: content.length, sha256, frame: frame.toString('base64') };
});
rmSync(folder, { recursive: true });
writeFileSync(target, `${JSON.stringify(written, null, 2)}\n`);
