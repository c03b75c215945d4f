/** Judges' exchanges, which writers keep in a trace's `info`, off the graph and apart from its calls. */
import type { JudgeCall, Message } from '../../model/episode';
import type { JsonObject, JsonPointer } from '../../model/json';
import { isArray, isObject } from '../../model/json';
import type { Field } from '../fields';
import { isGiven, objects, text } from '../fields';
import type { Spot } from '../spot';
import { readMessage, textMessage } from './messages';
import { readUsage } from './usage';

const NO_JUDGES: readonly JudgeCall[] = [];

/** `spot` stands at the trace. Anything else under these two names is a taskset's own business. */
export function readJudgeCalls(info: JsonObject, base: JsonPointer, spot: Spot): readonly JudgeCall[] {
  const older = isArray(info.judge) ? info.judge.filter(isOlderJudgement) : [];
  const newer = isArray(info.judge_calls) ? info.judge_calls.filter(isObject) : [];
  if (older.length + newer.length === 0) return NO_JUDGES;
  const inside = spot.under('info');
  return [
    ...objects(older.length === 0 ? null : info.judge, inside, 'judge', (raw, at) =>
      readOlder(raw, base + at.pointer(), at),
    ),
    ...objects(newer.length === 0 ? null : info.judge_calls, inside, 'judge_calls', (raw, at) =>
      readNewer(raw, base + at.pointer(), at),
    ),
  ];
}

function isOlderJudgement(value: Field): boolean {
  return isObject(value) && (typeof value.text === 'string' || isGiven(value.parsed) || isGiven(value.usage));
}

function readOlder(raw: JsonObject, path: JsonPointer, spot: Spot): JudgeCall {
  const said = text(raw.text, spot, 'text');
  return {
    path,
    name: null,
    prompt: [],
    response: said === null ? null : textMessage('assistant', said),
    parsed: raw.parsed ?? null,
    usage: readUsage(raw.usage, spot, 'usage'),
  };
}

function readNewer(raw: JsonObject, path: JsonPointer, spot: Spot): JudgeCall {
  const request = isObject(raw.request) ? raw.request : null;
  const response = isObject(raw.response) ? raw.response : null;
  const answered = spot.under('response');
  return {
    path,
    name: text(raw.name, spot, 'name'),
    prompt: request === null ? [] : readPrompt(request, spot.under('request')),
    response:
      response === null || !isObject(response.message)
        ? null
        : readMessage(response.message, answered.under('message')),
    parsed: response?.parsed ?? null,
    usage: response === null ? null : readUsage(response.usage, answered, 'usage'),
  };
}

/** A provider's request: messages of the chat API, or the input of the Responses API with its instructions. */
function readPrompt(request: JsonObject, spot: Spot): readonly Message[] {
  const system = request.instructions ?? request.system;
  const first = typeof system === 'string' ? [textMessage('system', system)] : [];
  const segment = isArray(request.messages) ? 'messages' : 'input';
  const asked = request[segment];
  if (typeof asked === 'string') return [...first, textMessage('user', asked)];
  return [...first, ...objects(asked, spot, segment, readMessage)];
}
