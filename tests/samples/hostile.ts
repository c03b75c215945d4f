/**
 * Traces that attack whoever shows them: markup, scripts, styles and links in every text a trace can hold. Each attempt would
 * either call `owned()`, leave a mark on the page, or ask a foreign host.
 */
import type { Json, JsonObject } from '../../src/model/json';

/** What must be on the screen as typed, never as markup. */
export const HOSTILE_TEXTS: readonly { readonly name: string; readonly text: string }[] = [
  { name: 'script', text: '<script>owned()</script><script src="https://elsewhere.example/a.js"></script>' },
  {
    name: 'image with a handler',
    text: '<img src="x:y" onerror="owned()"><img src="https://elsewhere.example/a.png">',
  },
  {
    name: 'svg',
    text: '<svg onload="owned()"><script>owned()</script><use href="https://elsewhere.example/a.svg#x"/></svg>',
  },
  {
    name: 'frame',
    text: '<iframe srcdoc="<script>parent.owned()</script>"></iframe><iframe src="https://elsewhere.example/"></iframe>',
  },
  { name: 'refresh', text: '<meta http-equiv="refresh" content="0;url=https://elsewhere.example/refresh">' },
  {
    name: 'base',
    text: '<base href="https://elsewhere.example/"><link rel="stylesheet" href="https://elsewhere.example/a.css">',
  },
  {
    name: 'style',
    text: '<style>body{background:url(https://elsewhere.example/a)}</style><div style="background:url(https://elsewhere.example/b)">x</div>',
  },
  {
    name: 'form',
    text: '<form action="https://elsewhere.example/form"><button id="sent">send</button></form>',
  },
  { name: 'template', text: '</template></textarea></title></style></script><img src=x onerror=owned()>' },
  {
    name: 'mutation',
    text: '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=owned()&gt;">',
  },
  { name: 'noscript', text: '<noscript><p title="</noscript><img src=x onerror=owned()>"></noscript>' },
  {
    name: 'object',
    text: '<object data="data:text/html,<script>parent.owned()</script>"></object><embed src="https://elsewhere.example/e">',
  },
  { name: 'svelte', text: '{@html "<img src=x onerror=owned()>"} {owned()} ${owned()} {{owned()}}' },
  {
    name: 'javascript link',
    text: '[press me](javascript:owned()) [me too](JaVaScRiPt:owned()) <javascript:owned()>',
  },
  { name: 'data link', text: '[a page](data:text/html,<script>owned()</script>) [vb](vbscript:owned())' },
  {
    name: 'foreign link',
    text: '[elsewhere](https://elsewhere.example/link "owned()") https://elsewhere.example/auto',
  },
  {
    name: 'foreign image',
    text: '![a picture](https://elsewhere.example/image.png) ![b](//elsewhere.example/b.png)',
  },
  { name: 'reference', text: '![c][ref]\n\n[ref]: https://elsewhere.example/ref.png "onerror=owned()"' },
  { name: 'attribute', text: '" autofocus onfocus="owned()" x="' },
  { name: 'fence', text: '```html"><img src=x onerror=owned()>\n<script>owned()</script>\n```' },
  {
    name: 'terminal',
    text: '\u001b]8;;javascript:owned()\u0007press\u001b]8;;\u0007 \u001b]0;<script>owned()</script>\u0007\u001b[31m<b>red</b>\u001b[0m',
  },
  { name: 'entities', text: '&lt;img src=x onerror=owned()&gt; &#60;script&#62;owned()&#60;/script&#62;' },
];

const ALL = HOSTILE_TEXTS.map(({ text }) => text).join('\n\n');
const SHORT = '<img src=x onerror=owned()>"\'><script>owned()</script>';

/** A file name that would be markup if anybody let it. */
export const HOSTILE_NAME = '<img src=x onerror=owned()>.jsonl';

const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" onload="owned()"><script>owned()</script></svg>',
).toString('base64');

