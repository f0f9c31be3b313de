// A workflow as data. Field names are the columns of the tables it is kept in.
import { z } from 'zod';
import { agentDefinitionSchema } from './agent-definition.ts';

const idSchema = z.string().min(1).max(200);
const jsonSchema = z.json();

/** `null` switches a limit off; an absent one takes the setting's default. */
export const limitsSchema = z.strictObject({
  maxSteps: z.number().int().positive().nullish(),
  maxAgentHops: z.number().int().nonnegative().nullish(),
  maxToolHops: z.number().int().nonnegative().nullish(),
  maxSameAgentRoutes: z.number().int().positive().nullish(),
  timeoutMs: z.number().int().positive().max(86_400_000).optional(),
  /** Attempts a model call gets after its first one failed. */
  maxRetries: z.number().int().nonnegative().max(20).optional(),
  maxTokens: z.number().int().positive().nullish(),
  /** Most tokens of one reply, for agents that set none of their own. */
  maxOutputTokens: z.number().int().positive().nullish(),
  /** Most tokens of one request to a model. */
  windowTokens: z.number().int().min(1000).max(10_000_000).nullish(),
});
export type WorkflowLimits = z.infer<typeof limitsSchema>;

export const workflowNodeSchema = z.strictObject({
  id: idSchema,
  workflowId: idSchema,
  /** One of the node kinds; `check` names the nearest one when it is not. */
  nodeType: z.string().min(1),
  nodeName: z.string().min(1).max(200),
  agentId: idSchema.nullish(),
  config: z.record(z.string(), jsonSchema).nullish(),
});
export type WorkflowNode = z.infer<typeof workflowNodeSchema>;

export const workflowEdgeSchema = z.strictObject({
  id: idSchema,
  workflowId: idSchema,
  sourceNodeId: idSchema,
  /** `null` ends the run; `conditionValue` is then `END`. */
  targetNodeId: idSchema.nullable(),
  conditionType: z.enum(['ALWAYS', 'CONDITIONAL']),
  conditionValue: z.string().max(200).nullish(),
});
export type WorkflowEdge = z.infer<typeof workflowEdgeSchema>;

export const workflowDefinitionSchema = z.strictObject({
  id: idSchema,
  name: z.string().min(1).max(200),
  description: z.string().nullish(),
  isConversational: z.boolean().optional(),
  entrypointNodeId: idSchema,
  nodes: z.array(workflowNodeSchema).min(1),
  edges: z.array(workflowEdgeSchema),
  limits: limitsSchema.nullish(),
  /** Agents that travel with the file; in a database they are rows of their own. */
  agents: z.array(agentDefinitionSchema).optional(),
});
export type WorkflowDefinition = z.infer<typeof workflowDefinitionSchema>;

/** The label, and the `conditionValue`, that ends a run. */
export const END_LABEL = 'END';
