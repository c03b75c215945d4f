/**
 * What reading found odd, as values: code, severity, place, and a sentence of fact. The view adds advice. The catalogue
 * of codes lives here, so that a code has one meaning in every dialect, in the report and on the screen.
 */
import type { JsonPointer } from './json';
import { comparePointers } from './json';

/** `error`: something was left out. `warning`: something was repaired or contradicts itself. */
export type Severity = 'error' | 'warning' | 'info';

export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** 1-based line, or element of an array; null where the file as a whole is meant. */
  readonly record: number | null;
  /** Offset in the uncompressed UTF-8 content. */
  readonly byte: number | null;
  /** Inside the record (file diagnostics) or inside the trace (trace diagnostics). */
  readonly path: JsonPointer | null;
  readonly message: string;
  /** Set on the closing entry of a code that was cut at `DIAGNOSTICS_OF_ONE_CODE`: how many there are in all. */
  readonly count?: number;
}

/** At most this many of one code are kept for a trace or file; one more then carries the count. */
export const DIAGNOSTICS_OF_ONE_CODE = 100;

/** Each code once: its severity and what it means, for the published catalogue and the import panel. */
export const CATALOGUE = {
  // the file
  'empty-file': ['info', 'The file holds no bytes, or only blank lines.'],
  'foreign-format': ['error', 'The file is of a format that Wirescope recognises but does not read.'],
  'unknown-format': ['error', 'The file is of no format that Wirescope knows.'],
  'unreadable-file': ['error', 'The file could not be opened or decompressed to its end.'],
  'decompression-failed': ['error', 'The compressed data is damaged; what came before the damage was read.'],
  'byte-order-mark': ['warning', 'A byte order mark was skipped.'],
  'utf-16': ['warning', 'The file was UTF-16 and was decoded to UTF-8; offsets refer to the decoded bytes.'],
  'metadata-unmatched': ['info', 'A metadata file belongs to no results file in its folder.'],
  // the record
  'not-json': ['error', 'The record is not JSON.'],
  'two-records-on-a-line': ['error', 'Two records are glued on one line; neither could be taken as meant.'],
  'torn-tail': ['warning', 'The last line is cut short; it may still be being written.'],
  'record-too-long': ['error', 'The record is longer than the longest text this engine can hold.'],
  'record-of-unknown-kind': ['error', 'The record is JSON of no known kind.'],
  'invalid-utf-8': ['warning', 'Bytes that are not UTF-8 were replaced by U+FFFD.'],
  'non-finite-number': ['warning', 'Bare NaN or Infinity was read as a number that is not known.'],
  'trailing-comma': ['warning', 'A comma after the record was skipped.'],
  'damaged-array': [
    'warning',
    'The array around the records is damaged; the records were read as they stand.',
  ],
  'no-rollout': ['info', 'A known kind of row that holds no rollout.'],
  // the fields
  'bad-field': ['warning', 'A field of the wrong type was dropped.'],
  'repaired-field': ['warning', 'A field was repaired.'],
  'missing-field': ['info', 'A field that every known writer fills is missing.'],
  'unknown-field': ['info', 'A field that Wirescope does not know; it is kept in the raw view.'],
  'unknown-role': ['info', 'A message role that Wirescope does not know.'],
  'unknown-part': ['info', 'A content part of unknown type.'],
  'older-variant': ['info', 'An older or newer variant of the format, read as described.'],
  'newer-version': ['info', 'The version is newer than any known; read with the newest reader.'],
  'duplicate-id': ['info', 'Two records carry one id.'],
  // the graph and the figures
  'bad-parent': ['warning', 'A parent that is no index of this trace; the node is read as a root.'],
  'parent-cycle': ['warning', 'Nodes that are their own ancestors; they belong to no branch.'],
  'bad-call-node': ['warning', 'A call names a node that does not exist.'],
  'unsampled-call-node': ['warning', 'A call names a node that no model call produced.'],
  'call-node-twice': ['warning', 'Several calls name one node.'],
  'invalid-request-id': [
    'warning',
    'A request id outside the pattern of the wire; shown, never used as a key.',
  ],
  'request-id-repeated': ['info', 'Several commits under one request id; the last one counts.'],
  'call-without-id': ['info', 'Some calls carry no request id, while others of the trace do.'],
  'several-roots': ['info', 'The messages of the trace do not all share one beginning.'],
  // semantic links
  'malformed-link': ['warning', 'A semantic link that is no object; it is left out.'],
  'bad-link-node': ['warning', 'A semantic link from a node that does not exist; it is left out.'],
  'self-link': ['warning', 'A semantic link from a node to itself; it is left out.'],
  'bad-link-label': ['warning', 'A semantic link whose label is none; it is left out.'],
  'duplicate-link': ['warning', 'A semantic link that is recorded twice; once is enough.'],
  'link-without-call': [
    'warning',
    'A semantic link with an end that no model call produced; no agent follows from it.',
  ],
  'link-cycle': ['warning', 'Nodes that would each have to come before the other.'],
  'link-loop': [
    'info',
    'A loop closed by messages, cancellations or labels of other vocabularies; older writers refuse it.',
  ],
  'ids-without-links': ['info', 'Requests carry ids, and no semantic link was recorded.'],
  'links-incomplete': ['warning', 'Some requests carry an id and touch no semantic link.'],
  // agents
  'spawn-loop': ['warning', 'Agents that would each have spawned the other; the loop was cut.'],
  'identity-disagreement': [
    'warning',
    'Two sources name different sessions or parents; the stronger one was taken.',
  ],
  'return-past-parent': ['warning', 'An agent returned to another agent than the one that called it.'],
  'missing-children': ['info', 'Sub-sessions were counted that left no committed call.'],
  'surplus-children': ['warning', 'More sub-agents were found than were counted.'],
  // edge sets and ledgers
  'no-edges': ['error', 'Neither a set of edges nor a ledger.'],
  'edge-sets-left-out': [
    'info',
    'Earlier cumulative sets of one file were left out; later ones repeat them.',
  ],
  'ledger-stopped': ['warning', 'A ledger was read up to a damaged line; what follows it cannot be trusted.'],
  'ledger-line-ignored': ['warning', 'A line of a ledger is no event.'],
  'ledger-event-odd': ['warning', 'An event of a ledger that came too late, or refers to nothing.'],
  'ledger-edge-skipped': ['warning', 'An edge of a ledger that could not be laid onto the trace.'],
  // payloads and directories of sessions
  'payload-refused': [
    'warning',
    'A payload that is not what its contract says; the field that is wrong is named, the payload not read.',
  ],
  'payload-named': ['info', 'A payload of a generation or contract that is known by name and not read.'],
  'payload-differs': ['info', 'A payload gives another figure than the trace shows.'],
  'session-unfinished': ['info', 'A session that is said to be running and has no result.'],
  'session-file-odd': ['warning', 'A file of a session that breaks the rules of its own format.'],
  'session-line-left-out': ['warning', 'A part of a session’s file that could not be used.'],
  'runtime-in-file': [
    'warning',
    'What a session was started with is in the file, credentials among it; its policy is shown, they are not.',
  ],
  // messages and figures
  'orphan-tool-result': ['info', 'A tool result answers no tool call on its path.'],
  'duplicate-tool-result': ['info', 'A second tool result for one tool call on its path.'],
  'duplicate-tool-call': ['info', 'A tool call whose id is already waiting for its result on its path.'],
  'unknown-score': ['warning', 'A score that is not a finite number; the reward is unknown.'],
  'derived-count-differs': ['warning', 'A recorded derived figure differs from its recomputation.'],
  'length-mismatch': ['warning', 'A per-token stream does not have the length of the tokens.'],
} as const satisfies Record<string, readonly [Severity, string]>;

