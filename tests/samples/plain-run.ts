/** Small well-formed runs of any number of episodes, for tests that care about how many and which, not about what. */
import type { JsonObject } from '../../src/model/json';

export function plainEpisode(index: number): JsonObject {
  const task = {
    type: 'PlainTask',
    key: `plain/${index % 10}`,
    data: { idx: index, name: `task ${index % 10}` },
  };
  return {
    id: `episode-${String(index).padStart(5, '0')}`,
    env: { id: 'plain' },
    task,
    group: { id: `group-${index % 10}` },
    ok: index % 7 !== 3,
    errors: [],
    traces: [
      {
        id: `trace-${index}`,
        version: 1,
        task,
        agent: { name: 'agent', trainable: true, config: { model: 'lantern-8b' } },
        nodes: [
          { message: { role: 'user', content: `Question ${index}: how many?` }, sampled: false },
          {
            parent: 0,
            message: { role: 'assistant', content: `Answer ${index}: ${index * 3}.` },
            sampled: true,
          },
        ],
        calls: [
          {
            node: 1,
            model: 'lantern-8b',
            finish_reason: 'stop',
            usage: { prompt_tokens: 20 + index, completion_tokens: 7 },
            time: { start: 1_773_000_000 + index, end: 1_773_000_001.5 + index },
          },
        ],
        // Every fifth was never scored.
        rewards: { correct: index % 5 === 4 ? null : { score: (index % 4) / 4, weight: 1 } },
        metrics: {},
        info: {},
        is_completed: true,
        ok: index % 7 !== 3,
        stop_condition: index % 11 === 10 ? 'max_turns' : 'agent_completed',
        errors: index % 7 === 3 ? [{ type: 'ToolsetError', message: `tool ${index} failed` }] : [],
        timing: { start: 1_773_000_000 + index },
      },
    ],
  };
}

export function plainRun(episodes: number): string {
  return Array.from({ length: episodes }, (_, index) => `${JSON.stringify(plainEpisode(index))}\n`).join('');
}
