/**
 * What a harness says about one of its sessions in the payloads of its contracts, as read. Payloads are strict by version: one
 * that is not what its contract says is refused with the field, and what the field holds is never kept.
 */
import type { Json, JsonObject, JsonPointer } from './json';

export const SESSION_CONTRACT = 'ai.prime.rlm/session-v1';
export const RUNTIME_CONTRACT = 'ai.prime.rlm/runtime-v1';
export const ADVERTISED_CONTRACT = 'ai.prime.rlm/contract-v1';

/** Writers of the harness, oldest first; which features a payload shows narrows it down. */
export type PayloadGeneration = 'G1 draft' | 'G1' | 'G1–G3' | 'G2' | 'G3' | 'G4–G5' | 'G6';

/** The field that is wrong, and what was expected of it. Never what it holds. */
export interface PayloadProblem {
  /** Inside the payload. */
  readonly pointer: JsonPointer;
  readonly expected: string;
}

export interface FoundPayload {
  /** The key it stands under; for one without a key the contract it was taken for. */
  readonly contract: string;
  /** Of the payload in what was looked through; for one inside a text the place of the outermost text. */
  readonly path: JsonPointer;
  readonly isInText: boolean;
  readonly reading: PayloadReading;
}

export type PayloadReading =
  | { readonly kind: 'session'; readonly generation: PayloadGeneration; readonly session: SessionPayload }
  /** A credential store by nature: that it is in a file is a finding. */
  | { readonly kind: 'runtime'; readonly generation: PayloadGeneration; readonly runtime: RuntimePayload }
  | { readonly kind: 'contract' }
  /** Of a generation or contract that is known by name and not read. */
  | { readonly kind: 'named'; readonly generation: PayloadGeneration; readonly meaning: string }
  | { readonly kind: 'refused'; readonly problems: readonly PayloadProblem[] };

export type NamedValue = readonly [name: string, value: Json];
export type NamedCount = readonly [name: string, count: number];

/** A snapshot: cumulative, each replaces the one before it. Null is what it does not say. */
export interface SessionPayload {
  readonly sessionId: string;
  readonly model: string;
  readonly stopReason: string | null;
  /** Of the root's engine alone; a prompt that was rolled back takes its turns back. */
  readonly turns: number;
  /** Of the root's engine alone, its summary calls among it. */
  readonly usage: { readonly prompt: number; readonly completion: number; readonly total: number };
  readonly metrics: readonly NamedCount[];
  /** Attempts made inside tool calls, over the whole tree. */
  readonly programmatic: {
    readonly python: number;
    readonly bash: number;
    readonly byToolPython: readonly NamedCount[];
    readonly byToolBash: readonly NamedCount[];
  };
  /** Over the whole tree. */
  readonly supervisor: { readonly calls: number; readonly active: number };
  readonly limits: readonly NamedValue[];
  readonly harness: JsonObject | null;
  /** Members that only a draft wrote. */
  readonly extras: readonly NamedValue[];
}

/** Nothing of a credential is here, not its length either. */
export interface RuntimePayload {
  readonly sessionId: string;
  readonly model: string;
  readonly policy: readonly NamedValue[];
  readonly skills: readonly string[];
  /** Where credentials, addresses and environment stand; names of fields alone. */
  readonly withheld: readonly JsonPointer[];
}
