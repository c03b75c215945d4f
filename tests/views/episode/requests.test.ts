/** The list of requests as a person meets it: the worst break open at once, filters, keys, both sides, what is apart. */
import { flushSync } from 'svelte';
import { describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../../src/model/json';
import { recordIndex, sourceIndex } from '../../../src/model/ids';
import { OpenEpisode } from '../../../src/store/episode.svelte';
import { EpisodeClient } from '../../../src/worker/episode/client';
import { EpisodeJobs } from '../../../src/worker/episode/jobs';
import { A, R, S, T, U, issuing, of } from '../../analysis/prefix/traces';
import { episode as made, tokens, trace, usage } from '../../samples/trace-builder';
import { appAt, click, press, role, roles, stage, wordsOf } from '../stage';
import RequestsStage from './RequestsStage.svelte';

const HASH = '#/run/0123456789ab/0/0?view=requests';

async function until(ready: () => unknown): Promise<void> {
  await vi.waitFor(
    () => {
      flushSync();
      ready();
    },
    { timeout: 20_000 },
  );
}

/** Opens a trace and waits for its list; answers where it went. */
async function show(record: JsonObject, ready = (): unknown => role('list', 'Requests')): Promise<number[]> {
  const { app } = appAt(HASH);
  const client = new EpisodeClient((events) => {
    const jobs = new EpisodeJobs((reply) => queueMicrotask(() => events.reply(structuredClone(reply))));
    return { post: (command) => setTimeout(() => void jobs.take(command)), terminate: () => undefined };
  });
  const open = new OpenEpisode(client);
  const went: number[] = [];
  stage(app, RequestsStage, { episode: open, went });
  const bytes = new Blob([JSON.stringify(made({ traces: [record] }))]);
  const { route } = app.navigation;
  if (route.kind !== 'episode') throw new Error('not at an episode');
  const place = { run: route.run, source: sourceIndex(0), record: recordIndex(0) };
  void open.show(place, { bytes, line: 1, byte: 0, record: 0, metadata: null, edges: [] });
  await until(ready);
  return went;
}

/** Four calls: the first, one that goes on, one whose question was edited, and one after a change of form. */
function edited(): JsonObject {
  const nodes = [
    S(null, 'Be kind.'),
    U(0, 'It is Monday.'),
    R(1, 'Hello.'),
    U(2, 'Look.'),
    R(3, null, { message: issuing('c1') }),
    U(0, 'It is Tuesday.'),
    A(5, 'Hello.'),
    U(6, 'Look.'),
    A(7, null, { message: issuing('c1') }),
    T(8, 'c1', 'seen'),
    R(9, null, { message: issuing('c2') }),
    U(0, [{ type: 'text', text: 'It is Tuesday.' }]),
    A(11, 'Hello.'),
    U(12, 'Look.'),
    A(13, null, { message: issuing('c1') }),
    T(14, 'c1', 'seen'),
    A(15, null, { message: issuing('c2') }),
    T(16, 'c2', 'done'),
    R(17, 'Good.'),
  ];
  const calls = [
    of(2, { usage: usage(400, 5) }),
    of(4, { usage: usage(400, 5, { cached_input_tokens: 0 }) }),
    of(10, { usage: usage(400, 5, { cached_input_tokens: 600 }) }),
    of(18, { usage: usage(1000, 5, { cached_input_tokens: 0 }) }),
  ];
  return trace({ nodes, calls });
}

const rows = (): HTMLElement[] => roles('listitem').filter((row) => row.hasAttribute('data-request'));
const chosen = (): string =>
  rows().find((row) => row.getAttribute('aria-current') === 'true')?.dataset['request'] ?? '';

function articles(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('article')];
}

