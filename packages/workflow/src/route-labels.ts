import { END_LABEL, type WorkflowNode } from '@cadence/contracts';
import type { DefinitionView } from './definition-view.ts';
import { readAgentConfig } from './kinds/agent-config.ts';

/**
 * The labels the `route` tool offers a model at this node. Edges to tools are taken by calling tools, and END is
 * the `end` tool's where the workflow is conversational.
 */
export function routeLabels(view: DefinitionView, node: WorkflowNode): string[] {
  const { routes, returnLabel } = readAgentConfig(node) ?? {};
  if (routes !== undefined) return routes;
  const here = view.nodesById.get(node.id);
  if (here === undefined) return [];
  const endIsATool = view.definition.isConversational === true;
  return [...here.conditional]
    .filter(([, edge]) => !here.toolEdges.includes(edge))
    .filter(([label]) => label !== returnLabel && !(endIsATool && label === END_LABEL))
    .map(([label]) => label);
}
