/**
 * What the bench of continuity measures: traces of 120,000 messages and 10,000 calls of several shapes, the time that
 * digesting their messages once takes, and the time until every verdict, and then every cause and fork, is there.
 */
import { digestsOf } from '../../src/analysis/prefix/digests';
import { forkReports } from '../../src/analysis/prefix/forks';
import { requestReports } from '../../src/analysis/prefix/requests-report';
import { continuityOf } from '../../src/analysis/prefix/trace-continuity';
import { verdictsOf } from '../../src/analysis/prefix/verdicts';
import { recordedLinks } from '../../src/analysis/recorded-links';
import type { Trace } from '../../src/model/episode';
import type { JsonObject } from '../../src/model/json';
import { traceIn } from '../reading/dialects/read';
import { call, calling, episode, link, node, toolCall, trace } from '../samples/trace-builder';

const CALLS = 10_000;
/** Messages of a call, its reply included. */
const STEP = 12;

export interface ContinuityFigures {
  readonly shape: string;
  readonly nodes: number;
  readonly calls: number;
  /** Of the calls, by status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Milliseconds; the least of the rounds. */
  readonly digests: number;
  readonly verdicts: number;
  readonly causes: number;
}

const filler = 'It reads the file, changes one line, and runs the tests again. '.repeat(6);

interface Step {
  readonly at: number;
  readonly parent: number | null;
  readonly reply: JsonObject;
  /** Put in front of the first message's text. */
  readonly first?: string;
}

/** A question, results of tools, a reply. */
function messagesOf({ at, parent, reply, first = '' }: Step): JsonObject[] {
  return Array.from({ length: STEP }, (_, step) => {
    const above = step === 0 ? parent : at + step - 1;
    const options = above === null ? {} : { parent: above };
    if (step === STEP - 1) return node('assistant', `reply ${at}`, { sampled: true, ...options, ...reply });
    const role = step === 0 ? 'user' : 'tool';
    const message = role === 'tool' ? { tool_call_id: `${at}.${step}` } : {};
    return node(role, `${step === 0 ? first : ''}${at + step} ${filler}`, { ...options, message });
  });
}

function made(step: (index: number, at: number) => JsonObject[]): Trace {
  const nodes = Array.from({ length: CALLS }, (_, index) => step(index, index * STEP)).flat();
  const calls = Array.from({ length: CALLS }, (_, index) =>
    call({
      node: index * STEP + STEP - 1,
      ...{ model: 'm', endpoint: '/chat/completions', sampling: {} },
    }),
  );
  return traceIn(episode({ traces: [trace({ nodes, calls })] }));
}

const continues = (reply: number): JsonObject => ({ semantic_parents: [link(reply, 'continuation')] });

interface Shape {
  readonly shape: string;
  readonly trace: () => Trace;
}

const SHAPES: readonly Shape[] = [
  {
    shape: 'one conversation',
    trace: () => made((index, at) => messagesOf({ at, parent: index === 0 ? null : at - 1, reply: {} })),
  },
  {
    shape: 'a tree of its own for every call',
    trace: () =>
      made((index, at) => messagesOf({ at, parent: null, reply: index === 0 ? {} : continues(at - 1) })),
  },
  {
    // The text of each half is the other's but for the first message, so that all of it has to be told apart by paths.
    shape: 'two long conversations, each call going on from the other',
    trace: () => twoConversations(false),
  },
  {
    shape: 'the same with token ids',
    trace: () => twoConversations(true),
  },
  {
    shape: 'every reply restated with other arguments',
    trace: () =>
      made((index, at) => {
        const issued = (which: number, value: string) =>
          calling(toolCall(`c${which}`, 'run', `{"value":"${value}"}`));
        const [question, ...rest] = messagesOf({ at, parent: null, reply: { message: issued(index, 'a') } });
        const restated = node('assistant', `reply ${at - STEP}`, {
          parent: at,
          message: issued(index - 1, 'b'),
        });
        return question === undefined
          ? rest
          : [question, ...(index === 0 ? rest.slice(0, 1) : [restated]), ...rest.slice(1)];
      }),
  },
];

/** The text of each half is the other's but for the first message, so that all of it has to be told apart by paths. */
function twoConversations(hasTokens: boolean): Trace {
  const half = (CALLS / 2) * STEP;
  return made((_, at) => {
    const own = at % half;
    const isSecond = at >= half;
    const parent = own === 0 ? null : at - 1;
    const messages = messagesOf({ at, parent, reply: isSecond ? continues(own + STEP - 1) : {} });
    const told = isSecond
      ? messages.map((one, step) => relabelled(one, own + step, step, own === 0 && step === 0))
      : messages;
    if (!hasTokens) return told;
    return told.map((one, step) => {
      const ids = [isSecond && own === 0 && step === 0 ? 1 : 0, own + step, 7, 8];
      return { ...one, token_ids: ids, mask: ids.map(() => step === STEP - 1) };
    });
  });
}

/** The same message as in the first half. */
function relabelled(one: JsonObject, at: number, step: number, isChanged: boolean): JsonObject {
  const role = step === 0 ? 'user' : step === STEP - 1 ? 'assistant' : 'tool';
  const content = step === STEP - 1 ? `reply ${at - step}` : `${isChanged ? 'changed ' : ''}${at} ${filler}`;
  const answered = role === 'tool' ? { tool_call_id: `${at - step}.${step}` } : {};
  return { ...one, message: { role, content, ...answered } };
}

async function timed<Value>(work: () => Value | Promise<Value>): Promise<readonly [number, Value]> {
  const start = performance.now();
  const value = await work();
  return [performance.now() - start, value];
}

export async function* continuityFigures(rounds = 2): AsyncGenerator<ContinuityFigures> {
  for (const { shape, trace: make } of SHAPES) {
    const one = make();
    const links = recordedLinks(one);
    let [digests, verdicts, causes] = [Infinity, Infinity, Infinity];
    const statuses: Record<string, number> = {};
    for (let round = 0; round < rounds; round += 1) {
      digests = Math.min(digests, (await timed(() => digestsOf(one, [])))[0]);
      const [deriving, continuity] = await timed(() => continuityOf(one, links));
      const [judging, judged] = await timed(() => verdictsOf(continuity));
      verdicts = Math.min(verdicts, deriving + judging);
      if (round === 0) for (const { status } of judged) statuses[status] = (statuses[status] ?? 0) + 1;
      const [explaining] = await timed(() => forkReports(continuity, requestReports(continuity)));
      causes = Math.min(causes, deriving + explaining);
    }
    const counts = { nodes: one.nodes.length, calls: one.calls.length, statuses };
    yield { shape, ...counts, digests, verdicts, causes };
  }
}
