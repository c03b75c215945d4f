/**
 * One call beside the request before it: both requests line by line from where their nodes part, what became of the tools,
 * where the kept token ids end, and which message shows each cause. Bounded: what is equal is counted, and of very many
 * lines the first are told. It refuses to lay texts side by side.
 */
import { NONE } from '../../analysis/graph';
import type { TwoRequests } from '../../analysis/prefix/explanation';
import { sharedLength } from '../../analysis/prefix/paths';
import type { RequestReport } from '../../analysis/prefix/requests-report';
import type { Step } from '../../analysis/prefix/steps';
import type { TokenPlace } from '../../analysis/prefix/token-reuse';
import { tokenReuse } from '../../analysis/prefix/token-reuse';
import { idsOf } from '../../analysis/prefix/token-paths';
import { namedTools, pairTools } from '../../analysis/prefix/tool-causes';
import type { Continuity } from '../../analysis/prefix/trace-continuity';
import { callIndex, nodeIndex } from '../../model/ids';
import type { NodeIndex } from '../../model/ids';
import { unreachable } from '../../model/unreachable';
import { lineOf } from './bodies';
import type {
  DetailLine,
  Evidence,
  RequestDetail,
  SideMessage,
  TokenSpot,
  ToolChange,
} from './continuity-shape';
import { DETAIL_LINES, IDS_AFTER, IDS_BEFORE } from './continuity-shape';
import type { KeptContinuity } from './continuity-trace';
import { shortened } from './texts';

const LINE = 120;
const NAME = 256;

/** Null where no sound predecessor is known: there is nothing to lay beside it. */
export function requestDetail(
  { continuity, explainer, reports }: KeptContinuity,
  call: number,
): RequestDetail | null {
  const report = reports[call];
  if (report === undefined || report.node === null || report.baseline === null) return null;
  const { paths } = continuity;
  if (paths.sound[report.node] !== 1 || paths.sound[report.baseline] !== 1) return null;
  const node = nodeIndex(report.node);
  const baseline = nodeIndex(report.baseline);
  const isAfterCompaction = report.notes.includes('after_compaction');
  const requests: TwoRequests = { baseline, node, isAfterCompaction };
  const lines = linesOf(new Sides(continuity, requests), explainer.steps(requests));
  const toolRoots = {
    old: nodeIndex(paths.roots[baseline] ?? baseline),
    fresh: nodeIndex(paths.roots[node] ?? node),
  };
  const tools = toolChanges(continuity, toolRoots.old, toolRoots.fresh);
  return {
    call: callIndex(report.call),
    node,
    baseline,
    toolRoots,
    tools,
    shared: sharedLength(paths, baseline, paths.parents[node] ?? NONE, null),
    lines: lines.slice(0, DETAIL_LINES),
    linesLeftOut: Math.max(0, lines.length - DETAIL_LINES),
    evidence: report.causes.map((cause) => evidenceOf(continuity, report, lines, tools, cause)),
    tokens: tokensOf(continuity, baseline, node),
    limited: report.notes.includes('causes_limited'),
  };
}

/** Names places in both requests. */
class Sides {
  readonly #continuity: Continuity;
  readonly #requests: TwoRequests;

  constructor(continuity: Continuity, requests: TwoRequests) {
    this.#continuity = continuity;
    this.#requests = requests;
  }

  old(node: NodeIndex): SideMessage {
    const { baseline } = this.#requests;
    return this.#message(node, baseline, node === baseline);
  }

  fresh(node: NodeIndex): SideMessage {
    return this.#message(node, this.#requests.node, false);
  }

  isUnreadable(old: number, fresh: number): boolean {
    const { opaque } = this.#continuity.digests;
    return old !== fresh && (opaque[old] === 1 || opaque[fresh] === 1);
  }

  #message(node: NodeIndex, request: number, isReply: boolean): SideMessage {
    const { trace, paths } = this.#continuity;
    const message = trace.nodes[node]?.message;
    const parent = paths.parents[request] ?? NONE;
    const systems = parent === NONE ? 0 : (paths.systems[parent] ?? 0);
    const depth = paths.depths[node] ?? 0;
    const kind = isReply ? 'reply' : depth < systems ? 'system_prompt' : 'message';
    return {
      node,
      role: message?.role.slice(0, NAME) ?? '',
      place: { kind, index: kind === 'system_prompt' ? depth : depth - systems },
      line: message === undefined ? '' : shortened(lineOf(message), LINE),
    };
  }
}

