/**
 * Every compared request of real files against a recomputation from the raw JSON that shares no code with the product: paths
 * listed, messages written as text, compared one by one as the rule is worded.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { episodeReport } from '../../../src/analysis/report';
import type { TraceReport } from '../../../src/analysis/report-types';
import { isArray, isObject, member, parseJson } from '../../../src/model/json';
import type { Json, JsonObject } from '../../../src/model/json';
import { readFile } from '../../../src/reading/file';
import { bytesSource } from '../../../src/reading/source';

const root = new URL('../../../', import.meta.url).pathname;
const FOLDERS = [
  'public/sample',
  'tests/fixtures/verifiers/0.4.0',
  'tests/fixtures/verifiers/0.3.2.dev60',
  '../shared/samples/verifiers-v1',
];
const files = FOLDERS.filter((folder) => existsSync(root + folder)).flatMap((folder) =>
  readdirSync(root + folder)
    .filter((name) => /traces\.jsonl(\.gz)?$/.test(name))
    .map((name) => `${folder}/${name}`),
);

function bytesOf(path: string): Uint8Array<ArrayBuffer> {
  const bytes = readFileSync(root + path);
  return new Uint8Array(path.endsWith('.gz') ? gunzipSync(bytes) : bytes);
}

const list = (value: Json | undefined): readonly Json[] => (isArray(value) ? value : []);
const objects = (value: Json | undefined): readonly JsonObject[] => list(value).filter(isObject);
const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

function sorted(value: Json): string {
  if (isArray(value)) return `[${value.map(sorted).join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  return `{${Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${sorted(member(value, key) ?? null)}`)
    .join()}}`;
}

/** Good enough for these files: no number in them is spelled in two ways. */
function argumentsText(call: JsonObject): string {
  const given = text(call['arguments']);
  if (call['type'] === 'custom') return given;
  try {
    return sorted(parseJson(given));
  } catch {
    return given;
  }
}

const NATIVE = ['encrypted_content', 'signature', 'data', 'phase'];

function stateText(item: JsonObject): string {
  const type = text(item['type']) || (item['role'] === 'assistant' ? 'message' : '');
  if (!['message', 'reasoning', 'function_call', 'custom_tool_call'].includes(type)) return sorted(item);
  const kept = NATIVE.filter((key) => (item[key] ?? null) !== null);
  return kept.length === 0
    ? ''
    : `${type} ${kept.map((key) => `${key} ${sorted(item[key] ?? null)}`).join()}`;
}

function messageText(message: JsonObject): string {
  const { role, content, reasoning_content, tool_calls, tool_call_id, provider_state } = message;
  return JSON.stringify([
    role ?? null,
    isArray(content) ? sorted(content) : ['text', text(content)],
    reasoning_content ?? null,
    objects(tool_calls).map((call) => [
      call['id'],
      call['name'],
      argumentsText(call),
      call['type'] ?? null,
      call['namespace'] ?? null,
    ]),
    role === 'tool' ? (tool_call_id ?? null) : null,
    objects(provider_state)
      .map(stateText)
      .filter((one) => one !== ''),
  ]);
}

class PlainTrace {
  readonly #nodes: readonly JsonObject[];

  constructor(trace: Json | undefined) {
    this.#nodes = isObject(trace) ? objects(trace['nodes']) : [];
  }

  get forks(): number[] {
    const children = new Map<Json, number>();
    for (const node of this.#nodes) {
      const parent = node['parent'] ?? null;
      children.set(parent, (children.get(parent) ?? 0) + 1);
    }
    return [...children].flatMap(([parent, count]) =>
      typeof parent === 'number' && count > 1 ? [parent] : [],
    );
  }

