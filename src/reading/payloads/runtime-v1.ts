/**
 * `ai.prime.rlm/runtime-v1`: what a session is started with, credentials among it. Its policy is read; of everything that is or
 * may be a credential, an address or an environment only the place is kept.
 */
import type { Json, JsonObject, JsonPointer } from '../../model/json';
import { isArray, isObject, pointerTo } from '../../model/json';
import type { PayloadGeneration, PayloadProblem, PayloadReading } from '../../model/payload';
import { isGiven } from '../fields';
import type { Shape } from './shape';
import {
  ANYTHING,
  COUNT,
  FLAG,
  NAME,
  NUMBER,
  SESSION_ID,
  TEXT,
  listOf,
  mapOf,
  objectOf,
  problemsIn,
} from './shape';

const POLICY: Readonly<Record<string, Shape>> = {
  max_depth: COUNT,
  exec_timeout: NUMBER,
  max_tokens: COUNT,
  max_tool_output_chars: COUNT,
  summarize_at_tokens: COUNT,
  max_compactions: COUNT,
  max_concurrent_subagents: COUNT,
  max_subagent_calls: COUNT,
  allow_git: FLAG,
};
const POLICY_G4: Readonly<Record<string, Shape>> = {
  max_total_turns: COUNT,
  max_total_tokens: COUNT,
  max_tool_output_bytes: COUNT,
  compaction: FLAG,
  max_compaction_attempts: COUNT,
};
const POLICY_G6: Readonly<Record<string, Shape>> = {
  compaction_fanout: COUNT,
  compaction_tail_tokens: COUNT,
  compaction_prompt_tokens: COUNT,
};
const HARNESS = objectOf(
  {},
  {
    enabled: FLAG,
    global_dir: TEXT,
    auto_refine: FLAG,
    refine_turn_interval: COUNT,
    refine_cooldown_seconds: NUMBER,
    max_refinements: COUNT,
    max_refinement_attempts: COUNT,
    skills_dir: TEXT,
    record_episodes: FLAG,
    refine_judge: ANYTHING,
  },
  // Caps, whose names were not published.
  { prefix: 'max_', shape: NUMBER },
);

/** Headers that the transport keeps for itself. */
const RESERVED = new Set(['idempotency-key', 'x-stainless-retry-count', 'x-acp-model-request-id']);
const HEADERS = mapOf(TEXT, {
  expected: 'not a name that the transport keeps for itself',
  fits: (key) => !RESERVED.has(key.toLowerCase()),
});

const RUNTIME = objectOf(
  {
    session_id: SESSION_ID,
    model: NAME,
    provider: objectOf({ api_key: NAME }, { base_url: TEXT, headers: HEADERS, max_retries: COUNT }),
    policy: objectOf({}, { ...POLICY, ...POLICY_G4, ...POLICY_G6 }),
  },
  {
    system_prompt_path: TEXT,
    append_to_system_prompt: TEXT,
    subagent_append_to_system_prompt: TEXT,
    leaf_append_to_system_prompt: TEXT,
    skills: listOf(NAME),
    builtin_tools: listOf(NAME),
    kernel_env: mapOf(TEXT),
    search_api_key: TEXT,
    harness: HARNESS,
    prompt_overrides: mapOf(ANYTHING),
    // A draft's name for the session.
    lineage_session_id: SESSION_ID,
  },
);

const WITHHELD: readonly (readonly string[])[] = [
  ['provider', 'api_key'],
  ['provider', 'base_url'],
  ['provider', 'headers'],
  ['kernel_env'],
  ['search_api_key'],
  ['harness', 'refine_judge'],
];

export function readRuntimePayload(value: Json): PayloadReading {
  const problems = [...problemsIn(value, RUNTIME), ...depthProblems(value)];
  if (problems.length > 0 || !isObject(value)) return { kind: 'refused', problems };
  const { session_id: sessionId, model, skills } = value;
  return {
    kind: 'runtime',
    generation: generationOf(value),
    runtime: {
      sessionId: typeof sessionId === 'string' ? sessionId : '',
      model: typeof model === 'string' ? model : '',
      policy: Object.entries(objectIn(value, 'policy')),
      skills: isArray(skills) ? skills.filter((skill) => typeof skill === 'string') : [],
      withheld: WITHHELD.flatMap((segments) => withheldAt(value, segments)),
    },
  };
}

/** Nested calls would wait for each other for ever. */
function depthProblems(value: Json): readonly PayloadProblem[] {
  const policy = isObject(value) ? objectIn(value, 'policy') : {};
  const { max_depth: depth, max_concurrent_subagents: concurrent } = policy;
  if (typeof depth !== 'number' || typeof concurrent !== 'number' || concurrent >= depth) return [];
  return [{ pointer: '/policy/max_concurrent_subagents', expected: 'at least as many as `max_depth`' }];
}

function generationOf(value: JsonObject): PayloadGeneration {
  const policy = objectIn(value, 'policy');
  const has = (names: Readonly<Record<string, Shape>>) =>
    Object.keys(names).some((name) => policy[name] !== undefined);
  if (value.lineage_session_id !== undefined) return 'G1 draft';
  if (isGiven(value.harness) || isGiven(value.prompt_overrides) || has(POLICY_G6)) return 'G6';
  if (isGiven(value.builtin_tools) || has(POLICY_G4)) return 'G4–G5';
  const roles = ['subagent_append_to_system_prompt', 'leaf_append_to_system_prompt'];
  if (roles.some((name) => value[name] !== undefined)) return 'G2';
  return policy.max_tool_output_chars === undefined ? 'G1–G3' : 'G1';
}

function withheldAt(value: JsonObject, segments: readonly string[]): readonly JsonPointer[] {
  let at: Json | undefined = value;
  for (const segment of segments) at = isObject(at) ? at[segment] : undefined;
  if (!isGiven(at) || at === '') return [];
  if (isObject(at) && Object.keys(at).length === 0) return [];
  return [pointerTo('', ...segments)];
}

function objectIn(value: JsonObject, key: string): JsonObject {
  const found = value[key];
  return isObject(found) ? found : {};
}
