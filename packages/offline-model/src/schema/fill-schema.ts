import { isJsonObject, type JsonObject, type JsonValue } from '@cadence-agents/contracts';
import { extractArguments } from './extract-arguments.ts';
import { plainSchema, propertiesOf, requiredOf, typeOf } from './plain-schema.ts';

/** A small instance of a reply's schema: texts that are for people get the answer, the rest what the question has. */
export function fillSchema(schema: JsonObject, question: string, answer: string): JsonValue {
  const root = plainSchema(schema, schema);
  const wrapped: JsonObject = {
    ...schema,
    type: 'object',
    properties: { value: root },
    required: ['value'],
  };
  const { value } = extractArguments(wrapped, question).args;
  if (!isJsonObject(value))
    return typeOf(root) === 'string' && root.enum === undefined ? answer : (value ?? null);
  const required = new Set(requiredOf(root));
  const spoken = propertiesOf(root).filter(([name, own]) => {
    const property = plainSchema(own, schema);
    const isText =
      typeOf(property) === 'string' && property.enum === undefined && property.const === undefined;
    const isFree =
      property.format === undefined && property.maxLength === undefined && property.pattern === undefined;
    return isText && isFree && (forPeople.test(name) || (required.has(name) && required.size === 1));
  });
  return { ...value, ...Object.fromEntries(spoken.map(([name]) => [name, answer])) };
}

const forPeople = /^(answer|summary|response|reply|content|message|explanation|conclusion|result)$/i;
