// Random JSON for property tests, with the names that have hurt serializers among them.
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
/** The name of a field. */
export const fieldName: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...nastyNames),
  fc.string({ maxLength: 4, unit: 'binary' }),
);

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
    fc.dictionary(fieldName, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

export const jsonObject: fc.Arbitrary<Record<string, unknown>> = fc.dictionary(fieldName, jsonValue, {
  maxKeys: 5,
  noNullPrototype: true,
});
