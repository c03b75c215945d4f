/**
 * What a file is that Wirescope recognises but does not read, and what to do with it instead. It knows beginnings of
 * files and the tell-tale keys of other tools' records; it never reads their content.
 */
import type { Dialect } from '../model/dialect';
import type { Json, JsonObject } from '../model/json';
import { isArray, isObject } from '../model/json';
import { isGiven } from './fields';
import { foreignBytes } from './magic';

export interface Foreign {
  readonly dialect: Dialect;
  /** One or two sentences: what this is, and what would help. */
  readonly advice: string;
}

const INSPECT: Foreign = {
  dialect: 'inspect_log',
  advice: 'This is a log of Inspect. Open it with `inspect view`.',
};
const ATIF: Foreign = {
  dialect: 'atif',
  advice: 'This is a trajectory in ATIF. Open it with a viewer of that format.',
};
const SWE_AGENT: Foreign = {
  dialect: 'swe_agent',
  advice: 'This is a trajectory of SWE-agent. Open it with `sweagent inspector`.',
};
const CLAUDE_CODE: Foreign = {
  dialect: 'claude_code',
  advice: 'This is a session of Claude Code. Resume it there, or use a viewer of its sessions.',
};
const CODEX: Foreign = {
  dialect: 'codex',
  advice: 'This is a session of Codex. Resume it there, or use a viewer of its sessions.',
};
const OTLP: Foreign = {
  dialect: 'otlp',
  advice: 'These are OpenTelemetry spans. Open them with a tool for those, such as Jaeger.',
};

/** By the first bytes of a file (a few hundred are enough), and by the whole document where it is one JSON value. */
export function recogniseForeign(head: Uint8Array, whole?: Json): Foreign | null {
  return foreignBytes(head) ?? (isObject(whole) ? foreignRecord(whole) : null);
}

/** By the keys of one record. */
export function foreignRecord(value: Json): Foreign | null {
  if (!isObject(value)) return null;
  if (isInspect(value)) return INSPECT;
  if (typeof value.schema_version === 'string' && value.schema_version.startsWith('ATIF')) return ATIF;
  if (isSweAgent(value)) return SWE_AGENT;
  if (isOtlp(value)) return OTLP;
  if (isCodex(value)) return CODEX;
  if (isClaudeCode(value)) return CLAUDE_CODE;
  return null;
}

function isInspect(value: JsonObject): boolean {
  if (isObject(value.eval) && isGiven(value.eval.task)) {
    return ['plan', 'status', 'samples', 'results', 'stats'].some((key) => value[key] !== undefined);
  }
  // One sample out of a log.
  return (
    typeof value.epoch === 'number' &&
    value.input !== undefined &&
    value.target !== undefined &&
    isArray(value.messages) &&
    isObject(value.output)
  );
}

function isSweAgent(value: JsonObject): boolean {
  if (typeof value.trajectory_format === 'string' && isArray(value.messages)) return true;
  // A demonstration: messages that name the agent, nothing around them.
  const first = isArray(value.history) ? value.history[0] : undefined;
  if (isObject(first) && typeof first.role === 'string' && isGiven(first.agent)) return true;
  if (!isArray(value.trajectory)) return false;
  return (
    isArray(value.history) ||
    typeof value.environment === 'string' ||
    (isObject(value.info) && (value.info.exit_status !== undefined || value.info.submission !== undefined))
  );
}

function isOtlp(value: JsonObject): boolean {
  return ['resourceSpans', 'resource_spans', 'resourceLogs', 'resourceMetrics', 'scopeSpans'].some((key) =>
    isArray(value[key]),
  );
}

const CODEX_TYPES = new Set([
  'session_meta',
  'event_msg',
  'response_item',
  'turn_context',
  'compacted',
  'session_state',
]);

function isCodex(value: JsonObject): boolean {
  return (
    typeof value.type === 'string' &&
    CODEX_TYPES.has(value.type) &&
    isGiven(value.timestamp) &&
    isObject(value.payload)
  );
}

function isClaudeCode(value: JsonObject): boolean {
  if (typeof value.type !== 'string') return false;
  if (typeof value.sessionId === 'string') return true;
  if (value.type === 'summary') return typeof value.leafUuid === 'string';
  return value.type === 'file-history-snapshot' && isObject(value.snapshot);
}
