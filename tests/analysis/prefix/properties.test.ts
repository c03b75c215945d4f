/** What holds for every trace, however odd: drawn at random, with loops, lost parents, wrong links and repeated ids. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Explainer } from '../../../src/analysis/prefix/explanation';
import { isOpaque, messageText } from '../../../src/analysis/prefix/message-text';
import { requestReports } from '../../../src/analysis/prefix/requests-report';
import { toolText } from '../../../src/analysis/prefix/tool-text';
import type { Verdict } from '../../../src/analysis/prefix/verdict-types';
import type { Node, Trace } from '../../../src/model/episode';
import type { Json, JsonObject } from '../../../src/model/json';
import { members, node } from '../../samples/trace-builder';
import type { Drawing } from './traces';
import {
  R,
  U,
  continuityIn,
  drawnTrace,
  forksIn,
  issuing,
  linked,
  of,
  reportsIn,
  verdictsIn,
} from './traces';

const LABELS = ['continuation', 'continuation', 'compaction_attempt', 'compaction', 'subagent_call', 'other'];

type DrawnMessage = typeof anyMessage extends fc.Arbitrary<infer Drawn> ? Drawn : never;

const oneIn = (odds: number) => fc.integer({ min: 1, max: odds }).map((dice) => dice === 1);

const anyMessage = fc.record({
  role: fc.constantFrom('user', 'assistant', 'assistant', 'assistant', 'tool', 'system'),
  content: fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom<Json>('a', 'b', '', null, [{ type: 'text', text: 'a' }]) },
    { weight: 1, arbitrary: fc.constant<Json>([{ type: 'x' }]) },
  ),
  reasoning: fc.constantFrom(null, null, 'r'),
  ids: fc.subarray(['c1', 'c2', 'c3', 'c4'], { maxLength: 1 }),
  redacted: oneIn(30),
});

const anyNode = fc.record({
  message: anyMessage,
  /** How far above the parent lies. */
  up: fc.constantFrom(1, 1, 1, 1, 2, 3, 5),
  isRoot: oneIn(8),
  /** Any parent at all: below, itself, none of the trace. */
  odd: fc.oneof({ weight: 30, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.nat(20) }),
  sampled: oneIn(2),
  links: fc.array(fc.tuple(fc.nat(14), fc.constantFrom(...LABELS)), { maxLength: 2 }),
  isLinked: oneIn(3),
  tokens: fc.array(fc.nat(2), { maxLength: 2 }),
});

const anyNodes = fc.array(anyNode, { minLength: 1, maxLength: 15, size: 'max' }).map((drawn) =>
  drawn.map(({ message, up, isRoot, odd, sampled, links, isLinked, tokens }, index): JsonObject => {
    const { role, content, reasoning, ids, redacted } = message;
    const parent = odd ?? (isRoot || index === 0 ? null : Math.max(0, index - up));
    const calls = role === 'assistant' && ids.length > 0 ? issuing(...ids) : {};
    return node(role, content, {
      ...(parent === null ? {} : { parent }),
      sampled: sampled && role === 'assistant',
      message: members(
        { reasoning_content: reasoning ?? undefined, ...calls },
        role === 'tool' ? { tool_call_id: ids[0] ?? 'c1' } : {},
      ),
      ...(isLinked ? linked(...links) : {}),
      token_ids: tokens,
      ...(redacted ? { redacted } : {}),
    });
  }),
);

const anyDrawing: fc.Arbitrary<Drawing> = anyNodes.chain((nodes) =>
  fc.record({
    nodes: fc.constant(nodes),
    calls: fc
      .shuffledSubarray(
        nodes.flatMap((one, index) => (one['sampled'] === true ? [index] : [])),
        { minLength: 0 },
      )
      .map((sampled) => sampled.map((at) => of(at))),
  }),
);

const withAllCalls = anyNodes.map((nodes): Drawing => ({ nodes }));

const isCompared = ({ status }: Verdict) =>
  status === 'preserved' || status === 'diverged' || status === 'unknown';

