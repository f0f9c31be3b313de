import {
  END_LABEL,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type WorkflowDefinition,
  workflowDefinitionSchema,
  workflowNodeSchema,
} from '@cadence-agents/contracts';
import { takeSnapshot } from './snapshot.ts';

/** A definition as whoever wrote it meant it, if it has the form of one; whether it can be run is another question. */
export function readDefinition(input: unknown): WorkflowDefinition | undefined {
  const { document } = takeSnapshot(input);
  return document && workflowDefinitionSchema.safeParse(completeDefinition(document)).data;
}

/**
 * Fills in what people leave out who write a definition by hand: `workflowId`, the ids of edges, and when an edge is
 * taken. `$schema`, by which editors know the form, is no part of a definition. What is stored is always whole.
 */
export function completeDefinition(document: JsonObject): JsonObject {
  const { $schema, ...rest } = document;
  const whole: JsonObject = typeof $schema === 'string' || $schema === undefined ? rest : { ...document };
  // That the definition has no id, or none that will do, is told once, and not again at each node and edge.
  const workflowId = workflowNodeSchema.shape.workflowId.safeParse(document.id).data ?? '?';
  if (Array.isArray(document.nodes))
    whole.nodes = document.nodes.map((node) => (isJsonObject(node) ? { workflowId, ...node } : node));
  if (Array.isArray(document.edges)) {
    const nextId = edgeIds(document.edges);
    whole.edges = document.edges.map((edge) => completeEdge(edge, workflowId, nextId));
  }
  return whole;
}

function completeEdge(edge: JsonValue, workflowId: string, nextId: () => string): JsonValue {
  if (!isJsonObject(edge)) return edge;
  const given = { ...(edge.id === undefined && { id: nextId() }), workflowId, ...edge };
  if (edge.conditionType !== undefined) return given;
  if ((edge.conditionValue ?? null) !== null) return { ...given, conditionType: 'CONDITIONAL' };
  if (edge.targetNodeId !== null) return { ...given, conditionType: 'ALWAYS' };
  return { ...given, conditionType: 'ALWAYS', conditionValue: END_LABEL };
}

/** `edge-1`, `edge-2` and so on, without those that are taken. */
function edgeIds(edges: readonly JsonValue[]): () => string {
  const taken = new Set(edges.map((edge) => (isJsonObject(edge) ? edge.id : undefined)));
  let last = 0;
  return () => {
    do last += 1;
    while (taken.has(`edge-${last}`));
    return `edge-${last}`;
  };
}
