/** What the command line asks for: words in, one of three answers out. It opens nothing. */
import { parseArgs } from 'node:util';
import type { CyclePolicy } from '../analysis/semantic-types';

export interface CheckRequest {
  readonly kind: 'check';
  /** Files, folders, and `-` for standard input, in the order given. */
  readonly paths: readonly string[];
  readonly json: boolean;
  readonly strict: boolean;
  /** Files of edge sets and ledgers, in the order given; `-` for standard input. */
  readonly edges: readonly string[];
  /** The id of the trace that edges are meant for; null lets their request ids decide. */
  readonly trace: string | null;
  readonly policy: CyclePolicy;
}

export type Request =
  | CheckRequest
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'wrong'; readonly message: string };

const OPTIONS = {
  json: { type: 'boolean' },
  strict: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
  edges: { type: 'string', multiple: true },
  trace: { type: 'string' },
  'allow-loops': { type: 'boolean' },
} as const;

export function readArguments(words: readonly string[]): Request {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(words);
  } catch (error) {
    return wrong(error instanceof Error ? error.message : String(error));
  }
  const { values, positionals } = parsed;
  if (values.help === true) return { kind: 'help' };
  if (values.version === true) return { kind: 'version' };
  const [command, ...paths] = positionals;
  if (command === undefined) return wrong('No command given.');
  if (command !== 'check') return wrong(`Unknown command: ${command}`);
  if (paths.length === 0) return wrong('No path given: name files or folders, or - for standard input.');
  const edges = values.edges ?? [];
  if ([...paths, ...edges].filter((path) => path === '-').length > 1) {
    return wrong('Standard input can be read only once.');
  }
  return {
    kind: 'check',
    paths,
    json: values.json === true,
    strict: values.strict === true,
    edges,
    trace: values.trace ?? null,
    policy: values['allow-loops'] === true ? 'allow_loops' : 'refuse_cycles',
  };
}

function parse(words: readonly string[]) {
  return parseArgs({ args: [...words], options: OPTIONS, allowPositionals: true, strict: true });
}

function wrong(message: string): Request {
  return { kind: 'wrong', message };
}
