/**
 * The rows of a transcript: each message once, and each tool call as a row of its own together with its result where the
 * result follows at once. Results that come later stay in their place, and the call says where. Columns in, columns out:
 * a branch may have 120,000 nodes.
 */
const NONE = -1;

export interface SequenceColumns {
  /** Tool calls of a message. */
  readonly toolCalls: Uint16Array;
  /** For a tool result the message it answers and which of its calls; -1 for none. */
  readonly answersNode: Int32Array;
  readonly answersCall: Int32Array;
}

export interface TranscriptRows {
  readonly count: number;
  readonly node: Int32Array;
  /** The position of the tool call; -1 for the row of the message itself. */
  readonly call: Int32Array;
  /** The result shown with the call; -1 for none. */
  readonly result: Int32Array;
  /** A result that stands in a row of its own further down; -1 for none. */
  readonly later: Int32Array;
  /** The row of a node, as message or as result; -1 where it has none. */
  readonly rowOf: (node: number) => number;
  /** The row of a call. */
  readonly rowOfCall: (node: number, call: number) => number;
}

export function transcriptRows(columns: SequenceColumns, sequence: Int32Array): TranscriptRows {
  const node: number[] = [];
  const call: number[] = [];
  const result: number[] = [];
  const rows = new Int32Array(columns.toolCalls.length).fill(NONE);
  const push = (at: number, position: number, answer: number): void => {
    if (position === NONE) rows[at] = node.length;
    if (answer !== NONE) rows[answer] = node.length;
    node.push(at);
    call.push(position);
    result.push(answer);
  };
  for (let at = 0; at < sequence.length;) {
    const message = sequence[at] ?? 0;
    push(message, NONE, NONE);
    at += 1;
    const calls = columns.toolCalls[message] ?? 0;
    if (calls === 0) continue;
    const answers = new Map<number, number>();
    const again: number[] = [];
    for (; at < sequence.length && columns.answersNode[sequence[at] ?? 0] === message; at += 1) {
      const answer = sequence[at] ?? 0;
      const position = columns.answersCall[answer] ?? NONE;
      if (answers.has(position)) again.push(answer);
      else answers.set(position, answer);
    }
    for (let position = 0; position < calls; position += 1)
      push(message, position, answers.get(position) ?? NONE);
    for (const answer of again) push(answer, NONE, NONE);
  }
  const rowOfCall = (at: number, position: number): number => {
    const row = rows[at] ?? NONE;
    return row !== NONE && position < (columns.toolCalls[at] ?? 0) ? row + 1 + position : NONE;
  };
  const later = new Int32Array(node.length).fill(NONE);
  for (const [row, at] of node.entries()) {
    if (call[row] !== NONE || (columns.answersNode[at] ?? NONE) === NONE) continue;
    const asked = rowOfCall(columns.answersNode[at] ?? NONE, columns.answersCall[at] ?? NONE);
    if (asked !== NONE && asked < row && result[asked] === NONE && later[asked] === NONE) later[asked] = at;
  }
  return {
    count: node.length,
    node: Int32Array.from(node),
    call: Int32Array.from(call),
    result: Int32Array.from(result),
    later,
    rowOf: (at) => rows[at] ?? NONE,
    rowOfCall,
  };
}
