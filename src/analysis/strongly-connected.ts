/**
 * Strongly connected components of a directed graph over positions (Tarjan 1972, without recursion). It refuses to know
 * what vertices and edges mean. Linear in both.
 */
export interface DirectedEdge {
  readonly from: number;
  readonly to: number;
}

export interface StronglyConnected {
  /** Component by vertex. Numbers follow the edges: an edge between components leads to the higher number. */
  readonly of: Int32Array;
  readonly count: number;
}

export function stronglyConnected(size: number, edges: readonly DirectedEdge[]): StronglyConnected {
  const { offsets, targets } = adjacency(size, edges);
  const index = new Int32Array(size).fill(-1);
  const low = new Int32Array(size);
  const of = new Int32Array(size).fill(-1);
  const cursor = offsets.slice(0, size);
  const pending = new Int32Array(size);
  const path = new Int32Array(size);
  let pendingLength = 0;
  let next = 0;
  let count = 0;
  for (let root = 0; root < size; root += 1) {
    if (index[root] !== -1) continue;
    let depth = 0;
    path[0] = root;
    index[root] = low[root] = next;
    next += 1;
    pending[pendingLength] = root;
    pendingLength += 1;
    while (depth >= 0) {
      const vertex = path[depth] ?? 0;
      const at = cursor[vertex] ?? 0;
      if (at < (offsets[vertex + 1] ?? 0)) {
        cursor[vertex] = at + 1;
        const target = targets[at] ?? 0;
        if (index[target] === -1) {
          index[target] = low[target] = next;
          next += 1;
          pending[pendingLength] = target;
          pendingLength += 1;
          depth += 1;
          path[depth] = target;
        } else if (of[target] === -1) {
          low[vertex] = Math.min(low[vertex] ?? 0, index[target] ?? 0);
        }
        continue;
      }
      if (low[vertex] === index[vertex]) {
        let member: number;
        do {
          pendingLength -= 1;
          member = pending[pendingLength] ?? vertex;
          of[member] = count;
        } while (member !== vertex);
        count += 1;
      }
      depth -= 1;
      const above = path[depth];
      if (depth >= 0 && above !== undefined) low[above] = Math.min(low[above] ?? 0, low[vertex] ?? 0);
    }
  }
  // Tarjan closes sinks first; turn the numbers round so that they follow the edges.
  for (let vertex = 0; vertex < size; vertex += 1) of[vertex] = count - 1 - (of[vertex] ?? 0);
  return { of, count };
}

function adjacency(size: number, edges: readonly DirectedEdge[]) {
  const offsets = new Int32Array(size + 1);
  for (const { from } of edges) offsets[from + 1] = (offsets[from + 1] ?? 0) + 1;
  for (let vertex = 0; vertex < size; vertex += 1)
    offsets[vertex + 1] = (offsets[vertex + 1] ?? 0) + (offsets[vertex] ?? 0);
  const targets = new Int32Array(edges.length);
  const cursor = offsets.slice(0, size);
  for (const { from, to } of edges) {
    const at = cursor[from] ?? 0;
    targets[at] = to;
    cursor[from] = at + 1;
  }
  return { offsets, targets };
}
