import {
  CadenceError,
  type ErrorCode,
  errorCodes,
  type OpenAiError,
  type RunRecord,
} from '@cadence-agents/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { prepareError } from '../../http/reply-error.ts';

/** An error in OpenAI's form; the code is ours. */
export function openAiError(error: CadenceError, requestId: string): OpenAiError {
  const { code, message, hint, details, status } = error;
  return {
    error: {
      message: [message, hint].filter(Boolean).join(' '),
      type: typeOf(status),
      param: paramIn(details),
      code,
      requestId,
    },
  };
}

export function replyOpenAiError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const told = prepareError(error, request, reply);
  reply
    .code(told.status)
    .type('application/json')
    .send(JSON.stringify(openAiError(told, request.id)));
}

/** Why a run has no answer, `undefined` when it has one. */
export function failureOf({ id, status, error }: RunRecord): CadenceError | undefined {
  if (status === 'cancelled') {
    return new CadenceError('RUN_CANCELLED', `The run "${id}" was cancelled.`, { hint: 'Ask again.' });
  }
  if (status !== 'failed') return undefined;
  const { code, message, hint } = error ?? { code: 'INTERNAL', message: `The run "${id}" failed.` };
  return new CadenceError(isErrorCode(code) ? code : 'INTERNAL', message, { hint });
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorCodes, code);

const types: Record<number, string> = {
  401: 'authentication_error',
  403: 'permission_error',
  409: 'conflict_error',
  429: 'rate_limit_error',
};

function typeOf(status: number): string {
  return types[status] ?? (status >= 500 ? 'server_error' : 'invalid_request_error');
}

/** The first field that was found wrong, as `messages.0.content`. */
function paramIn(details: unknown): string | null {
  const first: unknown = Array.isArray(details) ? details[0] : undefined;
  if (typeof first !== 'object' || first === null || !('path' in first)) return null;
  return typeof first.path === 'string' ? first.path.replace(/^(?:body|params|query)\./, '') : null;
}