export type DiagnosticCode = keyof typeof CATALOGUE;

/** Where something was found; all null means the file as a whole. */
export interface Place {
  readonly record: number | null;
  readonly byte: number | null;
  readonly path: JsonPointer | null;
}

export function diagnostic(code: DiagnosticCode, place: Partial<Place>, message: string): Diagnostic {
  const [severity] = CATALOGUE[code];
  const { record = null, byte = null, path = null } = place;
  return { code, severity, record, byte, path, message };
}

/** Report order: record, byte, path, code; null first. */
export function compareDiagnostics(left: Diagnostic, right: Diagnostic): number {
  return (
    compareNullable(left.record, right.record) ||
    compareNullable(left.byte, right.byte) ||
    comparePointers(left.path, right.path) ||
    (left.code < right.code ? -1 : left.code > right.code ? 1 : 0)
  );
}

function compareNullable(left: number | null, right: number | null): number {
  if (left === right) return 0;
  if (left === null) return -1;
  if (right === null) return 1;
  return left - right;
}

/**
 * In report order, at most `DIAGNOSTICS_OF_ONE_CODE` of a code; a code that was cut ends in one entry more, at the place of
 * the first that was left out, whose `count` is how many there are in all. `counts` tells of more than `found` holds.
 */
export function cutDiagnostics(
  found: readonly Diagnostic[],
  counts: ReadonlyMap<DiagnosticCode, number> = new Map(),
): readonly Diagnostic[] {
  const seen = new Map<DiagnosticCode, number>();
  const all = new Map(counts);
  if (counts.size === 0) for (const { code } of found) all.set(code, (all.get(code) ?? 0) + 1);
  const kept: Diagnostic[] = [];
  for (const one of found.toSorted(compareDiagnostics)) {
    const before = seen.get(one.code) ?? 0;
    seen.set(one.code, before + 1);
    if (before < DIAGNOSTICS_OF_ONE_CODE) kept.push(one);
    else if (before === DIAGNOSTICS_OF_ONE_CODE) {
      const count = all.get(one.code) ?? found.length;
      kept.push({
        ...one,
        message: `${count} in all; the first ${DIAGNOSTICS_OF_ONE_CODE} are listed.`,
        count,
      });
    }
  }
  return kept;
}
