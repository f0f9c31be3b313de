/** Groups of nodes that can reach each other, as Tarjan finds them, without recursion so that depth costs no stack. */
export function strongComponents(edges: readonly (readonly number[])[]): number[][] {
  const order = new Int32Array(edges.length).fill(-1);
  const low = new Int32Array(edges.length);
  const onStack = new Uint8Array(edges.length);
  const position = new Int32Array(edges.length);
  const stack: number[] = [];
  const components: number[][] = [];
  let visited = 0;

  const enter = (node: number, path: number[]) => {
    order[node] = visited;
    low[node] = visited;
    visited += 1;
    stack.push(node);
    onStack[node] = 1;
    path.push(node);
  };
  const leave = (node: number, parent: number | undefined) => {
    if (parent !== undefined) low[parent] = Math.min(low[parent] ?? 0, low[node] ?? 0);
    if (low[node] !== order[node]) return;
    const component = stack.splice(stack.lastIndexOf(node));
    for (const member of component) onStack[member] = 0;
    components.push(component);
  };

  for (let root = 0; root < edges.length; root += 1) {
    if (order[root] !== -1) continue;
    const path: number[] = [];
    enter(root, path);
    for (let node = path.at(-1); node !== undefined; node = path.at(-1)) {
      const at = position[node] ?? 0;
      position[node] = at + 1;
      const next = edges[node]?.[at];
      if (next === undefined) {
        path.pop();
        leave(node, path.at(-1));
      } else if (order[next] === -1) enter(next, path);
      else if (onStack[next] === 1) low[node] = Math.min(low[node] ?? 0, order[next] ?? 0);
    }
  }
  return components;
}
