import type { jsonSchemaValidator, Tool } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { schemaValidator } from './schema-validator.ts';

/**
 * Makes the input schemas of one server's tools. Models are shown the server's own JSON Schema, and arguments are
 * checked against it; where it cannot be compiled, any object passes and the server has the last word.
 */
export function inputSchemas(): (inputSchema: Tool['inputSchema']) => z.ZodType {
  // It keeps what it has compiled, so each list of tools gets one of its own.
  const validator = schemaValidator();
  return (inputSchema) => {
    const { $id: _, id: __, $schema: ___, ...shown } = inputSchema;
    const check = compiled(validator, inputSchema);
    const checked = z.looseObject({}).superRefine((value, context) => {
      const result = check?.(value);
      if (result?.valid === false) context.addIssue(result.errorMessage);
    });
    return checked.meta(shown);
  };
}

function compiled(validator: jsonSchemaValidator, { $id: _, ...schema }: Tool['inputSchema']) {
  try {
    return validator.getValidator(Object.fromEntries(Object.entries(schema)));
  } catch {
    return undefined;
  }
}
