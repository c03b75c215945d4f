/**
 * One parsed record: what it is, and what it says. The only door between JSON and the canonical episode; it knows which
 * reader takes which kind of record, and no field of any of them.
 */
import type { Diagnostic } from '../model/diagnostic';
import { diagnostic } from '../model/diagnostic';
import type { Dialect } from '../model/dialect';
import type { Episode } from '../model/episode';
import type { Json } from '../model/json';
import { isObject } from '../model/json';
import { unreachable } from '../model/unreachable';
import { readTurns } from './dialects/turns';
import type { EpisodeReading } from './dialects/verifiers-episode';
import { readBareTrace, readEpisode } from './dialects/verifiers-episode';
import { readLegacyRow, readPlatformSample } from './dialects/verifiers-legacy';
import type { LegacyMetadata } from './legacy-metadata';
import { payloadsGiven } from './payloads/find';
import { payloadFindings } from './payloads/findings';
import { ROWS } from './rows';
import { readSessionTree } from './session-directory/tree';
import { sniff } from './sniff';
import { quotedNames } from './snippet';
import { nameOfType } from './spot';

export interface RecordContext {
  /** 1-based line, or element of an array; part of the id of flat rows. */
  readonly line: number;
  readonly byte: number;
  /** Of the flat results that this record belongs to. */
  readonly metadata: LegacyMetadata | null;
}

export type RecordReading =
  | {
      readonly kind: 'episode';
      readonly dialect: Dialect;
      readonly episode: Episode;
      /** About the record; what is about one trace sits on that trace. */
      readonly diagnostics: readonly Diagnostic[];
    }
  /** A known kind of row that holds no rollout. */
  | { readonly kind: 'row'; readonly dialect: Dialect; readonly diagnostics: readonly Diagnostic[] }
  /** Recognised and refused. */
  | { readonly kind: 'foreign'; readonly dialect: Dialect; readonly advice: string }
  | { readonly kind: 'unknown'; readonly diagnostics: readonly Diagnostic[] };

export function readRecord(value: Json, context: RecordContext): RecordReading {
  if (!isObject(value)) return unknown(`The record is ${nameOfType(value)}.`, context);
  const place = { ...context, path: '' };
  const sniffed = sniff(value);
  switch (sniffed.kind) {
    case 'episode':
      return read('verifiers_episode', readEpisode(value, place));
    case 'trace':
      return read('verifiers_trace', readBareTrace(value, place));
    case 'pre_graph_trace':
      return read('verifiers_trace', readBareTrace(value, place, readTurns));
    case 'platform_sample':
      return read('platform_sample', readPlatformSample(value, place));
    case 'legacy_row':
      return read('verifiers_legacy', readLegacyRow(value, place));
    case 'session_tree': {
      const { tree, ...reading } = readSessionTree(value, context);
      const isAgent = tree.generation === 'prime-agent';
      return read(isAgent ? 'prime_agent_transcript' : 'session_directory', reading);
    }
    case 'row': {
      const [dialect, meaning] = ROWS[sniffed.row];
      const at = { record: context.line, byte: context.byte };
      // Of a session's files the tree is told, not each line.
      const isPart = sniffed.row === 'session' || sniffed.row === 'transcript';
      const diagnostics = isPart ? [] : [diagnostic('no-rollout', at, meaning)];
      if (sniffed.row === 'payload' || sniffed.row === 'edge_set') {
        for (const found of payloadsGiven(value)) {
          for (const { code, path, message } of payloadFindings(found)) {
            diagnostics.push(diagnostic(code, { ...at, path }, message));
          }
        }
      }
      return { kind: 'row', dialect, diagnostics };
    }
    case 'foreign':
      return { kind: 'foreign', ...sniffed.foreign };
    case 'unknown':
      return unknown(described(Object.keys(value)), context);
    default:
      return unreachable(sniffed);
  }
}

function read(dialect: Dialect, { episode, diagnostics }: EpisodeReading): RecordReading {
  return { kind: 'episode', dialect, episode, diagnostics };
}

function unknown(message: string, { line, byte }: RecordContext): RecordReading {
  return {
    kind: 'unknown',
    diagnostics: [diagnostic('record-of-unknown-kind', { record: line, byte }, message)],
  };
}

/** So many keys say what an object is. */
const KEYS = 6;

function described(keys: readonly string[]): string {
  if (keys.length === 0) return 'The record is an object without members.';
  const more = keys.length > KEYS ? ` and ${keys.length - KEYS} more` : '';
  return `The record is an object with ${quotedNames(keys, KEYS)}${more}.`;
}
