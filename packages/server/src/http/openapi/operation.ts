// One endpoint, described.
import {
  type Endpoint,
  type ErrorCode,
  errorCodes,
  errorReplySchema,
  ruleOf,
} from '@cadence-agents/contracts';
import type { z } from 'zod';
import type { Components, JsonSchema } from './components.ts';
import { bodyExamples } from './examples.ts';
import { replyHeaders, requestHeaders } from './headers.ts';

export function operation(operationId: string, endpoint: Endpoint, components: Components): JsonSchema {
  const { tag, summary, description, action, body, multipart } = endpoint;
  const parameters = [
    ...parametersIn('path', endpoint.params, components),
    ...parametersIn('query', endpoint.query, components),
    ...requestHeaders(endpoint),
  ];
  const content = multipart
    ? { 'multipart/form-data': { schema: uploadSchema } }
    : body && { 'application/json': { schema: components.schema(body, 'input'), ...exampleOf(operationId) } };
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description && { description }),
    ...(action === 'public' ? { security: [] } : { 'x-action': action, 'x-least-role': ruleOf(action).role }),
    ...(parameters.length > 0 && { parameters }),
    ...(content && { requestBody: { required: true, content } }),
    responses: { ...replies(endpoint, components), ...errorReplies(endpoint, components) },
  };
}

const exampleOf = (operationId: string) =>
  operationId in bodyExamples ? { example: bodyExamples[operationId] } : {};

const uploadSchema = {
  type: 'object',
  required: ['file'],
  properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
};

function parametersIn(place: 'path' | 'query', object: z.ZodObject | undefined, components: Components) {
  if (!object) return [];
  return Object.entries(object.shape).map(([name, of]) => {
    const field = of as z.ZodType;
    const required = place === 'path' || !field.safeParse(undefined).success;
    return { name, in: place, required, schema: components.schema(field, 'input') };
  });
}

function replies(endpoint: Endpoint, components: Components): Record<string, JsonSchema> {
  const { status, reply, text, alsoAs = [], stream, async: mayBeAsync, startsWork } = endpoint;
  const type = text ? (endpoint.mediaType ?? 'text/plain') : 'application/json';
  const has = stream !== 'always' && status !== 204;
  const plain = has ? { [type]: { schema: components.schema(reply, 'output') } } : {};
  const others = Object.fromEntries(alsoAs.map((media) => [media, { schema: { type: 'string' } }]));
  const events = endpoint.events && {
    'text/event-stream': { schema: components.schema(endpoint.events, 'output') },
  };
  // What comes without asking is first.
  const content = stream === 'by default' ? { ...events, ...plain } : { ...plain, ...others, ...events };
  const headers = startsWork === 'run' ? (['Content-Location'] as const) : [];
  return {
    [status]: {
      description: 'Done.',
      ...replyHeaders(...headers),
      ...(Object.keys(content).length > 0 && { content }),
    },
    ...(mayBeAsync && {
      202: {
        description: 'Taken; the run goes on.',
        ...replyHeaders('Location', ...headers),
        content: plain,
      },
    }),
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

function errorReplies(endpoint: Endpoint, components: Components): Record<string, JsonSchema> {
  const schema = components.schema(endpoint.errorReply ?? errorReplySchema, 'output');
  const byStatus = Map.groupBy(new Set(possibleErrors(endpoint)), (code) => errorCodes[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${errorCodes[code].meaning}`).join('\n\n'),
        ...replyHeaders(
          ...(codes.includes('RATE_LIMITED') ? (['Retry-After'] as const) : []),
          ...(codes.includes('UNAUTHENTICATED') ? (['WWW-Authenticate'] as const) : []),
        ),
        content: { 'application/json': { schema, ...(!endpoint.errorReply && errorExamples(codes)) } },
      },
    ]),
  );
}

const errorExamples = (codes: readonly ErrorCode[]) => ({
  examples: Object.fromEntries(
    codes.map((code) => [
      code,
      { value: { error: { code, message: errorCodes[code].meaning, requestId: '3e1b4c52' } } },
    ]),
  ),
});
