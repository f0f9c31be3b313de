import { CadenceError } from '@cadence-agents/contracts';

/** Says the same whether the id is another tenant's or one's own. */
export function idTaken(what: 'run' | 'conversation', id: string): CadenceError {
  const code = what === 'run' ? 'INPUT_INVALID' : 'CONVERSATION_NOT_FOUND';
  return new CadenceError(code, `The ${what} id "${id}" cannot be used.`, {
    hint: 'Choose another id, or leave it out to have one made.',
    details: { id },
  });
}
