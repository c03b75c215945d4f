/** The error of a flat row: Python text, or an object that spells its chain. */
import type { RolloutError } from '../../model/episode';
import type { JsonObject } from '../../model/json';
import { isObject } from '../../model/json';
import type { Field } from '../fields';
import { isGiven } from '../fields';
import type { Spot } from '../spot';
import { readError } from './errors';

export function readLegacyErrors(value: Field, row: JsonObject, spot: Spot): readonly RolloutError[] {
  if (!isGiven(value) || value === '') return [];
  if (typeof value === 'string') return [fromText(value)];
  if (isObject(value) && !isGiven(value.type)) return [fromChain(value, row)];
  const error = readError(value, spot, 'error');
  return error === null ? [] : [error];
}

/** `ModelError(BadRequestError('…'))`: the outermost name is the type, the text stays whole. */
function fromText(message: string): RolloutError {
  const type = /^([A-Za-z_][\w.]*)(?=\(|$)/.exec(message)?.[1] ?? '';
  return { type, message, statusCode: null, traceback: null };
}

function fromChain(raw: JsonObject, row: JsonObject): RolloutError {
  const spoken = [
    raw.message,
    raw.error_chain_str,
    row.long_error_chain,
    raw.error_chain_repr,
    row.error_chain,
    raw.error,
  ];
  const message = spoken.find((one) => typeof one === 'string' && one !== '');
  const named = typeof raw.error === 'string' ? fromText(raw.error).type || raw.error : '';
  return {
    type: named,
    message: typeof message === 'string' ? message : '',
    statusCode: null,
    traceback: null,
  };
}
