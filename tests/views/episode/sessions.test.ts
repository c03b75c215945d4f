/** The tree of agents by keyboard, by sort and by cells, and what it says where there is no tree. */
import { flushSync } from 'svelte';
import { describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../../src/model/json';
import { recordIndex, sourceIndex } from '../../../src/model/ids';
import { OpenEpisode } from '../../../src/store/episode.svelte';
import { EpisodeClient } from '../../../src/worker/episode/client';
import { EpisodeJobs } from '../../../src/worker/episode/jobs';
import { deepRun, threeLevels } from '../../samples/session-run';
import { a, chain, episode as made, trace, u } from '../../samples/trace-builder';
import { appAt, click, press, role, roles, stage, wordsOf } from '../stage';
import SessionsStage from './SessionsStage.svelte';

const HASH = '#/run/0123456789ab/0/0?view=sessions';

/** Opens a trace and waits for its tree; answers where it went. */
async function show(record: JsonObject, ready = (): unknown => role('treegrid')): Promise<number[]> {
  const { app } = appAt(HASH);
  const client = new EpisodeClient((events) => {
    const jobs = new EpisodeJobs((reply) => queueMicrotask(() => events.reply(structuredClone(reply))));
    return { post: (command) => setTimeout(() => void jobs.take(command)), terminate: () => undefined };
  });
  const open = new OpenEpisode(client);
  const went: number[] = [];
  stage(app, SessionsStage, { episode: open, went });
  const bytes = new Blob([JSON.stringify(made({ traces: [record] }))]);
  const { route } = app.navigation;
  if (route.kind !== 'episode') throw new Error('not at an episode');
  const place = { run: route.run, source: sourceIndex(0), record: recordIndex(0) };
  void open.show(place, { bytes, line: 1, byte: 0, record: 0, metadata: null, edges: [] });
  await vi.waitFor(
    () => {
      flushSync();
      ready();
    },
    { timeout: 20_000 },
  );
  return went;
}

const rows = (): HTMLElement[] => roles('row').filter((row) => row.hasAttribute('aria-level'));
const names = (): string[] => rows().map((row) => wordsOf(row).replace(/^((?:sub [\d.]+|root)).*$/, '$1'));
const selected = (): string =>
  names()[rows().findIndex((row) => row.getAttribute('aria-selected') === 'true')] ?? '';

describe('the tree of agents', () => {
  it('is walked, folded and unfolded by keys', async () => {
    const went = await show(threeLevels());
    expect(names()).toHaveLength(8);
    expect(rows()[5]?.getAttribute('aria-level')).toBe('4');
    role('treegrid').focus();
    press('Home');
    expect(selected()).toBe('root');
    press('ArrowDown');
    press('ArrowDown');
    expect(selected()).toBe('sub 2');
    press('ArrowRight');
    expect(selected()).toBe('sub 2.1');
    press('ArrowLeft');
    expect(selected()).toBe('sub 2');
    press('ArrowLeft');
    expect(names()).toEqual(['root', 'sub 1', 'sub 2', 'sub 3', 'sub 4']);
    expect(rows()[2]?.getAttribute('aria-expanded')).toBe('false');
    expect(wordsOf(rows()[2] ?? document.body)).toContain('3 below, folded');
    press('End');
    expect(selected()).toBe('sub 4');
    press('*');
    expect(names()).toHaveLength(8);
    expect(went).toEqual([]);
    press('Enter');
    expect(went).toHaveLength(1);
  });

  it('says state, basis and what is odd in words', async () => {
    await show(threeLevels());
    const [root, tides, crews, , south, , letters] = rows().map(wordsOf);
    expect(root).toContain('gave the reply');
    expect(tides).toMatch(/returned.*taken up late, 3 turns on.*1 compaction.*parent by session record/);
    expect(crews).toContain('cancelled by root');
    expect(south).toContain('cancelled with sub 2');
    expect(letters).toMatch(/failed.*3 failed attempts/);
    const said = wordsOf(document.body);
    expect(said).toContain('depth 3 of 3 allowed');
    expect(said).toContain('8 started of 64 allowed');
    expect(said).toContain('at most 5 at once of 6 allowed');
    expect(said).toContain('1 sub-session left no committed call');
    const lane = rows()[1]?.querySelector('.lane')?.getAttribute('aria-label');
    expect(lane).toMatch(/^sent off at \+.*7 calls from \+.*result taken up by root at \+/);
  });

  it('sorts siblings by a column, and back', async () => {
    await show(threeLevels());
    const tokens = (): HTMLElement => role('columnheader', /^Tokens/);
    const press1 = (): void => click(tokens().querySelector('button') ?? tokens());
    press1();
    expect(tokens().getAttribute('aria-sort')).toBe('descending');
    expect(names().filter((name) => /^sub \d$/.test(name))).toEqual(['sub 1', 'sub 2', 'sub 3', 'sub 4']);
    press1();
    expect(tokens().getAttribute('aria-sort')).toBe('ascending');
    expect(names().filter((name) => /^sub \d$/.test(name))[3]).toBe('sub 1');
    press1();
    expect(tokens().getAttribute('aria-sort')).toBe('none');
  });

  it('shows the same as cells, which the arrows walk', async () => {
    await show(threeLevels());
    press('i');
    const cells = role('tree');
    expect(roles('treeitem')).toHaveLength(8);
    cells.focus();
    press('Home', cells);
    press('ArrowDown', cells);
    press('ArrowRight', cells);
    expect(selected()).toBe('sub 2');
    const present = document.getElementById(cells.getAttribute('aria-activedescendant') ?? '');
    expect(present?.getAttribute('aria-label')).toMatch(/^sub 2, Ask for.*: .* tokens, \d+ % of the whole/);
  });

  it('draws a window of 500 agents', async () => {
    await show(deepRun(500));
    expect(role('treegrid').getAttribute('aria-rowcount')).toBe('501');
    expect(rows().length).toBeLessThan(60);
  });

  it('claims nothing where there are no links', async () => {
    const record = trace({ nodes: chain(u('q'), a('one')), metrics: { sub_rlm_num_calls: 2 } });
    await show(record);
    const said = wordsOf(document.body);
    expect(said).toContain('One agent; nothing else is claimed.');
    expect(said).toContain('The harness itself counted 2 sub-sessions');
    expect(names()).toEqual(['root']);
    expect(said).toContain('all calls of this trace');
    expect(said).not.toContain('no sub-agents');
  });

  it('says so where there is no call at all', async () => {
    await show(trace({ nodes: chain(u('q')) }), () => role('heading', 'No model call in this trace'));
    expect(roles('treegrid')).toEqual([]);
  });
});
