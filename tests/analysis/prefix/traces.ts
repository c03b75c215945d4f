/**
 * Traces for continuity, drawn as raw JSON in few words and read by the real reader: every sampled node gets a call of its own
 * unless a case brings calls. And verdicts told in one line, so that a table can name what it expects.
 */
import { recordedLinks } from '../../../src/analysis/recorded-links';
import type { ForkReport } from '../../../src/analysis/prefix/forks';
import { forkReports } from '../../../src/analysis/prefix/forks';
import type { RequestReport } from '../../../src/analysis/prefix/requests-report';
import { requestReports } from '../../../src/analysis/prefix/requests-report';
import type { Continuity } from '../../../src/analysis/prefix/trace-continuity';
import { continuityOf } from '../../../src/analysis/prefix/trace-continuity';
import type { SegmentRef } from '../../../src/analysis/prefix/segments';
import type { Verdict } from '../../../src/analysis/prefix/verdict-types';
import { verdictsOf } from '../../../src/analysis/prefix/verdicts';
import type { Trace } from '../../../src/model/episode';
import type { Json, JsonObject } from '../../../src/model/json';
import type { Members, NodeOptions } from '../../samples/trace-builder';
import { call, calling, episode, link, node, toolCall, trace } from '../../samples/trace-builder';
import { traceIn } from '../../reading/dialects/read';

/** Parent null is a root. */
type Parent = number | null;

function drawn(role: string, parent: Parent, content: Json | undefined, options: NodeOptions): JsonObject {
  return node(role, content, { ...(parent === null ? {} : { parent }), ...options });
}

export const S = (parent: Parent, content: Json = 's', options: NodeOptions = {}) =>
  drawn('system', parent, content, options);
export const U = (parent: Parent, content: Json = 'q', options: NodeOptions = {}) =>
  drawn('user', parent, content, options);
export const T = (parent: Parent, id: string, content: Json = 'x', options: NodeOptions = {}) =>
  drawn('tool', parent, content, { ...options, message: { tool_call_id: id, ...options.message } });
/** Supplied in a prompt. */
export const A = (parent: Parent, content: Json | undefined, options: NodeOptions = {}) =>
  drawn('assistant', parent, content, options);
/** Sampled by a model call. */
export const R = (parent: Parent, content: Json | undefined, options: NodeOptions = {}) =>
  drawn('assistant', parent, content, { sampled: true, ...options });

export function linked(...links: readonly (readonly [Json, Json])[]): NodeOptions {
  return { semantic_parents: links.map(([source, type]) => link(source, type)) };
}

/** Issues tool calls with these ids, of one name and one argument. */
export function issuing(...ids: readonly string[]): JsonObject {
  return calling(...ids.map((id) => toolCall(id, 'ls', '{"a":1}')));
}

export const SAME_DOMAIN = { model: 'm', endpoint: '/chat/completions', sampling: {} } as const;

export function of(at: Json, more: Members = {}): JsonObject {
  return call({ node: at, ...SAME_DOMAIN, ...more });
}

export interface Drawing {
  readonly nodes: readonly JsonObject[];
  readonly calls?: readonly JsonObject[];
  readonly tools?: readonly Json[];
}

function drawnEpisode({ nodes, calls, tools }: Drawing): JsonObject {
  const own = nodes.flatMap((one, index) => (one['sampled'] === true ? [of(index)] : []));
  return episode({ traces: [trace({ nodes, calls: calls ?? own, tools })] });
}

export function drawnTrace(drawing: Drawing): Trace {
  return traceIn(drawnEpisode(drawing));
}

/** As a line of a file. */
export function drawnLine(drawing: Drawing): string {
  return `${JSON.stringify(drawnEpisode(drawing))}\n`;
}

export function continuityIn(trace: Trace, strict = false): Promise<Continuity> {
  return continuityOf(trace, recordedLinks(trace), { strict });
}

export async function verdictsIn(drawing: Drawing, strict = false): Promise<Verdict[]> {
  return verdictsOf(await continuityIn(drawnTrace(drawing), strict));
}

export async function reportsIn(drawing: Drawing, strict = false): Promise<RequestReport[]> {
  return requestReports(await continuityIn(drawnTrace(drawing), strict));
}

export async function forksIn(drawing: Drawing): Promise<ForkReport[]> {
  const continuity = await continuityIn(drawnTrace(drawing));
  return forkReports(continuity, requestReports(continuity));
}

/** One line each: `preserved 2/2 physical, verbatim`. */
export async function told(drawing: Drawing, strict = false): Promise<string[]> {
  return (await verdictsIn(drawing, strict)).map(line);
}

export function line(verdict: Verdict): string {
  const { status, previous, preserved, expected, found, basis, reason, fields, notes, carryOver } = verdict;
  const marks = notes.length === 0 ? '' : ` [${notes.join(' ')}]`;
  const counts = `${status} ${preserved}/${previous} ${basis ?? 'without basis'}`;
  switch (status) {
    case 'no_predecessor':
      return `none: ${reason ?? ''}${marks}`;
    case 'unavailable':
      return `unavailable: ${[reason, ...fields].join(' ')}${marks}`;
    case 'preserved':
      return `${counts}, ${carryOver ?? 'no carry-over'}${marks}`;
    case 'unknown':
      return `${counts}${marks}`;
    case 'diverged':
      return `${counts}: ${segment(expected)} → ${segment(found)}${marks}`;
  }
}

function segment(ref: SegmentRef | null): string {
  if (ref === null) return 'none';
  const { kind, index, role, label } = ref;
  return [kind, index, role, label].filter((part) => part !== null).join(' ');
}
