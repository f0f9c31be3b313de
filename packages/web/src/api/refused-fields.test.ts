import { CadenceError } from '@cadence-agents/contracts';
import { expect, it } from 'vitest';
import { refusedFields } from './refused-fields.ts';

it('tells what was refused by the field that it was in', () => {
  const error = new CadenceError('INPUT_INVALID', 'The request cannot be used.', {
    details: [
      { path: 'body.url', message: 'must be an http or https address' },
      { path: 'body.value.ollama', message: 'the host "x" is not found' },
      { message: 'nowhere' },
    ],
  });
  expect([...refusedFields(error)]).toEqual([
    ['url', 'It must be an http or https address.'],
    ['value.ollama', 'the host "x" is not found.'],
  ]);
});

it('puts an address that may not be called at the address', () => {
  const error = new CadenceError('ADDRESS_REFUSED', 'The address "10.0.0.1" may not be called.', {
    hint: 'Use a public one.',
    details: { host: '10.0.0.1' },
  });
  expect(refusedFields(error).get('url')).toBe('The address "10.0.0.1" may not be called. Use a public one.');
});

it('knows nothing of what has no places', () => {
  expect(refusedFields(new Error('Down')).size).toBe(0);
  expect(refusedFields(new CadenceError('MODEL_AUTH', 'The key is wrong.')).size).toBe(0);
});
