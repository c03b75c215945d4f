/** A message as plain text for the clipboard: reasoning, content and tool calls, everything in full. */
import type { MessageBody, OpenEpisode } from '../../store/episode.svelte';
import { formatBytes } from '../shared/format';
import { wholeText } from './context';

export async function messageText(episode: OpenEpisode, body: MessageBody): Promise<string> {
  const blocks: string[] = [];
  if (body.reasoning !== null && body.reasoning.length > 0) {
    blocks.push(`<reasoning>\n${await wholeText(episode, body.reasoning)}\n</reasoning>`);
  }
  for (const part of body.parts) {
    if (part.kind === 'text') blocks.push(await wholeText(episode, part.text));
    else if (part.kind === 'block') blocks.push(`[${part.type}]`);
    else if (part.image.kind === 'raster') {
      blocks.push(`[image: ${part.image.mediaType}, ${formatBytes(part.image.bytes)}]`);
    } else blocks.push('[image]');
  }
  for (const call of body.toolCalls)
    blocks.push(`→ ${call.name}(${await wholeText(episode, call.arguments)})`);
  return blocks.join('\n');
}
