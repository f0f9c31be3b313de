// Structured answers: the schemas of the agents used in a turn, merged under their ids, beside the text.
import type { AgentDefinition, JsonObject, JsonValue } from '@cadence/contracts';

/** The schema of an answer, or nothing when no agent used has one. */
export function answerSchema(agentsUsed: readonly AgentDefinition[]): JsonObject | undefined {
  const schemas = agentsUsed.flatMap(({ id, responseSchema }) =>
    responseSchema ? [[id, responseSchema] as const] : [],
  );
  if (schemas.length === 0) return undefined;
  return {
    type: 'object',
    properties: {
      answer: { type: 'string', description: 'The answer as the user reads it.' },
      ...Object.fromEntries(schemas),
    },
    required: ['answer', ...schemas.map(([id]) => id)],
    additionalProperties: false,
  };
}

export const schemaInstruction = (schema: JsonObject): string =>
  `Reply with one JSON object and nothing else. It must fit this JSON Schema:\n${JSON.stringify(schema)}`;

export interface StructuredAnswer {
  answer: string;
  structured: JsonValue;
}

/** Reads a structured reply; text that is none is taken as the answer itself. */
export function readStructured(content: string): StructuredAnswer | undefined {
  const text = /^\s*```(?:json)?\s*([\s\S]*?)```\s*$/.exec(content)?.[1] ?? content;
  try {
    const value: unknown = JSON.parse(text);
    if (
      typeof value !== 'object' ||
      value === null ||
      !('answer' in value) ||
      typeof value.answer !== 'string'
    )
      return undefined;
    const { answer, ...structured } = value;
    return { answer, structured: structured as JsonObject };
  } catch {
    return undefined;
  }
}
