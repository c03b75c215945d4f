/**
 * Which context of its agent a request belongs to: the number of `compaction` links on the way from the agent's start, the
 * most over all ways. A summary stays in the old context. A compaction inside a loop of identity links opens none.
 */
import { stronglyConnected } from '../strongly-connected';
import type { RequestLink } from './links';

/** Context index by request position; over identity links that stay inside one agent. */
export function contextsOf(size: number, links: readonly RequestLink[]): Int32Array {
  const inside = links.filter((link) => link.role === 'identity');
  const loops = stronglyConnected(size, inside);
  // Components come out sources first, so one sweep over links grouped by the component of their source is enough.
  const context = new Int32Array(loops.count);
  const bySource: RequestLink[][] = Array.from({ length: loops.count }, () => []);
  for (const link of inside) bySource[loops.of[link.from] ?? 0]?.push(link);
  for (let loop = 0; loop < loops.count; loop += 1) {
    for (const link of bySource[loop] ?? []) {
      const target = loops.of[link.to] ?? 0;
      if (target === loop) continue;
      const next = (context[loop] ?? 0) + (link.type === 'compaction' ? 1 : 0);
      context[target] = Math.max(context[target] ?? 0, next);
    }
  }
  return Int32Array.from({ length: size }, (_, position) => context[loops.of[position] ?? 0] ?? 0);
}
