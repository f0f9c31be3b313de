import { fieldOf, listOf } from '../../../document/read-draft.ts';
import type { Difference, Markings, NodeMark } from '../../../graph/markings.ts';

export interface ChangedItem {
  /** What people know it by. */
  name: string;
  change: Difference;
  before: unknown;
  after: unknown;
}

export interface DefinitionDifference {
  nodes: ChangedItem[];
  edges: ChangedItem[];
  agents: ChangedItem[];
  /** Fields of the workflow itself. */
  fields: ChangedItem[];
  /** All that one of them has, to be drawn as one picture. */
  both: unknown;
  /** What to mark in that picture. */
  marks: Markings;
}

/** What two definitions differ by: nodes, edges and agents by their ids, and the rest by field. */
export function definitionDifference(before: unknown, after: unknown): DefinitionDifference {
  const nodes = changedItems(itemsOf(before, 'nodes'), itemsOf(after, 'nodes'), nodeName);
  const names = new Map(
    [...itemsOf(before, 'nodes'), ...itemsOf(after, 'nodes')].map(([id, node]) => [id, nodeName(node)]),
  );
  const edgeName = (edge: unknown) => {
    const end = (field: string) => names.get(String(fieldOf(edge, field))) ?? 'end';
    const label = fieldOf(edge, 'conditionValue');
    const suffix = typeof label === 'string' ? ` (${label})` : '';
    return `${end('sourceNodeId')} → ${end('targetNodeId')}${suffix}`;
  };
  const edges = changedItems(edgesOf(before), edgesOf(after), edgeName);
  const agents = changedItems(itemsOf(before, 'agents'), itemsOf(after, 'agents'), agentName);
  const fields = changedItems(fieldsOf(before), fieldsOf(after), () => undefined);
  const allNodes = merged(itemsOf(before, 'nodes'), itemsOf(after, 'nodes'));
  const allEdges = merged(edgesOf(before), edgesOf(after));
  const changes = new Map(edges.map(({ id, change }) => [id, change]));
  const marked = [...allEdges.keys()].flatMap((id, index) => {
    const change = changes.get(id);
    return change ? [[index, change] as const] : [];
  });
  return {
    ...{ nodes, edges, agents, fields },
    both: { ...Object(after), nodes: [...allNodes.values()], edges: [...allEdges.values()] },
    marks: {
      nodes: new Map<string, NodeMark[]>(nodes.map(({ name, change }) => [name, [change]])),
      edges: new Map(marked),
    },
  };
}

type Items = ReadonlyMap<string, unknown>;

const itemsOf = (definition: unknown, field: string): Items =>
  new Map(
    listOf(fieldOf(definition, field)).map((item, index) => [String(fieldOf(item, 'id') ?? index), item]),
  );

/** Those that have no id are known by what they connect. */
const edgesOf = (definition: unknown): Items =>
  new Map(
    listOf(fieldOf(definition, 'edges')).map((edge) => {
      const known = ['sourceNodeId', 'targetNodeId', 'conditionValue'].map((name) => fieldOf(edge, name));
      return [String(fieldOf(edge, 'id') ?? JSON.stringify(known)), edge];
    }),
  );

const lists: readonly string[] = ['nodes', 'edges', 'agents'];
const fieldsOf = (definition: unknown): Items =>
  new Map(Object.entries(Object(definition)).filter(([name]) => !lists.includes(name)));

const merged = (before: Items, after: Items): Items => new Map([...before, ...after]);

function changedItems(
  before: Items,
  after: Items,
  nameOf: (item: unknown) => string | undefined,
): (ChangedItem & { id: string })[] {
  return [...merged(before, after)].flatMap(([id, item]) => {
    const [was, is] = [before.get(id), after.get(id)];
    if (canonical(was) === canonical(is)) return [];
    const change = was === undefined ? 'added' : is === undefined ? 'removed' : 'changed';
    return [{ id, name: nameOf(item) ?? id, change, before: was, after: is } as const];
  });
}

const nodeName = (node: unknown) => String(fieldOf(node, 'nodeName') ?? fieldOf(node, 'id') ?? '');
const agentName = (agent: unknown) => String(fieldOf(agent, 'name') ?? fieldOf(agent, 'id') ?? '');

/** Whatever the order of fields. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  ) ?? '';
