/**
 * `ai.prime.rlm/session-v1`: a snapshot of one session, in every generation that wrote one. It refuses to compare: what the
 * snapshot says of a trace is analysis.
 */
import type { Json, JsonObject } from '../../model/json';
import { isObject } from '../../model/json';
import type { NamedCount, NamedValue, PayloadGeneration, PayloadReading } from '../../model/payload';
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
  exactly,
  listOf,
  mapOf,
  objectOf,
  oneOf,
  problemsIn,
} from './shape';

/** Never null in any generation: without them a snapshot is a part of one. */
const LIMITS: Readonly<Record<string, Shape>> = {
  max_depth: COUNT,
  max_concurrent_subagents: COUNT,
  allow_git: FLAG,
};
const LIMITS_G1: Readonly<Record<string, Shape>> = {
  max_subagent_calls: COUNT,
  max_tokens: COUNT,
  summarize_at_tokens: COUNT,
  max_compactions: COUNT,
  max_tool_output_chars: COUNT,
};
const LIMITS_G4: Readonly<Record<string, Shape>> = {
  compaction: FLAG,
  max_compaction_attempts: COUNT,
  max_tool_output_bytes: COUNT,
  max_total_turns: COUNT,
  max_total_tokens: COUNT,
  exec_timeout: NUMBER,
};
const LIMITS_G6: Readonly<Record<string, Shape>> = {
  compaction_fanout: COUNT,
  compaction_tail_tokens: COUNT,
  compaction_prompt_tokens: COUNT,
  harness_enabled: FLAG,
  harness_global: FLAG,
  auto_refine: FLAG,
  max_refinements: COUNT,
  max_refinement_attempts: COUNT,
  harness_skills_dir: TEXT,
  record_episodes: FLAG,
  prompt_overrides: listOf(TEXT),
};
const DRAFT: Readonly<Record<string, Shape>> = {
  schema_version: exactly(1, '1, the version of this contract'),
  sequence: COUNT,
  status: oneOf(['created', 'idle', 'closing', 'closed']),
  final: FLAG,
};

const SNAPSHOT = objectOf(
  {
    session_id: SESSION_ID,
    model: NAME,
    turns: COUNT,
    usage: objectOf({ prompt_tokens: COUNT, completion_tokens: COUNT, total_tokens: COUNT }),
    metrics: mapOf(NUMBER),
    programmatic_tool_call_stats: objectOf({
      python_total: COUNT,
      bash_total: COUNT,
      by_tool_python: mapOf(COUNT),
      by_tool_bash: mapOf(COUNT),
    }),
    supervisor: objectOf({ subagent_calls: COUNT, active_subagent_calls: COUNT }),
    limits: objectOf(
      LIMITS,
      { ...LIMITS_G1, ...LIMITS_G4, ...LIMITS_G6 },
      { prefix: 'refine_', shape: NUMBER },
    ),
  },
  {
    last_stop_reason: NAME,
    harness: objectOf(
      { local: mapOf(COUNT) },
      { global: mapOf(COUNT), ancestors: ANYTHING, refinements: ANYTHING },
    ),
    ...DRAFT,
  },
);

export function readSessionPayload(value: Json): PayloadReading {
  const problems = problemsIn(value, SNAPSHOT);
  if (problems.length > 0 || !isObject(value)) return { kind: 'refused', problems };
  const usage = objectIn(value, 'usage');
  const stats = objectIn(value, 'programmatic_tool_call_stats');
  const supervisor = objectIn(value, 'supervisor');
  return {
    kind: 'session',
    generation: generationOf(value),
    session: {
      sessionId: textIn(value, 'session_id') ?? '',
      model: textIn(value, 'model') ?? '',
      stopReason: textIn(value, 'last_stop_reason'),
      turns: countIn(value, 'turns'),
      usage: {
        prompt: countIn(usage, 'prompt_tokens'),
        completion: countIn(usage, 'completion_tokens'),
        total: countIn(usage, 'total_tokens'),
      },
      metrics: counts(value, 'metrics'),
      programmatic: {
        python: countIn(stats, 'python_total'),
        bash: countIn(stats, 'bash_total'),
        byToolPython: counts(stats, 'by_tool_python'),
        byToolBash: counts(stats, 'by_tool_bash'),
      },
      supervisor: {
        calls: countIn(supervisor, 'subagent_calls'),
        active: countIn(supervisor, 'active_subagent_calls'),
      },
      limits: Object.entries(objectIn(value, 'limits')),
      harness: isObject(value.harness) ? value.harness : null,
      extras: Object.keys(DRAFT).flatMap((key): readonly NamedValue[] => {
        const extra = value[key];
        return isGiven(extra) ? [[key, extra]] : [];
      }),
    },
  };
}

function generationOf(value: JsonObject): PayloadGeneration {
  const limits = objectIn(value, 'limits');
  const has = (names: Readonly<Record<string, Shape>>) =>
    Object.keys(names).some((name) => limits[name] !== undefined);
  if (Object.keys(DRAFT).some((key) => value[key] !== undefined)) return 'G1 draft';
  const refines = Object.keys(limits).some((name) => name.startsWith('refine_'));
  if (isGiven(value.harness) || has(LIMITS_G6) || refines) return 'G6';
  if (has(LIMITS_G4)) return 'G4–G5';
  // Only the first writers spelled out what they had nothing for.
  const spelled = value.last_stop_reason === null || Object.values(limits).includes(null);
  return spelled || limits.max_tool_output_chars !== undefined ? 'G1' : 'G1–G3';
}

// The shape has been checked: what is not there is only what may be absent.
function objectIn(value: JsonObject, key: string): JsonObject {
  const found = value[key];
  return isObject(found) ? found : {};
}

function textIn(value: JsonObject, key: string): string | null {
  const found = value[key];
  return typeof found === 'string' ? found : null;
}

function countIn(value: JsonObject, key: string): number {
  const found = value[key];
  return typeof found === 'number' ? found : 0;
}

function counts(value: JsonObject, key: string): readonly NamedCount[] {
  return Object.entries(objectIn(value, key)).flatMap(([name, count]): readonly NamedCount[] =>
    typeof count === 'number' ? [[name, count]] : [],
  );
}
