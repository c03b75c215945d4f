/** Text that compresses like text, the same every time: what the compressed fixtures hold. */
import { episode, jsonl } from './lines';

const WORDS =
  'node call branch reward prompt token agent reply tool trace lane edge file line byte frame'.split(' ');

/** `count` episodes with some hundred words each. */
export function prose(count: number, seed = 1): string {
  let state = seed;
  const next = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) % below;
  };
  const lines = Array.from({ length: count }, (_, index) => {
    const words = Array.from({ length: 100 + next(100) }, () => WORDS[next(WORDS.length)] ?? '');
    return episode(index + 1, `,"group":{"id":"${words.join(' ')}"}`);
  });
  return jsonl(lines);
}
