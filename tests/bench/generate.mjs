/**
 * Writes the large files of the bench into a folder outside the checkout, once: episodes of text, episodes that are mostly
 * per-token arrays, and a few giants. Equal seeds give equal bytes.
 */
import { createWriteStream, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGzip } from 'node:zlib';
import { runnerImport } from 'vite';

const folder = process.env['WIRESCOPE_BENCH_FILES'] ?? join(tmpdir(), 'wirescope-bench');

/**
 * @param {'text' | 'tokens' | 'small'} kind
 * @param {number} megabytes
 * @param {{ gzip?: boolean }} [options]
 * @returns {Promise<string>} the path
 */
export async function benchFile(kind, megabytes, { gzip = false } = {}) {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${kind}-${megabytes}mb-4.jsonl${gzip ? '.gz' : ''}`);
  if (existsSync(path)) return path;
  const make = { text: textEpisode, tokens: tokenEpisode, small: smallEpisode }[kind];
  const random = randomOf(7);
  await write(path, gzip, megabytes * 1e6, (index) => make(index, random));
  return path;
}

/** One line of the given size between two small ones. @param {number} megabytes */
export async function giantFile(megabytes) {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `giant-${megabytes}mb.jsonl`);
  if (existsSync(path)) return path;
  const stream = createWriteStream(`${path}.part`);
  const small = (/** @type {number} */ index) => `${JSON.stringify(episode(index, [], [], 'small'))}\n`;
  stream.write(small(0));
  const [head, tail] = JSON.stringify(episode(1, [node('user', '@@')], [], 'giant')).split('@@');
  stream.write(head);
  const piece = 'all work and no play '.repeat(50_000);
  for (let left = megabytes * 1e6; left > 0; left -= piece.length) {
    if (!stream.write(piece)) await once(stream, 'drain');
  }
  stream.write(`${tail}\n`);
  stream.end(small(2));
  await once(stream, 'finish');
  renameSync(`${path}.part`, path);
  return path;
}

/** One trace of so many calls by so many agents. @param {number} calls @param {number} agents */
export async function agentsFile(calls, agents) {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `agents-${calls}-${agents}.jsonl`);
  if (existsSync(path)) return path;
  /** @type {{ module: { manyAgents: (calls: number, agents: number) => unknown } }} */
  const { module } = await runnerImport(new URL('../samples/agent-run.ts', import.meta.url).pathname, {
    configFile: false,
    logLevel: 'warn',
  });
  writeFileSync(path, `${JSON.stringify(module.manyAgents(calls, agents))}\n`);
  return path;
}

/** One trace of so many nodes in one branch. @param {number} nodes */
export async function longTraceFile(nodes) {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `nodes-${nodes}.jsonl`);
  if (existsSync(path)) return path;
  const random = randomOf(3);
  /** @type {ReturnType<typeof node>[]} */
  const made = [];
  /** @type {ReturnType<typeof call>[]} */
  const calls = [];
  for (let i = 0; i < nodes; i += 1) {
    made.push(node(i % 2 === 0 ? 'tool' : 'assistant', prose(random, 40), i === 0 ? undefined : i - 1));
    if (i % 2 === 1) calls.push(call(i, random));
  }
  await write(path, false, 1, () => episode(0, made, calls, 'long'));
  return path;
}

/**
 * @param {string} path
 * @param {boolean} gzip
 * @param {number} bytes
 * @param {(index: number) => object} make
 */
async function write(path, gzip, bytes, make) {
  const file = createWriteStream(`${path}.part`, { highWaterMark: 1 << 20 });
  const stream = gzip ? createGzip({ level: 5 }) : file;
  if (stream !== file) stream.pipe(file);
  for (let index = 0, written = 0; written < bytes; index += 1) {
    const line = `${JSON.stringify(make(index))}\n`;
    written += Buffer.byteLength(line);
    if (!stream.write(line)) await once(stream, 'drain');
  }
  stream.end();
  await once(file, 'finish');
  renameSync(`${path}.part`, path);
}

/** Eight nodes of 2 to 40 kB, forty groups of eight a step. @param {number} index @param {() => number} random */
function textEpisode(index, random) {
  const nodes = [];
  const calls = [];
  for (let i = 0; i < 8; i += 1) {
    const role = i === 0 ? 'system' : i % 2 === 1 ? 'user' : 'assistant';
    nodes.push(
      node(role, prose(random, 200 + Math.floor(random() ** 4 * 2700)), i === 0 ? undefined : i - 1),
    );
    if (role === 'assistant') calls.push(call(i, random));
  }
  return episode(index, nodes, calls, 'text');
}

/** A question and its answer: for lists that are long. @param {number} index @param {() => number} random */
function smallEpisode(index, random) {
  const nodes = [node('user', prose(random, 8)), node('assistant', prose(random, 8), 0)];
  return episode(index, nodes, [call(1, random)], 'small');
}

/** Thirty thousand tokens with their streams, beside little text. @param {number} index @param {() => number} random */
function tokenEpisode(index, random) {
  const nodes = [];
  const calls = [];
  for (let i = 0; i < 12; i += 1) {
    const sampled = i % 2 === 1;
    const length = 1000 + Math.floor(random() * 3000);
    const made = node(sampled ? 'assistant' : 'user', prose(random, 60), i === 0 ? undefined : i - 1);
    nodes.push({
      ...made,
      token_ids: Array.from({ length }, () => Math.floor(random() * 151_000)),
      mask: Array.from({ length }, (_, at) => sampled && at > 3),
      is_content: Array.from({ length }, (_, at) => at > 3),
      logprobs: sampled ? Array.from({ length: length - 4 }, () => -Math.round(random() * 1e4) / 1e4) : [],
    });
    if (sampled) calls.push(call(i, random));
  }
  return episode(index, nodes, calls, 'tokens');
}

/** @param {string} role @param {string} content @param {number} [parent] */
function node(role, content, parent) {
  return {
    ...(parent === undefined ? {} : { parent }),
    message: { role, content },
    sampled: role === 'assistant',
  };
}

/** @param {number} at @param {() => number} random */
function call(at, random) {
  const start = 1_773_000_000 + at;
  return {
    node: at,
    model: 'lantern-8b',
    finish_reason: 'stop',
    usage: { prompt_tokens: Math.floor(random() * 9000), completion_tokens: Math.floor(random() * 900) },
    time: { start, end: start + random() * 20 },
  };
}

/** @param {number} index @param {object[]} nodes @param {object[]} calls @param {string} env */
function episode(index, nodes, calls, env) {
  const group = Math.floor(index / 8) % 40;
  const task = { type: 'BenchTask', key: `bench/${group}`, data: { idx: group, name: `task ${group}` } };
  return {
    id: `episode-${String(index).padStart(6, '0')}`,
    env: { id: env },
    task,
    group: { id: `group-${Math.floor(index / 8)}` },
    ok: index % 17 !== 0,
    errors: [],
    traces: [
      {
        id: `trace-${index}`,
        version: 1,
        task,
        agent: { name: 'agent', trainable: true, config: { model: 'lantern-8b' } },
        nodes,
        calls,
        rewards: { correct: { score: (index % 5) / 4, weight: 1 } },
        metrics: { steps: nodes.length },
        info: {},
        is_completed: true,
        ok: index % 17 !== 0,
        stop_condition: 'agent_completed',
        errors: index % 17 === 0 ? [{ type: 'ToolsetError', message: 'the tool fell over' }] : [],
        timing: { start: 1_773_000_000 + index },
      },
    ],
  };
}

const WORDS = (
  'the model reads a file and writes “another” one; def main(argv): return sum(x for x in argv) \n\n if not found: ' +
  'raise KeyError("missing") \t 0.125 4096 tests pass — naïve café 東京 данные → done. {"status": "ok", "items": [1, 2, 3]} ' +
  'SELECT * FROM runs WHERE reward > 0.5; /usr/lib/python3/dist-packages \\n \u001b[31mred\u001b[0m'
).split(' ');

/** About five bytes a word. @param {() => number} random @param {number} words */
function prose(random, words) {
  const some = [];
  for (let i = 0; i < words; i += 1) some.push(WORDS[Math.floor(random() * WORDS.length)]);
  some.push(String(Math.floor(random() * 1e9)));
  return some.join(' ');
}

/** @param {number} seed */
function randomOf(seed) {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
