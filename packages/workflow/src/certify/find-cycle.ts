/** Nodes in an order in which every edge points forward, or one cycle that makes that impossible. */
export type Sorted = { order: number[]; cycle?: undefined } | { order?: undefined; cycle: number[] };

/** Sorts topologically; what cannot be sorted contains a cycle, of which the one found is given in its direction. */
export function sortOrFindCycle(edges: readonly (readonly number[])[]): Sorted {
  const waiting = new Int32Array(edges.length);
  for (const targets of edges) for (const to of targets) waiting[to] = (waiting[to] ?? 0) + 1;
  const order: number[] = [];
  for (let node = 0; node < edges.length; node += 1) if (waiting[node] === 0) order.push(node);
  for (const node of order) {
    for (const to of edges[node] ?? []) {
      waiting[to] = (waiting[to] ?? 0) - 1;
      if (waiting[to] === 0) order.push(to);
    }
  }
  if (order.length === edges.length) return { order };
  return { cycle: cycleAmong(edges, (node) => (waiting[node] ?? 0) > 0) };
}

/** Every node left over has a predecessor left over, so that walking backwards must come round. */
function cycleAmong(edges: readonly (readonly number[])[], left: (node: number) => boolean): number[] {
  const before = new Map<number, number>();
  edges.forEach((targets, from) => {
    if (left(from)) for (const to of targets) if (!before.has(to)) before.set(to, from);
  });
  const walked: number[] = [];
  const places = new Map<number, number>();
  let node = edges.findIndex((_, i) => left(i));
  while (!places.has(node)) {
    places.set(node, walked.length);
    walked.push(node);
    node = before.get(node) ?? node;
  }
  return walked.slice(places.get(node)).reverse();
}