  compare(baseline: number, node: number) {
    const [old, fresh] = [this.#path(baseline), this.#path(node)];
    const [before, after] = [this.#segments(old), this.#segments(fresh)];
    const preserved = before.findIndex((segment, at) => segment !== after[at]);
    const shared = old.findIndex((one, at) => one !== fresh[at]);
    return {
      status: preserved < 0 ? 'preserved' : 'diverged',
      preserved: preserved < 0 ? before.length : preserved,
      previous: before.length,
      reuse: { shared: shared < 0 ? old.length : shared, of: old.length },
    };
  }

  #path(node: number): number[] {
    const path: number[] = [];
    let at = this.#nodes[node]?.['parent'];
    while (typeof at === 'number') {
      path.unshift(at);
      at = this.#nodes[at]?.['parent'];
    }
    return path;
  }

  #segments(path: readonly number[]): string[] {
    const messages = path.map((node) => this.#nodes[node]?.['message']).filter(isObject);
    const firstOther = messages.findIndex(({ role }) => role !== 'system');
    const leading = firstOther < 0 ? messages.length : firstOther;
    const tools = objects(this.#nodes[path[0] ?? -1]?.['tools']).map((tool) => {
      const told = Object.entries(tool).filter(([, value]) => value !== null);
      return `tool ${sorted(Object.fromEntries(told))}`;
    });
    const segments = messages.map(
      (message, at) => `${at < leading ? 'prompt' : 'message'} ${messageText(message)}`,
    );
    return [...tools, ...segments];
  }
}

async function tracesOf(path: string): Promise<{ report: TraceReport; plain: PlainTrace }[]> {
  const bytes = bytesOf(path);
  const records = new TextDecoder().decode(bytes).split('\n');
  const found: { report: TraceReport; plain: PlainTrace }[] = [];
  for await (const event of readFile(bytesSource(path, bytes), { metadata: null, tokens: 'keep' })) {
    if (event.kind !== 'record' || event.reading.kind !== 'episode') continue;
    const { line, byte, reading } = event;
    const raw = parseJson(records[line - 1] ?? 'null');
    const traces = isObject(raw) && isArray(raw['traces']) ? raw['traces'] : [raw];
    const { traces: reports } = await episodeReport(reading.episode, { line, byte });
    for (const [index, report] of reports.entries())
      found.push({ report, plain: new PlainTrace(traces[index]) });
  }
  return found;
}

describe('verdicts equal their plain recomputation', () => {
  it.each(files)('%s', async (path) => {
    for (const { report, plain } of await tracesOf(path)) {
      const forks = report.forks.flatMap(({ parent }) => (parent === null ? [] : [parent]));
      expect(forks).toEqual(plain.forks.sort((left, right) => left - right));
      expect(report.requests).toHaveLength(report.num_calls);
      for (const { node, baseline, status, preserved, previous, reuse } of report.requests) {
        if (status === 'no_predecessor' || status === 'unavailable') continue;
        expect({ status, preserved, previous, reuse }).toEqual(plain.compare(baseline ?? -1, node ?? -1));
      }
    }
  });
});

/** What somebody who read the raw file found; without the real files there is nothing to say. */
const real = '../shared/samples/verifiers-v1/many-roots.traces.jsonl';

it.skipIf(!existsSync(root + real))('breaks of a real run are what reading the file shows', async () => {
  const found = (await tracesOf(real)).map(({ report }) =>
    report.requests
      .filter(
        ({ status, apart_from_form }) => status === 'diverged' && apart_from_form?.status !== 'preserved',
      )
      .map(({ call, node, baseline, preserved, previous, causes }) => ({
        call,
        at: `${String(baseline)} → ${String(node)}`,
        counts: `${preserved}/${previous}`,
        causes: causes.join(' '),
      })),
  );
  const causes = 'system_prompt_changed messages_removed messages_inserted compaction_inferred';
  expect(found).toEqual([
    [{ call: 57, at: '125 → 181', counts: '0/107', causes: `${causes}:127` }],
    [{ call: 85, at: '154 → 200', counts: '0/134', causes: `${causes}:156` }],
  ]);
});
