import { z } from 'zod';

/** What became of an expression; also what the worker posts. */
export const evaluationSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.string() }),
  z.object({ ok: z.literal(false), problem: z.string() }),
]);
export type Evaluation = z.infer<typeof evaluationSchema>;
