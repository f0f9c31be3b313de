import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorReply, prepareError } from '../../http/reply-error.ts';

/** An error in the form of this API, with ours beside it. */
export function replyLangGraphError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const told = prepareError(error, request, reply);
  const detail = [told.message, told.hint].filter(Boolean).join(' ');
  reply
    .code(told.status)
    .type('application/json')
    .send(JSON.stringify({ detail, ...errorReply(told, request.id) }));
}
