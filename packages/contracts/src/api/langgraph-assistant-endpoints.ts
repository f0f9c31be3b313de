// Assistants of LangGraph's Agent Server: workflows.
import { z } from 'zod';
import { endpoint, jsonRecord, MOST_INTEGER, pathIdSchema } from './endpoint.ts';
import {
  assistantSchema,
  langGraphCommon as common,
  offsetFields,
  valuesSchema,
} from './langgraph-schemas.ts';

const assistantParams = z.strictObject({ assistant_id: pathIdSchema });

const assistantFilter = {
  graph_id: z.string().nullish(),
  name: z.string().nullish(),
  metadata: jsonRecord.nullish(),
};

export const langGraphAssistantEndpoints = {
  langGraphOk: endpoint({
    ...common,
    method: 'GET',
    path: '/ok',
    summary: 'Whether the server answers',
    action: 'public',
    status: 200,
    reply: z.object({ ok: z.literal(true) }),
    errors: [],
  }),
  langGraphInfo: endpoint({
    ...common,
    method: 'GET',
    path: '/info',
    summary: 'What the server can do',
    action: 'catalogue.read',
    status: 200,
    reply: z.object({ version: z.string(), context: z.string(), flags: z.record(z.string(), z.boolean()) }),
    errors: [],
  }),
  langGraphSearchAssistants: endpoint({
    ...common,
    method: 'POST',
    path: '/assistants/search',
    summary: 'Workflows as assistants',
    action: 'workflow.read',
    body: z.looseObject({
      ...offsetFields,
      ...assistantFilter,
      sort_by: z
        .enum(['assistant_id', 'graph_id', 'name', 'created_at', 'updated_at'], {
          error: 'must be assistant_id, graph_id, name, created_at or updated_at',
        })
        .nullish(),
      sort_order: z.enum(['asc', 'desc']).nullish(),
      select: z.array(assistantSchema.keyof()).nullish(),
    }),
    status: 200,
    reply: z.array(assistantSchema.partial()),
    errors: [],
  }),
  langGraphCountAssistants: endpoint({
    ...common,
    method: 'POST',
    path: '/assistants/count',
    summary: 'How many workflows there are',
    action: 'workflow.read',
    body: z.looseObject(assistantFilter),
    status: 200,
    reply: z.number().int(),
    errors: [],
  }),
  langGraphAssistantSubgraphs: endpoint({
    ...common,
    method: 'GET',
    path: '/assistants/:assistant_id/subgraphs',
    summary: 'Workflows have no graphs inside',
    action: 'workflow.read',
    params: assistantParams,
    status: 200,
    reply: valuesSchema,
    errors: ['WORKFLOW_NOT_FOUND'],
  }),
  langGraphAssistantVersions: endpoint({
    ...common,
    method: 'POST',
    path: '/assistants/:assistant_id/versions',
    summary: 'The versions of a workflow, newest first',
    action: 'workflow.read',
    params: assistantParams,
    body: z.looseObject(offsetFields),
    status: 200,
    reply: z.array(assistantSchema),
    errors: ['WORKFLOW_NOT_FOUND'],
  }),
  langGraphSetLatestAssistant: endpoint({
    ...common,
    method: 'POST',
    path: '/assistants/:assistant_id/latest',
    summary: 'Have new runs start on a version',
    action: 'workflow.publish',
    params: assistantParams,
    body: z.looseObject({ version: z.number().int().min(1).max(MOST_INTEGER) }),
    status: 200,
    reply: assistantSchema,
    errors: ['WORKFLOW_NOT_FOUND', 'WORKFLOW_INVALID'],
  }),
  langGraphGetAssistant: endpoint({
    ...common,
    method: 'GET',
    path: '/assistants/:assistant_id',
    summary: 'One workflow as an assistant',
    action: 'workflow.read',
    params: assistantParams,
    status: 200,
    reply: assistantSchema,
    errors: ['WORKFLOW_NOT_FOUND'],
  }),
  langGraphAssistantGraph: endpoint({
    ...common,
    method: 'GET',
    path: '/assistants/:assistant_id/graph',
    summary: 'The nodes and edges of a workflow',
    action: 'workflow.read',
    params: assistantParams,
    status: 200,
    reply: z.object({
      nodes: z.array(z.object({ id: z.string(), type: z.string(), data: z.unknown() })),
      edges: z.array(
        z.object({
          source: z.string(),
          target: z.string(),
          data: z.string().optional(),
          conditional: z.boolean().optional(),
        }),
      ),
    }),
    errors: ['WORKFLOW_NOT_FOUND', 'WORKFLOW_INVALID'],
  }),
  langGraphAssistantSchemas: endpoint({
    ...common,
    method: 'GET',
    path: '/assistants/:assistant_id/schemas',
    summary: 'What a run takes and gives',
    action: 'workflow.read',
    params: assistantParams,
    status: 200,
    reply: z.looseObject({ graph_id: z.string() }),
    errors: ['WORKFLOW_NOT_FOUND'],
  }),
};
