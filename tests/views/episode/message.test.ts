/**
 * One message as it is read: Markdown, terminal output, JSON, pictures. Each has a raw form that keeps every unit, and very
 * long texts are cut, shown on demand and read elsewhere.
 */
import { flushSync } from 'svelte';
import { describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../../src/model/json';
import { recordIndex, runKey, sourceIndex } from '../../../src/model/ids';
import type { TextRef } from '../../../src/store/episode.svelte';
import { OpenEpisode } from '../../../src/store/episode.svelte';
import { Folds } from '../../../src/views/episode/folds.svelte';
import { EpisodeClient } from '../../../src/worker/episode/client';
import { EpisodeJobs } from '../../../src/worker/episode/jobs';
import { MARKDOWN_TEXTS, TERMINAL_TEXTS } from '../../samples/hard-texts';
import { a, chain, episode as made, tool, trace, u } from '../../samples/trace-builder';
import { appAt, click, role, roles, stage, wordsOf } from '../stage';
import MessageStage from './MessageStage.svelte';

interface Shown {
  readonly folds: Folds;
  readonly read: TextRef[];
}

/** Shows the last message of a chain. */
async function show(...nodes: readonly JsonObject[]): Promise<Shown> {
  const client = new EpisodeClient((events) => {
    const jobs = new EpisodeJobs((reply) => queueMicrotask(() => events.reply(structuredClone(reply))));
    return { post: (command) => setTimeout(() => void jobs.take(command)), terminate: () => undefined };
  });
  const open = new OpenEpisode(client);
  const folds = new Folds();
  const read: TextRef[] = [];
  stage(appAt().app, MessageStage, { episode: open, node: nodes.length - 1, folds, read });
  const bytes = new Blob([JSON.stringify(made({ traces: [trace({ nodes: chain(...nodes) })] }))]);
  const place = { run: runKey('0123456789ab'), source: sourceIndex(0), record: recordIndex(0) };
  void open.show(place, { bytes, line: 1, byte: 0, record: 0, metadata: null, edges: [] });
  await settled(() => expect(document.body.querySelector('[data-field]')).not.toBeNull());
  return { folds, read };
}

async function settled(check: () => void): Promise<void> {
  await vi.waitFor(
    () => {
      flushSync();
      check();
    },
    { timeout: 10_000 },
  );
}

const content = (): string => document.body.querySelector('[data-field]')?.textContent ?? '';
/** Signs stand for characters that act; the lone CR is one of them. */
const asShown = (text: string): string => text.replaceAll('\r\n', '\n');
const raw = (): void => click(role('button', 'raw'));

describe('a message', () => {
  it.each(MARKDOWN_TEXTS)('shows $name without losing its words, and raw as it is', async ({ text }) => {
    await show(u('q'), a(text));
    const word = /[A-Za-z]{3,}/.exec(text.slice(0, 400))?.[0] ?? '';
    expect(content()).toContain(word);
    raw();
    const shown = content();
    if (!text.includes('\r')) expect(shown.startsWith(text.slice(0, 3000))).toBe(true);
    expect(shown.length).toBeGreaterThanOrEqual(Math.min(text.length, 3000));
  });

  it.each(TERMINAL_TEXTS.filter(({ text }) => text.includes('\u001b')))(
    'draws output as a terminal would: $name',
    async ({ text, shown }) => {
      await show(u('q'), tool('c', text));
      const visible = asShown(content()).trimEnd();
      expect(visible.startsWith(shown.trimEnd().slice(0, 200))).toBe(true);
      raw();
      // The escape itself is named, never acted on.
      expect(content()).not.toBe(visible);
      expect(content()).not.toContain('\u001b');
    },
  );

  it('shows JSON as a tree, and raw as it was written', async () => {
    const text = '{ "z": 1.50, "a": [true, null] }';
    await show(u('q'), tool('c', text));
    await settled(() => expect(roles('treeitem').map(wordsOf)).toContain('z 1.50'));
    raw();
    expect(roles('tree')).toEqual([]);
    expect(content().trimEnd()).toBe(text);
  });

  it('says what a picture is before its bytes are asked for, and fetches none from elsewhere', async () => {
    const image = (url: string) => ({ type: 'image_url', image_url: { url } });
    await show(
      u([
        { type: 'text', text: 'look' },
        image('https://example.org/a.png'),
        image('data:image/svg+xml,<svg/>'),
      ]),
    );
    expect(document.body.querySelectorAll('img')).toHaveLength(0);
    expect(document.body.textContent).toContain('https://example.org/a.png');
    expect(document.body.textContent).toContain('image/svg+xml');
  });

  it('cuts a long text, shows more of it, all where all are unfolded, and the whole elsewhere', async () => {
    const text = Array.from({ length: 40_000 }, (_, line) => `line ${line}`).join('\n');
    const { folds, read } = await show(u('q'), tool('c', text));
    const length = (): number => content().length;
    expect(length()).toBeLessThan(4000);
    folds.setAll(true);
    await settled(() => expect(length()).toBeGreaterThan(60_000));
    folds.setAll(false);
    flushSync();
    expect(length()).toBeLessThan(4000);
    click(role('button', 'Read in full'));
    expect(read).toMatchObject([{ kind: 'content' }]);
  });
});
