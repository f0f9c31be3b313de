import { END_LABEL, workflowNodeSchema } from '@cadence-agents/contracts';
import type { Kinds } from '@cadence-agents/workflow';
import { freeName } from './free-name.ts';
import type { Draft, DraftNode } from './read-draft.ts';

/**
 * The label for a new edge: one that the source can return and no edge serves yet, else none where nothing is always
 * taken, else the name of the target.
 */
export function nextEdgeLabel(
  draft: Draft,
  source: DraftNode,
  target: DraftNode | undefined,
  kinds: Kinds,
): string | null {
  const edges = draft.edges.filter((edge) => edge.sourceNodeId === source.id);
  const served = new Set(edges.map((edge) => edge.label));
  const open = possibleLabels(source, kinds).find((label) => !served.has(label));
  if (open !== undefined) return open;
  const chooses = ['agent', 'human'].includes(kinds.find(source.nodeType)?.family ?? '');
  if (!chooses && !served.has(null)) return null;
  const name = target === undefined ? END_LABEL : (target.nodeName ?? target.id ?? '');
  return freeName(name, (label) => served.has(label));
}

/** Labels that the kind itself, or the node's config, names. */
export function possibleLabels({ raw, nodeType }: DraftNode, kinds: Kinds): string[] {
  const { data: node } = workflowNodeSchema.safeParse({ workflowId: '?', ...Object(raw) });
  const labels = node && kinds.find(nodeType)?.declaredLabels(node);
  return (labels ?? []).map(({ label }) => label);
}
