import { z } from 'zod';

/** Why a schema cannot be shown to a model, if so. */
export function jsonSchemaRefusal(schema: z.ZodType, mustBeObject: boolean): string | undefined {
  try {
    const { type } = z.toJSONSchema(schema, { io: mustBeObject ? 'input' : 'output' });
    if (mustBeObject && type !== 'object') return 'it is not the schema of an object';
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
