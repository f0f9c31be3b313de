import { type CadenceError, fieldOf, parseJson, textOf } from '@cadence-agents/contracts';
import { now } from '../../machine.ts';
import { errorForStatus } from '../provider/model-error.ts';
import { retryAfterMs } from '../resilience/retry-after.ts';
import { BoundedText } from './bounded-text.ts';
import type { AnswerHead, BodyReader } from './post.ts';

const longestErrorBody = 64_000;

/** Reads a response whose status is not a success, and throws the error for it. */
export function statusError(
  model: string,
  head: AnswerHead,
  key: { variable: string; value: string | undefined },
): BodyReader<never> {
  const text = new BoundedText(longestErrorBody);
  const isRedirect = head.status >= 300 && head.status < 400;
  return {
    take(bytes) {
      text.take(bytes);
      return isRedirect || text.isTooLarge ? 'enough' : 'more';
    },
    finish() {
      throw isRedirect ? redirected(model, head) : refused(model, head, text.finish(), key);
    },
  };
}

function redirected(model: string, { status, header }: AnswerHead): CadenceError {
  const to = header('location') ?? 'nowhere';
  return errorForStatus({ model, status, message: `the base URL redirects to ${to}` });
}

function refused(
  model: string,
  { status, header }: AnswerHead,
  text: string,
  key: { variable: string; value: string | undefined },
): CadenceError {
  const error = fieldOf(parseJson(text), 'error');
  return errorForStatus({
    model,
    status,
    secret: key.value,
    message: textOf(error) || textOf(fieldOf(error, 'message')) || text,
    code: textOf(fieldOf(error, 'code')) || textOf(fieldOf(error, 'type')),
    keyVariable: key.variable,
    retryAfterMs: retryAfterMs(header, now()),
    quotaUsedUp: fieldOf(error, 'code') === 'insufficient_quota',
  });
}
