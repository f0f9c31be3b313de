import { z } from 'zod';
import { agentDefinitionSchema } from '../workflow/agent-definition.ts';
import { describedKindSchema } from '../workflow/described-kind.ts';
import { gateReportSchema } from '../workflow/gate-report.ts';
import { simulationReportSchema } from '../workflow/simulation-report.ts';
import { costReportSchema, coverageReportSchema } from '../workflow/traffic-report.ts';
import { workflowDefinitionSchema } from '../workflow/workflow-definition.ts';
import { workflowLayoutSchema } from '../workflow/workflow-layout.ts';
import { endpoint, idParams, integerQuery, noContent, pathIdSchema } from './endpoint.ts';
import { runSchema } from './run-endpoints.ts';

export const workflowSummarySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    from: z.enum(['stored', 'built in']),
    /** Of a stored one: the version that new runs start on, `null` for a draft. */
    version: z.number().int().nullable(),
  })
  .meta({ id: 'WorkflowSummary' });
export type ApiWorkflowSummary = z.infer<typeof workflowSummarySchema>;

export const workflowVersionSchema = z
  .object({
    workflowId: z.string(),
    version: z.number().int(),
    published: z.boolean(),
    createdAt: z.string(),
    definition: workflowDefinitionSchema,
  })
  .meta({ id: 'WorkflowVersion' });
export type ApiWorkflowVersion = z.infer<typeof workflowVersionSchema>;

const publicationSchema = z
  .object({
    version: z.number().int(),
    /** Id of the key, or `local` where none is needed. */
    by: z.string(),
    time: z.string(),
  })
  .meta({ id: 'Publication' });
export type ApiPublication = z.infer<typeof publicationSchema>;

export const problemSchema = z
  .object({
    code: z.string(),
    severity: z.enum(['error', 'warning']),
    path: z.string(),
    message: z.string(),
    hint: z.string().optional(),
  })
  .meta({ id: 'Problem' });

export const toolSchema = z
  .object({
    name: z.string(),
    description: z.string(),
    /** The plugin or MCP server it comes from. */
    plugin: z.string(),
    /** JSON Schema of its arguments. */
    input: z.unknown(),
    requiresApproval: z.boolean(),
    idempotent: z.boolean(),
    readOnly: z.boolean(),
  })
  .meta({ id: 'Tool' });
export type ApiTool = z.infer<typeof toolSchema>;

const tag = 'Workflows';
const agentsTag = 'Agents and tools';
/** The most runs that a gate looks at. */
export const MOST_GATED = 200;
const versionParams = z.strictObject({ id: pathIdSchema, version: integerQuery(1) });

