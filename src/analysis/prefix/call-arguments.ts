/**
 * The arguments of a tool call as they are compared: canonical text that keeps the spelling of numbers, and the weaker text
 * that is equal once parsed. It refuses to know what the arguments mean.
 */
import type { ToolCall } from '../../model/episode';
import { parseSpelled, printSpelled } from './spelled-json';

type Arguments = Pick<ToolCall, 'arguments' | 'type'>;

/** JSON text: a text for arguments that are sound JSON, else the marked original. */
export function canonicalArguments(call: Arguments): string {
  const document = isFree(call) ? null : parseSpelled(call.arguments);
  if (document === null || document.repeatsKey) return rawArguments(call);
  return JSON.stringify(printSpelled(document.value, asWritten));
}

/** Equal for two calls exactly when their arguments are equal once parsed. */
export function parsedArguments(call: Arguments): string {
  const document = isFree(call) ? null : parseSpelled(call.arguments);
  return document === null ? rawArguments(call) : JSON.stringify(printSpelled(document.value, valueOf));
}

/** Free-form input is no JSON, even where it looks like it. */
function isFree(call: Arguments): boolean {
  return call.type === 'custom';
}

function rawArguments(call: Arguments): string {
  return JSON.stringify(['raw', call.arguments]);
}

function asWritten(number: string): string {
  return number;
}

/** Integers have any number of digits; everything else is the double that a parser makes of it. */
function valueOf(number: string): string {
  if (number === '-0') return '0';
  if (/^-?[0-9]+$/.test(number)) return number;
  const value = Number(number);
  if (!Number.isFinite(value)) return number;
  // Without an exponent, so that 1e21 is the integer that it is.
  return Number.isInteger(value) ? BigInt(value).toString() : JSON.stringify(value);
}
