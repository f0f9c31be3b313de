import { posix } from 'node:path';
import { moduleImports } from './module-imports.ts';
import type { Files } from './read-repository.ts';
import { sourceFiles } from './source-files.ts';

type Graph = ReadonlyMap<string, readonly string[]>;

function importGraph(files: Files): Graph {
  const sources = sourceFiles(files);
  const edges = [...sources].map(([path, text]): [string, string[]] => {
    const relative = moduleImports(text).filter((name) => name.startsWith('.'));
    const targets = relative.map((name) => posix.join(posix.dirname(path), name));
    return [path, targets.filter((target) => sources.has(target))];
  });
  return new Map(edges);
}

/** Groups of nodes that reach one another (Tarjan); a node alone counts when it reaches itself. */
function stronglyConnected(graph: Graph): string[][] {
  const order = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const groups: string[][] = [];

  function visit(node: string): number {
    const number = order.size;
    order.set(node, number);
    stack.push(node);
    onStack.add(node);
    let low = number;
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (onStack.has(next)) low = Math.min(low, order.get(next) ?? low);
    }
    if (low === number) {
      const group = stack.splice(stack.indexOf(node));
      for (const member of group) onStack.delete(member);
      if (group.length > 1 || graph.get(node)?.includes(node)) groups.push(group);
    }
    return low;
  }
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return groups;
}

/** Files that import one another in a circle, type imports included. */
export const importCycles = (files: Files): string[][] =>
  stronglyConnected(importGraph(files)).map((group) => group.toSorted());
