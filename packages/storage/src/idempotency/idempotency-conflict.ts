import { CadenceError } from '@cadence-agents/contracts';

export function idempotencyConflict(key: string): CadenceError {
  return new CadenceError(
    'IDEMPOTENCY_CONFLICT',
    `The idempotency key "${key}" was used for another request.`,
    {
      hint: 'Use a new key for a new request, and the same one only to send a request again.',
      details: { key },
    },
  );
}
