/** Payloads as each generation of the harness writes them, and every way to make one wrong. */
import type { Json, JsonObject } from '../../../src/model/json';
import { isArray, isObject, pointerTo } from '../../../src/model/json';

export const SECRET = 'zq-credential-0123456789';

/** As the first writers had it: what there is nothing for is spelled out. */
export const SESSION_G1: JsonObject = {
  session_id: 'trace-1',
  last_stop_reason: null,
  model: 'small-model',
  turns: 3,
  usage: { prompt_tokens: 90, completion_tokens: 10, total_tokens: 100 },
  metrics: { has_compacted: 0, sub_rlm_num_calls: 2 },
  programmatic_tool_call_stats: {
    python_total: 4,
    bash_total: 1,
    by_tool_python: { search: 4 },
    by_tool_bash: { grep: 1 },
  },
  supervisor: { subagent_calls: 2, active_subagent_calls: 0 },
  limits: {
    max_depth: 1,
    max_concurrent_subagents: 4,
    max_subagent_calls: 64,
    max_tokens: null,
    summarize_at_tokens: null,
    max_compactions: null,
    max_tool_output_chars: 20_000,
    allow_git: false,
  },
};

export const SESSION_G3: JsonObject = {
  ...omit(SESSION_G1, 'last_stop_reason'),
  limits: { max_depth: 1, max_concurrent_subagents: 4, max_subagent_calls: 64, allow_git: false },
};

export const SESSION_G5: JsonObject = {
  ...SESSION_G3,
  last_stop_reason: 'done',
  limits: {
    max_depth: 2,
    max_concurrent_subagents: 4,
    compaction: true,
    max_compaction_attempts: 5,
    allow_git: false,
  },
};

export const SESSION_G6: JsonObject = {
  ...SESSION_G5,
  limits: {
    max_depth: 2,
    max_concurrent_subagents: 4,
    compaction_fanout: 5,
    refine_turn_interval: 8,
    allow_git: true,
  },
  harness: { local: { memory: 2 }, global: { skill: 1 }, ancestors: 1, refinements: [] },
};

export const SESSION_DRAFT: JsonObject = {
  ...SESSION_G1,
  schema_version: 1,
  sequence: 4,
  status: 'idle',
  final: false,
};

export const RUNTIME_G1: JsonObject = {
  session_id: 'trace-1',
  model: 'small-model',
  provider: {
    base_url: 'http://10.0.0.7:9000/v1',
    api_key: SECRET,
    headers: { 'x-tenant': SECRET },
    max_retries: 5,
  },
  policy: {
    max_depth: 1,
    exec_timeout: 300,
    max_tokens: null,
    max_concurrent_subagents: 4,
    max_subagent_calls: 64,
    allow_git: false,
  },
  system_prompt_path: null,
  append_to_system_prompt: null,
  skills: ['edit'],
  kernel_env: { TASK: SECRET },
  search_api_key: SECRET,
};

export const RUNTIME_G6: JsonObject = {
  ...RUNTIME_G1,
  policy: {
    max_depth: 2,
    max_total_turns: 40,
    compaction_fanout: 5,
    max_concurrent_subagents: 4,
    compaction: true,
  },
  builtin_tools: ['ipython'],
  harness: { enabled: true, global_dir: '/data', refine_judge: { api_key: SECRET } },
  prompt_overrides: { root: 'x' },
};

export function omit(value: JsonObject, ...keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
}

export interface Mutation {
  readonly name: string;
  readonly value: Json;
  /** The field that has to be named. */
  readonly pointer: string;
}

interface Place {
  readonly pointer: string;
  readonly segments: readonly (string | number)[];
  readonly value: Json;
}

/** Every field of a payload, in its order. */
function placesIn(value: Json): Place[] {
  const places: Place[] = [];
  const waiting: Place[] = [{ pointer: '', segments: [], value }];
  for (let place = waiting.shift(); place !== undefined; place = waiting.shift()) {
    places.push(place);
    const inner = isArray(place.value)
      ? [...place.value.entries()]
      : isObject(place.value)
        ? Object.entries(place.value)
        : [];
    for (const [segment, one] of inner) {
      waiting.push({
        pointer: pointerTo(place.pointer, segment),
        segments: [...place.segments, segment],
        value: one,
      });
    }
  }
  return places;
}

function changed(
  value: Json,
  segments: readonly (string | number)[],
  make: (old: Json | undefined) => Json | undefined,
): Json {
  const [first, ...rest] = segments;
  if (first === undefined) return make(value) ?? null;
  if (isArray(value)) {
    return value.flatMap((item, index) => {
      if (index !== first) return [item];
      const next = rest.length === 0 ? make(item) : changed(item, rest, make);
      return next === undefined ? [] : [next];
    });
  }
  if (!isObject(value)) return value;
  const entries = Object.entries(value).flatMap(([key, item]): [string, Json][] => {
    if (key !== first) return [[key, item]];
    const next = rest.length === 0 ? make(item) : changed(item, rest, make);
    return next === undefined ? [] : [[key, next]];
  });
  return Object.fromEntries(entries);
}

/** Values of each type that carry something that must not be told. */
const WRONG: readonly Json[] = [SECRET, -7, 1.5, true, [SECRET], { [SECRET.slice(0, 2)]: SECRET }];

/**
 * Missing, of another type, and with a member more, at every place where that is wrong. `required` and `open` are pointers:
 * of what must be there, and of maps whose members have any name.
 */
export function mutationsOf(
  payload: JsonObject,
  required: ReadonlySet<string>,
  open: ReadonlySet<string>,
  fits: (pointer: string, wrong: Json) => boolean,
): Mutation[] {
  const mutations: Mutation[] = [];
  for (const { pointer, segments, value } of placesIn(payload)) {
    if (required.has(pointer)) {
      mutations.push({
        name: `without ${pointer}`,
        value: changed(payload, segments, () => undefined),
        pointer,
      });
      mutations.push({ name: `null at ${pointer}`, value: changed(payload, segments, () => null), pointer });
    }
    if (value === null) continue;
    for (const wrong of WRONG) {
      // An object in the place of another is wrong by its members, which are told one by one.
      if (pointer === '' || fits(pointer, wrong) || (isObject(value) && isObject(wrong))) continue;
      mutations.push({
        name: `${typeof wrong} ${JSON.stringify(wrong).length} at ${pointer}`,
        value: changed(payload, segments, () => wrong),
        pointer,
      });
    }
    if (isObject(value) && !open.has(pointer)) {
      for (const key of ['surplus', '__proto__', 'session-id', 'Model', 'a/b~c']) {
        const more = changed(
          payload,
          segments,
          (old) =>
            JSON.parse(
              `{${JSON.stringify(key)}:${JSON.stringify(SECRET)},${JSON.stringify(old).slice(1)}`,
            ) as Json,
        );
        mutations.push({ name: `${key} in ${pointer}`, value: more, pointer: pointerTo(pointer, key) });
      }
    }
  }
  return mutations;
}