export const workflowEndpoints = {
  listWorkflows: endpoint({
    method: 'GET',
    path: '/api/v1/workflows',
    tag,
    summary: 'The workflows that can be talked to, and drafts',
    action: 'workflow.read',
    status: 200,
    reply: z.object({ items: z.array(workflowSummarySchema) }),
    errors: [],
  }),
  getWorkflow: endpoint({
    method: 'GET',
    path: '/api/v1/workflows/:id',
    tag,
    summary: 'A definition: the published one, the version asked for, or the draft',
    action: 'workflow.read',
    params: idParams,
    query: z.strictObject({
      version: integerQuery(1).optional(),
      draft: z.stringbool().default(false),
    }),
    status: 200,
    reply: workflowSummarySchema.extend({ definition: z.unknown() }),
    errors: ['WORKFLOW_NOT_FOUND'],
  }),
  putWorkflow: endpoint({
    method: 'PUT',
    path: '/api/v1/workflows/:id',
    tag,
    summary: 'Store a definition as a new version',
    description:
      'The same content again makes no new version. A draft is checked as well but may have problems left; it is not published.',
    action: 'workflow.put',
    params: idParams,
    query: z.strictObject({ draft: z.stringbool().default(false) }),
    body: z.record(z.string(), z.unknown()),
    status: 200,
    reply: workflowVersionSchema,
    errors: ['WORKFLOW_NOT_FOUND', 'WORKFLOW_INVALID', 'VALUE_NOT_STORABLE'],
  }),
  deleteWorkflow: endpoint({
    method: 'DELETE',
    path: '/api/v1/workflows/:id',
    tag,
    summary: 'Remove a stored workflow',
    description: 'Runs that began on one of its versions keep it.',
    action: 'workflow.delete',
    params: idParams,
    status: 204,
    reply: noContent,
    errors: ['WORKFLOW_NOT_FOUND', 'WORKFLOW_BUILT_IN'],
  }),
  checkWorkflow: endpoint({
    method: 'POST',
    path: '/api/v1/workflows/check',
    tag,
    summary: 'All problems of a definition, and its certificate',
    action: 'workflow.check',
    body: z.unknown(),
    status: 200,
    reply: z.object({
      valid: z.boolean(),
      problems: z.array(problemSchema),
      /** The most steps that any run of it can take; `null` when it is not valid. */
      maxSteps: z.number().int().nullable(),
    }),
    errors: [],
  }),
  simulateWorkflow: endpoint({
    method: 'POST',
    path: '/api/v1/workflows/:id/simulate',
    tag,
    summary: 'Every route of a workflow: what can be reached, how runs end, and whether its policies hold',
    action: 'workflow.read',
    params: idParams,
    status: 200,
    reply: simulationReportSchema,
    errors: ['WORKFLOW_NOT_FOUND', 'WORKFLOW_INVALID'],
  }),
  simulateDefinition: endpoint({
    method: 'POST',
    path: '/api/v1/workflows/simulate',
    tag,
    summary: 'The same of a definition that is not stored',
    action: 'workflow.check',
    body: z.unknown(),
    status: 200,
    reply: simulationReportSchema,
    errors: ['WORKFLOW_INVALID'],
  }),
  workflowCoverage: endpoint({
    method: 'GET',
    path: '/api/v1/workflows/:id/coverage',
    tag,
    summary: 'Which nodes, edges, labels and limits of a workflow its runs came by',
    description:
      'By the receipts of its newest runs, a thousand at most. By default those of the last 30 days.',
    action: 'run.read',
    params: idParams,
    query: z.strictObject({ since: z.iso.datetime().optional() }),
    status: 200,
    reply: coverageReportSchema,
    errors: ['WORKFLOW_NOT_FOUND', 'WORKFLOW_INVALID'],
  }),
  workflowCosts: endpoint({
    method: 'GET',
    path: '/api/v1/workflows/:id/costs',
    tag,
    summary: 'What the routes of a workflow cost: tokens, money and time, by edge and by path',
    description: 'By its newest runs, a thousand at most. By default those of the last 30 days.',
    action: 'run.read',
    params: idParams,
    query: z.strictObject({ since: z.iso.datetime().optional() }),
    status: 200,
    reply: costReportSchema,
    errors: ['WORKFLOW_NOT_FOUND', 'WORKFLOW_INVALID'],
  }),
  workflowGraph: endpoint({
    method: 'GET',
    path: '/api/v1/workflows/:id/graph',
    tag,
    summary: 'The graph, as JSON, Mermaid or SVG',
    action: 'workflow.read',
    params: idParams,
    query: z.strictObject({ format: z.enum(['json', 'mermaid', 'svg']).default('json') }),
    status: 200,
    reply: z.object({
      nodes: z.array(z.object({ id: z.string(), name: z.string(), kind: z.string() })),
      edges: z.array(z.object({ from: z.string(), to: z.string().nullable(), label: z.string().nullable() })),
      mermaid: z.string(),
    }),
    alsoAs: ['text/plain', 'image/svg+xml'],
    errors: ['WORKFLOW_NOT_FOUND', 'WORKFLOW_INVALID'],
  }),
  getWorkflowLayout: endpoint({
    method: 'GET',
    path: '/api/v1/workflows/:id/layout',
    tag,
    summary: 'Where people have put the nodes of a workflow in its picture',
    action: 'workflow.read',
    params: idParams,
    status: 200,
    reply: z.object({
      /** `null` when nobody has moved any. */
      layout: workflowLayoutSchema.nullable(),
    }),
    errors: ['WORKFLOW_NOT_FOUND'],
  }),
  putWorkflowLayout: endpoint({
    method: 'PUT',
    path: '/api/v1/workflows/:id/layout',
    tag,
    summary: 'Keep where its nodes stand',
    description:
      'No part of the definition: it makes no new version. Places of nodes that the workflow does not have are dropped.',
    action: 'workflow.layout',
    params: idParams,
    body: workflowLayoutSchema,
    status: 200,
    reply: workflowLayoutSchema,
    errors: ['WORKFLOW_NOT_FOUND', 'WORKFLOW_BUILT_IN'],
  }),
  workflowVersions: endpoint({
    method: 'GET',
    path: '/api/v1/workflows/:id/versions',
    tag,
    summary: 'All versions of a stored workflow, newest first',
    action: 'workflow.read',
    params: idParams,
    status: 200,
    reply: z.object({ items: z.array(workflowVersionSchema) }),
    errors: ['WORKFLOW_NOT_FOUND'],
  }),
  workflowPublications: endpoint({
    method: 'GET',
    path: '/api/v1/workflows/:id/publications',
    tag,
    summary: 'Which versions of a workflow were published, by whom and when, newest first',
    description: 'As far as the audit log has it, and 50 of them at the most.',
    action: 'workflow.read',
    params: idParams,
    status: 200,
    reply: z.object({ items: z.array(publicationSchema) }),
    errors: ['WORKFLOW_NOT_FOUND'],
  }),
  getWorkflowVersion: endpoint({
    method: 'GET',
    path: '/api/v1/workflows/:id/versions/:version',
    tag,
    summary: 'A version of a stored workflow, with what its gate found',
    action: 'workflow.read',
    params: versionParams,
    status: 200,
    reply: workflowVersionSchema.extend({
      /** Of the last time; `null` when there was none. */
      gate: gateReportSchema.nullable(),
      gateBy: z
        .string()
        .nullable()
        .optional()
        .describe('Who had it tried the last time, as far as the audit log has it.'),
    }),
    errors: ['WORKFLOW_NOT_FOUND'],
  }),
  gateWorkflow: endpoint({
    method: 'POST',
    path: '/api/v1/workflows/:id/versions/:version/gate',
    tag,
    summary: 'Replay the newest runs of a workflow on this version',
    description:
      'On the engine, from memory: no model and no tool is asked, and nothing takes effect. What is found is stored with the version. It takes a minute at most; after ten seconds it answers with what there is so far (`running`), and goes on: read the version for the rest.',
    action: 'workflow.gate',
    params: versionParams,
    body: z.strictObject({ last: z.number().int().min(1).max(MOST_GATED).default(50) }),
    status: 200,
    reply: gateReportSchema,
    startsWork: 'other',
    errors: ['WORKFLOW_NOT_FOUND', 'WORKFLOW_INVALID'],
  }),
  publishWorkflow: endpoint({
    method: 'POST',
    path: '/api/v1/workflows/:id/versions/:version/publish',
    tag,
    summary: 'Have new runs start on this version',
    description: 'With `gate` only if its gate has passed.',
    action: 'workflow.publish',
    params: versionParams,
    query: z.strictObject({ gate: z.stringbool().default(false) }),
    status: 200,
    reply: workflowVersionSchema,
    errors: ['WORKFLOW_NOT_FOUND', 'WORKFLOW_INVALID', 'GATE_NOT_PASSED'],
  }),
  listAgents: endpoint({
    method: 'GET',
    path: '/api/v1/agents',
    tag: agentsTag,
    summary: 'Agents kept as data',
    action: 'agent.read',
    status: 200,
    reply: z.object({ items: z.array(agentDefinitionSchema) }),
    errors: [],
  }),
  getAgent: endpoint({
    method: 'GET',
    path: '/api/v1/agents/:id',
    tag: agentsTag,
    summary: 'One agent',
    action: 'agent.read',
    params: idParams,
    status: 200,
    reply: agentDefinitionSchema,
    errors: ['AGENT_NOT_FOUND'],
  }),
  putAgent: endpoint({
    method: 'PUT',
    path: '/api/v1/agents/:id',
    tag: agentsTag,
    summary: 'Store an agent',
    action: 'agent.put',
    params: idParams,
    body: agentDefinitionSchema.omit({ id: true }).extend({ id: z.string().optional() }),
    status: 200,
    reply: agentDefinitionSchema,
    errors: ['VALUE_NOT_STORABLE'],
  }),
  deleteAgent: endpoint({
    method: 'DELETE',
    path: '/api/v1/agents/:id',
    tag: agentsTag,
    summary: 'Remove an agent',
    action: 'agent.delete',
    params: idParams,
    status: 204,
    reply: noContent,
    errors: ['AGENT_NOT_FOUND'],
  }),
  tryAgent: endpoint({
    method: 'POST',
    path: '/api/v1/agents/try',
    tag: agentsTag,
    summary: 'Send a message to an agent alone, stored or not',
    description:
      'Begins a conversation with this agent and its tools, and answers with its run at once. The agent is not stored.',
    action: 'agent.try',
    body: z.strictObject({ agent: agentDefinitionSchema, message: z.string().min(1).max(1_000_000) }),
    status: 201,
    reply: runSchema,
    startsWork: 'run',
    errors: ['WORKFLOW_NOT_FOUND', 'WORKFLOW_INVALID', 'IDEMPOTENCY_CONFLICT', 'VALUE_NOT_STORABLE'],
  }),
  listNodeKinds: endpoint({
    method: 'GET',
    path: '/api/v1/node-kinds',
    tag,
    summary: 'The node kinds of Cadence and of the plugins',
    action: 'catalogue.read',
    status: 200,
    reply: z.object({ items: z.array(describedKindSchema) }),
    errors: [],
  }),
  listTools: endpoint({
    method: 'GET',
    path: '/api/v1/tools',
    tag: agentsTag,
    summary: 'The tools of all plugins and MCP servers',
    action: 'catalogue.read',
    status: 200,
    reply: z.object({ items: z.array(toolSchema) }),
    errors: [],
  }),
  tryTool: endpoint({
    method: 'POST',
    path: '/api/v1/tools/:name/call',
    tag: agentsTag,
    summary: 'Run a tool by itself, as a workflow would',
    description:
      'Its arguments are checked, its time is bounded, and secrets are masked in what it says. One that needs approval is run when `approved` says that a person has looked at the call.',
    action: 'tool.try',
    params: z.strictObject({ name: pathIdSchema }),
    body: z.strictObject({
      args: z.record(z.string(), z.json()).default({}),
      approved: z.boolean().default(false),
    }),
    status: 200,
    reply: z.object({ output: z.string(), isError: z.boolean(), ms: z.number() }),
    startsWork: 'other',
    errors: ['TOOL_NOT_FOUND', 'TOOL_NEEDS_APPROVAL'],
  }),
};
