// The last results of each bench, kept in the repository: docs/performance.md is made from them.
import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

const figureSchema = z.object({
  what: z.string(),
  value: z.string(),
  rounds: z.number().optional(),
  target: z.object({ text: z.string(), met: z.boolean() }).optional(),
});

const measured = { date: z.iso.date(), node: z.string() };

const agentRowSchema = z.object({
  contestant: z.string(),
  modelCalls: z.string(),
  oneAtATime: z.string(),
  atFifty: z.string(),
  firstToken: z.string(),
  lastTurn: z.string(),
  disk: z.string(),
});

const resultsSchema = z.object({
  agentBench: z
    .object({
      ...measured,
      rounds: z.number(),
      growthRounds: z.number(),
      turns: z.number(),
      warmUp: z.number(),
      rows: z.array(agentRowSchema),
    })
    .optional(),
  benches: z.record(
    z.string(),
    z.object({ ...measured, quick: z.boolean(), figures: z.array(figureSchema) }),
  ),
});

export type AgentRow = z.infer<typeof agentRowSchema>;
export type AgentBench = NonNullable<Results['agentBench']>;
export type Results = z.infer<typeof resultsSchema>;

const file = new URL('../../results.json', import.meta.url);

export const readResults = (): Results => resultsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));

export const writeResults = (results: Results): void =>
  writeFileSync(file, `${JSON.stringify(resultsSchema.parse(results), null, 2)}\n`);
