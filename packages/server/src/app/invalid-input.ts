import { CadenceError } from '@cadence-agents/contracts';

/** All that is wrong with what was sent, at once; `path` says where. */
export function invalidInput(problems: readonly { path: string; message: string }[]): CadenceError {
  const told = problems.slice(0, 5).map(({ path, message }) => `${path}: ${message}`);
  return new CadenceError('INPUT_INVALID', `The request cannot be used. ${told.join('. ')}.`, {
    hint: 'Correct the places that details names; /docs describes the request.',
    details: problems,
  });
}
