/**
 * Directories of sessions as each generation of the harnesses writes them, from a small script of what happened: a root, a child
 * that returns, a child of that child, one that is cancelled. Texts are made up.
 */
import type { Json, JsonObject } from '../../../src/model/json';

export interface SampleFile {
  readonly path: string;
  readonly text: string;
}

export interface SampleDirectory {
  readonly name: string;
  readonly files: readonly SampleFile[];
}

const START = 1_760_000_000;

function lines(...rows: readonly Json[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

function meta(value: JsonObject): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

const STATS = { python_total: 0, bash_total: 1, by_tool_python: {}, by_tool_bash: { ls: 1 } };

function rootMeta(id: string, more: JsonObject = {}): JsonObject {
  return {
    session_id: id,
    model: 'small-model',
    depth: 0,
    status: 'done',
    start_time: START,
    prompt_preview: 'Count the files and say what each of them holds.',
    cwd: '/workspace',
    answer_preview: 'There are two files.',
    turns: 3,
    usage: { prompt_tokens: 900, completion_tokens: 60 },
    metrics: { has_compacted: 0, num_ptc_calls_bash: 1, sub_rlm_num_calls: 2, stop_reason: 'done' },
    programmatic_tool_call_stats: STATS,
    ...more,
  };
}

/** Before ids and windows: turns, pairs without ids, the child known by its folder alone. */
export const NANO_EARLY: SampleDirectory = {
  name: 'nano-early',
  files: [
    { path: 'a1b2c3d4e5f6/meta.json', text: meta(rootMeta('a1b2c3d4e5f6')) },
    {
      path: 'a1b2c3d4e5f6/messages.jsonl',
      text: lines(
        {
          type: 'assistant',
          turn: 0,
          timestamp: START + 1,
          content: 'I look at the folder first.',
          tool_calls: [{ name: 'ipython', args: { code: 'ls' } }],
        },
        {
          type: 'tool_result',
          turn: 0,
          timestamp: START + 2,
          tool: 'ipython',
          content: 'one.txt two.txt',
          duration: 0.4,
        },
        {
          type: 'sub_spawn',
          turn: 1,
          timestamp: START + 3,
          child_dir: 'sub-11111111',
          command: 'rlm "read one.txt"',
        },
        {
          type: 'assistant',
          turn: 1,
          timestamp: START + 4,
          tool_calls: [{ name: 'ipython', args: { _parse_error: 'bad', _raw: '{"code": rlm(' } }],
        },
        {
          type: 'tool_result',
          turn: 1,
          timestamp: START + 9,
          tool: 'ipython',
          content: 'one.txt holds a list of names',
          duration: 5,
        },
        {
          type: 'prompt_rollback',
          timestamp: START + 10,
          start_turn: 1,
          attempted_turns: 1,
          reason: 'cancelled',
        },
        {
          type: 'assistant',
          turn: 1,
          timestamp: START + 11,
          content: 'I ask again, for one file only.',
          tool_calls: [],
        },
        {
          type: 'compaction',
          turn: 2,
          timestamp: START + 12,
          summary: 'Two files; the first holds names.',
          summary_chars: 33,
          dropped_chars: 900,
          turns_since_last_compaction: 2,
          usage: {},
        },
        { type: 'assistant', turn: 2, timestamp: START + 13, content: 'There are two files.' },
        { type: 'done', timestamp: START + 14, answer: 'There are two files.', turns: 3 },
      ),
    },
    {
      path: 'a1b2c3d4e5f6/programmatic_tool_calls.jsonl',
      text: `${lines({ tool: 'ls', source: 'bash', timestamp: START + 2 })}not json\n7\n`,
    },
    {
      path: 'a1b2c3d4e5f6/sub-11111111/meta.json',
      text: meta({
        session_id: 'sub-11111111',
        model: 'small-model',
        depth: 1,
        status: 'done',
        start_time: START + 3,
        prompt_preview: 'Read one.txt.',
        cwd: '/workspace',
        answer_preview: 'a list of names',
        turns: 1,
        metrics: { stop_reason: 'done' },
      }),
    },
    {
      path: 'a1b2c3d4e5f6/sub-11111111/messages.jsonl',
      text: lines(
        { type: 'assistant', turn: 0, timestamp: START + 5, content: 'The file holds a list of names.' },
        { type: 'done', timestamp: START + 6, answer: 'The file holds a list of names.' },
      ),
    },
    {
      path: 'a1b2c3d4e5f6/sub-22222222/meta.json',
      text: meta({
        session_id: 'sub-22222222',
        model: 'small-model',
        depth: 1,
        status: 'running',
        start_time: START + 7,
        prompt_preview: 'Read two.txt.',
        cwd: '/workspace',
      }),
    },
    {
      path: 'a1b2c3d4e5f6/sub-22222222/messages.jsonl',
      text: `${lines({ type: 'assistant', turn: 0, timestamp: START + 8, content: 'I begin to read the second file.' })}{"type":"tool_resu`,
    },
  ],
};

function said(index: number, window: number, message: JsonObject, more: JsonObject = {}): JsonObject {
  const type = message.role === 'tool' ? 'tool_result' : (message.role ?? null);
  return { type, id: `m${index}`, timestamp: START + index, message_index: index, window, message, ...more };
}

/** Ids, names, tasks, windows, an inbox: children that the supervisor owns. */
export const NANO_OWNED: SampleDirectory = {
  name: 'nano-owned',
  files: [
    {
      path: 'f0e1d2c3b4a5/meta.json',
      text: meta(
        rootMeta('f0e1d2c3b4a5', {
          metrics: { num_compactions: 1, sub_rlm_num_calls: 3, stop_reason: 'done' },
        }),
      ),
    },
    {
      path: 'f0e1d2c3b4a5/messages.jsonl',
      text: lines(
        said(0, 0, { role: 'system', content: 'You may call others.' }),
        said(1, 0, { role: 'user', content: 'Find out what the three files hold.' }),
        {
          type: 'context_window',
          id: 'w0',
          timestamp: START + 1,
          window: 0,
          reason: 'start',
          message_indices: [0, 1],
        },
        said(
          2,
          0,
          {
            role: 'assistant',
            content: 'I send one reader to each file.',
            tool_calls: [
              { id: 'c1', type: 'function', function: { name: 'ipython', arguments: '{"code":"spawn()"}' } },
            ],
          },
          { turn: 0 },
        ),
        said(3, 0, { role: 'tool', tool_call_id: 'c1', content: 'started reader-a, reader-b' }),
        {
          type: 'discarded_assistant',
          id: 'd',
          timestamp: START + 4,
          window: 0,
          request_id: 'd'.repeat(32),
          message: { role: 'assistant', content: 'This attempt was given up.' },
        },
        said(4, 0, { role: 'assistant', content: 'I wait for the readers now.' }, { turn: 1 }),
        {
          type: 'compaction',
          id: 'k',
          timestamp: START + 5,
          turn: 1,
          window: 1,
          summary: 'Readers are at work.',
          summary_chars: 20,
          dropped_chars: 500,
          turns_since_last_compaction: 2,
          summary_message_index: 5,
          usage: {},
        },
        {
          type: 'user',
          id: 'm5',
          timestamp: START + 5,
          message_index: 5,
          message: { role: 'user', content: 'Readers are at work.' },
        },
        {
          type: 'context_window',
          id: 'w1',
          timestamp: START + 5,
          window: 1,
          reason: 'compaction',
          message_indices: [0, 5],
        },
        said(6, 1, { role: 'assistant', content: 'The readers found names and numbers.' }, { turn: 2 }),
        {
          type: 'done',
          id: 'e',
          timestamp: START + 9,
          answer: 'The readers found names and numbers.',
          turns: 3,
        },
      ),
    },
    {
      path: 'f0e1d2c3b4a5/inbox.jsonl',
      text: lines(
        {
          id: 'i1',
          type: 'agent.completed',
          sender_id: 'c'.repeat(32),
          created_at: START + 4,
          content: 'names',
          source_request_id: '3'.repeat(32),
          read: false,
        },
        { type: 'read', event_id: 'i1' },
      ),
    },
    {
      path: 'f0e1d2c3b4a5/sub-aaaaaaaa/meta.json',
      text: meta({
        session_id: 'sub-aaaaaaaa',
        model: 'small-model',
        depth: 1,
        id: 'c'.repeat(32),
        parent_id: 'trace-of-the-root',
        name: 'reader-a',
        task: 'Read the first file.',
        status: 'completed',
        persistent: false,
        created_at: START + 3,
        elapsed_seconds: 2,
        session_dir: '/tmp/x',
        metrics: { stop_reason: 'done' },
      }),
    },
    {
      path: 'f0e1d2c3b4a5/sub-aaaaaaaa/messages.jsonl',
      text: lines(
        said(0, 0, { role: 'user', content: 'Read the first file.' }),
        {
          type: 'context_window',
          id: 'w',
          timestamp: START,
          window: 0,
          reason: 'start',
          message_indices: [0],
        },
        said(1, 0, { role: 'assistant', content: 'The first file holds names.' }, { turn: 0 }),
      ),
    },
    {
      path: 'f0e1d2c3b4a5/sub-aaaaaaaa/sub-cccccccc/meta.json',
      text: meta({
        session_id: 'sub-cccccccc',
        model: 'small-model',
        depth: 2,
        id: 'e'.repeat(32),
        parent_id: 'c'.repeat(32),
        name: 'checker',
        task: 'Check the names.',
        status: 'failed',
        persistent: false,
        created_at: START + 4,
        error: 'the model refused',
      }),
    },
    {
      path: 'f0e1d2c3b4a5/sub-aaaaaaaa/sub-cccccccc/messages.jsonl',
      text: lines(
        said(0, 0, { role: 'user', content: 'Check the names.' }),
        {
          type: 'context_window',
          id: 'w',
          timestamp: START,
          window: 0,
          reason: 'start',
          message_indices: [0],
        },
        said(1, 0, { role: 'assistant', content: 'I begin to check the names.' }, { turn: 0 }),
      ),
    },
    {
      path: 'f0e1d2c3b4a5/sub-bbbbbbbb/meta.json',
      text: meta({
        session_id: 'sub-bbbbbbbb',
        model: 'small-model',
        depth: 1,
        id: 'b'.repeat(32),
        parent_id: 'trace-of-the-root',
        name: 'reader-b',
        task: 'Read the second file.',
        status: 'cancelled',
        persistent: true,
        created_at: START + 3,
      }),
    },
  ],
};

/** The same with what the continual harness adds. */
export const NANO_CONTINUAL: SampleDirectory = {
  name: 'nano-continual',
  files: [
    { path: '0a1b2c3d4e5f/meta.json', text: meta(rootMeta('0a1b2c3d4e5f')) },
    {
      path: '0a1b2c3d4e5f/messages.jsonl',
      text: lines(
        said(0, 0, { role: 'user', content: 'Improve the notes.' }),
        {
          type: 'context_window',
          id: 'w0',
          timestamp: START,
          window: 0,
          reason: 'harness',
          message_indices: [0],
        },
        said(1, 0, { role: 'assistant', content: 'The notes are short already.' }, { turn: 0 }),
        { type: 'rollup', id: 'r', timestamp: START + 2, block: 1 },
        {
          type: 'refinement_review',
          id: 'v',
          timestamp: START + 3,
          message: { role: 'assistant', content: 'The review finds nothing to add.' },
        },
      ),
    },
    { path: '0a1b2c3d4e5f/harness/harness_state.json', text: '{"kinds":{}}' },
  ],
};

function entry(id: string, parentId: string | null, second: number, value: JsonObject): JsonObject {
  return { ...value, id, parentId, timestamp: new Date((START + second) * 1000).toISOString() };
}

const usage = (input: number, output: number, total: number) => ({
  input,
  output,
  cacheRead: 1,
  cacheWrite: 0,
  totalTokens: total,
  cost: { total: 0.01 },
});

/** A transcript beside the folder of its artifacts, with ledgers, a child and a child of the child. */
export const PRIME_AGENT: SampleDirectory = {
  name: 'prime-agent',
  files: [
    {
      path: 'home/session-artifacts/root-session/semantic-edges.jsonl',
      text: lines(
        { type: 'session_registered', session_id: 'root-session' },
        { type: 'request_started', request_id: 'a'.repeat(32), session_id: 'root-session' },
        { type: 'request_finished', request_id: 'a'.repeat(32) },
        {
          type: 'child_returned',
          session_id: 'root-session',
          child_session_id: 'child-session',
          request_id: '1'.repeat(32),
        },
        { type: 'request_started', request_id: 'b'.repeat(32), session_id: 'root-session' },
        { type: 'request_finished', request_id: 'b'.repeat(32) },
      ),
    },
    {
      path: 'home/session-artifacts/root-session/sub-12345678/child-session.jsonl',
      text: lines(
        {
          type: 'session',
          version: 3,
          id: 'child-session',
          timestamp: new Date((START + 3) * 1000).toISOString(),
          cwd: '/w',
        },
        entry('m1', null, 3, { type: 'message', message: { role: 'user', content: 'Read the first file.' } }),
        entry('m2', 'm1', 4, {
          type: 'message',
          message: {
            role: 'assistant',
            content: [{ type: 'text', text: 'It holds a list of names.' }],
            usage: usage(30, 8, 39),
          },
        }),
        entry('m3', 'm2', 4, { type: 'session_info', name: 'first-reader' }),
      ),
    },
    {
      path: 'home/session-artifacts/root-session/sub-12345678/semantic-edges.jsonl',
      text: lines(
        {
          type: 'session_registered',
          session_id: 'child-session',
          parent_session_id: 'root-session',
          spawned_by_request_id: 'a'.repeat(32),
        },
        { type: 'request_started', request_id: '1'.repeat(32), session_id: 'child-session' },
        { type: 'request_finished', request_id: '1'.repeat(32) },
      ),
    },
    {
      path: 'home/session-artifacts/root-session/sub-12345678/sub-87654321/grandchild.jsonl',
      text: lines(
        {
          type: 'session',
          version: 3,
          id: 'grandchild',
          timestamp: new Date((START + 4) * 1000).toISOString(),
          cwd: '/w',
        },
        entry('m1', null, 4, {
          type: 'message',
          message: {
            role: 'assistant',
            content: [{ type: 'text', text: 'Nothing is wrong with the names.' }],
          },
        }),
      ),
    },
    {
      path: 'home/sessions/root-session.jsonl',
      text: lines(
        {
          type: 'session',
          version: 3,
          id: 'root-session',
          timestamp: new Date(START * 1000).toISOString(),
          cwd: '/w',
        },
        entry('e1', null, 1, { type: 'model_change', provider: 'p', modelId: 'small-model' }),
        entry('e2', 'e1', 1, {
          type: 'message',
          message: { role: 'user', content: [{ type: 'text', text: 'What do the files hold?' }] },
        }),
        entry('e3', 'e2', 2, {
          type: 'message',
          message: {
            role: 'assistant',
            content: [
              { type: 'thinking', thinking: 'A reader is enough.' },
              { type: 'toolCall', id: 't1', name: 'ipython', arguments: { code: 'spawn()' } },
            ],
            stopReason: 'toolUse',
            // The child's figures have been added to these.
            usage: usage(130, 28, 160),
          },
        }),
        entry('e4', 'e3', 5, {
          type: 'message',
          message: {
            role: 'toolResult',
            toolCallId: 't1',
            toolName: 'ipython',
            content: [{ type: 'text', text: 'a list of names' }],
          },
        }),
        entry('e5', 'e4', 5, {
          type: 'child_usage_attributed',
          targetId: 'e3',
          origin: 'spawn_task',
          childUsage: usage(30, 8, 39),
          aggregateUsage: { totalTokens: 160 },
        }),
        entry('e6', 'e4', 6, {
          type: 'compaction',
          summary: 'One file was read.',
          firstKeptEntryId: 'e4',
          tokensBefore: 400,
        }),
        entry('e7', 'e6', 7, {
          type: 'message',
          message: {
            role: 'assistant',
            content: [{ type: 'text', text: 'The first file holds a list of names.' }],
            usage: usage(50, 12, 63),
          },
        }),
      ),
    },
  ],
};

export const DIRECTORIES = [NANO_EARLY, NANO_OWNED, NANO_CONTINUAL, PRIME_AGENT] as const;
