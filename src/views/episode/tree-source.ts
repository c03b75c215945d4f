/** JSON of the open episode as the tree component wants it. */
import type { DocumentRef, OpenEpisode } from '../../store/episode.svelte';
import type { TreeSource } from '../shared/json-tree';

/** Nobody reads more of one string in a tree; the raw view has the rest. */
const LONGEST = 250_000;

export function treeSource(episode: OpenEpisode, document: DocumentRef): TreeSource {
  const textAt = (pointer: string) => ({ kind: 'value', document, pointer }) as const;
  return {
    page: async (pointer, from, to) => {
      const page = await episode.tree(document, pointer, from, to);
      return page.kind === 'ok' ? page.value : null;
    },
    text: async (pointer) => {
      const text = await episode.text(textAt(pointer), 0, LONGEST);
      return text.kind === 'ok' ? text.value : null;
    },
    inside: (pointer) => treeSource(episode, { kind: 'text', text: textAt(pointer) }),
  };
}
