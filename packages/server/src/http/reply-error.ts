import { CadenceError, type ErrorReply } from '@cadence-agents/contracts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';

// What the framework finds wrong with a request before a route sees it.
const known: Record<string, (error: FastifyError, request: FastifyRequest) => CadenceError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => tooLarge(),
  FST_REQ_FILE_TOO_LARGE: () => tooLarge(),
  FST_FILES_LIMIT: () => tooLarge(),
  FST_PARTS_LIMIT: () => tooLarge(),
  FST_FIELDS_LIMIT: () => tooLarge(),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: (_, { headers }) =>
    new CadenceError(
      'BODY_UNSUPPORTED',
      `A body of type "${headers['content-type'] ?? ''}" is not taken here.`,
      {
        hint: 'Send JSON with "Content-Type: application/json".',
      },
    ),
  FST_INVALID_MULTIPART_CONTENT_TYPE: () =>
    new CadenceError('BODY_UNSUPPORTED', 'This takes a multipart form with a file.', {
      hint: 'Send it as: curl -F file=@plugin.tgz',
    }),
};

function tooLarge(): CadenceError {
  return new CadenceError('BODY_TOO_LARGE', 'The request is larger than this server takes.', {
    hint: 'Send less at a time.',
  });
}

/** Any error as one of ours; the framework's own about a request are the sender's to mend. */
function toCadenceError(error: unknown, request: FastifyRequest): CadenceError {
  if (CadenceError.is(error)) return error;
  if (isFastifyError(error)) {
    const found = known[error.code]?.(error, request);
    if (found) return found;
    if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
      return new CadenceError('INPUT_INVALID', 'The request cannot be read.', {
        hint: 'Send well-formed JSON, without keys such as "__proto__".',
        cause: error,
      });
    }
  }
  return CadenceError.from(error);
}

export function errorReply(error: CadenceError, requestId: string): ErrorReply {
  const { code, message, hint, details } = error;
  return {
    error: {
      code,
      message,
      ...(hint !== undefined && { hint }),
      ...(details !== undefined && { details }),
      requestId,
    },
  };
}

/** What every error reply has in common, whatever its form: the line in the log and the headers. */
export function prepareError(error: unknown, request: FastifyRequest, reply: FastifyReply): CadenceError {
  const told = toCadenceError(error, request);
  if (told.status >= 500) request.log.error({ err: told.cause ?? told, code: told.code }, 'request failed');
  const retryAfter = told.code === 'RATE_LIMITED' ? secondsIn(told.details) : undefined;
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  // The framework would close the connection under a client that is still sending, which then never reads this. What
  // else it sends is thrown away, for as long as a request may take.
  if (told.code === 'BODY_TOO_LARGE') reply.removeHeader('connection');
  if (told.code === 'UNAUTHENTICATED') reply.header('www-authenticate', 'Bearer');
  return told;
}

export function replyError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const told = prepareError(error, request, reply);
  reply
    .code(told.status)
    .type('application/json')
    .send(JSON.stringify(errorReply(told, request.id)));
}

function secondsIn(details: unknown): number | undefined {
  if (typeof details !== 'object' || details === null || !('retryAfterSeconds' in details)) return undefined;
  return typeof details.retryAfterSeconds === 'number' ? details.retryAfterSeconds : undefined;
}

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}
