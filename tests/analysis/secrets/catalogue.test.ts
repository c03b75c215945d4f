/** Every published rule on its own examples, and the vectors of what has to be found and what must not. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { secretExamples } from '../../../src/analysis/secrets/examples';
import { SECRET_RULES } from '../../../src/analysis/secrets/rules';
import { findingsIn, secretReports } from '../../../src/analysis/secrets/secrets';
import type { Json } from '../../../src/model/json';

const found = (record: Json) => secretReports(JSON.stringify(record));
const kinds = (record: Json) => found(record).map(({ rule }) => rule);

const LETTERS = 'q7XbR2mWk9TzLp4VnHc8YsJd3GfA6eUo1KxNi5Qw';
/** Of mixed characters, never the same as in the source. */
const made = (length: number, offset = 0) =>
  Array.from({ length }, (_, i) => LETTERS.charAt((i * 7 + offset * 3) % LETTERS.length)).join('');
const hex = (length: number) => Array.from({ length }, (_, i) => ((i * 7 + 3) % 16).toString(16)).join('');
const j = (...pieces: string[]) => pieces.join('');
const openAi = j('s', 'k-', made(48));
const gitHub = j('gh', 'p_', made(36));
const jwt = j(
  btoa('{"alg":"none"}').replaceAll('=', ''),
  '.',
  btoa('{"a":"b c"}').replaceAll('=', ''),
  '.',
  made(32),
);

const published = readFileSync(new URL('../../../docs/secrets.md', import.meta.url), 'utf8');

describe('the catalogue', () => {
  it('is published rule by rule, in its order', () => {
    const rows = [...published.matchAll(/^\| `([a-z0-9-]+)` +\| (\w+) /gm)].map(([, id, severity]) => ({
      id,
      severity,
    }));
    expect(rows).toEqual(SECRET_RULES.map(({ id, severity }) => ({ id, severity })));
  });

  const examples = secretExamples();

  it('has an example of every rule, in the order of the rules', () => {
    expect(examples.map(({ rule }) => rule)).toEqual(SECRET_RULES.map(({ id }) => id));
  });

  it.each(examples)('$rule finds its example', ({ rule, finds }) => {
    expect(kinds(finds)).toContain(rule);
    expect(new Set(kinds(finds))).toEqual(new Set([rule]));
  });

  it.each(examples)('$rule leaves its other example alone', ({ leaves }) => {
    expect(found(leaves)).toEqual([]);
  });
});

interface Case {
  readonly name: string;
  readonly record: Json;
  /** `rule path length` */
  readonly finds: readonly string[];
}