describe('the list of requests', () => {
  it('opens on the worst break, with the changed words marked', async () => {
    await show(edited());
    expect(chosen()).toBe('2');
    await until(() => expect(document.querySelector('del')).not.toBeNull());
    const [shown] = articles();
    expect(shown?.getAttribute('aria-label')).toBe('Call #2 beside the request before it');
    expect(wordsOf(shown ?? document.body)).toContain('message edited');
    expect([...document.querySelectorAll('del, ins')].map(wordsOf)).toEqual([
      '[removed:Monday]',
      '[added:Tuesday]',
    ]);
  });

  it('says of each call its verdict, predecessor and cause in words', async () => {
    await show(edited());
    const [first, second, third, fourth] = rows().map(wordsOf);
    expect(first).toMatch(/^call #0 node #2 no predecessor: first request of this context/);
    expect(second).toMatch(/preserved 2\/2 against call #0, physical/);
    expect(third).toMatch(
      /diverged at message 1, 1\/4 message edited against call #1, tool-call ids, inferred/,
    );
    expect(third).toMatch(/user message 1 has other content/);
    expect(fourth).toMatch(/diverged at message 1, in form only, 1\/6 content form/);
  });

  it('keeps what a provider reported of its cache apart, unreported and zero told apart', async () => {
    await show(edited());
    const cache = rows().map((row) => wordsOf(row.querySelector('.cache') ?? row));
    expect(cache).toEqual([
      'provider cache not reported',
      'provider cache 0 of 400',
      'provider cache 600 of 1,000',
      'provider cache 0 of 1,000',
    ]);
    expect(wordsOf(document.body)).toContain('600 of 2,400 input tokens, 3 of 4 calls reported');
    expect(wordsOf(document.body)).not.toMatch(/cache (hit|miss)/);
  });

  it('shows one kind only, sorts, and says when nothing is left', async () => {
    await show(edited());
    click(role('button', /diverged, form only/));
    await until(() => expect(rows().map((row) => row.dataset['request'])).toEqual(['3']));
    click(role('button', 'Show all'));
    const order = document.querySelector('select');
    if (order === null) throw new Error('no order');
    order.value = 'breaks';
    order.dispatchEvent(new Event('change', { bubbles: true }));
    await until(() => expect(rows().map((row) => row.dataset['request'])).toEqual(['2', '3', '1', '0']));
  });

  it('is walked by keys: rows, breaks, the transcript, and back', async () => {
    const went = await show(edited());
    press('j');
    expect(chosen()).toBe('3');
    press('k');
    press('k');
    expect(chosen()).toBe('1');
    press('J');
    expect(chosen()).toBe('2');
    press('J');
    expect(chosen()).toBe('3');
    press('K');
    expect(chosen()).toBe('2');
    press('Enter');
    expect(went).toEqual([10]);
    press('Escape');
    expect(articles()).toEqual([]);
    press('Enter');
    expect(articles()).toHaveLength(1);
  });

  it('moves along the strip, and says where it stands', async () => {
    await show(edited());
    const strip = role('slider');
    expect(strip.getAttribute('aria-label')).toMatch(
      /^4 calls .*: 1 diverged, 1 diverged, form only, 1 preserved/,
    );
    press('ArrowLeft', strip);
    expect(chosen()).toBe('1');
    expect(strip.getAttribute('aria-valuetext')).toBe('call #1: preserved 2/2');
    press('End', strip);
    expect(chosen()).toBe('3');
  });

  it('takes what is inferred away in strict mode, and shows nothing of the other mode meanwhile', async () => {
    await show(edited());
    click(role('checkbox', /Strict/));
    expect(rows()).toEqual([]);
    await until(() => expect(rows()).toHaveLength(4));
    expect(wordsOf(rows()[2] ?? document.body)).toMatch(
      /unavailable: it goes on from a reply that is not recorded/,
    );
  });

  it('shows token ids around the place where they part', async () => {
    const nodes = [
      U(null, 'q', tokens([1, 2, 3])),
      R(0, 'a', { ...tokens([4, 5, 6, 7], 1), message: issuing('c1') }),
      A(0, 'a', { ...tokens([4, 5, 8, 7]), message: issuing('c1') }),
      T(2, 'c1', 'x', tokens([9, 10])),
      R(3, 'b', tokens([11, 12], 1)),
    ];
    await show(trace({ nodes, calls: [of(1), of(4)] }));
    press('End');
    await until(() => expect(wordsOf(document.body)).toContain('5 token ids are the same'));
    expect([...document.querySelectorAll('code .first')].map(wordsOf)).toEqual(['6', '8']);
    expect(wordsOf(document.body)).toContain('retokenised');
  });

  it('says so where a trace has no calls', async () => {
    await show(trace({ nodes: [U(null, 'q')] }), () =>
      expect(wordsOf(document.body)).toContain('No model call in this trace'),
    );
  });
});
