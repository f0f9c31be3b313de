// The published definition spread over the tables whose columns are its fields.
import type { WorkflowDefinition } from '@cadence/contracts';
import { encodeStrict } from '@cadence/contracts';
import type { Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';

const putWorkflow = statement<{
  tenantId: string;
  id: string;
  name: string;
  description: string | null;
  isConversational: number | null;
  entrypointNodeId: string;
  limits: string | null;
  agents: string | null;
  version: number;
}>(
  `INSERT INTO workflows (tenant_id, id, name, description, is_conversational, entrypoint_node_id, limits, agents,
     published_version)
   VALUES ($tenantId, $id, $name, $description, $isConversational, $entrypointNodeId, $limits, $agents, $version)
   ON CONFLICT (tenant_id, id) DO UPDATE SET name = excluded.name, description = excluded.description,
     is_conversational = excluded.is_conversational, entrypoint_node_id = excluded.entrypoint_node_id,
     limits = excluded.limits, agents = excluded.agents, published_version = excluded.published_version`,
);
const removeNodes = statement<{ tenantId: string; workflowId: string }>(
  'DELETE FROM workflow_nodes WHERE tenant_id = $tenantId AND workflow_id = $workflowId',
);
const removeEdges = statement<{ tenantId: string; workflowId: string }>(
  'DELETE FROM workflow_edges WHERE tenant_id = $tenantId AND workflow_id = $workflowId',
);
const insertNode = statement<{
  tenantId: string;
  id: string;
  workflowId: string;
  nodeType: string;
  nodeName: string;
  agentId: string | null;
  config: string | null;
  ordinal: number;
}>(
  `INSERT INTO workflow_nodes (tenant_id, id, workflow_id, node_type, node_name, agent_id, config, ordinal)
   VALUES ($tenantId, $id, $workflowId, $nodeType, $nodeName, $agentId, $config, $ordinal)`,
);
const insertEdge = statement<{
  tenantId: string;
  id: string;
  workflowId: string;
  sourceNodeId: string;
  targetNodeId: string | null;
  conditionType: string;
  conditionValue: string | null;
  ordinal: number;
}>(
  `INSERT INTO workflow_edges (tenant_id, id, workflow_id, source_node_id, target_node_id, condition_type,
     condition_value, ordinal)
   VALUES ($tenantId, $id, $workflowId, $sourceNodeId, $targetNodeId, $conditionType, $conditionValue, $ordinal)`,
);

/** Replaces the rows of the workflow by those of this version of it. */
export async function putDefinitionRows(
  queries: Queries,
  tenantId: string,
  version: number,
  definition: WorkflowDefinition,
): Promise<void> {
  const { id, name, entrypointNodeId, isConversational } = definition;
  await queries.run(putWorkflow, {
    tenantId,
    id,
    name,
    description: definition.description ?? null,
    isConversational: isConversational === undefined ? null : Number(isConversational),
    entrypointNodeId,
    limits: jsonOrNull(definition.limits),
    agents: jsonOrNull(definition.agents),
    version,
  });
  await queries.run(removeNodes, { tenantId, workflowId: id });
  await queries.run(removeEdges, { tenantId, workflowId: id });
  for (const [ordinal, node] of definition.nodes.entries()) {
    const { nodeType, nodeName, agentId = null, config } = node;
    const columns = { nodeType, nodeName, agentId, config: jsonOrNull(config), ordinal };
    await queries.run(insertNode, { tenantId, id: node.id, workflowId: id, ...columns });
  }
  for (const [ordinal, edge] of definition.edges.entries()) {
    const { sourceNodeId, targetNodeId, conditionType, conditionValue = null } = edge;
    const columns = { sourceNodeId, targetNodeId, conditionType, conditionValue, ordinal };
    await queries.run(insertEdge, { tenantId, id: edge.id, workflowId: id, ...columns });
  }
}

function jsonOrNull(value: unknown): string | null {
  return value === undefined || value === null ? null : encodeStrict(value, '$', { optionalFields: true });
}
