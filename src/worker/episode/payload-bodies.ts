/** What the payloads of a trace, and those applied from beside it, say: facts in words. It concludes nothing of its own. */
import { payloadDifferences } from '../../analysis/sessions/payload-differences';
import { lastSnapshot } from '../../analysis/sessions/payload-findings';
import type { TraceSemantics } from '../../analysis/semantics';
import type { Trace } from '../../model/episode';
import type { Json } from '../../model/json';
import type { FoundPayload, NamedCount, NamedValue, SessionPayload } from '../../model/payload';
import { unreachable } from '../../model/unreachable';
import { compactJson } from '../../reading/embedded-json';
import type { PayloadBody, PayloadGroup, TracePayloads } from './payload-shape';
import type { Setting } from './call-shape';

/** A page shows so many; more are counted. */
const PAYLOADS = 24;
const FACTS = 200;
const UNITS = 200;

export function payloadsOf(trace: Trace, { agents, edges }: TraceSemantics): TracePayloads {
  const last = lastSnapshot(trace, edges.payloads ?? []);
  const all = [
    ...(trace.payloads ?? []).map((payload) => ({ payload, isBeside: false })),
    ...(edges.payloads ?? []).map((payload) => ({ payload, isBeside: true })),
  ];
  const current = all.filter(
    ({ payload }) => payload.reading.kind !== 'session' || payload === last?.payload,
  );
  const shown = current.slice(-PAYLOADS);
  return {
    payloads: shown.map(({ payload, isBeside }) => {
      const { contract, path, reading } = payload;
      return {
        ...bodyOf(payload),
        contract,
        pointer: isBeside ? null : trace.path + path,
        kind: reading.kind,
        differences:
          last !== null && payload === last.payload ? payloadDifferences(last.session, trace, agents) : null,
      };
    }),
    replaced: all.length - current.length,
    leftOut: current.length - shown.length,
  };
}

function bodyOf({
  reading,
}: FoundPayload): Pick<PayloadBody, 'generation' | 'groups' | 'withheld' | 'problems'> {
  const nothing = { generation: null, groups: [], withheld: [], problems: [] };
  switch (reading.kind) {
    case 'session':
      return { ...nothing, generation: reading.generation, groups: sessionGroups(reading.session) };
    case 'runtime': {
      const { sessionId, model, skills, policy, withheld } = reading.runtime;
      const own: Setting[] = [
        ['session', cut(sessionId)],
        ['model', cut(model)],
        ...(skills.length > 0 ? [['skills', cut(skills.join(', '))] as const] : []),
      ];
      const groups = [group('Session', own), group('Policy', settings(policy))].filter(hasFacts);
      return { ...nothing, generation: reading.generation, groups, withheld };
    }
    case 'contract':
      return nothing;
    case 'named':
      return {
        ...nothing,
        generation: reading.generation,
        groups: [group('', [['meaning', reading.meaning]])],
      };
    case 'refused':
      return { ...nothing, problems: reading.problems };
    default:
      return unreachable(reading);
  }
}

function sessionGroups(session: SessionPayload): readonly PayloadGroup[] {
  const { usage, programmatic, supervisor, harness } = session;
  const groups = [
    group('Session', [
      ['session', cut(session.sessionId)],
      ['model', cut(session.model)],
      ['stop reason', cut(session.stopReason ?? 'not said')],
      ['turns, root only', figure(session.turns)],
    ]),
    group('Tokens, root only', [
      ['prompt', figure(usage.prompt)],
      ['completion', figure(usage.completion)],
      ['total', figure(usage.total)],
    ]),
    group('Supervisor, whole tree', [
      ['sub-agent calls', figure(supervisor.calls)],
      ['still at work', figure(supervisor.active)],
    ]),
    group('Tool calls from code, whole tree', [
      ['python', figure(programmatic.python)],
      ['bash', figure(programmatic.bash)],
      ...counts(programmatic.byToolPython, 'python: '),
      ...counts(programmatic.byToolBash, 'bash: '),
    ]),
    group('Limits', settings(session.limits)),
    group('Metrics', counts(session.metrics, '')),
    group('Harness', harness === null ? [] : settings(Object.entries(harness))),
    group('Of a draft only', settings(session.extras)),
  ];
  return groups.filter(hasFacts);
}

function group(title: string, facts: readonly Setting[]): PayloadGroup {
  return { title, facts: facts.slice(0, FACTS) };
}

function hasFacts({ facts }: PayloadGroup): boolean {
  return facts.length > 0;
}

function settings(values: readonly NamedValue[]): readonly Setting[] {
  return values.map(([name, value]) => [cut(name), shown(value)]);
}

function counts(values: readonly NamedCount[], prefix: string): readonly Setting[] {
  return values.map(([name, value]) => [cut(prefix + name), figure(value)]);
}

/** Without a limit is not the same as without a word about it. */
function shown(value: Json): string {
  if (value === null) return 'none';
  if (typeof value === 'number') return figure(value);
  return cut(typeof value === 'string' ? value : compactJson(value));
}

function figure(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 4 });
}

function cut(text: string): string {
  return text.length > UNITS ? `${text.slice(0, UNITS)}…` : text;
}
