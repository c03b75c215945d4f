/** Payloads of an open trace as the page gets them: facts, differences, refusals with the field, and nothing of a credential. */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json';
import { payloadsGiven } from '../../../src/reading/payloads/find';
import type { TracePayloads } from '../../../src/worker/episode/protocol';
import { RUNTIME_G6, SECRET, SESSION_G1, SESSION_G5 } from '../../reading/payloads/payloads';
import { a, episode, request, trace, u } from '../../samples/trace-builder';
import { desk, FIRST, never, sourceOf } from './desk';

const SESSION = 'ai.prime.rlm/session-v1';
/** Without sub-agents every call is the root's. */
const ALONE = { ...SESSION_G5, supervisor: { subagent_calls: 0, active_subagent_calls: 0 } };

async function payloads(info: JsonObject, beside: JsonObject | null = null): Promise<TracePayloads> {
  const nodes = [u('q'), a('r', { parent: 0 })];
  const { client } = desk();
  const source = sourceOf(
    episode({ traces: [trace({ id: 'trace-1', nodes, calls: [request(1, 'r0')], info })] }),
  );
  const given = beside === null ? [] : payloadsGiven(beside);
  const edges = [{ sets: [], ledger: null, payloads: given, policy: 'refuse_cycles' as const }];
  const asked = { ...source, ask: { ...source.ask, edges } };
  const opened = await client.open(asked, never);
  if (opened.kind === 'failed') throw new Error(opened.failure.kind);
  const answer = await client.payloads(asked, FIRST);
  if (answer.kind === 'failed') throw new Error(answer.failure.kind);
  return answer.value;
}

describe('the payloads of a trace', () => {
  it('are none where there are none', async () => {
    expect(await payloads({})).toEqual({ payloads: [], replaced: 0, leftOut: 0 });
  });

  it('of snapshots are the last, with its differences and its place', async () => {
    const found = await payloads({
      acp: { [SESSION]: [SESSION_G1, { ...ALONE, session_id: 'trace-1' }] },
    });
    expect(found.replaced).toBe(1);
    expect(found.payloads).toMatchObject([
      {
        kind: 'session',
        generation: 'G4–G5',
        pointer: '/traces/0/info/acp/ai.prime.rlm~1session-v1/1',
        problems: [],
      },
    ]);
    expect(found.payloads[0]?.differences?.map(({ field }) => field)).toContain('/turns');
    expect(found.payloads[0]?.groups.map(({ title }) => title)).toEqual([
      'Session',
      'Tokens, root only',
      'Supervisor, whole tree',
      'Tool calls from code, whole tree',
      'Limits',
      'Metrics',
    ]);
  });

  it('that start a session show their policy, and where credentials stand', async () => {
    const found = await payloads({ dump: { 'ai.prime.rlm/runtime-v1': RUNTIME_G6 } });
    expect(found.payloads).toMatchObject([{ kind: 'runtime', generation: 'G6', differences: null }]);
    expect(found.payloads[0]?.groups.find(({ title }) => title === 'Policy')?.facts).toContainEqual([
      'max_depth',
      '2',
    ]);
    expect(found.payloads[0]?.withheld).toContain('/provider/api_key');
    expect(JSON.stringify(found)).not.toContain(SECRET);
  });

  it('that are refused name the field', async () => {
    const found = await payloads({ [SESSION]: { ...SESSION_G5, turns: SECRET } });
    expect(found.payloads).toMatchObject([{ kind: 'refused', problems: [{ pointer: '/turns' }] }]);
    expect(JSON.stringify(found)).not.toContain(SECRET);
  });

  it('from beside the run come last and win', async () => {
    const found = await payloads({ [SESSION]: SESSION_G1 }, { [SESSION]: { ...ALONE, turns: 7 } });
    expect(found.payloads).toMatchObject([{ pointer: null, generation: 'G4–G5' }]);
    expect(found.payloads[0]?.differences).toContainEqual(
      expect.objectContaining({ field: '/turns', payload: 7, trace: 1 }),
    );
  });
});