const CASES: readonly Case[] = [
  {
    name: 'a set-up object, and the key in it',
    record: { info: { 'ai.prime.rlm/runtime-v1': { provider: { api_key: 'zzz' } } } },
    finds: [
      'runtime-v1 /info/ai.prime.rlm~1runtime-v1 0',
      'runtime-v1 /info/ai.prime.rlm~1runtime-v1/provider/api_key 3',
    ],
  },
  {
    name: 'a set-up object without its key, by what it holds',
    record: {
      info: [
        {
          policy: {},
          provider: { base_url: null, api_key: 'k', headers: { 'x-a': 'one', 'x-b': 'two' } },
          kernel_env: { A: 'three' },
          search_api_key: 'four',
          harness: { refine_judge: { api_key: 'five', model: 'm' } },
        },
      ],
    },
    finds: [
      'runtime-v1 /info/0 0',
      'runtime-v1 /info/0/provider/api_key 1',
      'runtime-v1 /info/0/provider/headers/x-a 3',
      'runtime-v1 /info/0/provider/headers/x-b 3',
      'runtime-v1 /info/0/kernel_env/A 5',
      'runtime-v1 /info/0/search_api_key 4',
      'runtime-v1 /info/0/harness/refine_judge/api_key 4',
    ],
  },
  {
    name: 'a search key as a variable, and the same digits as a commit',
    record: [`${j('SERPER', '_API_KEY')}=${hex(40)}`, `commit ${hex(40)}`],
    finds: ['secret-name /0 40'],
  },
  { name: 'counters', record: { max_tokens: 4096, token_ids: [1], completion_tokens: '512' }, finds: [] },
  {
    name: 'request ids',
    record: { acp: { request_id: hex(32) }, id: hex(32), trace_id: hex(32) },
    finds: [],
  },
  {
    name: 'a header in the tail of an error',
    record: { errors: [{ type: 'E', message: `agent died: ${j('Author', 'ization: ')}Bearer ${made(24)}` }] },
    finds: ['auth-header /errors/0/message 24'],
  },
  {
    name: 'variables that are set, not those that are only named',
    record: { agent: { config: { harness: { env: { API_KEY: 'v' }, forward_env: ['API_KEY'] } } } },
    finds: ['secret-name /agent/config/harness/env/API_KEY 1'],
  },
  {
    name: 'a private key over lines, only in a traceback',
    record: {
      errors: [
        {
          traceback: `x\n${j('-----BEGIN RSA ', 'PRIVATE KEY-----')}\n${made(64)}\n${made(20, 1)}=\n${j('-----END RSA ', 'PRIVATE KEY-----')}\ny`,
        },
      ],
    },
    finds: [`private-key /errors/0/traceback ${31 + 1 + 64 + 1 + 21 + 1 + 29}`],
  },
  {
    name: 'a private key whose lines are escaped',
    record: {
      task: {
        data: {
          key: `a = "${j('-----BEGIN ', 'PRIVATE KEY-----')}\\n${made(64)}\\n${j('-----END ', 'PRIVATE KEY-----')}\\n"`,
        },
      },
    },
    finds: [`private-key /task/data/key ${27 + 2 + 64 + 2 + 25}`],
  },
  {
    name: 'a key in the task',
    record: { task: { data: { note: `use ${gitHub}.` } } },
    finds: ['github-token /task/data/note 40'],
  },
  {
    name: 'JSON inside a string inside a string keeps the outer path',
    record: { args: JSON.stringify({ body: JSON.stringify({ password: 'p-w d'.replace(' ', '') }) }) },
    finds: ['secret-name /args 4'],
  },
  {
    name: 'JSON with escaped quotes in running text',
    record: { out: `sent {\\"api_key\\": \\"${made(24)}\\"} and got 401` },
    finds: ['secret-name /out 24'],
  },
  {
    name: 'a key that goes over the border of two parts',
    record: {
      content: [
        { type: 'text', text: `here ${openAi.slice(0, 20)}` },
        { type: 'text', text: `${openAi.slice(20)} there` },
      ],
    },
    finds: ['openai-key /content/0/text 51'],
  },
  {
    name: 'three parts, and what lies inside one',
    record: {
      content: [
        { text: `${gitHub} ${openAi.slice(0, 9)}`, type: 'text' },
        { text: openAi.slice(9, 30), type: 'text' },
        { text: openAi.slice(30), type: 'text' },
      ],
    },
    finds: ['github-token /content/0/text 40', 'openai-key /content/0/text 51'],
  },
  {
    name: 'a value whose name stands in the part before',
    record: [
      ['DB_PASSWORD=', 'Hunter2passW0rd9 is it'],
      [`${j('Author', 'ization: ')}Bearer `, `${made(32)}\nnext`],
      [`see ${j('Author', 'ization')}: `, `Bearer ${made(32)}`],
      ['Bearer', ` ${made(20)}`],
      ['{"password": "', 'zzz', '", "n": 1}'],
      ['password', ': "k9Lm2xQ7"'],
    ].map((parts) => parts.map((text) => ({ type: 'text', text }))),
    finds: [
      'secret-name /0/1/text 16',
      'auth-header /1/1/text 32',
      'auth-header /2/1/text 32',
      'bearer-token /3/1/text 20',
      'secret-name /4/1/text 3',
      'secret-name /5/1/text 8',
    ],
  },
  {
    name: 'no border where something else stands between',
    record: {
      content: [
        { type: 'text', text: openAi.slice(0, 20) },
        { type: 'image_url' },
        { type: 'text', text: openAi.slice(20) },
      ],
    },
    finds: [],
  },
  { name: 'a value twice in a string', record: [`${openAi} and ${openAi}`], finds: ['openai-key /0 51'] },
  {
    name: 'a value in two strings',
    record: [openAi, openAi],
    finds: ['openai-key /0 51', 'openai-key /1 51'],
  },
  {
    name: 'the earlier rule where two match',
    record: { api_key: openAi, password: jwt, authorization: `Bearer ${jwt}` },
    finds: [
      'openai-key /api_key 51',
      `jwt /password ${jwt.length}`,
      `auth-header /authorization ${jwt.length}`,
    ],
  },
  {
    name: 'headers as pairs, members and lines',
    record: {
      a: [{ name: 'Authorization', value: 'Basic dTpw' }],
      b: { Cookie: 'sid=1; theme=dark' },
      c: "curl -H 'X-Api-Key: a1b2c3d4' https://example.org",
    },
    finds: ['auth-header /a/0/value 4', 'auth-header /b/Cookie 17', 'auth-header /c 8'],
  },
  {
    name: 'a password in an address',
    record: ['git clone https://me:s3cret@example.org/x.git'],
    finds: ['url-password /0 9'],
  },
  {
    name: 'assignments of every form',
    record: [
      `DB_PASSWORD=${'k9Lm2x'}`,
      `password: "k9Lm2x"`,
      `run --api-key k9Lm2xQ7 now`,
      `client = Client(api_key="k9Lm2xQ7")`,
      `clientSecret: str = 'k9Lm2xQ7'`,
      `https://example.org/?access_token=k9Lm2xQ7&x=1`,
      `{'refresh_token': 'k9Lm2xQ7'}`,
      `HF_TOKEN=k9Lm2xQ7`,
      `API_SECRET=mysecretKey9aB2cD7eF`,
    ],
    finds: [6, 6, 8, 8, 8, 8, 8, 8, 20].map((length, index) => `secret-name /${index} ${length}`),
  },
  {
    name: 'what looks like an assignment and is none',
    record: [
      'the password: it is secret',
      'api_key=os.environ["OPENAI_API_KEY"]',
      'secret = load_secret1(path)',
      'password = my-secret-word-2',
      'api_key: /etc/keys/main1.pem',
      'token=https://example.org/a1B2c3',
      'API_KEY=$API_KEY',
      'api_key=sk-abc1...',
      'password: hunter',
      'secret_word: k9Lm2xQ7',
      'api_key_var = "OPENAI_KEY_1"',
      'next_page_token=k9Lm2xQ7',
      'def sign(self, private_key: ed25519.Ed25519PrivateKey) -> None',
      'private_key: PKCS7PrivateKeyTypes,',
      'headers = {"Authorization": f"Bearer {auth[\'api_key\']}"}',
      'request.headers["Authorization"] = self._build_auth_header(user=user1)',
      'headers[hdrs.COOKIE] = c.output(header="", sep=";").strip()',
      'headers = {"Authorization": "Bearer token"}',
      'Authorization: Bearer token2 is needed here',
      'gist://username:TOKEN@id and git://[path-to-repo[:]][ref@]path',
    ],
    finds: [],
  },
  {
    name: 'members that are no secrets',
    record: {
      a: { api_key: 'EMPTY' },
      b: { api_key: '<token>', secret: '***', password: '${PW}', access_token: '[REDACTED]' },
      c: { password: 'the one you chose', apiKey: 'PRIME_API_KEY', 'api-key': 'your-key-here' },
      d: { secret_word: 'abc', passwords: 'abc', api_key: { type: 'string' }, secret: '' },
      e: { api_key: 'abcd…' },
    },
    finds: [],
  },
  {
    name: 'capabilities',
    record: {
      scope_id: made(32),
      tool_capability: 'x',
      scope: 'repo user',
      note: `capability=${made(43)} ok`,
    },
    finds: ['capability /scope_id 32', 'secret-name /tool_capability 1', 'capability /note 43'],
  },
  {
    name: 'paths',
    record: {
      a: 'in C:\\Users\\me\\x.txt and /Users/me/x.',
      b: '/tmp/a.sock',
      sandbox_id: '/tmp/x1',
      c: 'https://example.org/home/me/x and /usr/lib/python3',
    },
    finds: ['home-path /a 17', 'home-path /a 11', 'socket-path /b 11'],
  },
  {
    name: 'a key as the name of a member, and never in a path',
    record: { seen: { [gitHub]: { password: 'x1' } } },
    finds: ['github-token /seen/[REDACTED] 40', 'secret-name /seen/[REDACTED]/password 2'],
  },
  {
    name: 'behind escapes of a terminal, of code and of an address',
    record: [
      `\u001b[32m${openAi}\u001b[0m`,
      `\u001b[01;31m\u001b[K${openAi}`,
      `foo\\n${openAi}`,
      `foo\\\\t${gitHub}`,
      `\\x1b[1m${gitHub}`,
      `\\u001b[0m${gitHub}`,
      `x%3D${openAi}`,
      `a\\nBearer ${made(24)}`,
      `a\\n${j('Author', 'ization: ')}Basic k9Lm2xQ7`,
      `\u001b[32m${j('Cook', 'ie')}: sid=k9Lm2xQ7`,
      `password=\u001b[32mk9Lm2xQ7\u001b[0m`,
      `a\\n${jwt}`,
      `\u001b[36mOPENAI_API_KEY\u001b[0m=\u001b[33mk9Lm2xQ7\u001b[0m`,
      `\u001b[01;31m\u001b[Kpassword\u001b[m\u001b[K: k9Lm2xQ7`,
      `\u001b[1mhttps://u:k9Lm2xQ7@example.org/\u001b[0m`,
      `b'\\n${openAi}'`,
      `k\\u003d${openAi}`,
    ],
    finds: [
      'openai-key /0 51',
      'openai-key /1 51',
      'openai-key /2 51',
      'github-token /3 40',
      'github-token /4 40',
      'github-token /5 40',
      'openai-key /6 51',
      'bearer-token /7 24',
      'auth-header /8 8',
      'auth-header /9 12',
      'secret-name /10 8',
      `jwt /11 ${jwt.length}`,
      'secret-name /12 8',
      'secret-name /13 8',
      'url-password /14 10',
      'openai-key /15 51',
      'openai-key /16 51',
    ],
  },
  {
    name: 'a word that goes on is no beginning, also where a letter of it is escaped',
    record: [`x${openAi}`, `_${gitHub}`, `\\x41${openAi}`, `%41${openAi}`, `n${gitHub}`],
    finds: [],
  },
  {
    name: 'tokens behind a path and a sign, not in the middle of base64',
    record: [`https://example.org/verify/${jwt}`, `+${jwt}`, `${made(30).repeat(8)}/${jwt}`, `x${jwt}`],
    finds: [`jwt /0 ${jwt.length}`, `jwt /1 ${jwt.length}`],
  },
  {
    name: 'classes and kebab words that begin like a key',
    record: ['sk-toggleable__content-fitted-estimator-id-12', 'sk-estimator-id-1'],
    finds: [],
  },
];

