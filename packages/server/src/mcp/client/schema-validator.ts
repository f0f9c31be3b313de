import { isJsonObject, type JsonObject, parseJson, withoutPatterns } from '@cadence-agents/contracts';
import type { JsonSchemaType, JsonSchemaValidator, jsonSchemaValidator } from '@modelcontextprotocol/client';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';

/** Checks values against the schemas of an MCP server, whose regular expressions are never run here. */
export function schemaValidator(): jsonSchemaValidator {
  const validator = new AjvJsonSchemaValidator();
  return {
    getValidator: <T>(schema: JsonSchemaType): JsonSchemaValidator<T> =>
      validator.getValidator<T>(withoutPatterns(plain(schema))),
  };
}

function plain(schema: JsonSchemaType): JsonObject {
  const value = parseJson(JSON.stringify(schema));
  return isJsonObject(value) ? value : {};
}