const IMAGES: readonly Json[] = [
  { type: 'text', text: 'Pictures:' },
  { type: 'image_url', image_url: { url: 'https://elsewhere.example/part.png' } },
  { type: 'image_url', image_url: { url: '//elsewhere.example/part.png' } },
  { type: 'image_url', image_url: { url: `data:image/svg+xml;base64,${svg}` } },
  { type: 'image_url', image_url: { url: 'data:text/html,<script>owned()</script>' } },
  { type: 'image_url', image_url: { url: 'javascript:owned()' } },
  { type: 'image_url', image_url: { url: 'blob:https://elsewhere.example/0' } },
  { type: SHORT, [SHORT]: SHORT },
  { type: 'native', native: { type: SHORT, url: 'https://elsewhere.example/native' } },
];

/** One episode of each text as the content of every kind of message, and one with attacks in every other field. */
export function hostileRun(): string {
  const each = HOSTILE_TEXTS.map(({ name, text }, index) =>
    episode(`text-${index}`, name, [
      { message: { role: 'user', content: text }, sampled: false },
      { parent: 0, message: { role: 'assistant', content: text, reasoning_content: text }, sampled: true },
      { parent: 1, message: { role: 'user', content: IMAGES }, sampled: false },
    ]),
  );
  return [...each, everywhere()].map((line) => `${JSON.stringify(line)}\n`).join('');
}

function episode(id: string, name: string, nodes: readonly JsonObject[]): JsonObject {
  const task = { type: 'HostileTask', key: name, data: { name } };
  const trace = {
    id: `trace-${id}`,
    version: 1,
    task,
    nodes,
    calls: [],
    rewards: { safe: { score: 1, weight: 1 } },
    metrics: {},
    info: {},
    is_completed: true,
    ok: true,
    errors: [],
    timing: { start: 1_773_000_000 },
  };
  return { id, env: { id: 'hostile' }, task, ok: true, errors: [], traces: [trace] };
}

function everywhere(): JsonObject {
  const error = { type: SHORT, message: ALL, traceback: ALL, status_code: 500 };
  const call = { id: SHORT, name: SHORT, arguments: JSON.stringify({ [SHORT]: ALL }), type: 'function' };
  const tool = {
    name: SHORT,
    description: ALL,
    parameters: { type: 'object', properties: { [SHORT]: { description: ALL } } },
  };
  const base = episode('everywhere', SHORT, []);
  return {
    ...base,
    id: SHORT,
    env: { id: SHORT, name: SHORT },
    group: { id: SHORT },
    ok: false,
    errors: [error],
    run: { type: SHORT, id: SHORT, name: SHORT },
    [SHORT]: SHORT,
    traces: [
      {
        id: SHORT,
        version: 1,
        verifiers: { version: SHORT },
        task: { type: SHORT, key: SHORT, data: { name: SHORT, prompt: ALL, [SHORT]: ALL } },
        agent: {
          name: SHORT,
          trainable: true,
          config: { model: SHORT, harness: { id: SHORT, [SHORT]: ALL } },
        },
        tools: [tool],
        nodes: [
          { tools: [tool], message: { role: SHORT, content: ALL, [SHORT]: ALL }, sampled: false },
          { parent: 0, message: { role: 'user', content: IMAGES }, sampled: false },
          {
            parent: 1,
            semantic_parents: [{ node: 0, type: SHORT }],
            message: {
              role: 'assistant',
              content: null,
              reasoning_content: ALL,
              tool_calls: [call],
              provider_state: [{ type: SHORT, [SHORT]: ALL }],
            },
            sampled: true,
          },
          {
            parent: 2,
            message: { role: 'tool', tool_call_id: SHORT, name: SHORT, content: ALL },
            sampled: false,
          },
        ],
        calls: [
          {
            node: 2,
            model: SHORT,
            endpoint: SHORT,
            finish_reason: SHORT,
            sampling: { [SHORT]: ALL },
            acp: { request_id: SHORT },
          },
          { model: SHORT, error },
        ],
        rewards: { [SHORT]: { score: 0.5, weight: 1 }, __proto__x: null },
        metrics: { [SHORT]: 1 },
        info: {
          [SHORT]: ALL,
          judge_calls: [
            {
              name: SHORT,
              request: { messages: [{ role: 'user', content: ALL }] },
              response: { message: { role: 'assistant', content: ALL }, parsed: ALL },
            },
          ],
        },
        root_reply: ALL,
        is_completed: true,
        ok: false,
        stop_condition: SHORT,
        errors: [error],
        timing: { start: 1_773_000_000 },
      },
    ],
  };
}
