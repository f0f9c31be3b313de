import { CadenceError, type Problem } from '@cadence/contracts';
import { z } from 'zod';

const problemsSchema: z.ZodType<Problem[]> = z
  .array(
    z.object({
      severity: z.enum(['error', 'warning']),
      code: z.string(),
      path: z.string(),
      message: z.string(),
      hint: z.string(),
    }),
  )
  .min(1);

/** The findings that a refused plugin or agent was thrown with, if the error is of that kind. */
export function problemsInError(error: unknown): Problem[] | undefined {
  return CadenceError.is(error) ? problemsSchema.safeParse(error.details).data : undefined;
}