describe('on any trace', () => {
  it('the derivation ends, and says the same again', async () => {
    await fc.assert(
      fc.asyncProperty(anyDrawing, async (drawing) => {
        const first = await reportsIn(drawing);
        expect(await reportsIn(drawing)).toEqual(first);
        expect(first).toHaveLength(drawnTrace(drawing).calls.length);
        await forksIn(drawing);
      }),
      { numRuns: 150 },
    );
  });

  it('counts and places fit the status', async () => {
    await fc.assert(
      fc.asyncProperty(withAllCalls, async (drawing) => {
        for (const report of await reportsIn(drawing)) {
          const { status, previous, preserved, expected, found, causes, reason, baseline, scope } = report;
          expect(preserved).toBeLessThanOrEqual(previous);
          expect(expected !== null).toBe(status === 'diverged');
          if (found !== null) expect(status).toBe('diverged');
          if (status === 'preserved') expect(preserved).toBe(previous);
          if (status === 'diverged') expect(causes.length).toBeGreaterThan(0);
          expect(reason === null).toBe(
            status === 'preserved' || status === 'diverged' || status === 'unknown',
          );
          expect(scope !== null).toBe(reason === null);
          if (status === 'no_predecessor') expect(baseline).toBeNull();
          expect(new Set(causes).size).toBe(causes.length);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('the order of calls and their times change nothing', async () => {
    await fc.assert(
      fc.asyncProperty(anyDrawing, fc.integer(), async ({ nodes, calls = [] }, start) => {
        const told = async (order: readonly JsonObject[]) =>
          new Map(
            (await reportsIn({ nodes, calls: order })).map(({ call: _, ...rest }) => [rest.node, rest]),
          );
        const shuffled = calls
          .map((one, at) => ({ ...one, time: { start: start - at, end: start } }))
          .toReversed();
        expect(await told(shuffled)).toEqual(await told(calls));
      }),
      { numRuns: 200 },
    );
  });

  it('strict mode only takes away', async () => {
    await fc.assert(
      fc.asyncProperty(withAllCalls, async (drawing) => {
        const normal = await verdictsIn(drawing);
        for (const [index, strict] of (await verdictsIn(drawing, true)).entries()) {
          const usual = normal[index];
          if (usual === undefined) throw new Error('a call less');
          if (isCompared(strict)) expect(strict).toEqual(usual);
          if (strict.status === 'no_predecessor') expect(usual.status).toBe('no_predecessor');
          if (usual.basis === 'restated' || usual.basis === 'tool_call_ids')
            expect(strict.status).toBe('unavailable');
        }
      }),
      { numRuns: 200 },
    );
  });

  it('comparing by numbers and jumps equals comparing texts one by one', async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(withAllCalls, async (drawing) => {
        const trace = drawnTrace(drawing);
        for (const verdict of await verdictsIn(drawing)) {
          if (!isCompared(verdict)) continue;
          compared += 1;
          const { status, preserved, previous } = verdict;
          expect({ status, preserved, previous }).toEqual(plainly(trace, verdict));
        }
      }),
      { numRuns: 200 },
    );
    expect(compared).toBeGreaterThan(50);
  });

  it('a longer tail never turns preserved into diverged', async () => {
    let tried = 0;
    await fc.assert(
      fc.asyncProperty(withAllCalls, async ({ nodes }) => {
        for (const verdict of await verdictsIn({ nodes })) {
          const { node: at, status } = verdict;
          if (status !== 'preserved' || at === null) continue;
          tried += 1;
          const reply = nodes[at] ?? {};
          const tail = U(typeof reply['parent'] === 'number' ? reply['parent'] : null, 'one more');
          const longer = nodes.map((one, index) => (index === at ? { ...one, parent: nodes.length } : one));
          const again = (await verdictsIn({ nodes: [...longer, tail] })).find((other) => other.node === at);
          expect(again?.status).not.toBe('diverged');
        }
      }),
      { numRuns: 200 },
    );
    expect(tried).toBeGreaterThan(20);
  });
});

describe('on any conversation', () => {
  const conversation = fc.array(
    anyMessage.filter(({ redacted, content }) => !redacted && JSON.stringify(content) !== '[{"type":"x"}]'),
    {
      minLength: 1,
      maxLength: 8,
    },
  );
  const chain = (messages: readonly DrawnMessage[], base: number) =>
    messages.map(({ role, content, reasoning }, index) =>
      node(role, content, {
        ...(index === 0 ? {} : { parent: base + index - 1 }),
        message: members({ reasoning_content: reasoning ?? undefined }),
      }),
    );
  /** The same messages on a path of their own, told to go on from the first. */
  const twice = (first: readonly JsonObject[], second: readonly JsonObject[]): Drawing => ({
    nodes: [
      ...first,
      R(first.length - 1, 'reply'),
      ...second,
      R(first.length + second.length, 'next', linked([first.length, 'continuation'])),
    ],
  });

  it('a change in segment i is found at i or before', async () => {
    await fc.assert(
      fc.asyncProperty(
        conversation,
        fc.nat(),
        fc.array(anyMessage, { maxLength: 3 }),
        async (messages, seed, tail) => {
          const at = seed % messages.length;
          const changed = messages.map((one, index) => (index === at ? { ...one, content: 'changed' } : one));
          const drawing = twice(chain(messages, 0), chain([...changed, ...tail], messages.length + 1));
          const last = (await verdictsIn(drawing)).at(-1);
          expect(last).toMatchObject({ status: 'diverged', previous: messages.length });
          expect(last?.preserved).toBeLessThanOrEqual(at);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('an explanation that was cut short says so, and any other is whole', async () => {
    let cut = 0;
    await fc.assert(
      fc.asyncProperty(conversation, conversation, fc.constantFrom(0, 8), async (first, second, messages) => {
        const drawing = twice(chain(first, 0), chain(second, first.length + 1));
        const continuity = await continuityIn(drawnTrace(drawing));
        const whole = requestReports(continuity);
        const work = { messages, cells: messages };
        const hurried = requestReports(continuity, new Explainer(continuity, { work }));
        for (const [index, { causes, notes, reply_tokens_reused, ...report }] of hurried.entries()) {
          const usual = whole[index];
          expect(usual).toMatchObject(report);
          if (report.status === 'diverged') expect(causes.length).toBeGreaterThan(0);
          if (notes.includes('causes_limited')) cut += 1;
          else expect({ causes, notes }).toEqual({ causes: usual?.causes, notes: usual?.notes });
          if (reply_tokens_reused !== null) expect(reply_tokens_reused).toEqual(usual?.reply_tokens_reused);
        }
      }),
      { numRuns: 200 },
    );
    expect(cut).toBeGreaterThan(20);
  });

  it('the same messages with any tail are preserved', async () => {
    await fc.assert(
      fc.asyncProperty(conversation, fc.array(anyMessage, { maxLength: 3 }), async (messages, tail) => {
        // A system message right behind leading ones would count as one of them.
        const behind = tail.map((one) => (one.role === 'system' ? { ...one, role: 'user' as const } : one));
        const drawing = twice(chain(messages, 0), chain([...messages, ...behind], messages.length + 1));
        expect((await verdictsIn(drawing)).at(-1)).toMatchObject({
          status: 'preserved',
          preserved: messages.length,
        });
      }),
      { numRuns: 200 },
    );
  });
});

/** Paths listed, segments written as text, compared one by one as the rule is worded. */
function plainly(
  trace: Trace,
  { baseline, node: at }: Verdict,
): { status: string; preserved: number; previous: number } {
  const segments = (reply: number | null) => {
    const path: Node[] = [];
    for (
      let one = trace.nodes[reply ?? -1]?.parent ?? null;
      one !== null;
      one = trace.nodes[one]?.parent ?? null
    ) {
      const found = trace.nodes[one];
      if (found !== undefined) path.unshift(found);
    }
    const root = path[0] ?? trace.nodes[reply ?? -1];
    let leading = 0;
    while (path[leading]?.message.role === 'system') leading += 1;
    return [
      ...(root?.tools ?? []).map((tool, index) => ({
        place: `tool ${index} ${tool.name}`,
        text: toolText(tool),
        opaque: false,
      })),
      ...path.map((one, index) => ({
        place: index < leading ? `system ${index}` : `message ${index - leading} ${one.message.role}`,
        text: messageText(one.message),
        opaque: isOpaque(one),
      })),
    ];
  };
  const previous = segments(baseline);
  const current = segments(at);
  for (const [position, expected] of previous.entries()) {
    const found = current[position];
    const counts = { preserved: position, previous: previous.length };
    if (found?.place !== expected.place) return { status: 'diverged', ...counts };
    if (found.opaque || expected.opaque) return { status: 'unknown', ...counts };
    if (found.text !== expected.text) return { status: 'diverged', ...counts };
  }
  return { status: 'preserved', preserved: previous.length, previous: previous.length };
}
