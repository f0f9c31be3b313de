import { CadenceError } from '@cadence/contracts';

/** Says the same whether the id is another tenant's or one's own. */
export function idTaken(what: string, id: string): CadenceError {
  return new CadenceError('INPUT_INVALID', `The ${what} id "${id}" cannot be used.`, {
    hint: 'Choose another id, or leave it out to have one made.',
    details: { id },
  });
}
