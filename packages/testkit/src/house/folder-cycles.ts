import { posix } from 'node:path';
import { moduleImports } from './module-imports.ts';
import type { Files } from './read-repository.ts';
import { isTest, sourceFiles } from './source-files.ts';

type Graph = ReadonlyMap<string, readonly string[]>;

/** Which folder imports from which. A folder and the folders inside it count as one thing: no edge joins them. */
function folderGraph(files: Files): Graph {
  const graph = new Map<string, Set<string>>();
  for (const [path, text] of sourceFiles(files)) {
    if (isTest(path)) continue;
    const folder = posix.dirname(path);
    const targets = moduleImports(text)
      .filter((name) => name.startsWith('.'))
      .map((name) => posix.dirname(posix.join(folder, name)));
    const known = graph.get(folder) ?? new Set();
    graph.set(folder, known);
    for (const target of targets)
      if (!isWithin(folder, target) && !isWithin(target, folder)) known.add(target);
  }
  return new Map([...graph].map(([folder, targets]) => [folder, [...targets]]));
}

const isWithin = (folder: string, outer: string) => `${folder}/`.startsWith(`${outer}/`);

/** Groups of nodes that reach one another (Tarjan). */
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
      if (group.length > 1) groups.push(group);
    }
    return low;
  }
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return groups;
}

/** Folders that import from one another in a circle, type imports included; Biome finds such circles of files. */
export const folderCycles = (files: Files): string[][] =>
  stronglyConnected(folderGraph(files)).map((group) => group.toSorted());
