// The draft spread over tables whose columns are its fields, for other programs to read and write.
import {
  CadenceError,
  decodeStrict,
  encodeStrict,
  type JsonValue,
  type WorkflowDefinition,
} from '@cadence-agents/contracts';
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
  policies: string | null;
  agents: string | null;
  /** `null` for a draft: the published version stays what it is. */
  version: number | null;
}>(
  `INSERT INTO workflows (tenant_id, id, name, description, is_conversational, entrypoint_node_id, limits, policies,
     agents, published_version)
   VALUES ($tenantId, $id, $name, $description, $isConversational, $entrypointNodeId, $limits, $policies,
     $agents, COALESCE($version, 0))
   ON CONFLICT (tenant_id, id) DO UPDATE SET name = excluded.name, description = excluded.description,
     is_conversational = excluded.is_conversational, entrypoint_node_id = excluded.entrypoint_node_id,
     limits = excluded.limits, policies = excluded.policies, agents = excluded.agents,
     published_version = COALESCE($version, workflows.published_version)`,
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

type DraftRow = {
  name: string;
  description: string | null;
  is_conversational: number | null;
  entrypoint_node_id: string;
  limits: string | null;
  policies: string | null;
  agents: string | null;
};
const draftRow = statement<{ tenantId: string; workflowId: string }, DraftRow>(
  `SELECT name, description, is_conversational, entrypoint_node_id, limits, policies, agents FROM workflows
   WHERE tenant_id = $tenantId AND id = $workflowId`,
);
type NodeRow = {
  id: string;
  node_type: string;
  node_name: string;
  agent_id: string | null;
  config: string | null;
};
const nodeRows = statement<{ tenantId: string; workflowId: string }, NodeRow>(
  `SELECT id, node_type, node_name, agent_id, config FROM workflow_nodes
   WHERE tenant_id = $tenantId AND workflow_id = $workflowId ORDER BY ordinal, id`,
);
type EdgeRow = {
  id: string;
  source_node_id: string;
  target_node_id: string | null;
  condition_type: string;
  condition_value: string | null;
};
const edgeRows = statement<{ tenantId: string; workflowId: string }, EdgeRow>(
  `SELECT id, source_node_id, target_node_id, condition_type, condition_value FROM workflow_edges
   WHERE tenant_id = $tenantId AND workflow_id = $workflowId ORDER BY ordinal, id`,
);

/** The definition that the rows make, of the form of one but not checked: anybody may have written them. */
export async function readDefinitionRows(
  queries: Queries,
  tenantId: string,
  workflowId: string,
): Promise<unknown> {
  const row = await queries.first(draftRow, { tenantId, workflowId });
  if (!row) return undefined;
  const nodes = await queries.all(nodeRows, { tenantId, workflowId });
  const edges = await queries.all(edgeRows, { tenantId, workflowId });
  const { description, is_conversational, limits, policies, agents } = row;
  return {
    id: workflowId,
    name: row.name,
    ...(description !== null && { description }),
    ...(is_conversational !== null && { isConversational: is_conversational !== 0 }),
    entrypointNodeId: row.entrypoint_node_id,
    nodes: nodes.map(({ id, node_type, node_name, agent_id, config }) => ({
      id,
      workflowId,
      nodeType: node_type,
      nodeName: node_name,
      agentId: agent_id,
      ...(config !== null && { config: readJson(config, `config of the node "${id}"`) }),
    })),
    edges: edges.map(({ id, source_node_id, target_node_id, condition_type, condition_value }) => ({
      id,
      workflowId,
      sourceNodeId: source_node_id,
      targetNodeId: target_node_id,
      conditionType: condition_type,
      conditionValue: condition_value,
    })),
    ...(limits !== null && { limits: readJson(limits, 'limits') }),
    ...(policies !== null && { policies: readJson(policies, 'policies') }),
    ...(agents !== null && { agents: readJson(agents, 'agents') }),
  };
}

function readJson(text: string, what: string): JsonValue {
  try {
    return decodeStrict<JsonValue>(text);
  } catch (cause) {
    throw new CadenceError('WORKFLOW_INVALID', `The ${what}, as the database has it, is not JSON.`, {
      hint: 'Mend the row, or store the workflow again.',
      cause,
    });
  }
}

/** Replaces the rows of the workflow by those of the definition, which is the published version or a draft. */
export async function putDefinitionRows(
  queries: Queries,
  tenantId: string,
  version: number | null,
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
    policies: jsonOrNull(definition.policies),
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
