/**
 * The catalogue of what counts as a secret: the name of each rule, how grave it is, and in words what it matches. The
 * order is the order of precedence. How a rule is recognised is said in the files beside it.
 */

export type SecretSeverity = 'critical' | 'high' | 'medium' | 'low';

export type SecretRuleId =
  | 'runtime-v1'
  | 'private-key'
  | 'anthropic-key'
  | 'openai-key'
  | 'huggingface-token'
  | 'github-token'
  | 'aws-access-key'
  | 'google-api-key'
  | 'slack-token'
  | 'auth-header'
  | 'bearer-token'
  | 'jwt'
  | 'url-password'
  | 'secret-name'
  | 'search-key'
  | 'capability'
  | 'home-path'
  | 'temp-path'
  | 'socket-path';

export interface SecretRule {
  readonly id: SecretRuleId;
  readonly severity: SecretSeverity;
  /** In one sentence, for people. */
  readonly matches: string;
}

export const SECRET_RULES: readonly SecretRule[] = [
  {
    id: 'runtime-v1',
    severity: 'critical',
    matches:
      'The harness’s private set-up object (ai.prime.rlm/runtime-v1), and each key, header and variable inside it.',
  },
  { id: 'private-key', severity: 'critical', matches: 'A PEM private key with a body.' },
  { id: 'anthropic-key', severity: 'critical', matches: 'An Anthropic key: sk-ant- and what follows.' },
  { id: 'openai-key', severity: 'critical', matches: 'An OpenAI key, or one of its shape: sk- or sk-proj-.' },
  { id: 'huggingface-token', severity: 'critical', matches: 'A Hugging Face token: hf_ and 34 characters.' },
  {
    id: 'github-token',
    severity: 'critical',
    matches: 'A GitHub token: ghp_, gho_, ghu_, ghs_, ghr_ or github_pat_.',
  },
  { id: 'aws-access-key', severity: 'critical', matches: 'An AWS access key id: AKIA or ASIA and 16 more.' },
  { id: 'google-api-key', severity: 'critical', matches: 'A Google API key: AIza and 35 more.' },
  { id: 'slack-token', severity: 'critical', matches: 'A Slack token: xoxa-, xoxb-, xoxp-, xoxr- or xoxs-.' },
  {
    id: 'auth-header',
    severity: 'high',
    matches: 'A value of Authorization, Proxy-Authorization, Cookie, Set-Cookie or X-Api-Key.',
  },
  {
    id: 'bearer-token',
    severity: 'high',
    matches: 'The word Bearer and a token of at least 16 characters, one of them a digit.',
  },
  { id: 'jwt', severity: 'high', matches: 'A JSON Web Token: three base64url parts, the first an object.' },
  { id: 'url-password', severity: 'high', matches: 'User and password inside an address.' },
  {
    id: 'secret-name',
    severity: 'high',
    matches: 'A value under a name that ends in api key, secret, password, access token and the like.',
  },
  { id: 'search-key', severity: 'medium', matches: '40 hex digits beside the name of a search key.' },
  {
    id: 'capability',
    severity: 'medium',
    matches: '32 or 43 url-safe characters of all three classes beside capability or scope.',
  },
  { id: 'home-path', severity: 'low', matches: 'An absolute path below somebody’s home folder.' },
  { id: 'temp-path', severity: 'low', matches: 'An absolute path below a folder for temporary files.' },
  { id: 'socket-path', severity: 'low', matches: 'An absolute path of a socket.' },
];

/** What is no secret, and is replaced only where the person asks for it. */
export type ContactKind = 'host' | 'email';

export type FindingKind = SecretRuleId | 'repeated-value' | ContactKind;

const isLow = ({ severity }: SecretRule): boolean => severity === 'low';
const idOf = ({ id }: SecretRule): FindingKind => id;

/** Rules in their order; a value that some rule found elsewhere before the low ones, contacts last. */
export const FINDING_KINDS: readonly FindingKind[] = [
  ...SECRET_RULES.filter((rule) => !isLow(rule)).map(idOf),
  'repeated-value',
  ...SECRET_RULES.filter(isLow).map(idOf),
  'host',
  'email',
];

const RANK: ReadonlyMap<FindingKind, number> = new Map(FINDING_KINDS.map((kind, rank) => [kind, rank]));
const SEVERITY: ReadonlyMap<FindingKind, SecretSeverity> = new Map<FindingKind, SecretSeverity>([
  ...SECRET_RULES.map(({ id, severity }) => [id, severity] as const),
  ['repeated-value', 'high'],
]);

/** The smaller, the earlier the rule. */
export function rankOf(kind: FindingKind): number {
  return RANK.get(kind) ?? FINDING_KINDS.length;
}

export function severityOf(kind: FindingKind): SecretSeverity {
  return SEVERITY.get(kind) ?? 'low';
}
