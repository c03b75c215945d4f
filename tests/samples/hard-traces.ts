/**
 * Traces that are hard to hold: very many nodes or branches, JSON of great depth and length, pictures of every kind, and
 * things that no reader knows yet. Equal for equal arguments.
 */
import type { Json, JsonObject } from '../../src/model/json';
import { a, calling, chain, episode, node, system, tool, toolCall, trace, u } from './trace-builder';

/** T2: one branch of so many nodes. */
export function longBranch(nodes: number): string {
  const parts: string[] = [];
  for (let index = 0; index < nodes; index += 1) {
    const parent = index === 0 ? '' : `"parent":${index - 1},`;
    const role = index === 0 ? 'system' : index % 2 === 1 ? 'user' : 'assistant';
    const content = `message ${index}${index % 7 === 0 ? '. It is longer than the others'.repeat(index % 23) : ''}`;
    parts.push(
      `{${parent}"message":{"role":"${role}","content":"${content}"},"sampled":${String(role === 'assistant')}}`,
    );
  }
  return `{"id":"long","env":{"id":"hard"},"ok":true,"errors":[],"traces":[{"id":"t","nodes":[${parts.join(',')}],"calls":[],"rewards":{},"metrics":{},"info":{},"errors":[]}]}`;
}

/** T2: so many branches from one beginning. */
export function manyBranches(count: number): JsonObject {
  const nodes = [system('One beginning.'), u('Try everything.', { parent: 0 })];
  for (let branch = 0; branch < count; branch += 1) {
    nodes.push(a(`attempt ${branch}`, { parent: 1 }));
    nodes.push(u('Go on.', { parent: nodes.length - 1 }));
    nodes.push(a(`end of attempt ${branch}`, { parent: nodes.length - 1 }));
  }
  return episode({ id: 'branches', traces: [trace({ nodes })] });
}

/** T7: arguments of great depth, `info` of some, and a long list, as the text of one record. */
export function deepRecord(argumentDepth = 10_000, infoDepth = 5000, numbers = 1_000_000): string {
  const deep = `${'{"a":['.repeat(argumentDepth / 2)}1${']}'.repeat(argumentDepth / 2)}`;
  const info = `${'['.repeat(infoDepth)}"the bottom"${']'.repeat(infoDepth)}`;
  const list = Array.from({ length: numbers }, (_, index) => index % 100).join(',');
  const nodes = chain(
    u('Call it.'),
    a(null, { message: calling(toolCall('c1', 'deep', deep)) }),
    tool('c1', 'ok'),
  );
  const record = episode({ id: 'deep', traces: [trace({ nodes, info: { deep: 'DEEP', list: 'LIST' } })] });
  return JSON.stringify(record).replace('"DEEP"', info).replace('"LIST"', `[${list}]`);
}

/** The smallest picture: one red point. */
export const RED_POINT =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';

const image = (url: string): JsonObject => ({ type: 'image_url', image_url: { url } });

/** T12. `big` is the size of the large picture in bytes. */
export function pictures(big = 6_000_000): JsonObject {
  const png = `data:image/png;base64,${RED_POINT}`;
  // A picture may be followed by anything: its size is what counts here.
  const bytes = Buffer.concat([Buffer.from(RED_POINT, 'base64'), Buffer.alloc(big)]);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>').toString(
    'base64',
  );
  const parts: readonly Json[] = [
    { type: 'text', text: 'A text and a large picture.' },
    image(`data:image/png;base64,${bytes.toString('base64')}`),
    image('data:image/png;base64,not//base64!!'),
    image(`data:image/jpeg;base64,${RED_POINT}`),
    image(`data:image/svg+xml;base64,${svg}`),
    image('https://pictures.example/a.png'),
    { type: 'native', native: { type: 'document', source: { media_type: 'application/pdf' } } },
    { type: 'hologram', beam: [1, 2, 3] },
    { type: 'image_url' },
  ];
  const twenty = Array.from({ length: 20 }, (_, index) =>
    index % 2 === 0 ? { type: 'text', text: `part ${index}` } : image(png),
  );
  const nodes = chain(
    u(parts),
    a('Seen.'),
    u(twenty),
    u(bytes.subarray(0, 60_000).toString('base64')),
    a('Seen too.'),
  );
  return episode({ id: 'pictures', traces: [trace({ nodes })] });
}

/** T22: what no reader knows yet, all of which must survive. */
export function unknownKinds(): JsonObject {
  const custom = {
    id: 'c1',
    name: 'apply_patch',
    type: 'custom',
    namespace: 'editor',
    arguments: '*** Begin Patch\n+not json',
  };
  const nodes = [
    system('Begin.', {
      tools: [{ name: 'shell', description: 'runs', parameters: {}, strict: true, extra: 1 }],
    }),
    node('narrator', 'Meanwhile, elsewhere.', { parent: 0 }),
    a(null, {
      parent: 1,
      message: {
        ...calling(custom, toolCall('same', 'shell', '{"n":1}'), toolCall('same', 'shell', '{"n":2}')),
        provider_state: [{ type: 'reasoning', encrypted_content: 'gAAAA'.repeat(200) }],
      },
      sampling_mask: { __nd__: true, dtype: 'int32', shape: [2, 2], data: 'AAAA' },
    }),
    tool('c1', 'patched', { parent: 2 }),
    tool('same', 'first answer', { parent: 3 }),
    tool('same', 'second answer', { parent: 4 }),
    tool('same', 'third answer to two calls', { parent: 5 }),
    tool('nobody', 'an answer to nothing', { parent: 6 }),
    a('Done.', { parent: 7 }),
  ];
  return {
    ...episode({ id: 'unknown', traces: [trace({ version: 2, nodes, novelty: { kept: true } })] }),
    novelty_of_the_episode: [1, 2, 3],
  };
}

/** T23: a conversation of so many nodes, with a phrase in one reasoning only and another in every message. */
export function findable(nodes: number, at: number): JsonObject {
  const made = Array.from({ length: nodes }, (_, index) => {
    const parent = index === 0 ? {} : { parent: index - 1 };
    const text = `step ${index} of the journey, common words here`;
    if (index % 2 === 0) return u(text, parent);
    const reasoning =
      index === at ? `${'It was a long thought. '.repeat(400)}the hidden needle` : `thought ${index}`;
    return a(text, { ...parent, message: { reasoning_content: reasoning } });
  });
  return episode({ id: 'findable', traces: [trace({ nodes: made })] });
}
