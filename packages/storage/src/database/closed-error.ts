import { CadenceError } from '@cadence-agents/contracts';

export function closedError(): CadenceError {
  return new CadenceError('STORE_UNAVAILABLE', 'The store is closed.', {
    hint: 'The process is shutting down; start it again.',
  });
}
