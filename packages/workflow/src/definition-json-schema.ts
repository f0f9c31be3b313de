// The form of a definition for editors: what a field is for, what each kind of node can be told, what may be left out.
import {
  type NodeKind,
  workflowDefinitionSchema,
  workflowEdgeSchema,
  workflowNodeSchema,
} from '@cadence-agents/contracts';
import { z } from 'zod';
import { builtInKinds, type Kinds } from './kinds/kinds.ts';

/** JSON Schema of a definition as people may write it: its nodes are a union by `nodeType`. */
export function definitionJsonSchema(kinds: Kinds = builtInKinds): Record<string, unknown> {
  const written = workflowDefinitionSchema.extend({
    $schema: z.string().optional().describe('Where this schema lies, so that editors complete and explain.'),
    nodes: z
      .array(z.union([...kinds.list.map(nodeOf), nodeOfPlugin(kinds)]))
      .min(1)
      .describe(workflowDefinitionSchema.shape.nodes.description ?? ''),
    edges: z
      .array(workflowEdgeSchema.partial({ id: true, workflowId: true, conditionType: true }))
      .describe(workflowDefinitionSchema.shape.edges.description ?? ''),
  });
  return { ...z.toJSONSchema(written, { io: 'input' }), title: 'Cadence workflow definition' };
}

const writtenNode = workflowNodeSchema.partial({ workflowId: true });

function nodeOf(kind: NodeKind) {
  const { type, title, summary, configSchema, usesAgent } = kind;
  const config = configSchema.safeParse({}).success ? configSchema.nullish() : configSchema;
  const { agentId } = workflowNodeSchema.shape;
  return writtenNode
    .extend({
      nodeType: z.literal(type).describe(`${title}: ${summary}`),
      agentId: usesAgent
        ? agentId
            .unwrap()
            .unwrap()
            .describe(agentId.description ?? '')
        : agentId,
      config: config.describe('What its kind can be told.'),
    })
    .meta({ title, description: summary });
}

/** Of a kind that is not known here. */
function nodeOfPlugin(kinds: Kinds) {
  const known = kinds.list.map(({ type }) => type);
  const nodeType = z
    .string()
    .regex(/^[A-Z0-9]+_[A-Z0-9_]+$/)
    .describe('A kind that a plugin brings.')
    .meta({ not: { enum: known } });
  return writtenNode
    .extend({ nodeType })
    .meta({ title: 'Of a plugin', description: 'A node of a kind that a plugin brings.' });
}
