// Random values for property tests, with the names that have hurt other serializers among them.
import fc from 'fast-check';

const nastyNames = [
  '__proto__',
  'constructor',
  'toJSON',
  '$cadence',
  'lc',
  'type',
  'id',
  'value',
  'lg_name',
  '0',
  '',
];
const name = fc.oneof(fc.constantFrom(...nastyNames), fc.string({ maxLength: 4, unit: 'binary' }));

const leaf = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.string({ maxLength: 6, unit: 'binary' }),
  fc.constantFrom('constructor', 'undefined', 'map', '\0', '\u2028'),
);

/** Any JSON value. */
export const jsonValue: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

export const jsonObject: fc.Arbitrary<Record<string, unknown>> = fc.dictionary(name, jsonValue, {
  maxKeys: 5,
  noNullPrototype: true,
});

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
    fc.dictionary(name, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;
