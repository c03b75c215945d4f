/**
 * The fixtures of the real package, read as anyone would read them: its episodes and traces through our own reading, its
 * answers through schemas, so that a fixture of another shape fails loudly. It compares nothing.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import type { Json } from '../../src/model/json';
import type { FileEnd } from '../../src/reading/file';
import { readFile } from '../../src/reading/file';
import type { TokenArrays } from '../../src/reading/json-text';
import type { RecordReading } from '../../src/reading/record';
import { readRecord } from '../../src/reading/record';
import { bytesSource } from '../../src/reading/source';

const folder = new URL('../fixtures/verifiers/', import.meta.url);

export const VERSIONS = ['0.4.0', '0.3.2.dev60'] as const;
export type Version = (typeof VERSIONS)[number];

function stored(version: Version, name: string): Buffer {
  return readFileSync(new URL(`${version}/${name}`, folder));
}

export type EpisodeReading = Extract<RecordReading, { readonly kind: 'episode' }>;

/** A file of episodes through the whole of our reading, decompression and totals included. */
export async function readEpisodes(
  version: Version,
  name: string,
  tokens: TokenArrays = 'keep',
): Promise<{ readonly readings: readonly EpisodeReading[]; readonly end: FileEnd }> {
  const events = readFile(bytesSource(name, new Uint8Array(stored(version, name))), {
    metadata: null,
    tokens,
  });
  const readings: EpisodeReading[] = [];
  for (;;) {
    const next = await events.next();
    if (next.done === true) return { readings, end: next.value };
    const event = next.value;
    if (event.kind !== 'record' || event.reading.kind !== 'episode') {
      throw new Error(`${name}, line ${event.line}: no episode`);
    }
    readings.push(event.reading);
  }
}

export function readEpisodeValue(value: Json, line: number): EpisodeReading {
  const reading = readRecord(value, { line, byte: 0, metadata: null });
  if (reading.kind !== 'episode') throw new Error(`line ${line} was read as ${reading.kind}`);
  return reading;
}

function jsonLines<Row>(version: Version, name: string, schema: z.ZodType<Row>): Row[] {
  const text = new TextDecoder().decode(gunzipSync(stored(version, name)));
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => schema.parse(JSON.parse(line)));
}

/** JSON cannot hold these, so the answers spell them. */
const figure = z.union([z.number(), z.enum(['nan', 'inf', '-inf']).transform(Number.parseFloat)]);
const tokens = z.strictObject({ input: z.int(), output: z.int(), total: z.int() });
const usage = z.strictObject({
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  cached_input_tokens: z.int().nullable(),
  reasoning_tokens: z.int().nullable(),
  cost: figure.nullable(),
});
const lastError = z.tuple([z.string(), z.string()]).nullable();
const branch = z.object({
  index: z.int(),
  root: z.int(),
  leaf: z.int(),
  length: z.int(),
  trainable: z.boolean(),
  tokens,
  calls: z.int(),
  usage: usage.nullable(),
  token_ids: z.int(),
  sampled: z.int(),
});
const traceAnswer = z.strictObject({
  id: z.string(),
  reward: figure,
  rewards: z.unknown().transform(namedFigures),
  has_error: z.boolean(),
  last_error: lastError,
  is_truncated: z.boolean(),
  is_timeout: z.boolean().nullable(),
  stop_condition: z.string().nullable(),
  num_turns: z.int(),
  num_branches: z.int(),
  leaves: z.array(z.int()),
  tokens,
  usage: usage.nullable(),
  last_reply: z.string(),
  last_message: z.string().nullable(),
  assistant_messages: z.int(),
  tool_messages: z.int(),
  spans: z.record(z.string(), z.number()),
  call_seconds: z.array(z.number()),
  branches: z.array(branch),
});
const episodeAnswer = z.strictObject({
  id: z.string(),
  family: z.string(),
  num_turns: z.int(),
  tokens,
  usage: usage.nullable(),
  last_error: lastError,
  by_agent: z.record(z.string(), z.array(z.string())),
  traces: z.array(traceAnswer),
});
export type EpisodeAnswer = z.infer<typeof episodeAnswer>;
export type TraceAnswer = z.infer<typeof traceAnswer>;

/** A record schema would lose a reward named `__proto__`. */
function namedFigures(value: unknown): ReadonlyMap<string, number | null> {
  if (typeof value !== 'object' || value === null) throw new Error('rewards are no object');
  return new Map(Object.entries(value).map(([name, one]) => [name, figure.nullable().parse(one)]));
}

export interface Answered {
  readonly reading: EpisodeReading;
  readonly answer: EpisodeAnswer;
  /** In its file. */
  readonly line: number;
}

export const EPISODE_FILES = [
  ['traces.jsonl', 'traces.answers.jsonl.gz'],
  ['more.traces.jsonl.gz', 'more.answers.jsonl.gz'],
] as const;

/** Each episode as we read it, with the package's answer about it. */
export async function answeredEpisodes(version: Version): Promise<readonly Answered[]> {
  const found: Answered[] = [];
  for (const [traces, answers] of EPISODE_FILES) {
    const answered = jsonLines(version, answers, episodeAnswer);
    const { readings } = await readEpisodes(version, traces);
    if (answered.length !== readings.length) throw new Error(`${traces}: an episode without an answer`);
    for (const [index, reading] of readings.entries()) {
      const answer = answered[index];
      if (answer !== undefined) found.push({ reading, answer, line: index + 1 });
    }
  }
  return found;
}

const links = z.record(z.string(), z.array(z.tuple([z.int(), z.string()])));
/** As parsed: a schema that copies objects would lose a key named `__proto__`. */
const json = z.custom<Json>((value) => value !== undefined);
const step = z.union([
  z.strictObject({ set: json, accepted: z.literal(true), links }),
  z.strictObject({
    set: json,
    accepted: z.literal(false),
    stage: z.literal('set'),
    errors: z.array(z.array(z.union([z.string(), z.int()]))),
  }),
  z.strictObject({ set: json, accepted: z.literal(false), stage: z.literal('trace'), error: z.string() }),
]);
const edgeCase = z.strictObject({ kind: z.string(), trace: json, steps: z.array(step) });
export type EdgeStep = z.infer<typeof step>;
export type EdgeCase = z.infer<typeof edgeCase>;

export function edgeCases(version: Version): EdgeCase[] {
  return jsonLines(version, 'edge-sets.jsonl.gz', edgeCase);
}

const hashed = z.strictObject({ name: z.string(), message: json, hash: z.string().regex(/^[0-9a-f]{32}$/) });

export function hashedMessages(version: Version): z.infer<typeof hashed>[] {
  return jsonLines(version, 'hashes.jsonl.gz', hashed);
}
