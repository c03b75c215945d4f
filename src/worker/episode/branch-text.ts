/**
 * Messages as plain text, for copying: a header for each, its reasoning, its text, one line for each tool call. Pictures
 * and provider blocks are named, not copied.
 */
import type { Content, Trace } from '../../model/episode';
import type { NodeIndex } from '../../model/ids';
import { unreachable } from '../../model/unreachable';
import { imageHead } from './images';

export function branchText(trace: Trace, nodes: readonly NodeIndex[]): string {
  const blocks: string[] = [];
  for (const index of nodes) {
    const node = trace.nodes[index];
    if (node === undefined) continue;
    const { message } = node;
    const name = message.role === 'tool' && message.name !== null ? ` ${message.name}` : '';
    const lines = [`[${message.role}${name}] node #${index}`];
    if (message.reasoning !== null && message.reasoning !== '')
      lines.push(`<reasoning>\n${message.reasoning}\n</reasoning>`);
    const text = plainContent(message.content);
    if (text !== '') lines.push(text);
    for (const call of message.toolCalls) lines.push(`→ ${call.name}(${call.arguments})`);
    blocks.push(lines.join('\n'));
  }
  return blocks.join('\n\n') + '\n';
}

export function plainContent(content: Content): string {
  switch (content.kind) {
    case 'none':
      return '';
    case 'text':
      return content.text;
    case 'parts':
      return content.parts
        .map((part) => {
          if (part.kind === 'text') return part.text;
          if (part.kind !== 'image') return `[${part.type}]`;
          const head = imageHead(part.url);
          return head.kind === 'raster' ? `[image: ${head.mediaType}, ${head.bytes} bytes]` : '[image]';
        })
        .join('\n');
    default:
      return unreachable(content);
  }
}
