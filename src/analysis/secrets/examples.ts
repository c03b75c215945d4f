/**
 * For each rule what it finds and what it leaves alone, as records of JSON. They are made when they are asked for: written
 * out, every scanner would take them for real ones. None opens anything.
 */
import type { Json } from '../../model/json';
import type { SecretRuleId } from './rules';

export interface SecretExample {
  readonly rule: SecretRuleId;
  readonly finds: Json;
  readonly leaves: Json;
}

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';
const HEX = '0123456789abcdef';
const ALL = LOWER + LOWER.toUpperCase() + DIGITS;

/** Looks random and is the same every time; begins with one of each class, so that short ones are mixed too. */
function made(length: number, alphabet: string = ALL): string {
  let state = length * 7919 + alphabet.length;
  let out = alphabet === ALL ? 'q7X' : '';
  while (out.length < length) {
    state = (state * 1103515245 + 12345) % 2147483648;
    out += alphabet.charAt(Math.floor((state / 2147483648) * alphabet.length));
  }
  return out.slice(0, length);
}

/** Adjacent pieces only meet here. */
function joined(...pieces: readonly string[]): string {
  return pieces.join('');
}

function base64url(text: string): string {
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

export function secretExamples(): readonly SecretExample[] {
  const said = (content: string): Json => ({ message: { role: 'tool', content } });
  const word = joined('hun', 'ter2');
  const pem = joined('-----BEGIN ', 'PRIVATE KEY', '-----');
  const pemEnd = joined('-----END ', 'PRIVATE KEY', '-----');
  const token = joined(base64url('{"alg":"HS256"}'), '.', base64url('{"sub":"somebody"}'), '.', made(43));
  const blob = made(260);
  return [
    {
      rule: 'runtime-v1',
      finds: {
        info: { 'ai.prime.rlm/runtime-v1': { provider: { api_key: 'zzz' }, policy: { max_depth: 2 } } },
      },
      leaves: { info: { provider: { api_key: 'EMPTY' }, policy: { max_depth: 2 } } },
    },
    {
      rule: 'private-key',
      finds: said(`${pem}\n${made(64)}\n${made(40)}\n${pemEnd}`),
      leaves: said(`A file begins with ${pem} and ends with ${pemEnd}.`),
    },
    {
      rule: 'anthropic-key',
      finds: said(`found ${joined('sk-', 'ant-', 'api03-')}${made(93)}`),
      leaves: said(`keys begin with ${joined('sk-', 'ant-')}…`),
    },
    {
      rule: 'openai-key',
      finds: said(`found ${joined('sk-', 'proj-')}${made(48)}`),
      leaves: {
        message: { provider_state: [{ encrypted_content: `${blob}-${joined('sk-', made(48))}${blob}` }] },
      },
    },
    {
      rule: 'huggingface-token',
      finds: said(`login ${joined('hf', '_')}${made(34)}`),
      leaves: said(joined('import hf', '_hub_download_from_the_hub_of_models')),
    },
    {
      rule: 'github-token',
      finds: said(`remote ${joined('gh', 'p_')}${made(36)}`),
      leaves: said(joined('gh', 'p_', 'x'.repeat(36))),
    },
    {
      rule: 'aws-access-key',
      finds: said(`id ${joined('AK', 'IA')}${made(16, LOWER.toUpperCase() + DIGITS)}`),
      leaves: said(joined('AK', 'IA', 'NEVERLANDISFARAWAY')),
    },
    {
      rule: 'google-api-key',
      finds: said(`maps ${joined('AI', 'za')}${made(35)}`),
      leaves: said(joined('AI', 'za', 'Syntax')),
    },
    {
      rule: 'slack-token',
      finds: said(`bot ${joined('xo', 'xb-')}${made(12, DIGITS)}-${made(24)}`),
      leaves: said(joined('xo', 'xb-', 'your-token')),
    },
    {
      rule: 'auth-header',
      finds: { headers: [{ name: joined('X-Api', '-Key'), value: word }] },
      leaves: said(joined('Author', 'ization: Bearer <token>')),
    },
    {
      rule: 'bearer-token',
      finds: said(`sent with Bearer ${made(24)}`),
      leaves: said('The bearer of good tidings is here'),
    },
    {
      rule: 'jwt',
      finds: said(`cookie jar holds ${token}`),
      leaves: { message: { provider_state: [{ signature: `${blob}${joined('ey', 'J')}${blob}` }] } },
    },
    {
      rule: 'url-password',
      finds: said(`postgres://app:${word}@db.internal/rows`),
      leaves: said('postgres://app:${PASSWORD}@db.internal/rows'),
    },
    {
      rule: 'secret-name',
      finds: { agent: { config: { harness: { env: { API_KEY: 'v' }, forward_env: ['API_KEY'] } } } },
      leaves: { agent: { config: { client: { api_key_var: 'OPENAI_API_KEY' }, max_tokens: 4096 } } },
    },
    {
      rule: 'search-key',
      finds: { serper: made(40, HEX) },
      leaves: said(`commit ${made(40, HEX)}`),
    },
    {
      rule: 'capability',
      finds: said(`broker capability ${made(43)}`),
      leaves: said(`token ${made(43)}`),
    },
    {
      rule: 'home-path',
      finds: said('File "/home/somebody/run.py", line 1'),
      leaves: { runtime: { id: '/home/somebody/sandbox' } },
    },
    {
      rule: 'temp-path',
      finds: said('written to /tmp/run-17/out.txt'),
      leaves: said('see https://example.org/tmp/run'),
    },
    {
      rule: 'socket-path',
      finds: said('listening on /run/user/broker.sock'),
      leaves: said('a socket of the kind broker.sock'),
    },
  ];
}
