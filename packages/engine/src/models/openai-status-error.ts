import type { CadenceError } from '@cadence/contracts';
import { field, parseJson, textOf } from './json-access.ts';
import { errorForStatus } from './model-error.ts';
import { readBody } from './response-body.ts';
import { retryAfterMs } from './retry-after.ts';

const longestErrorBody = 64_000;

/** The error for an answer whose status is not a success. */
export async function openaiStatusError(
  model: string,
  response: Response,
  secret: string | undefined,
): Promise<CadenceError> {
  const { status, headers } = response;
  if (status >= 300 && status < 400) {
    const to = headers.get('location') ?? 'nowhere';
    return errorForStatus({ model, status, secret, message: `the base URL redirects to ${to}` });
  }
  const { text } = await readBody(response, longestErrorBody);
  const error = field(parseJson(text), 'error');
  return errorForStatus({
    model,
    status,
    secret,
    message: textOf(error) || textOf(field(error, 'message')) || text,
    keyVariable: 'OPENAI_API_KEY',
    retryAfterMs: retryAfterMs(headers, Date.now()),
    quotaUsedUp: field(error, 'code') === 'insufficient_quota',
  });
}
