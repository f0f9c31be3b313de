// What the runs of a workflow used of it, and what that cost.
import { z } from 'zod';

const count = z.number().int();

export const coverageReportSchema = z
  .object({
    workflowId: z.string(),
    runs: count.describe('How many runs were looked at.'),
    percent: z
      .object({ nodes: z.number(), edges: z.number(), labels: z.number(), limits: z.number() })
      .describe('Of what a run can reach.'),
    nodes: z.array(
      z.object({ id: z.string(), name: z.string(), reachable: z.boolean(), runs: count, times: count }),
    ),
    edges: z.array(
      z.object({
        id: z.string(),
        from: z.string(),
        to: z.string().nullable(),
        label: z.string().nullable(),
        reachable: z.boolean(),
        runs: count,
        times: count,
        witness: z.string().nullable().describe('The witness of the simulation that takes it.'),
      }),
    ),
    labels: z.array(z.object({ node: z.string(), label: z.string().nullable(), times: count })),
    limits: z.array(z.object({ limit: z.string(), times: count, witness: z.string() })),
  })
  .meta({ id: 'CoverageReport' });
export type CoverageReport = z.infer<typeof coverageReportSchema>;

const routeCostSchema = z.object({
  runs: count,
  times: count,
  inputTokens: count,
  outputTokens: count,
  cost: z.number().nullable().describe('`null` when a model has no price.'),
  p50Ms: z.number().nullable(),
  p95Ms: z.number().nullable(),
});
export type RouteCost = z.infer<typeof routeCostSchema>;

export const costReportSchema = z
  .object({
    workflowId: z.string(),
    runs: count.describe('How many runs were looked at.'),
    expected: z
      .object({
        tokens: z.number().nullable(),
        cost: z.number().nullable(),
        p50Ms: z.number().nullable(),
        p95Ms: z.number().nullable(),
      })
      .describe('Of one run, by those that were.'),
    worst: z
      .object({ steps: count.nullable(), tokens: z.number().nullable(), cost: z.number().nullable() })
      .describe('Of one run: the steps of its certificate, each as dear as the dearest visit that was.'),
    edges: z.array(routeCostSchema.extend({ id: z.string(), from: z.string(), to: z.string().nullable() })),
    paths: z.array(routeCostSchema.extend({ path: z.string() })).describe('The most frequent first.'),
  })
  .meta({ id: 'CostReport' });
export type CostReport = z.infer<typeof costReportSchema>;
