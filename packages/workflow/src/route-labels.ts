import { END_LABEL, type WorkflowNode } from '@cadence/contracts';
import type { DefinitionView } from './definition-view.ts';
import { readAgentConfig } from './kinds/agent-config.ts';

/**
 * The labels the `route` tool offers a model at this node. Edges to tools are taken by calling tools, and END is
 * the `end` tool's where the workflow is conversational.
 */
export function routeLabels(view: DefinitionView, node: WorkflowNode): string[] {
  const given = readAgentConfig(node)?.routes;
  if (given !== undefined) return given;
  const here = view.nodesById.get(node.id);
  if (here === undefined) return [];
  const endIsATool = view.definition.isConversational === true;
  return [...here.conditional]
    .filter(([label, edge]) => !here.toolEdges.includes(edge) && !(endIsATool && label === END_LABEL))
    .map(([label]) => label);
}
