import type { GraphEdge, GraphModel, GraphNode } from './graph-model.ts';
import { mergeBoxes } from './merge-boxes.ts';

/** Fewer are drawn one by one. */
const LEAST = 3;

/**
 * Draws agents that come from and lead to the same nodes, as those of plugins do, as one box with a cell for each.
 * Where there is room for fewer cells, the last one says how many are left out, until the group is opened.
 */
export function groupAgents(model: GraphModel, room: number, opened: ReadonlySet<string>): GraphModel {
  const groups = new Map<string, GraphNode>();
  const drawnAs = new Map<string, string>();
  for (const [key, members] of alike(model)) {
    if (members.length < LEAST) continue;
    const cells = opened.has(key) ? members.length : Math.min(members.length, room);
    groups.set(key, groupOf(key, members, cells));
    for (const member of members) drawnAs.set(member.key, key);
  }
  const singles = model.nodes.filter(({ key }) => !drawnAs.has(key));
  const merged = mergeBoxes(model, [...singles, ...groups.values()], drawnAs);
  for (const edge of merged.edges) edge.labelled = sharedLabels(edge, groups);
  return merged;
}

function alike({ nodes, edges }: GraphModel): Map<string, GraphNode[]> {
  const found = new Map<string, GraphNode[]>();
  for (const node of nodes) {
    if (node.kind?.family !== 'agent' || node.isEntry) continue;
    const from = edges.filter(({ target }) => target === node.key).map(({ source }) => source);
    const to = edges.filter(({ source }) => source === node.key).map(({ target }) => target);
    if (from.length === 0 || from.includes(node.key)) continue;
    const key = `group:${JSON.stringify([node.nodeType, from.toSorted(), to.toSorted()])}`;
    found.set(key, [...(found.get(key) ?? []), node]);
  }
  return found;
}

const groupOf = (key: string, members: GraphNode[], cells: number): GraphNode => ({
  key,
  type: 'group',
  index: -1,
  name: '',
  nodeType: '',
  kind: members[0]?.kind,
  isEntry: false,
  isQuiet: false,
  inside: members,
  cells,
});

/** A label that only some members have is said by the name in the cell. */
function sharedLabels(edge: GraphEdge, groups: ReadonlyMap<string, GraphNode>): GraphEdge['labelled'] {
  const group = groups.get(edge.source) ?? groups.get(edge.target);
  if (group === undefined) return edge.labelled;
  return edge.labelled.filter(
    ({ label }) => edge.parts.filter((part) => part.label === label).length >= group.inside.length,
  );
}
