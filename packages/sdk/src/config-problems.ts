import type { Problem } from '@cadence-agents/contracts';
import { z } from 'zod';
import { jsonSchemaRefusal, schemaProblem } from './schema-problem.ts';

/** Everything wrong with the schema of a plugin's config, if it is one. */
export function configProblems(config: unknown): Problem[] {
  if (!(config instanceof z.ZodObject)) return [];
  const refusal = jsonSchemaRefusal(config, true) ?? jsonSchemaRefusal(config, false);
  if (refusal !== undefined) {
    const message = `Its config cannot be shown in a form: ${refusal}.`;
    return [problem(message, 'Use what JSON can express, without transforms.')];
  }
  if (z.toJSONSchema(config, { io: 'input' }).additionalProperties === undefined) {
    const message = 'Its config would pass over a field that is misspelt.';
    return [problem(message, 'Write z.strictObject({ … }).')];
  }
  return defaultProblems(config);
}

function defaultProblems(config: z.ZodObject): Problem[] {
  const hint = 'Give every field a default, or make it optional: a plugin is loaded before anybody sets it.';
  try {
    const issues = config.safeParse({}).error?.issues ?? [];
    return issues.map((issue) => schemaProblem(issue, 'CONFIG_INVALID', '$.config', hint));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [problem(`Its config cannot be checked: ${reason}.`, 'Use checks that answer at once.')];
  }
}

const problem = (message: string, hint: string): Problem => ({
  severity: 'error',
  code: 'CONFIG_INVALID',
  path: '$.config',
  message,
  hint,
});
