import type { z } from 'zod';

/** When a value holds that is entered while the deployment runs; a `restart` is for the settings that are not entered. */
export type TakesEffect = 'at once' | 'next run' | 'within an hour' | 'restart';

/** One setting: its environment name, what it accepts, and what it is for. */
export interface Setting<T> {
  env: `CADENCE_${string}`;
  /** Reads the text of an environment variable, or a value of `cadence.config.ts`. */
  schema: z.ZodType<T>;
  fallback: T;
  about: string;
  /** Never printed. */
  secret: boolean;
  takesEffect: TakesEffect;
}

export const setting = <T>(
  env: Setting<T>['env'],
  schema: z.ZodType<T>,
  fallback: T,
  about: string,
  { secret = false, takesEffect = 'restart' }: { secret?: boolean; takesEffect?: TakesEffect } = {},
): Setting<T> => ({ env, schema, fallback, about, secret, takesEffect });
