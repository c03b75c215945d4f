/** What can be copied from the transcript by key, and the words that say so. */
import type { Announcer } from '../../store/announcer.svelte';
import { copyText } from '../shared/copy';
import type { EpisodeDesk } from './context';
import { messageText } from './message-text';

export type Copied = 'message' | 'branch' | 'json';

export async function copyFrom(desk: EpisodeDesk, announcer: Announcer, what: Copied): Promise<void> {
  const { cursor } = desk;
  if (cursor.trace === null) return;
  const name =
    what === 'branch'
      ? cursor.branch === 'all'
        ? 'all nodes as text'
        : `branch #${cursor.branch} as text`
      : what === 'message'
        ? `the message, node #${cursor.node}`
        : `the JSON of node #${cursor.node}`;
  const copied = await copyText(textOf(desk, what));
  announcer.say(copied ? `Copied ${name}.` : `The browser refused to copy ${name}.`);
}

async function textOf({ episode, cursor }: EpisodeDesk, what: Copied): Promise<string> {
  const { trace, node } = cursor;
  if (trace === null) return '';
  if (what === 'branch') {
    const text = await episode.branchText(trace.index, cursor.sequence);
    return text.kind === 'ok' ? text.value : '';
  }
  const body = node === null ? undefined : episode.body(trace.index, node);
  if (body === undefined) return '';
  if (what === 'message') return messageText(episode, body);
  const json = await episode.json(body.pointer.replace(/\/message$/, ''));
  return json.kind === 'ok' ? json.value : '';
}
