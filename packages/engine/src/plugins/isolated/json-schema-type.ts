import type { JsonObject, JsonValue } from '@cadence/contracts';
import { z } from 'zod';

/**
 * A zod type that is shown to models as the JSON schema given, and that hands on what it checks unchanged: defaults
 * and transforms are left to the plugin's own schema.
 */
export function jsonSchemaType(schema: JsonObject): z.ZodType {
  const check = checkOf(schema);
  const type = z.unknown().transform((value, context) => {
    for (const { path, message } of check?.safeParse(value).error?.issues ?? [])
      context.addIssue({ code: 'custom', path: [...path], message });
    return value;
  });
  type._zod.toJSONSchema = () => structuredClone(schema);
  return type;
}

// What cannot be rebuilt is not checked here; the plugin checks its arguments itself.
function checkOf(schema: JsonObject): z.ZodType | undefined {
  try {
    const plain = withoutPatterns(schema);
    return typeof plain === 'object' && !Array.isArray(plain) && plain !== null
      ? z.fromJSONSchema(plain)
      : undefined;
  } catch {
    return undefined;
  }
}

// A pattern of the plugin's could keep the process of Cadence busy for ever.
function withoutPatterns(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutPatterns);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(
    ([key, each]) => !(key === 'pattern' && typeof each === 'string') && key !== 'patternProperties',
  );
  return Object.fromEntries(kept.map(([key, each]) => [key, withoutPatterns(each)]));
}
