import { langGraphEndpoints } from '@cadence/contracts';
import { type DefinitionView, viewDefinition } from '@cadence/workflow';
import type { FastifyInstance } from 'fastify';
import type { ApiContext } from '../../api-context.ts';
import { demandScope } from '../../guard/principal.ts';
import { implement } from '../../implement.ts';
import { version } from '../../version.ts';
import { type DatedWorkflow, listedWorkflow, listedWorkflows } from '../listed-workflows.ts';
import { invalidWorkflow } from '../workflows.ts';
import { schemasOf } from './assistant-schemas.ts';

/** Workflows as assistants. */
export function addAssistantRoutes(app: FastifyInstance, { cadence }: ApiContext): void {
  implement(app, langGraphEndpoints.langGraphOk, async () => ({ ok: true as const }));
  implement(app, langGraphEndpoints.langGraphInfo, async () => ({
    version,
    context: 'cadence',
    flags: { assistants: true, crons: false, langsmith: false },
  }));
  implement(app, langGraphEndpoints.langGraphSearchAssistants, async ({ body }, { principal }) => {
    const { graph_id, name, offset, limit } = body;
    const wanted = (await listedWorkflows(cadence, principal))
      .map(toAssistant)
      .filter(
        (each) =>
          (!graph_id || each.graph_id === graph_id) &&
          (!name || each.name.toLowerCase().includes(name.toLowerCase())),
      );
    const from = offset ?? 0;
    return wanted.slice(from, from + (limit ?? 10));
  });
  implement(app, langGraphEndpoints.langGraphGetAssistant, async ({ params }, { principal }) =>
    toAssistant(await listedWorkflow(cadence, principal, params.assistant_id)),
  );
  implement(app, langGraphEndpoints.langGraphAssistantGraph, async ({ params }, { principal }) => {
    const { tenantId } = principal;
    demandScope(principal, params.assistant_id);
    const given = await cadence.workflows.find(tenantId, params.assistant_id);
    const { definition, problems } = await cadence.check(tenantId, given.definition);
    if (!definition) throw invalidWorkflow(params.assistant_id, problems);
    return graphOf(viewDefinition(definition, cadence.kinds()));
  });
  implement(app, langGraphEndpoints.langGraphAssistantSchemas, async ({ params }, { principal }) => {
    const { id } = await listedWorkflow(cadence, principal, params.assistant_id);
    return schemasOf(id);
  });
}

/** Workflows that are built in were not made at any time. */
const noTime = new Date(0).toISOString();

function toAssistant({ id, name, description, version: number, from, createdAt = noTime }: DatedWorkflow) {
  return {
    assistant_id: id,
    graph_id: id,
    name,
    description,
    version: number ?? 1,
    config: {},
    context: {},
    metadata: { created_by: from === 'stored' ? 'user' : 'system' },
    created_at: createdAt,
    updated_at: createdAt,
  };
}

function graphOf({ definition, nodesById }: DefinitionView) {
  const nameOf = (id: string | null) => (id === null ? '__end__' : (nodesById.get(id)?.node.nodeName ?? id));
  const special = (id: string) => ({ id, type: 'schema', data: id });
  const nodes = definition.nodes.map(({ nodeName, nodeType }) => ({
    id: nodeName,
    type: 'runnable',
    data: { id: ['cadence', nodeType], name: nodeName },
  }));
  const edges = definition.edges.map(({ sourceNodeId, targetNodeId, conditionType, conditionValue }) => ({
    source: nameOf(sourceNodeId),
    target: nameOf(targetNodeId),
    ...(conditionType === 'CONDITIONAL' && { conditional: true, data: conditionValue ?? '' }),
  }));
  const start = { source: '__start__', target: nameOf(definition.entrypointNodeId) };
  return {
    nodes: [special('__start__'), ...nodes, special('__end__')],
    edges: [start, ...edges],
  };
}
