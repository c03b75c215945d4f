/** JSON of the open episode as the tree component wants it. */
import type { DocumentRef, OpenEpisode, TextRef } from '../../store/episode.svelte';
import type { TreeSource } from '../shared/json-tree';

/** `readText` shows a text in full over the page. */
export function treeSource(
  episode: OpenEpisode,
  document: DocumentRef,
  readText?: (text: TextRef) => void,
): TreeSource {
  const textAt = (pointer: string) => ({ kind: 'value', document, pointer }) as const;
  return {
    page: async (pointer, from, to) => {
      const page = await episode.tree(document, pointer, from, to);
      return page.kind === 'ok' ? page.value : null;
    },
    text: async (pointer, limit) => {
      const text = await episode.wholeText(textAt(pointer), limit);
      return text.kind === 'ok' ? text.value : null;
    },
    spelling: async (start, end) => {
      const text = await episode.spelling(document, start, end);
      return text.kind === 'ok' ? text.value : '';
    },
    inside: (pointer) => treeSource(episode, { kind: 'text', text: textAt(pointer) }, readText),
    ...(readText !== undefined && { read: (pointer) => readText(textAt(pointer)) }),
  };
}
