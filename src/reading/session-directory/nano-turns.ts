/**
 * Messages of nano-rlm before G5: turns one behind another, without the prompt. A compaction begins a context of its own; a
 * prompt that was rolled back is a branch that ends. Calls and results have no ids: they are paired in their order.
 */
import type { Message, ToolCall } from '../../model/episode';
import type { NodeIndex } from '../../model/ids';
import type { Json, JsonObject } from '../../model/json';
import { isArray, isObject } from '../../model/json';
import { readMessage, textMessage } from '../dialects/messages';
import { compactJson } from '../embedded-json';
import { isGiven } from '../fields';
import type { Spot } from '../spot';
import type { FileLine } from './nano-lines';
import { integerIn, textIn } from './nano-lines';
import type { WindowPen } from './nano-windows';
import { timeOf } from './transcript-graph';

export function readNanoTurns(lines: readonly FileLine[], pen: WindowPen, spot: Spot): void {
  let tip: NodeIndex | null = null;
  const turns: { readonly turn: number; readonly before: NodeIndex | null }[] = [];
  let waiting: ToolCall[] = [];
  for (const line of lines) {
    const { value, path } = line;
    const turn = integerIn(value.turn);
    const time = timeOf(value.timestamp);
    switch (value.type) {
      case 'assistant': {
        const message = assistantOf(value, turn, line.number);
        if (turn !== null) turns.push({ turn, before: tip });
        waiting = [...message.toolCalls];
        tip = pen.write(tip, { message, path, time }, line);
        break;
      }
      case 'tool_result': {
        const name = textIn(value.tool);
        const at = Math.max(
          0,
          waiting.findIndex((call) => call.name === name),
        );
        const [answered] = waiting.splice(at, 1);
        const message = {
          ...textMessage('tool', wordsOf(value.content)),
          name,
          toolCallId: answered?.id ?? null,
        };
        tip = pen.write(tip, { message, path, time }, line);
        break;
      }
      case 'compaction':
        tip = pen.write(
          null,
          { message: textMessage('compaction', wordsOf(value.summary)), path, time },
          line,
        );
        break;
      case 'prompt_rollback': {
        const start = integerIn(value.start_turn);
        const first = start === null ? undefined : turns.find((one) => one.turn >= start);
        if (first !== undefined) {
          tip = first.before;
          turns.splice(turns.indexOf(first));
        }
        break;
      }
      case 'system':
      case 'user': {
        const message = isObject(value.message)
          ? readMessage(value.message, spot.at(`${path}/message`))
          : textMessage(value.type, wordsOf(value.content));
        tip = pen.write(tip, { message, path, time }, line);
        break;
      }
      default:
    }
  }
}

function assistantOf(value: JsonObject, turn: number | null, line: number): Message {
  const calls = isArray(value.tool_calls) ? value.tool_calls : [];
  const toolCalls = calls.flatMap((call, index): readonly ToolCall[] => {
    if (!isObject(call)) return [];
    const id = `turn ${turn ?? '?'}, line ${line}, call ${index + 1}`;
    return [
      { id, name: textIn(call.name) ?? '', arguments: argumentsOf(call.args), type: null, namespace: null },
    ];
  });
  const said = isGiven(value.content) ? textMessage('assistant', wordsOf(value.content)) : SILENT;
  return { ...said, toolCalls };
}

const SILENT: Message = { ...textMessage('assistant', ''), content: { kind: 'none' } };

/** Arguments that were no JSON are kept beside the reason. */
function argumentsOf(args: Json | undefined): string {
  if (args === undefined || args === null) return '';
  if (isObject(args) && isGiven(args._parse_error) && typeof args._raw === 'string') return args._raw;
  return typeof args === 'string' ? args : compactJson(args);
}

function wordsOf(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : compactJson(value);
}
