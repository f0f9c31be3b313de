import type { z } from 'zod';

/** One setting: its environment name, what it accepts, and what it is for. */
export interface Setting<T> {
  env: `CADENCE_${string}`;
  /** Reads the text of an environment variable, or a value of `cadence.config.ts`. */
  schema: z.ZodType<T>;
  fallback: T;
  about: string;
  /** Never printed. */
  secret?: boolean;
}

export const setting = <T>(
  env: Setting<T>['env'],
  schema: z.ZodType<T>,
  fallback: T,
  about: string,
  options: { secret?: boolean } = {},
): Setting<T> => ({ env, schema, fallback, about, ...options });
