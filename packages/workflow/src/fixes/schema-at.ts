import { workflowDefinitionSchema } from '@cadence-agents/contracts';
import { z } from 'zod';
import { type PathSegments, valueAt } from '../check/document-path.ts';
import type { Draft } from '../check/draft.ts';

/** What a schema asks for at a place of a definition; undefined where it asks for nothing in particular. */
export function schemaAt({ document, kinds }: Draft, at: PathSegments): z.ZodType | undefined {
  const [list, index, field, ...inner] = at;
  if (list === 'nodes' && field === 'config') {
    const nodeType = valueAt(document, ['nodes', index ?? 0, 'nodeType']);
    const kind = typeof nodeType === 'string' ? kinds.find(nodeType) : undefined;
    return kind && within(kind.configSchema, inner);
  }
  return within(workflowDefinitionSchema, at);
}

function within(schema: z.ZodType, [name, ...rest]: PathSegments): z.ZodType | undefined {
  if (name === undefined) return schema;
  const inner = bare(schema);
  const next =
    inner instanceof z.ZodObject
      ? inner.shape[name]
      : inner instanceof z.ZodArray
        ? inner.element
        : inner instanceof z.ZodRecord
          ? inner.valueType
          : undefined;
  return next instanceof z.ZodType ? within(next, rest) : undefined;
}

/** Without what says that it may be left out. */
export function bare(schema: z.ZodType): z.ZodType {
  if (!(schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)) return schema;
  const inner = schema.unwrap();
  return inner instanceof z.ZodType ? bare(inner) : schema;
}

export const mayBeLeftOut = (schema: z.ZodType | undefined): boolean =>
  schema?.safeParse(undefined).success === true;
