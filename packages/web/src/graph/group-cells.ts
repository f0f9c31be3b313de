import type { GraphNode } from './graph-model.ts';

/** The nodes of the definition that a box stands for. */
export const namesIn = (node: GraphNode): string[] =>
  node.type === 'group' ? node.inside.flatMap(namesIn) : [node.name, ...node.inside.map(({ name }) => name)];

/**
 * The members that have a cell. Where there is room for some only, those that the run came by take the places of those
 * it did not, from the last one on, so that all others stay where they are.
 */
export function membersShown(group: GraphNode, cameBy: readonly string[]): GraphNode[] {
  const { inside: members, cells = members.length } = group;
  if (members.length <= cells) return [...members];
  const shown = members.slice(0, cells - 1);
  const isVisited = (member: GraphNode) => namesIn(member).some((name) => cameBy.includes(name));
  let oldest = 0;
  for (const name of cameBy) {
    const visited = members.find((member) => namesIn(member).includes(name));
    if (visited === undefined || shown.includes(visited)) continue;
    const free = shown.findLastIndex((member) => !isVisited(member));
    shown[free === -1 ? oldest++ % shown.length : free] = visited;
  }
  return shown;
}

/** The name of a member without what all of them end with, as `_agent`. */
export function nameInGroup(member: GraphNode, group: GraphNode): string {
  const end = /_[^_]+$/.exec(member.name)?.[0];
  const isShared = end !== undefined && group.inside.every(({ name }) => name.endsWith(end));
  return isShared ? member.name.slice(0, -end.length) : member.name;
}
