// The OpenAPI 3.1 document, made from the endpoints.
import { type Endpoint, type ErrorCode, errorCodes, errorReplySchema, ruleOf } from '@cadence/contracts';
import { z } from 'zod';
import { version } from '../operation/version.ts';

type JsonSchema = Record<string, unknown>;

/** Describes endpoints; schemas with an id become components. */
export function openApi(endpoints: Readonly<Record<string, Endpoint>>) {
  const components = new Map<string, JsonSchema>();
  const schema = (of: z.ZodType, io: 'input' | 'output') => toSchema(of, io, components);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [operationId, endpoint] of Object.entries(endpoints)) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][endpoint.method.toLowerCase()] = operation(operationId, endpoint, schema);
  }
  schema(errorReplySchema, 'output');
  const tags = [...new Set(Object.values(endpoints).map(({ tag }) => tag))];
  return {
    openapi: '3.1.1',
    info: {
      title: 'Cadence',
      version,
      summary: 'Multi-agent conversations as workflows you can see, check, replay and trust.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This server' }],
    tags: tags.map((name) => ({ name, description: tagDescriptions[name] ?? name })),
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: {
        key: {
          type: 'http' as const,
          scheme: 'bearer',
          description: 'An API key, `cad_…`. Not needed on this machine while the server has no admin key.',
        },
      },
      schemas: Object.fromEntries([...components].sort(([a], [b]) => a.localeCompare(b))),
    },
  };
}

const tagDescriptions: Record<string, string> = {
  Conversations: 'Talking: a conversation is a thread of messages, each carried out as a run.',
  Runs: 'What happened and why: events, steps, state, forks.',
  'Hand-offs': 'Questions and approvals that wait for a person.',
  Workflows: 'Definitions, their versions and their checks.',
  'Agents and tools': 'What workflows are made of.',
  Plugins: 'Agents with their tools as packages.',
  Access: 'Keys, and who did what.',
  Operation: 'Health, usage, models and settings.',
};

type ToSchema = (of: z.ZodType, io: 'input' | 'output') => JsonSchema;

function operation(operationId: string, endpoint: Endpoint, schema: ToSchema): JsonSchema {
  const { tag, summary, description, action, body, multipart, startsWork } = endpoint;
  const parameters = [
    ...parametersIn('path', endpoint.params, schema),
    ...parametersIn('query', endpoint.query, schema),
    ...(startsWork ? [idempotencyHeader] : []),
  ];
  const content = multipart
    ? { 'multipart/form-data': { schema: uploadSchema } }
    : body && { 'application/json': { schema: schema(body, 'input') } };
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description && { description }),
    ...(action === 'public' ? { security: [] } : { 'x-action': action, 'x-least-role': ruleOf(action).role }),
    ...(parameters.length > 0 && { parameters }),
    ...(content && { requestBody: { required: true, content } }),
    responses: responses(endpoint, schema),
  };
}

const idempotencyHeader = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key with the same request again returns the first reply and does nothing.',
  schema: { type: 'string', maxLength: 200 },
};
const uploadSchema = {
  type: 'object',
  required: ['file'],
  properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
};

function parametersIn(place: 'path' | 'query', object: z.ZodObject | undefined, schema: ToSchema) {
  if (!object) return [];
  return Object.entries(object.shape).map(([name, of]) => {
    const field = of as z.ZodType;
    const required = place === 'path' || !field.safeParse(undefined).success;
    return { name, in: place, required, schema: schema(field, 'input') };
  });
}

function responses(endpoint: Endpoint, schema: ToSchema): Record<string, JsonSchema> {
  const { status, reply, text, alsoAs = [], stream, async: mayBeAsync } = endpoint;
  const type = text ? 'text/plain' : 'application/json';
  const json = status === 204 ? undefined : { [type]: { schema: schema(reply, 'output') } };
  const events = stream && { 'text/event-stream': { schema: { type: 'string' } } };
  const others = Object.fromEntries(alsoAs.map((media) => [media, { schema: { type: 'string' } }]));
  const content = { ...json, ...others, ...events };
  return {
    [status]: { description: 'Done.', ...(Object.keys(content).length > 0 && { content }) },
    ...(mayBeAsync && json && { 202: { description: 'Taken; the run goes on.', content: json } }),
    ...errorResponses(endpoint, schema),
  };
}

/** The codes that any call can get, and its own. */
export function possibleErrors({ action, method, params, query, errors, startsWork }: Endpoint): ErrorCode[] {
  // A body is read, and refused, before anybody asks whether there should be one.
  const mayHaveBody = method !== 'GET';
  const takesInput = params !== undefined || query !== undefined || mayHaveBody;
  return [
    ...(action === 'public' ? [] : (['UNAUTHENTICATED', 'FORBIDDEN', 'RATE_LIMITED'] as const)),
    'HOST_REFUSED',
    ...(takesInput ? (['INPUT_INVALID'] as const) : []),
    ...(mayHaveBody ? (['BODY_TOO_LARGE', 'BODY_UNSUPPORTED'] as const) : []),
    ...(startsWork ? (['SHUTTING_DOWN', 'IDEMPOTENCY_CONFLICT'] as const) : []),
    ...errors,
  ];
}

function errorResponses(endpoint: Endpoint, schema: ToSchema): Record<string, JsonSchema> {
  const form = schema(endpoint.errorReply ?? errorReplySchema, 'output');
  const byStatus = Map.groupBy(new Set(possibleErrors(endpoint)), (code) => errorCodes[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${errorCodes[code].meaning}`).join('\n\n'),
        content: { 'application/json': { schema: form } },
      },
    ]),
  );
}

function toSchema(of: z.ZodType, io: 'input' | 'output', components: Map<string, JsonSchema>): JsonSchema {
  const {
    $schema: _,
    $defs = {},
    ...own
  } = z.toJSONSchema(of, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  });
  const named = refsToComponents({ ...own, $defs });
  const { $defs: definitions, ...schema } = named;
  for (const [name, definition] of Object.entries(isObject(definitions) ? definitions : {})) {
    if (isAnyJson(name)) components.set('Json', { description: 'Any JSON value.' });
    else if (isObject(definition)) components.set(name, withoutId(definition));
  }
  if (typeof schema.id === 'string') {
    components.set(schema.id, withoutId(schema));
    return { $ref: `#/components/schemas/${schema.id}` };
  }
  return schema;
}

/** The only schema that refers to itself is that of any JSON, and zod has no name for it. */
const isAnyJson = (name: string) => name.startsWith('__schema');
const withoutId = ({ id: _, ...schema }: JsonSchema): JsonSchema => schema;

function refsToComponents(schema: JsonSchema): JsonSchema {
  const rewritten: unknown = JSON.parse(
    JSON.stringify(schema)
      .replaceAll(/"#\/\$defs\/__schema\d+"/g, '"#/components/schemas/Json"')
      .replaceAll('"#/$defs/', '"#/components/schemas/'),
  );
  return isObject(rewritten) ? rewritten : {};
}

function isObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null;
}