/** Runs of equal messages, and of those at the end that are only new, become one line each. */
function linesOf(sides: Sides, steps: readonly Step[]): readonly DetailLine[] {
  const lines: DetailLine[] = [];
  const count = (kind: 'equal' | 'appended', from: SideMessage) => {
    const last = lines.at(-1);
    if (last?.kind === kind) lines[lines.length - 1] = { ...last, count: last.count + 1 };
    else lines.push({ kind, count: 1, from });
  };
  for (const step of steps) {
    switch (step.kind) {
      case 'pair':
        if (step.causes.length > 0) {
          const [old, fresh] = [sides.old(step.old), sides.fresh(step.fresh)];
          lines.push({ kind: 'changed', old, fresh, causes: step.causes });
        } else if (sides.isUnreadable(step.old, step.fresh)) {
          lines.push({ kind: 'unreadable', old: sides.old(step.old), fresh: sides.fresh(step.fresh) });
        } else count('equal', sides.fresh(step.fresh));
        break;
      case 'removed':
      case 'reply_left_out':
        lines.push({ kind: step.kind, old: sides.old(step.old) });
        break;
      case 'inserted':
        lines.push({ kind: 'inserted', fresh: sides.fresh(step.fresh) });
        break;
      case 'appended':
        count('appended', sides.fresh(step.fresh));
        break;
      default:
        unreachable(step);
    }
  }
  return lines;
}

function toolChanges(continuity: Continuity, before: number, after: number): readonly ToolChange[] {
  if (before === after) return [];
  const old = namedTools(continuity, before);
  const fresh = namedTools(continuity, after);
  const partner = pairTools(old, fresh);
  const taken = new Set(partner);
  const ordered = [...partner].filter((other) => other !== null).sort((left, right) => left - right);
  const changes: ToolChange[] = [];
  let place = 0;
  for (const [position, { name, content }] of old.entries()) {
    const other = partner[position] ?? null;
    const at = { name: name.slice(0, NAME), old: position, fresh: other };
    if (other === null) {
      changes.push({ ...at, change: 'removed' });
      continue;
    }
    if (fresh[other]?.content !== content) changes.push({ ...at, change: 'changed' });
    else if (ordered[place] !== other) changes.push({ ...at, change: 'moved' });
    place += 1;
  }
  for (const [position, { name }] of fresh.entries()) {
    if (taken.has(position)) continue;
    changes.push({ name: name.slice(0, NAME), change: 'added', old: null, fresh: position });
  }
  return changes.slice(0, DETAIL_LINES);
}

const TOOL_CAUSES: Readonly<Partial<Record<string, readonly ToolChange['change'][]>>> = {
  tools_removed: ['removed'],
  tools_added: ['added'],
  tools_changed: ['changed', 'moved'],
};

function evidenceOf(
  { lineage }: Continuity,
  { node }: RequestReport,
  lines: readonly DetailLine[],
  tools: readonly ToolChange[],
  cause: string,
): Evidence {
  const none = { cause, old: null, fresh: null, label: null };
  const changes = TOOL_CAUSES[cause];
  if (changes !== undefined) {
    const tool = tools.find(({ change }) => changes.includes(change));
    return { ...none, label: tool?.name ?? null };
  }
  if (cause === 'compaction_declared') {
    const summary = node === null ? undefined : lineage(node).links.find(({ type }) => type === 'compaction');
    return { ...none, old: summary?.source ?? null };
  }
  if (cause.startsWith('compaction_inferred:')) {
    return { ...none, old: nodeIndex(Number(cause.slice(cause.indexOf(':') + 1))) };
  }
  for (const line of lines) {
    if (line.kind === 'changed' && line.causes.includes(cause)) {
      return { ...none, old: line.old.node, fresh: line.fresh.node };
    }
    const isSystem = cause === 'system_prompt_changed';
    if (line.kind === 'removed' && (cause === 'messages_removed' || isPrompt(isSystem, line.old))) {
      return { ...none, old: line.old.node };
    }
    if (line.kind === 'inserted' && (cause === 'messages_inserted' || isPrompt(isSystem, line.fresh))) {
      return { ...none, fresh: line.fresh.node };
    }
  }
  return none;
}

function isPrompt(asked: boolean, { place }: SideMessage): boolean {
  return asked && place.kind === 'system_prompt';
}

function tokensOf(continuity: Continuity, baseline: NodeIndex, node: NodeIndex): RequestDetail['tokens'] {
  const reuse = tokenReuse(continuity, baseline, node);
  if (reuse === null) return null;
  const { prompt, reply, end } = reuse;
  return {
    kept: prompt.kept + (reply?.kept ?? 0),
    old: spotOf(continuity, end.previous),
    fresh: spotOf(continuity, end.current),
  };
}

function spotOf({ trace }: Continuity, place: TokenPlace | null): TokenSpot | null {
  if (place === null) return null;
  const { node, offset } = place;
  const ids = idsOf(trace.nodes[node]?.tokens ?? null);
  const start = Math.max(0, offset - IDS_BEFORE);
  const end = Math.min(ids.length, offset + IDS_AFTER);
  return {
    node,
    offset,
    ids: ids.slice(start, end).map((id) => (typeof id === 'number' ? String(id) : '?')),
    at: offset - start,
    before: start,
    after: ids.length - end,
  };
}
