// A workflow as data. Field names are the columns of the tables it is kept in.
import { z } from 'zod';
import { agentDefinitionSchema } from './agent-definition.ts';
import { policySchema } from './policy.ts';

const idSchema = z.string().min(1).max(200);
const jsonSchema = z.json();

/** `null` switches a limit off; an absent one takes the setting's default. */
export const limitsSchema = z.strictObject({
  maxSteps: z.number().int().positive().nullish().describe('Most steps of a run.'),
  maxAgentHops: z.number().int().nonnegative().nullish().describe('Most hand-overs to agents in a run.'),
  maxToolHops: z.number().int().nonnegative().nullish().describe('Most tool calls in a run.'),
  maxSameAgentRoutes: z
    .number()
    .int()
    .positive()
    .nullish()
    .describe('Most times that a coordinator may choose the same agent in a run.'),
  timeoutMs: z.number().int().positive().max(86_400_000).optional().describe('How long a run may take.'),
  maxRetries: z
    .number()
    .int()
    .nonnegative()
    .max(20)
    .optional()
    .describe('Attempts a model call gets after its first one failed.'),
  maxTokens: z.number().int().positive().nullish().describe('Most tokens of all model calls of a run.'),
  maxOutputTokens: z
    .number()
    .int()
    .positive()
    .nullish()
    .describe('Most tokens of one reply, for agents that set none of their own.'),
  windowTokens: z
    .number()
    .int()
    .min(1000)
    .max(10_000_000)
    .nullish()
    .describe('Most tokens of one request to a model.'),
});
export type WorkflowLimits = z.infer<typeof limitsSchema>;

const workflowIdSchema = idSchema.describe(
  'The id of the workflow that it is part of. May be left out by hand.',
);

export const workflowNodeSchema = z.strictObject({
  id: idSchema.describe('What edges call it. Unique in the workflow.'),
  workflowId: workflowIdSchema,
  nodeType: z.string().min(1).describe('Its kind: what it does.'),
  nodeName: z.string().min(1).max(200).describe('What people and events call it. Unique in the workflow.'),
  agentId: idSchema
    .nullish()
    .describe(
      'The agent that works here: one of `agents`, a stored one, or that of a plugin or an MCP server: `plugin:NAME`, `mcp:SERVER`.',
    ),
  config: z.record(z.string(), jsonSchema).nullish().describe('What its kind can be told.'),
});
export type WorkflowNode = z.infer<typeof workflowNodeSchema>;

export const workflowEdgeSchema = z.strictObject({
  id: idSchema.describe('Unique in the workflow. By hand it may be left out: `edge-1`, `edge-2` and so on.'),
  workflowId: workflowIdSchema,
  sourceNodeId: idSchema.describe('The node that it leads from.'),
  targetNodeId: idSchema
    .nullable()
    .describe('The node that it leads to; `null` ends the run, and `conditionValue` is then `END`.'),
  conditionType: z
    .enum(['ALWAYS', 'CONDITIONAL'])
    .describe(
      'Whether it serves one label or all that no other edge serves. By hand it may be left out: CONDITIONAL where there is a `conditionValue`, else ALWAYS.',
    ),
  conditionValue: z.string().max(200).nullish().describe('The label that a CONDITIONAL edge serves.'),
});
export type WorkflowEdge = z.infer<typeof workflowEdgeSchema>;

export const workflowDefinitionSchema = z.strictObject({
  id: idSchema.describe('What runs, keys and clients call the workflow.'),
  name: z.string().min(1).max(200).describe('What people call it.'),
  description: z.string().nullish().describe('What it is for.'),
  isConversational: z
    .boolean()
    .optional()
    .describe('Whether its agents are offered the tool `end`, by which they end the run with an answer.'),
  entrypointNodeId: idSchema.describe('The node that each run begins at.'),
  nodes: z.array(workflowNodeSchema).min(1).describe('What there is to do.'),
  edges: z.array(workflowEdgeSchema).describe('Where each label leads.'),
  limits: limitsSchema
    .nullish()
    .describe("Bounds of each run. `null` switches one off; an absent one takes the setting's default."),
  policies: z
    .array(policySchema)
    .max(100)
    .nullish()
    .describe('What no run may do; `simulate` looks at every route for one that does it.'),
  agents: z
    .array(agentDefinitionSchema)
    .optional()
    .describe('Agents that travel with the file; in a database they are rows of their own.'),
});
export type WorkflowDefinition = z.infer<typeof workflowDefinitionSchema>;

/** The label, and the `conditionValue`, that ends a run. */
export const END_LABEL = 'END';
