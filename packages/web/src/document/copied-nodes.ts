import type { JsonObject, JsonValue } from '@cadence-agents/contracts';
import { appendItem, setValue } from './edit-json.ts';
import { removeNode } from './edit-workflow.ts';
import { freeName } from './free-name.ts';
import { fieldOf, listOf, readDraft } from './read-draft.ts';

interface Corner {
  x: number;
  y: number;
}

/** Nodes with the edges among them and the agents they need, as they lie on the clipboard. */
export interface CopiedNodes {
  cadence: 'nodes';
  nodes: JsonObject[];
  edges: JsonObject[];
  agents: JsonObject[];
  /** Where they stood, by id. */
  places: Record<string, Corner>;
}

const MOST = 500;

export function copyNodes(
  text: string,
  ids: ReadonlySet<string>,
  placeOf: (id: string) => Corner | undefined,
): CopiedNodes {
  const document: unknown = JSON.parse(text);
  const has = (item: JsonObject, name: string) => {
    const value = item[name];
    return typeof value === 'string' && ids.has(value);
  };
  const nodes = objectsIn(document, 'nodes').filter((node) => has(node, 'id'));
  const used = new Set(nodes.map(({ agentId }) => agentId));
  return {
    cadence: 'nodes',
    nodes,
    edges: objectsIn(document, 'edges').filter(
      (edge) => has(edge, 'sourceNodeId') && (edge.targetNodeId === null || has(edge, 'targetNodeId')),
    ),
    agents: objectsIn(document, 'agents').filter(({ id }) => typeof id === 'string' && used.has(id)),
    places: Object.fromEntries(
      [...ids].flatMap((id) => (placeOf(id) ? [[id, placeOf(id) ?? { x: 0, y: 0 }]] : [])),
    ),
  };
}

/** What is on a clipboard, if it is nodes. */
export function readCopied(clipboard: string): CopiedNodes | undefined {
  let value: unknown;
  try {
    value = JSON.parse(clipboard);
  } catch {
    return undefined;
  }
  const nodes = objectsIn(value, 'nodes').filter(({ id }) => typeof id === 'string');
  if (fieldOf(value, 'cadence') !== 'nodes' || nodes.length === 0 || nodes.length > MOST) return undefined;
  const places: Record<string, Corner> = {};
  for (const [id, place] of Object.entries(Object(fieldOf(value, 'places')))) {
    const [x, y] = [fieldOf(place, 'x'), fieldOf(place, 'y')];
    if (Number.isFinite(x) && Number.isFinite(y)) places[id] = { x: Number(x), y: Number(y) };
  }
  return {
    cadence: 'nodes',
    nodes,
    edges: objectsIn(value, 'edges'),
    agents: objectsIn(value, 'agents'),
    places,
  };
}

/** Adds them under ids and names that are free; tells the new id of each. */
export function pasteNodes(text: string, copied: CopiedNodes): { text: string; ids: Map<string, string> } {
  const draft = readDraft(text);
  const { workflowId } = draft;
  const taken = new Set(draft.nodes.flatMap(({ id, nodeName }) => [id, nodeName]));
  const ids = new Map<string, string>();
  let after = text;
  for (const list of ['nodes', 'edges']) if (!draft.has(list)) after = setValue(after, [list], []);
  for (const node of copied.nodes) {
    const id = freeName(String(node.id), (name) => taken.has(name));
    taken.add(id);
    const nodeName = freeName(String(node.nodeName ?? node.id), (name) => name !== id && taken.has(name));
    taken.add(nodeName);
    ids.set(String(node.id), id);
    after = appendItem(after, ['nodes'], { ...node, id, workflowId, nodeName });
  }
  const edgeIds = new Set(draft.edges.map(({ id }) => id));
  for (const edge of copied.edges) {
    const source = ids.get(String(edge.sourceNodeId));
    const target = edge.targetNodeId === null ? null : ids.get(String(edge.targetNodeId));
    if (source === undefined || target === undefined) continue;
    const id = freeName(`${source}-${target ?? 'END'}`, (name) => edgeIds.has(name));
    edgeIds.add(id);
    after = appendItem(after, ['edges'], {
      ...edge,
      id,
      workflowId,
      sourceNodeId: source,
      targetNodeId: target,
    });
  }
  const first = draft.nodes.length === 0 ? ids.values().next().value : undefined;
  if (first !== undefined) after = setValue(after, ['entrypointNodeId'], first);
  return { text: withAgents(after, copied.agents), ids };
}

/** Removes nodes, by id, with the edges that touch them. */
export const removeNodes = (text: string, ids: ReadonlySet<string>): string =>
  [...ids].reduce((rest, id) => {
    const index = readDraft(rest).nodes.findIndex((node) => node.id === id);
    return index < 0 ? rest : removeNode(rest, index);
  }, text);

function withAgents(text: string, agents: readonly JsonObject[]): string {
  const draft = readDraft(text);
  const missing = agents.filter(({ id }) => !draft.agents.some((agent) => agent.id === id));
  if (missing.length === 0) return text;
  const withList = draft.has('agents') ? text : setValue(text, ['agents'], []);
  return missing.reduce((rest, agent) => appendItem(rest, ['agents'], agent), withList);
}

const objectsIn = (document: unknown, name: string): JsonObject[] =>
  listOf(fieldOf(document, name)).filter(isObject);

const isObject = (value: unknown): value is { [name: string]: JsonValue } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
