/** Causes in words: short for a row, a sentence for the detail. What is no known cause is shown as it is. */

interface CauseWords {
  readonly short: string;
  readonly long: string;
}

const CAUSES: Readonly<Record<string, CauseWords>> = {
  tools_removed: { short: 'tools removed', long: 'A tool of the earlier request is not offered any more.' },
  tools_added: { short: 'tools added', long: 'A tool is offered that the earlier request did not have.' },
  tools_changed: {
    short: 'tools changed',
    long: 'A tool has another schema or description, or the tools stand in another order.',
  },
  system_prompt_changed: {
    short: 'system prompt changed',
    long: 'The leading system prompt has another text.',
  },
  content_form: {
    short: 'content form',
    long: 'The same text is written in another form: a list of parts or a plain string.',
  },
  content_edited: { short: 'message edited', long: 'The text of a message was changed.' },
  reasoning_dropped: { short: 'reasoning dropped', long: 'Reasoning that the reply had was not sent back.' },
  reasoning_changed: { short: 'reasoning changed', long: 'Reasoning came back as another text.' },
  arguments_reserialised: {
    short: 'arguments re-serialised',
    long: 'Arguments of a tool call say the same, but are spelled differently.',
  },
  tool_call_rewritten: {
    short: 'tool call rewritten',
    long: 'A tool call came back with another name, id or arguments, or a result answers another id.',
  },
  retokenised: { short: 'retokenised', long: 'The same text came back as other token ids.' },
  messages_removed: { short: 'messages removed', long: 'Messages of the earlier request are gone.' },
  messages_inserted: {
    short: 'messages inserted',
    long: 'Messages stand between those of the earlier request.',
  },
  compaction_declared: {
    short: 'compaction, declared',
    long: 'The harness declared that the context was summed up here.',
  },
  subagent_start: { short: 'a sub-agent starts', long: 'The harness declared that a sub-agent begins here.' },
  retry: { short: 'retry', long: 'The same request was answered more than once.' },
  unknown: { short: 'unknown cause', long: 'Something differs that no known cause accounts for.' },
};

const QUOTED = 'compaction_inferred:';

/** The reply that a new message quotes; null for every other cause. */
export function quotedReply(cause: string): number | null {
  return cause.startsWith(QUOTED) ? Number(cause.slice(QUOTED.length)) : null;
}

export function isInferredCause(cause: string): boolean {
  return cause.startsWith(QUOTED);
}

export function causeName(cause: string): string {
  if (isInferredCause(cause)) return 'compaction, inferred';
  return (Object.hasOwn(CAUSES, cause) ? CAUSES[cause]?.short : undefined) ?? cause;
}

export function causeSentence(cause: string): string {
  const quoted = quotedReply(cause);
  if (quoted !== null) {
    return `Nobody declared a compaction, but a new message quotes the reply at node #${quoted} at length.`;
  }
  return (Object.hasOwn(CAUSES, cause) ? CAUSES[cause]?.long : undefined) ?? cause;
}
