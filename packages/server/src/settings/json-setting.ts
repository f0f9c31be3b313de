import { z } from 'zod';

/** A setting that is an object in `cadence.config.ts` and JSON in the environment; problems are told with their place. */
export function jsonSetting<T>(schema: z.ZodType<T>): z.ZodType<T> {
  return z.unknown().transform((given, context) => {
    const parsed = schema.safeParse(typeof given === 'string' ? parseJson(given) : given);
    if (parsed.success) return parsed.data;
    context.addIssue(z.prettifyError(parsed.error));
    return z.NEVER;
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
