import { type Problem, pluginMetadataSchema } from '@cadence-agents/contracts';
import { z } from 'zod';
import { configProblems } from './config-problems.ts';
import { kindProblems } from './kind-problems.ts';
import { pluginSlug, slugRefusal } from './plugin-slug.ts';
import { jsonSchemaRefusal, schemaProblem } from './schema-problem.ts';

const isFunction = (value: unknown) => typeof value === 'function';

const pluginSchema = z.strictObject({
  metadata: pluginMetadataSchema,
  createAgent: z.custom(isFunction, 'must be a function'),
  config: z.instanceof(z.ZodObject, { error: 'must be a z.strictObject({ … })' }).optional(),
  kinds: z.unknown().optional(),
  validateDependencies: z.custom(isFunction, 'must be a function').optional(),
  healthCheck: z.custom(isFunction, 'must be a function').optional(),
});

/** Everything wrong with a plugin except its agent, which is created only when it is needed. */
export function pluginProblems(plugin: unknown): Problem[] {
  const parsed = pluginSchema.safeParse(plugin);
  const problems = (parsed.error?.issues ?? []).map((issue) =>
    schemaProblem(issue, 'PLUGIN_INVALID', '$', 'See the fields of `definePlugin({ … })`.'),
  );
  return [
    ...problems,
    ...nameProblems(plugin),
    ...responseSchemaProblems(plugin),
    ...configProblems(fieldOf(plugin, 'config')),
    ...kindProblems(fieldOf(plugin, 'kinds'), slugOf(plugin)),
  ];
}

function nameProblems(plugin: unknown): Problem[] {
  const name = metadataField(plugin, 'name');
  const refusal = typeof name === 'string' && name !== '' ? slugRefusal(pluginSlug(name)) : undefined;
  if (refusal === undefined) return [];
  return [
    {
      severity: 'error',
      code: 'PLUGIN_NAME_INVALID',
      path: '$.metadata.name',
      message: `A plugin cannot be called "${String(name)}": ${refusal}.`,
      hint: 'Choose another name, as "Weather".',
    },
  ];
}

function responseSchemaProblems(plugin: unknown): Problem[] {
  const schema = metadataField(plugin, 'responseSchema');
  const refusal = schema instanceof z.ZodType ? jsonSchemaRefusal(schema, false) : undefined;
  if (refusal === undefined) return [];
  return [
    {
      severity: 'error',
      code: 'RESPONSE_SCHEMA_INVALID',
      path: '$.metadata.responseSchema',
      message: `The response schema cannot be shown to a model: ${refusal}.`,
      hint: 'Build it with objectSchema or listSchema, of what JSON can express.',
    },
  ];
}

function slugOf(plugin: unknown): string {
  const name = metadataField(plugin, 'name');
  return typeof name === 'string' ? pluginSlug(name) : '';
}

const metadataField = (plugin: unknown, field: string): unknown =>
  fieldOf(fieldOf(plugin, 'metadata'), field);

function fieldOf(value: unknown, field: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).find(([key]) => key === field)?.[1];
}
