// What the newest runs of a workflow come to on a version that is not published yet.
import { z } from 'zod';

const count = z.number().int();

/**
 * Where a run does something else, and nothing of what was said in it: a version outlives the conversations. Both sides
 * are to be had by replaying the run on the version.
 */
const gateFindingSchema = z.object({
  runId: z.string(),
  verdict: z.enum(['diverged', 'stranded', 'skipped']),
  visit: count.nullable().describe('Counted from 1 over the run.'),
  node: z.string().nullable(),
  path: z.string().nullable().describe('A JSON pointer into the request or the event that is another.'),
  message: z.string(),
});
export type GateFinding = z.infer<typeof gateFindingSchema>;

export const gateReportSchema = z
  .object({
    last: count.describe('How many of the newest runs were asked for.'),
    state: z
      .enum(['running', 'done', 'broken off'])
      .describe('`broken off` when the process ended that was at work on it.'),
    startedAt: z.string(),
    endedAt: z.string().nullable(),
    passed: z.boolean().describe('All were looked at, and none diverged or is stranded.'),
    unchanged: count,
    diverged: count.describe('Runs that do something else on this version.'),
    stranded: count.describe('Runs that wait for a person at a node that this version does not have.'),
    skipped: count.describe('Runs that cannot be replayed: they were not recorded, or on another release.'),
    left: count.describe('Runs that were not come to in time.'),
    findings: z
      .array(gateFindingSchema)
      .describe('All but the unchanged, the newest first; none for keys that are bound to a person.'),
  })
  .meta({ id: 'GateReport' });
export type GateReport = z.infer<typeof gateReportSchema>;