describe('secrets', () => {
  it.each(CASES)('$name', ({ record, finds }) => {
    expect(found(record).map(({ rule, path, length }) => `${rule} ${path} ${length}`)).toEqual(finds);
  });

  it('come in the order of the record, also where keys are numbers or twice', () => {
    const text = `{"b":"${gitHub}","1":"${openAi}","b":"${openAi}"}`;
    expect(secretReports(text).map(({ rule, path }) => `${rule} ${path}`)).toEqual([
      'github-token /b',
      'openai-key /1',
      'openai-key /b',
    ]);
  });

  it('do not show a piece of one that goes over a border beside another', () => {
    const parts = [
      { type: 'text', text: `${gitHub} and ${openAi.slice(0, 24)}` },
      { type: 'text', text: `${openAi.slice(24)} ${gitHub}` },
    ];
    const around = findingsIn(JSON.stringify({ content: parts })).map(({ before, after }) => before + after);
    expect(around).toHaveLength(3);
    expect(around.join('')).not.toContain(openAi.slice(0, 12));
    expect(around.join('')).not.toContain(openAi.slice(-12));
    expect(around.join('')).not.toContain(gitHub.slice(8, 20));
  });

  it('show nothing of each other where one is seen only in the parts together', () => {
    const cases = [
      [`aa ${openAi.slice(0, 18)}`, `${openAi.slice(18)} ${gitHub}`],
      [`${gitHub} password=`, `Hunter2passW0rd9 ${gitHub}`],
      [`{"password":"zz1"}`, ` ${openAi.slice(0, 18)}`, openAi.slice(18)],
    ];
    for (const texts of cases) {
      const record = { content: texts.map((text) => ({ type: 'text', text })) };
      const all = findingsIn(JSON.stringify(record));
      const around = all.map(({ before, after }) => before + after).join('\n');
      expect(all.length).toBeGreaterThan(1);
      for (const piece of [openAi.slice(-12), openAi.slice(0, 12), gitHub.slice(8, 20), 'Hunter2', 'zz1'])
        expect(around).not.toContain(piece);
    }
  });

  it('are found behind escapes', () => {
    const escaped = [...openAi].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
    expect(secretReports(`{"a":"${escaped}"}`)).toEqual([
      { rule: 'openai-key', severity: 'critical', path: '/a', length: 51 },
    ]);
  });
});
