/** What a harness's own directory or transcripts say about the sessions of one tree. Null is what they do not say. */
import type { RequestId } from './ids';

export interface RecordedSession {
  /** The harness's name for it, to which children refer: an invocation's id, a transcript's id, else the folder's name. */
  readonly id: string;
  /** Other names of the same session: its folder, the directory's id. */
  readonly aliases: readonly string[];
  /** Within the directory; empty for the root. */
  readonly folder: string;
  readonly parent: string | null;
  /** The root is at depth 0. */
  readonly depth: number | null;
  readonly name: string | null;
  readonly task: string | null;
  /** As the harness writes it: `running`, `done`, `failed`, `cancelled`, … */
  readonly status: string | null;
  readonly error: string | null;
  /** Requests that its files name. */
  readonly requests: readonly RequestId[];
  /** How the messages of its model begin, by which they are known again in a trace. */
  readonly replies: readonly string[];
}

/** What a directory is, by the features that it shows. */
export type DirectoryGeneration = 'nano-rlm, before G5' | 'nano-rlm, G5' | 'nano-rlm, G6' | 'prime-agent';

export interface SessionTree {
  /** Of the directory, as it was given. */
  readonly name: string;
  readonly generation: DirectoryGeneration;
  /** Parents before their children. */
  readonly sessions: readonly RecordedSession[];
}
