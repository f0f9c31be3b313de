// Structured answers: the schemas of the agents used in a turn, merged under their ids, beside the text.
import {
  type AgentDefinition,
  assertStorable,
  fieldOf,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  textOf,
  withoutPatterns,
} from '@cadence-agents/contracts';
import { z } from 'zod';
import { findJson } from '../replies/find-json.ts';
import { textField } from '../replies/text-field.ts';
import type { Reading } from './ask-twice.ts';
import { storableText } from './storable-text.ts';

/** The field that holds the words. It comes first, so that they can be shown while the rest is being written. */
export const ANSWER_FIELD = 'answer';

/** What a structured answer has to be. */
export interface AnswerForm {
  /** JSON Schema of the whole reply. */
  schema: JsonObject;
  /** The schema of each part beside the words, by the id of its agent. */
  parts: ReadonlyMap<string, JsonObject>;
}

/** The form of an answer, or nothing when no agent used has a schema. */
export function answerForm(agentsUsed: readonly AgentDefinition[]): AnswerForm | undefined {
  const parts = new Map(
    agentsUsed.flatMap(({ id, responseSchema }) =>
      responseSchema && id !== ANSWER_FIELD ? [[id, responseSchema] as const] : [],
    ),
  );
  if (parts.size === 0) return undefined;
  const placed = [...parts].map(([id, part]) => [id, withRefsAt(`#/properties/${id}`, part)] as const);
  const schema = {
    type: 'object',
    properties: {
      [ANSWER_FIELD]: { type: 'string', description: 'The answer as the user reads it.' },
      ...Object.fromEntries(placed),
    },
    required: [ANSWER_FIELD, ...parts.keys()],
    additionalProperties: false,
  };
  return { schema, parts };
}

/** A schema as part of a larger one: its references are from the root of the whole. */
function withRefsAt(place: string, schema: JsonObject): JsonObject {
  const moved = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return value.map(moved);
    return isJsonObject(value) ? withRefsAt(place, value) : value;
  };
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) =>
      key === '$ref' && typeof value === 'string' && value.startsWith('#')
        ? [key, `${place}${value.slice(1)}`]
        : [key, moved(value)],
    ),
  );
}

export const formInstruction = ({ schema }: AnswerForm): string =>
  `Reply with one JSON object and nothing else. It must fit this JSON Schema:\n${JSON.stringify(schema)}`;

export interface StructuredReply {
  /** The words for the user; empty when there are none. */
  answer: string;
  /** Whether the words are from JSON that could be read to its end. */
  isWhole: boolean;
  /** The parts, where all of them are as asked for. */
  structured?: JsonObject;
}

const looksLikeJson = /\{\s*"|```/;

/** Reads a reply as the form has it. Words are found also where the rest is broken, or where there is nothing else. */
export function readStructured(content: string, { parts }: AnswerForm): Reading<StructuredReply> {
  const json = findJson(content);
  const answer = storableText(textField(ANSWER_FIELD, content) || textOf(fieldOf(json, ANSWER_FIELD)));
  if (!isJsonObject(json)) {
    const words = answer || (json === null || looksLikeJson.test(content) ? '' : content);
    return { value: { answer: words, isWhole: false }, problems: ['It is not a JSON object.'] };
  }
  const structured = Object.fromEntries([...parts.keys()].map((id) => [id, fieldOf(json, id) ?? null]));
  const problems = [
    ...(answer.trim() === '' ? [`"${ANSWER_FIELD}" is missing, or has no words in it.`] : []),
    ...[...parts].flatMap(([id, schema]) => problemsOf(id, fieldOf(json, id), schema)),
  ];
  const value = { answer, isWhole: true };
  return problems.length === 0 ? { value: { ...value, structured }, problems } : { value, problems };
}

function problemsOf(id: string, value: JsonValue | undefined, schema: JsonObject): string[] {
  if (value === undefined) return [`"${id}" is missing.`];
  try {
    assertStorable(value, id);
  } catch (error) {
    return [error instanceof Error ? error.message : `"${id}" cannot be kept.`];
  }
  const { error } = validatorOf(schema)?.safeParse(value) ?? {};
  return error ? [`"${id}" does not fit its schema: ${z.prettifyError(error)}`] : [];
}

const validators = new WeakMap<JsonObject, z.ZodType | 'none'>();

/** A schema that cannot be rebuilt is not checked. */
export function validatorOf(schema: JsonObject): z.ZodType | undefined {
  const known = validators.get(schema) ?? rebuilt(schema);
  validators.set(schema, known);
  return known === 'none' ? undefined : known;
}

/** Whether what is to fit the schema can be checked. */
export const isCheckable = (schema: JsonObject): boolean => validatorOf(schema) !== undefined;

function rebuilt(schema: JsonObject): z.ZodType | 'none' {
  try {
    return z.fromJSONSchema(withoutPatterns(schema));
  } catch {
    return 'none';
  }
}
