// What the canvas does to a definition, as edits of its JSON text.
import { END_LABEL, type JsonObject, type JsonValue } from '@cadence-agents/contracts';
import { builtInKinds, type Kinds } from '@cadence-agents/workflow';
import { appendItem, removeAt, setValue } from './edit-json.ts';
import { freeName } from './free-name.ts';
import { nextEdgeLabel } from './next-edge-label.ts';
import { readDraft } from './read-draft.ts';

export function addNode(text: string, nodeType: string): string {
  const { workflowId, nodes } = readDraft(text);
  const base = nodeType.toLowerCase();
  const id = freeName(base, (name) => nodes.some((node) => node.id === name || node.nodeName === name));
  const node = { id, workflowId, nodeType, nodeName: id, agentId: null };
  const withList = nodes.length === 0 ? setValue(text, ['nodes'], []) : text;
  const added = appendItem(withList, ['nodes'], node);
  return nodes.length === 0 ? setValue(added, ['entrypointNodeId'], id) : added;
}

/** Removes a node with the edges that touch it; the next node becomes the start if this one was. */
export function removeNode(text: string, index: number): string {
  const { nodes, edges, entrypointNodeId } = readDraft(text);
  const id = nodes[index]?.id;
  if (id === undefined) return removeAt(text, ['nodes', index]);
  const touching = edges.flatMap((edge, i) =>
    edge.sourceNodeId === id || edge.targetNodeId === id ? [i] : [],
  );
  const withoutEdges = touching.reduceRight((rest, i) => removeAt(rest, ['edges', i]), text);
  const without = removeAt(withoutEdges, ['nodes', index]);
  const heir = nodes.find((_node, i) => i !== index)?.id;
  return id === entrypointNodeId && heir !== undefined
    ? setValue(without, ['entrypointNodeId'], heir)
    : without;
}

/** Connects two nodes by their places; `null` is the end. The label is the one that is most likely meant. */
export function addEdge(text: string, from: number, to: number | null, kinds: Kinds = builtInKinds): string {
  const draft = readDraft(text);
  const source = draft.nodes[from];
  const target = to === null ? undefined : draft.nodes[to];
  if (source?.id === undefined || (to !== null && target?.id === undefined)) return text;
  const label = nextEdgeLabel(draft, source, target, kinds);
  const targetId = target?.id ?? null;
  const base = `${source.id}-${targetId ?? END_LABEL}`;
  const id = freeName(base, (name) => draft.edges.some((edge) => edge.id === name));
  const edge: JsonObject = {
    id,
    workflowId: draft.workflowId,
    sourceNodeId: source.id,
    targetNodeId: targetId,
    conditionType: label === null ? 'ALWAYS' : 'CONDITIONAL',
    conditionValue: label ?? (targetId === null ? END_LABEL : null),
  };
  const withList = draft.edges.length === 0 ? setValue(text, ['edges'], []) : text;
  return appendItem(withList, ['edges'], edge);
}

export const removeEdge = (text: string, index: number) => removeAt(text, ['edges', index]);

/** Sets one field of a node, or removes it. */
export function setNodeField(
  text: string,
  index: number,
  name: string,
  value: JsonValue | undefined,
): string {
  const path = ['nodes', index, name];
  return value === undefined ? removeAt(text, path) : setValue(text, path, value);
}

/** Changes a node's kind; what only the former kind knows goes with it. */
export function setNodeKind(
  text: string,
  index: number,
  nodeType: string,
  kinds: Kinds = builtInKinds,
): string {
  const changed = setValue(text, ['nodes', index, 'nodeType'], nodeType);
  const node = readDraft(changed).nodes[index];
  const bare = node?.config !== undefined ? removeAt(changed, ['nodes', index, 'config']) : changed;
  return kinds.find(nodeType)?.usesAgent === true ? bare : setValue(bare, ['nodes', index, 'agentId'], null);
}

export function setEdgeSource(text: string, index: number, from: number): string {
  const id = readDraft(text).nodes[from]?.id;
  return id === undefined ? text : setValue(text, ['edges', index, 'sourceNodeId'], id);
}

/** `null`: always taken. To the end there is one label alone. */
export function setEdgeLabel(text: string, index: number, label: string | null): string {
  const type = label === null ? 'ALWAYS' : 'CONDITIONAL';
  const typed = setValue(text, ['edges', index, 'conditionType'], type);
  const ends = readDraft(text).edges[index]?.targetNodeId === null;
  return setValue(typed, ['edges', index, 'conditionValue'], ends ? END_LABEL : label);
}

export const setEntry = (text: string, index: number) => {
  const id = readDraft(text).nodes[index]?.id;
  return id === undefined ? text : setValue(text, ['entrypointNodeId'], id);
};

/** Sets a field of the workflow itself, or of its limits by `['limits', name]`. */
export function setWorkflowField(
  text: string,
  path: readonly string[],
  value: JsonValue | undefined,
): string {
  if (value === undefined) return removeAt(text, path);
  const [outer, inner] = path;
  const hasOuter = inner === undefined || outer === undefined || readDraft(text).has(outer);
  return hasOuter ? setValue(text, path, value) : setValue(text, [outer], { [inner]: value });
}
