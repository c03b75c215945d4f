/** Kinds of findings in words, with their rules and examples. It knows no finding. */
import { secretExamples } from '../analysis/secrets/examples';
import type { FindingKind, SecretRule, SecretSeverity } from '../analysis/secrets/rules';
import { SECRET_RULES, severityOf } from '../analysis/secrets/rules';
import { unreachable } from '../model/unreachable';

export type { FindingKind, SecretSeverity } from '../analysis/secrets/rules';

/** In words, for a heading. */
export function kindTitle(kind: FindingKind): string {
  switch (kind) {
    case 'runtime-v1':
      return 'Private set-up of the harness';
    case 'private-key':
      return 'Private key';
    case 'anthropic-key':
      return 'Anthropic key';
    case 'openai-key':
      return 'OpenAI key';
    case 'huggingface-token':
      return 'Hugging Face token';
    case 'github-token':
      return 'GitHub token';
    case 'aws-access-key':
      return 'AWS access key';
    case 'google-api-key':
      return 'Google API key';
    case 'slack-token':
      return 'Slack token';
    case 'auth-header':
      return 'Authorization or cookie';
    case 'bearer-token':
      return 'Bearer token';
    case 'jwt':
      return 'JSON Web Token';
    case 'url-password':
      return 'Password in an address';
    case 'secret-name':
      return 'Value under a secret’s name';
    case 'search-key':
      return 'Search key';
    case 'capability':
      return 'Capability';
    case 'repeated-value':
      return 'Secret value, repeated';
    case 'home-path':
      return 'Path in a home folder';
    case 'temp-path':
      return 'Path of a temporary file';
    case 'socket-path':
      return 'Path of a socket';
    case 'host':
      return 'Name or number of a machine';
    case 'email':
      return 'Email address';
    default:
      return unreachable(kind);
  }
}

/** What the rule looks for; null for what is no rule. */
export function ruleOf(kind: FindingKind): SecretRule | null {
  return SECRET_RULES.find(({ id }) => id === kind) ?? null;
}

export interface CatalogueEntry extends SecretRule {
  /** Made up, as JSON. */
  readonly finds: string;
  readonly leaves: string;
}

export function catalogue(): readonly CatalogueEntry[] {
  const examples = new Map(secretExamples().map((example) => [example.rule, example]));
  return SECRET_RULES.map((rule) => {
    const example = examples.get(rule.id);
    return {
      ...rule,
      finds: JSON.stringify(example?.finds ?? null),
      leaves: JSON.stringify(example?.leaves ?? null),
    };
  });
}

export function gravityOf(kind: FindingKind): SecretSeverity {
  return severityOf(kind);
}
