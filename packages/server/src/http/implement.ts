// Registers an endpoint: its input checked, all that is wrong at once, and its reply held to its schema.
import type { Endpoint, EndpointInput, EndpointReply } from '@cadence-agents/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { invalidInput } from '../app/invalid-input.ts';

export type Handler<E extends Endpoint> = (
  input: EndpointInput<E>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<E['status'] extends 204 ? unknown : EndpointReply<E> | FastifyReply>;

/** Of requests that have files in them, as base64. */
const MAX_BODY_WITH_FILES = 16 * 2 ** 20;

export function implement<E extends Endpoint>(app: FastifyInstance, endpoint: E, handle: Handler<E>): void {
  const { method, path, status } = endpoint;
  app.route({
    method,
    url: path,
    config: { endpoint },
    ...(endpoint.takesFiles && { bodyLimit: MAX_BODY_WITH_FILES }),
    // A body that the endpoint does not ask for is no reason to refuse.
    handler: async (request, reply) => {
      const result = await handle(readInput(endpoint, request), request, reply);
      if (result === reply || reply.sent) return reply;
      reply.code(status);
      if (status === 204) return reply.send();
      return endpoint.reply.encode(result);
    },
  });
}

/** What is wrong, at its place: a field that is not known is one of its own. */
function problemsIn({ path, message, ...issue }: z.core.$ZodIssue, part: string) {
  const keys = issue.code === 'unrecognized_keys' ? issue.keys : [];
  if (keys.length === 0) return [{ path: [part, ...path].join('.'), message }];
  return keys.map((key) => ({ path: [part, ...path, key].join('.'), message: 'is not known here' }));
}

/** The parts of a request that the endpoint names, checked. */
function readInput<E extends Endpoint>(endpoint: E, request: FastifyRequest): EndpointInput<E> {
  const problems: { path: string; message: string }[] = [];
  const input: Record<string, unknown> = {};
  const read = (part: 'params' | 'query' | 'body', schema: z.ZodType | undefined, given: unknown) => {
    if (!schema) return;
    const parsed = schema.safeParse(given);
    if (parsed.success) input[part] = parsed.data;
    else for (const issue of parsed.error.issues) problems.push(...problemsIn(issue, part));
  };
  read('params', endpoint.params, request.params);
  read('query', endpoint.query, request.query);
  read('body', endpoint.body, request.body ?? {});
  if (problems.length > 0) throw invalidInput(problems);
  // Each part has passed the schema that its type is inferred from.
  return input as EndpointInput<E>;
}
