/**
 * Messages of a trace as a document for people: plain text, or Markdown in which whatever anybody wrote stays inside its
 * fence: it can neither pass for another message nor load a picture. Pictures and provider blocks are named, not copied.
 */
import type { Content, Episode, Message, Trace } from '../../model/episode';
import type { NodeIndex } from '../../model/ids';
import { nodeIndex } from '../../model/ids';
import { unreachable } from '../../model/unreachable';
import { outcomeOf } from '../outcome';
import { episodeScore, traceScore } from '../score';

export type DocumentForm = 'text' | 'markdown';

/** The episode's own head; its traces follow. */
export function episodeHead(episode: Episode, form: DocumentForm): string {
  const reward = episodeScore(episode).value;
  const task = episode.task?.name ?? null;
  const facts = [
    `environment: ${episode.env.id === '' ? 'not named' : episode.env.id}`,
    ...(task === null ? [] : [`task: ${task}`]),
    `outcome: ${outcomeOf(episode)}`,
    `reward: ${reward === null ? 'not known' : String(reward)}`,
  ];
  const errors = episode.errors.map(({ type, message }) => block(form, `Error ${type}`, message, 2));
  return [
    heading(form, 1, `Episode ${episode.id}`),
    ...facts.map((fact) => item(form, fact)),
    '',
    ...errors,
  ].join('\n');
}

/** `nodes`: those of a branch, root first; null for all of the trace in the order of the file. */
export function* transcriptOf(
  trace: Trace,
  nodes: readonly NodeIndex[] | null,
  form: DocumentForm,
): Generator<string, void, undefined> {
  const reward = traceScore(trace).value;
  const name = trace.agent.name ?? 'agent';
  yield `${heading(form, 2, `Trace ${trace.id} (${name})`)}\n${item(
    form,
    `reward: ${reward === null ? 'not known' : String(reward)}`,
  )}\n\n`;
  for (const { type, message } of trace.errors) yield block(form, `Error ${type}`, message, 3);
  const shown = nodes ?? trace.nodes.map((_, index) => nodeIndex(index));
  let previous: NodeIndex | null = null;
  for (const index of shown) {
    const node = trace.nodes[index];
    if (node === undefined) continue;
    const follows =
      node.parent === previous ? '' : node.parent === null ? '' : `, after node #${node.parent}`;
    yield messageText(node.message, `node #${index}${follows}`, form);
    previous = index;
  }
}

function messageText(message: Message, place: string, form: DocumentForm): string {
  const name = message.role === 'tool' && message.name !== null ? ` ${message.name}` : '';
  const head = `${message.role}${name}`;
  const parts = [form === 'markdown' ? `### ${inline(head)} · ${inline(place)}\n` : `[${head}] ${place}\n`];
  if (message.reasoning !== null && message.reasoning !== '') {
    parts.push(
      form === 'markdown'
        ? quoted(fenced(message.reasoning))
        : `<reasoning>\n${message.reasoning}\n</reasoning>\n`,
    );
  }
  const text = contentText(message.content);
  if (text !== '') parts.push(form === 'markdown' ? fenced(text) : `${text}\n`);
  for (const call of message.toolCalls) {
    parts.push(
      form === 'markdown'
        ? `Calls \`${call.name.replaceAll('`', "'")}\`:\n\n${fenced(call.arguments)}`
        : `→ ${call.name}(${call.arguments})\n`,
    );
  }
  return `${parts.join('\n')}\n`;
}

function contentText(content: Content): string {
  switch (content.kind) {
    case 'none':
      return '';
    case 'text':
      return content.text;
    case 'parts':
      return content.parts
        .map((part) => {
          if (part.kind === 'text') return part.text;
          return part.kind === 'image' ? '[image]' : `[${part.type}]`;
        })
        .join('\n');
    default:
      return unreachable(content);
  }
}

function heading(form: DocumentForm, level: number, text: string): string {
  return form === 'markdown'
    ? `${'#'.repeat(level)} ${inline(text)}\n`
    : `${text}\n${'='.repeat(text.length)}`;
}

function item(form: DocumentForm, text: string): string {
  return form === 'markdown' ? `- ${inline(text)}` : text;
}

function block(form: DocumentForm, title: string, text: string, level: number): string {
  return form === 'markdown'
    ? `${'#'.repeat(level)} ${inline(title)}\n\n${fenced(text)}\n`
    : `${title}\n${text}\n\n`;
}

/** One line in which nothing is markup. */
function inline(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#|]/g, '\\$&');
}

function quoted(text: string): string {
  const lines = text.trimEnd().split('\n');
  return `${lines.map((line) => `> ${line}`).join('\n')}\n`;
}

/** A fence that is longer than any inside. */
function fenced(text: string): string {
  const longest = (text.match(/`{3,}/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}\n`;
}
