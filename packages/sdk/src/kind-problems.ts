import { kindIcons, type Problem } from '@cadence-agents/contracts';
import { z } from 'zod';
import { jsonSchemaRefusal, schemaProblem } from './schema-problem.ts';

const isFunction = (value: unknown) => typeof value === 'function';
const notForPlugins = z.literal(false, 'is for the kinds of Cadence alone');

// What the page and the checker need to know of a kind has to be data: they know no code of plugins.
const kindSchema = z.strictObject({
  kind: z.looseObject({
    type: z
      .string()
      .max(100)
      .regex(/^[A-Z0-9_]+$/, 'must be of capitals, digits and underscores'),
    title: z.string().min(1).max(100),
    summary: z.string().min(1).max(500),
    family: z.enum(['agent', 'router', 'responder']),
    icon: z.enum(kindIcons),
    configSchema: z.instanceof(z.ZodObject, { error: 'must be a z.strictObject({ … })' }),
    config: z.custom(isFunction, 'must come from defineKind'),
    fixedLabels: z
      .array(z.string().min(1).max(200).nullable(), 'must be a list: give `labels` as one')
      .min(1),
    usesAgent: notForPlugins,
    inline: notForPlugins,
    returnsToCaller: notForPlugins,
    servesLimits: notForPlugins,
  }),
  behaviour: z.custom(isFunction, 'must be a function'),
});

/** Everything wrong with the node kinds that a plugin brings. */
export function kindProblems(kinds: unknown, slug: string): Problem[] {
  if (kinds === undefined) return [];
  if (!Array.isArray(kinds))
    return [
      problem(
        '$.kinds',
        '"kinds" must be a list.',
        'Write `kinds: [{ kind: defineKind({ … }), behaviour }]`.',
      ),
    ];
  const types = kinds.map(typeOf);
  return kinds.flatMap((kind, index) => {
    const path = `$.kinds[${index}]`;
    const parsed = kindSchema.safeParse(kind);
    const issues = (parsed.error?.issues ?? []).map((issue) =>
      schemaProblem(issue, 'KIND_INVALID', path, 'See the fields of `defineKind({ … })`.'),
    );
    const named = typeProblems(types[index], types.indexOf(types[index]) < index, slug, `${path}.kind.type`);
    return [
      ...issues,
      ...named,
      ...(parsed.success ? configProblems(parsed.data.kind.configSchema, path) : []),
    ];
  });
}

function typeProblems(type: string | undefined, isSecond: boolean, slug: string, path: string): Problem[] {
  if (type === undefined) return [];
  const prefix = `${slug.toUpperCase()}_`;
  if (!type.startsWith(prefix) || type.length === prefix.length) {
    const hint = `Call it "${prefix}${type}", or another name that begins with "${prefix}".`;
    return [problem(path, `The type "${type}" does not begin with the name of the plugin.`, hint)];
  }
  return isSecond
    ? [problem(path, `Two kinds have the type "${type}".`, 'Give each a type of its own.')]
    : [];
}

function configProblems(schema: z.ZodObject, path: string): Problem[] {
  const refusal = jsonSchemaRefusal(schema, true);
  if (refusal === undefined) return [];
  const message = `Its config cannot be shown in the editor: ${refusal}.`;
  return [problem(`${path}.kind.config`, message, 'Use what JSON can express.')];
}

function typeOf(entry: unknown): string | undefined {
  const parsed = z.object({ kind: z.object({ type: z.string() }) }).safeParse(entry);
  return parsed.data?.kind.type;
}

const problem = (path: string, message: string, hint: string): Problem => ({
  severity: 'error',
  code: 'KIND_INVALID',
  path,
  message,
  hint,
});
