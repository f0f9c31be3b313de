import type { GraphModel, GraphNode } from './graph-model.ts';
import { mergeBoxes } from './merge-boxes.ts';

/** Draws the tools that only one agent calls as a part of it, unless it is opened. */
export function foldTools(model: GraphModel, opened: ReadonlySet<string>): GraphModel {
  const owners = toolOwners(model);
  const folded = new Map([...owners].filter(([, agent]) => !opened.has(agent)));
  const agents = new Set(owners.values());
  const nodes = model.nodes
    .filter(({ key }) => !folded.has(key))
    .map((node): GraphNode => {
      if (!agents.has(node.key)) return node;
      const inside = model.nodes.filter(({ key }) => folded.get(key) === node.key);
      return { ...node, inside, fold: opened.has(node.key) ? 'open' : 'folded' };
    });
  return mergeBoxes(model, nodes, folded);
}

/** The key of the agent, by that of its tools. */
function toolOwners({ nodes, edges }: GraphModel): Map<string, string> {
  const callers = new Map<string, Set<string>>();
  for (const { source, target } of edges)
    callers.set(target, (callers.get(target) ?? new Set<string>()).add(source));
  const agents = new Set(nodes.filter(({ kind }) => kind?.family === 'agent').map(({ key }) => key));
  return new Map(
    nodes.flatMap(({ key, kind, isEntry }) => {
      const [caller, ...others] = callers.get(key) ?? [];
      const isOwned = kind?.family === 'tools' && !isEntry && others.length === 0;
      return isOwned && caller !== undefined && agents.has(caller) ? [[key, caller] as const] : [];
    }),
  );
}
