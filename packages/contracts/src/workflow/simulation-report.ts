// What the exploration of a workflow found.
import { z } from 'zod';
import { routeRuleSchema } from '../run/run-event.ts';
import { limitNameSchema } from '../run/run-state.ts';
import { policySchema } from './policy.ts';
import { witnessSchema } from './witness.ts';

/** Whether all that can happen was looked at, or only the shortest ways. */
const certaintySchema = z.enum(['decided', 'sampled']);
export type Certainty = z.infer<typeof certaintySchema>;

const witnessIdSchema = z.string().describe('Which of the witnesses shows it.');

const simulatedEndSchema = z.object({
  node: z.string().describe('Name of the node at which it ends.'),
  rule: z.enum([...routeRuleSchema.options, 'failed']),
  label: z.string().nullable(),
  limit: limitNameSchema.nullable(),
  withoutAnswer: z
    .boolean()
    .describe('Whether it can end there without words of a node, so that the engine has to write them.'),
  visits: z.number().int().describe('Visits of the shortest way.'),
  witness: witnessIdSchema,
});
export type SimulatedEnd = z.infer<typeof simulatedEndSchema>;

const simulatedLimitSchema = z.object({
  limit: limitNameSchema,
  node: z.string().describe('Name of the node at which it is hit first.'),
  witness: witnessIdSchema,
});
export type SimulatedLimit = z.infer<typeof simulatedLimitSchema>;

const policyVerdictSchema = z.object({
  policy: policySchema,
  holds: z.boolean(),
  certainty: certaintySchema,
  witness: witnessIdSchema.nullable(),
});

export const simulationReportSchema = z
  .object({
    workflowId: z.string(),
    certainty: certaintySchema,
    positions: z.number().int().describe('How many states of a run were told apart.'),
    assumptions: z.array(z.string()).describe('What was taken for granted.'),
    nodes: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        reachable: z.boolean(),
        witness: witnessIdSchema.nullable(),
      }),
    ),
    edges: z.array(
      z.object({
        id: z.string(),
        from: z.string(),
        to: z.string().nullable(),
        label: z.string().nullable(),
        reachable: z.boolean(),
        witness: witnessIdSchema.nullable(),
      }),
    ),
    ends: z.array(simulatedEndSchema),
    limits: z.array(simulatedLimitSchema),
    policies: z.array(policyVerdictSchema),
    witnesses: z.record(z.string(), witnessSchema),
  })
  .meta({ id: 'SimulationReport' });
export type SimulationReport = z.infer<typeof simulationReportSchema>;
