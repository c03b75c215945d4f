/** Contracts are strict by version: whatever is wrong is refused with its field, and nothing that was found is ever told. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/model/json';
import { isArray, isObject } from '../../../src/model/json';
import type { PayloadReading } from '../../../src/model/payload';
import { RUNTIME_CONTRACT, SESSION_CONTRACT } from '../../../src/model/payload';
import { payloadsGiven, payloadsIn } from '../../../src/reading/payloads/find';
import { payloadFindings } from '../../../src/reading/payloads/findings';
import {
  RUNTIME_G1,
  RUNTIME_G6,
  SECRET,
  SESSION_DRAFT,
  SESSION_G1,
  SESSION_G3,
  SESSION_G5,
  SESSION_G6,
  mutationsOf,
  omit,
} from './payloads';

function read(contract: string, value: Json): PayloadReading {
  const [found] = payloadsIn({ _meta: { [contract]: value } });
  if (found === undefined) throw new Error('no payload was found');
  return found.reading;
}

const GENERATIONS = [
  { name: 'the draft', contract: SESSION_CONTRACT, value: SESSION_DRAFT, generation: 'G1 draft' },
  { name: 'nulls spelled out', contract: SESSION_CONTRACT, value: SESSION_G1, generation: 'G1' },
  { name: 'nulls left out', contract: SESSION_CONTRACT, value: SESSION_G3, generation: 'G1–G3' },
  { name: 'limits of compactions', contract: SESSION_CONTRACT, value: SESSION_G5, generation: 'G4–G5' },
  { name: 'the continual harness', contract: SESSION_CONTRACT, value: SESSION_G6, generation: 'G6' },
  { name: 'a first runtime', contract: RUNTIME_CONTRACT, value: RUNTIME_G1, generation: 'G1–G3' },
  { name: 'a newest runtime', contract: RUNTIME_CONTRACT, value: RUNTIME_G6, generation: 'G6' },
  {
    name: 'a draft’s runtime',
    contract: RUNTIME_CONTRACT,
    value: { ...RUNTIME_G1, lineage_session_id: 's' },
    generation: 'G1 draft',
  },
];

describe('a payload as it is written', () => {
  it.each(GENERATIONS)('$name is read, and its generation named', ({ contract, value, generation }) => {
    expect(read(contract, value)).toMatchObject({ generation });
  });

  it('without a stop reason says nothing of it (M1)', () => {
    const reading = read(SESSION_CONTRACT, {
      ...omit(SESSION_G1, 'last_stop_reason'),
      session_id: 't',
      turns: 1,
    });
    expect(reading).toMatchObject({
      kind: 'session',
      session: { sessionId: 't', turns: 1, stopReason: null },
    });
  });

  it('of the draft keeps what only the draft wrote (M2)', () => {
    expect(read(SESSION_CONTRACT, SESSION_DRAFT)).toMatchObject({
      kind: 'session',
      session: {
        extras: [
          ['schema_version', 1],
          ['sequence', 4],
          ['status', 'idle'],
          ['final', false],
        ],
      },
    });
  });

  it('of a runtime shows the policy and nothing of what is secret', () => {
    const reading = read(RUNTIME_CONTRACT, RUNTIME_G6);
    expect(reading).toMatchObject({
      kind: 'runtime',
      runtime: {
        withheld: [
          '/provider/api_key',
          '/provider/base_url',
          '/provider/headers',
          '/kernel_env',
          '/search_api_key',
          '/harness/refine_judge',
        ],
      },
    });
    expect(JSON.stringify(reading)).not.toContain(SECRET);
    expect(JSON.stringify(reading)).not.toContain('10.0.0.7');
  });
});

const SESSION_REQUIRED = new Set([
  '/session_id',
  '/model',
  '/turns',
  '/usage',
  '/usage/prompt_tokens',
  '/usage/completion_tokens',
  '/usage/total_tokens',
  '/metrics',
  '/programmatic_tool_call_stats',
  '/programmatic_tool_call_stats/python_total',
  '/programmatic_tool_call_stats/bash_total',
  '/programmatic_tool_call_stats/by_tool_python',
  '/programmatic_tool_call_stats/by_tool_bash',
  '/supervisor',
  '/supervisor/subagent_calls',
  '/supervisor/active_subagent_calls',
  '/limits',
  '/limits/max_depth',
  '/limits/max_concurrent_subagents',
  '/limits/allow_git',
  '/harness/local',
]);
const SESSION_OPEN = new Set([
  '/metrics',
  '/programmatic_tool_call_stats/by_tool_python',
  '/programmatic_tool_call_stats/by_tool_bash',
  '/harness/local',
  '/harness/global',
  '/harness/ancestors',
  '/harness/refinements',
]);

function isText(pointer: string): boolean {
  return /\/(session_id|model|last_stop_reason)$/.test(pointer);
}

function sessionFits(pointer: string, wrong: Json): boolean {
  if (pointer.startsWith('/harness/ancestors') || pointer.startsWith('/harness/refinements')) return true;
  if (typeof wrong === 'string') return isText(pointer);
  if (typeof wrong === 'boolean')
    return pointer === '/limits/allow_git' || pointer === '/limits/compaction' || pointer === '/final';
  if (typeof wrong === 'number')
    return pointer.startsWith('/metrics/') || pointer.startsWith('/limits/refine_');
  return false;
}

const RUNTIME_REQUIRED = new Set(['/session_id', '/model', '/provider', '/provider/api_key', '/policy']);
const RUNTIME_OPEN = new Set([
  '/provider/headers',
  '/kernel_env',
  '/prompt_overrides',
  '/harness/refine_judge',
]);

function runtimeFits(pointer: string, wrong: Json): boolean {
  if (pointer.startsWith('/prompt_overrides/') || pointer.startsWith('/harness/refine_judge')) return true;
  if (typeof wrong === 'string') {
    return (
      isText(pointer) ||
      /^\/(provider\/(base_url|api_key|headers\/.*)|kernel_env\/.*|search_api_key|skills\/\d+|builtin_tools\/\d+|harness\/global_dir)$/.test(
        pointer,
      )
    );
  }
  if (typeof wrong === 'boolean') return /\/(allow_git|compaction|enabled)$/.test(pointer);
  if (typeof wrong === 'number') return pointer === '/policy/exec_timeout';
  if (isArray(wrong)) return pointer === '/skills' || pointer === '/builtin_tools';
  return isObject(wrong) && ['/kernel_env', '/provider/headers', '/prompt_overrides'].includes(pointer);
}

const SETS = [
  {
    contract: SESSION_CONTRACT,
    mutations: [SESSION_G1, SESSION_G5, SESSION_G6, SESSION_DRAFT].flatMap((payload) =>
      mutationsOf(payload, SESSION_REQUIRED, SESSION_OPEN, sessionFits),
    ),
  },
  {
    contract: RUNTIME_CONTRACT,
    mutations: [RUNTIME_G1, RUNTIME_G6].flatMap((payload) =>
      mutationsOf(payload, RUNTIME_REQUIRED, RUNTIME_OPEN, runtimeFits),
    ),
  },
];

describe.each(SETS)('$contract, made wrong', ({ contract, mutations }) => {
  it('in two hundred ways and more', () => {
    expect(mutations.length).toBeGreaterThan(200);
  });

  it('is refused with the field that is wrong', () => {
    const missed = mutations.filter(({ value, pointer }) => {
      const reading = read(contract, value);
      return reading.kind !== 'refused' || !reading.problems.some((problem) => problem.pointer === pointer);
    });
    expect(missed.map(({ name }) => name)).toEqual([]);
  });

  it('is never told by anything it holds', () => {
    const messages = mutations.flatMap(({ value }) =>
      payloadsGiven({ [contract]: value }).flatMap((found) =>
        payloadFindings(found).map(({ message }) => message),
      ),
    );
    expect(messages.filter((message) => message.includes(SECRET))).toEqual([]);
    expect(messages.filter((message) => /-7|1\.5/.test(message))).toEqual([]);
  });
});

describe('other versions', () => {
  const cases: readonly { readonly name: string; readonly value: JsonObject; readonly kind: string }[] = [
    {
      name: 'a second version of a snapshot',
      value: { 'ai.prime.rlm/session-v2': SESSION_G1 },
      kind: 'refused',
    },
    {
      name: 'a second version of a runtime',
      value: { 'ai.prime.rlm/runtime-v2': RUNTIME_G1 },
      kind: 'refused',
    },
    {
      name: 'a draft of another version',
      value: { [SESSION_CONTRACT]: { ...SESSION_DRAFT, schema_version: 2 } },
      kind: 'refused',
    },
    { name: 'a contract that nobody knows', value: { 'ai.prime.rlm/other-v1': SECRET }, kind: 'refused' },
    { name: 'the manifest of G2', value: { 'ai.prime.acp/lineage-v1': { sessions: [] } }, kind: 'named' },
    { name: 'refinements', value: { 'ai.prime.rlm/refinements-v1': [{}] }, kind: 'named' },
    { name: 'the contract', value: { 'ai.prime.rlm/contract-v1': true }, kind: 'contract' },
    {
      name: 'the contract as something else',
      value: { 'ai.prime.rlm/contract-v1': { version: SECRET } },
      kind: 'refused',
    },
    { name: 'a payload that is text', value: { [SESSION_CONTRACT]: SECRET }, kind: 'refused' },
    { name: 'an empty payload', value: { [RUNTIME_CONTRACT]: {} }, kind: 'refused' },
    {
      name: 'fewer agents at once than levels',
      value: { [RUNTIME_CONTRACT]: { ...RUNTIME_G1, policy: { max_depth: 3, max_concurrent_subagents: 2 } } },
      kind: 'refused',
    },
    {
      name: 'a header that the transport keeps',
      value: {
        [RUNTIME_CONTRACT]: {
          ...RUNTIME_G1,
          provider: { api_key: SECRET, headers: { 'Idempotency-Key': SECRET } },
        },
      },
      kind: 'refused',
    },
  ];
  it.each(cases)('$name: $kind', ({ value, kind }) => {
    const found = payloadsIn(value);
    expect(found.map(({ reading }) => reading.kind)).toEqual([kind]);
    expect(JSON.stringify(found.flatMap(payloadFindings))).not.toContain(SECRET);
  });
});

describe('a payload is found', () => {
  const response = {
    jsonrpc: '2.0',
    id: 4,
    result: { stopReason: 'end_turn', _meta: { [SESSION_CONTRACT]: SESSION_G1 } },
  };
  const cases: readonly { readonly name: string; readonly value: Json; readonly paths: readonly string[] }[] =
    [
      { name: 'in a response', value: response, paths: ['/result/_meta/ai.prime.rlm~1session-v1'] },
      {
        name: 'in a list of them',
        value: [1, response, response],
        paths: ['/1/result/_meta/ai.prime.rlm~1session-v1', '/2/result/_meta/ai.prime.rlm~1session-v1'],
      },
      {
        name: 'in events kept under its key',
        value: { acp_meta: { [SESSION_CONTRACT]: [SESSION_G1, SESSION_G3] } },
        paths: ['/acp_meta/ai.prime.rlm~1session-v1/0', '/acp_meta/ai.prime.rlm~1session-v1/1'],
      },
      { name: 'in a text', value: { log: [JSON.stringify(response)] }, paths: ['/log/0'] },
      { name: 'by itself', value: SESSION_G5, paths: [''] },
      { name: 'nowhere', value: { usage: {}, turns: 3, limits: {} }, paths: [] },
      { name: 'not in edges', value: { 'ai.prime.acp/semantic-edges-v1': { edges: [] } }, paths: [] },
    ];
  it.each(cases)('$name', ({ value, paths }) => {
    expect(payloadsGiven(value).map(({ path }) => path)).toEqual(paths);
  });

  it('ten thousand levels down', () => {
    let deep: Json = response;
    for (let level = 0; level < 10_000; level += 1) deep = level % 2 === 0 ? [deep] : { a: deep };
    expect(payloadsGiven(deep)).toHaveLength(1);
  });
});

it('anything under any key is answered', () => {
  const key = fc.constantFrom(
    SESSION_CONTRACT,
    RUNTIME_CONTRACT,
    'ai.prime.rlm/x',
    'ai.prime.acp/lineage-v1',
    '__proto__',
    'a',
  );
  const part = fc.constantFrom<Json>(
    SESSION_G6,
    RUNTIME_G6,
    JSON.stringify({ [SESSION_CONTRACT]: SESSION_G1 }),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(key, fc.oneof(part, fc.jsonValue()))), (entries) => {
      const value = JSON.parse(JSON.stringify(Object.fromEntries(entries))) as Json;
      for (const found of payloadsGiven(value)) {
        for (const { message } of payloadFindings(found)) expect(message).not.toContain(SECRET);
      }
    }),
  );
});
