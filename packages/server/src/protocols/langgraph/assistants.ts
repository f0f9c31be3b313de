import {
  type JsonObject,
  langGraphEndpoints,
  toneSchema,
  type WorkflowVersion,
} from '@cadence-agents/contracts';
import { type DefinitionView, viewDefinition } from '@cadence-agents/workflow';
import type { FastifyInstance } from 'fastify';
import type { Principal } from '../../app/access/principal.ts';
import {
  checkedWorkflow,
  findUsableWorkflow,
  publishWorkflow,
  usableWorkflows,
  workflowVersions,
} from '../../app/workflows.ts';
import type { ApiContext } from '../../http/api-context.ts';
import { implement } from '../../http/implement.ts';
import { version } from '../../operation/version.ts';
import type { ListedWorkflow } from '../../workflows/workflow-catalogue.ts';
import { jsonContains } from './threads/json-contains.ts';

/** Workflows as assistants. */
export function addAssistantRoutes(app: FastifyInstance, { app: context }: ApiContext): void {
  implement(app, langGraphEndpoints.langGraphOk, async () => ({ ok: true as const }));
  implement(app, langGraphEndpoints.langGraphInfo, async () => ({
    version,
    context: 'cadence',
    flags: { assistants: true, crons: false, langsmith: false },
  }));
  const matching = async (principal: Principal, { graph_id, name, metadata }: Filter) =>
    (await usableWorkflows(context, principal))
      .map(toAssistant)
      .filter(
        (each) =>
          (!graph_id || each.graph_id === graph_id) &&
          (!name || each.name.toLowerCase().includes(name.toLowerCase())) &&
          jsonContains(each.metadata, metadata ?? {}),
      );
  implement(app, langGraphEndpoints.langGraphSearchAssistants, async ({ body }, { principal }, reply) => {
    const { offset, limit, sort_by: by, sort_order: order, select } = body;
    const found = await matching(principal, body);
    const sorted = by ? found.toSorted((a, b) => compare(a[by], b[by])) : found;
    const wanted = by && order !== 'asc' ? sorted.toReversed() : sorted;
    const from = offset ?? 0;
    const end = from + (limit ?? 10);
    if (end < wanted.length) reply.header('x-pagination-next', String(end));
    return wanted.slice(from, end).map((each) => (select ? pick(each, select) : each));
  });
  implement(
    app,
    langGraphEndpoints.langGraphCountAssistants,
    async ({ body }, { principal }) => (await matching(principal, body)).length,
  );
  implement(app, langGraphEndpoints.langGraphGetAssistant, async ({ params }, { principal }) =>
    toAssistant(await findUsableWorkflow(context, principal, params.assistant_id)),
  );
  implement(app, langGraphEndpoints.langGraphAssistantGraph, async ({ params }, { principal }) => {
    const { id } = await findUsableWorkflow(context, principal, params.assistant_id);
    return graphOf(viewDefinition(await checkedWorkflow(context, principal, id), context.kinds()));
  });
  implement(app, langGraphEndpoints.langGraphAssistantSchemas, async ({ params }, { principal }) => {
    const { id } = await findUsableWorkflow(context, principal, params.assistant_id);
    return schemasOf(id);
  });
}

/** The versions of workflows, as those of assistants. */
export function addAssistantVersionRoutes(app: FastifyInstance, { app: context }: ApiContext): void {
  implement(app, langGraphEndpoints.langGraphAssistantSubgraphs, async ({ params }, { principal }) => {
    await findUsableWorkflow(context, principal, params.assistant_id);
    return {};
  });
  implement(app, langGraphEndpoints.langGraphAssistantVersions, async ({ params, body }, { principal }) => {
    const known = await findUsableWorkflow(context, principal, params.assistant_id);
    const stored = await workflowVersions(context, principal, known.id);
    const from = body.offset ?? 0;
    return stored.slice(from, from + (body.limit ?? 10)).map((each) => versionOf(known, each));
  });
  implement(app, langGraphEndpoints.langGraphSetLatestAssistant, async ({ params, body }, { principal }) => {
    const { assistant_id: id } = params;
    await publishWorkflow(context, principal, { id, version: body.version });
    return toAssistant(await findUsableWorkflow(context, principal, id));
  });
}

interface Filter {
  graph_id?: string | null | undefined;
  name?: string | null | undefined;
  metadata?: JsonObject | null | undefined;
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

const pick = <T extends object>(value: T, fields: readonly (keyof T)[]): Partial<T> => {
  const picked: Partial<T> = {};
  for (const field of fields) picked[field] = value[field];
  return picked;
};

function versionOf(known: ListedWorkflow, { version: number, definition, createdAt }: WorkflowVersion) {
  const { name, description = null } = definition;
  return toAssistant({ ...known, name, description: description ?? null, version: number, createdAt });
}

/** Workflows that are built in were not made at any time. */
const noTime = new Date(0).toISOString();

function toAssistant({ id, name, description, version: number, from, createdAt }: ListedWorkflow) {
  return {
    assistant_id: id,
    graph_id: id,
    name,
    description,
    version: number ?? 1,
    config: {},
    context: {},
    metadata: { created_by: from === 'stored' ? 'user' : 'system' },
    created_at: createdAt ?? noTime,
    updated_at: createdAt ?? noTime,
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

const messages = {
  type: 'array',
  items: {
    type: 'object',
    required: ['type', 'content'],
    properties: {
      type: { enum: ['human', 'ai', 'tool', 'system'] },
      content: { type: 'string' },
      id: { type: 'string' },
    },
  },
};
const input = { type: 'object', title: 'Input', required: ['messages'], properties: { messages } };
const state = {
  type: 'object',
  title: 'State',
  required: ['messages'],
  properties: { messages, answer: { type: 'string' }, structured: {} },
};
const configurable = {
  type: 'object',
  title: 'Configurable',
  properties: { tone: { enum: toneSchema.options }, model: { type: 'string' } },
};

/** The same for all workflows: messages in, messages and an answer out. */
function schemasOf(graphId: string) {
  return {
    graph_id: graphId,
    input_schema: input,
    output_schema: state,
    state_schema: state,
    config_schema: configurable,
    context_schema: configurable,
  };
}
