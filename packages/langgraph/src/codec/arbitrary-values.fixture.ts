import { fieldName, jsonValue } from '@cadence-agents/testkit/arbitrary-json';
import fc from 'fast-check';

/** JSON and what the saver keeps beyond it, one inside the other. */
export const anyStorable: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    jsonValue,
    fc.constant(undefined),
    fc.uint8Array({ maxLength: 5 }),
    fc.date({ noInvalidDate: true }),
    fc.constantFrom(/a+/giu, new Error('it broke'), new RangeError('too far')),
    fc.array(fc.tuple(tie('value'), tie('value')), { maxLength: 3 }).map((entries) => new Map(entries)),
    fc.array(tie('value'), { maxLength: 3 }).map((items) => new Set(items)),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fieldName, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;
