// The ways out of a node, as edits of the JSON text: an edge, and the label where the node's config lists it.
import { END_LABEL, isJsonObject } from '@cadence-agents/contracts';
import { appendItem, removeAt, setValue } from './edit-json.ts';
import { freeName } from './free-name.ts';
import { type DraftNode, readDraft } from './read-draft.ts';

/** Where configs list the labels that may be chosen. */
const LISTS = ['routes', 'choices'];

/** A way out of a node: its label, or `null` for always; its target by place, or `null` for the end. */
export interface NewRoute {
  from: number;
  label: string | null;
  to: number | null;
}

/** Adds a way out. One to the end has the label END, or is always taken. */
export function addRoute(text: string, { from, label: given, to }: NewRoute): string {
  const { nodes, edges, workflowId } = readDraft(text);
  const source = nodes[from];
  const target = to === null ? null : nodes[to]?.id;
  if (source?.id === undefined || target === undefined) return text;
  const label = target === null && given !== null ? END_LABEL : given;
  const id = freeName(`${source.id}-${target ?? END_LABEL}`, (name) =>
    edges.some((edge) => edge.id === name),
  );
  const withList = edges.length === 0 ? setValue(text, ['edges'], []) : text;
  const added = appendItem(withList, ['edges'], {
    id,
    workflowId,
    sourceNodeId: source.id,
    targetNodeId: target,
    conditionType: label === null ? 'ALWAYS' : 'CONDITIONAL',
    conditionValue: label ?? (target === null ? END_LABEL : null),
  });
  const list = listIn(source);
  if (list === undefined || label === null || list.labels.includes(label)) return added;
  return appendItem(added, ['nodes', from, 'config', list.name], label);
}

/** Removes a way out, and its label from what the node may choose. */
export function removeRoute(text: string, edge: number): string {
  const { nodes, edges } = readDraft(text);
  const { sourceNodeId, label } = edges[edge] ?? {};
  const from = nodes.findIndex(({ id }) => id === sourceNodeId);
  const list = nodes[from] && listIn(nodes[from]);
  const at = list?.labels.indexOf(label ?? '') ?? -1;
  const without = removeAt(text, ['edges', edge]);
  return list && at >= 0 ? removeAt(without, ['nodes', from, 'config', list.name, at]) : without;
}

/** Gives a way out another label, also where the node's config names it. */
export function renameRoute(text: string, edge: number, label: string): string {
  const { nodes, edges } = readDraft(text);
  const { sourceNodeId, label: before } = edges[edge] ?? {};
  const typed = setValue(text, ['edges', edge, 'conditionType'], 'CONDITIONAL');
  const named = setValue(typed, ['edges', edge, 'conditionValue'], label);
  const from = nodes.findIndex(({ id }) => id === sourceNodeId);
  const config = nodes[from]?.config;
  if (!isJsonObject(config) || typeof before !== 'string' || before === '') return named;
  return Object.entries(config).reduce((current, [field, value]) => {
    if (value === before) return setValue(current, ['nodes', from, 'config', field], label);
    const at = Array.isArray(value) && LISTS.includes(field) ? value.indexOf(before) : -1;
    return at < 0 ? current : setValue(current, ['nodes', from, 'config', field, at], label);
  }, named);
}

/** Leads a way elsewhere. To the end only END leads; what led there before gets the name of its new target. */
export function retargetRoute(text: string, edge: number, to: number | null): string {
  const { nodes, edges } = readDraft(text);
  const route = edges[edge];
  const target = to === null ? undefined : nodes[to];
  if (route === undefined || (to !== null && target?.id === undefined)) return text;
  const led = setValue(text, ['edges', edge, 'targetNodeId'], target?.id ?? null);
  if (to === null)
    return route.label === null
      ? setValue(led, ['edges', edge, 'conditionValue'], END_LABEL)
      : renameRoute(led, edge, END_LABEL);
  if (route.label === null) return setValue(led, ['edges', edge, 'conditionValue'], null);
  if (route.label !== END_LABEL) return led;
  const served = edges.filter(({ sourceNodeId }) => sourceNodeId === route.sourceNodeId);
  const name = freeName(target?.nodeName ?? target?.id ?? '', (label) =>
    served.some((other) => other.label === label),
  );
  return renameRoute(led, edge, name);
}

function listIn({ config }: DraftNode): { name: string; labels: unknown[] } | undefined {
  if (!isJsonObject(config)) return undefined;
  const name = LISTS.find((list) => Array.isArray(config[list]));
  const labels = name === undefined ? undefined : config[name];
  return name !== undefined && Array.isArray(labels) ? { name, labels } : undefined;
}
