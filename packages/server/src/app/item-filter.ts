import { isJsonObject, type JsonObject, type JsonValue } from '@cadence-agents/contracts';
import { invalidInput } from './invalid-input.ts';

/** Fields and what they must be: a value, or `{$gt: 3}` and the like. */
export type ItemFilter = JsonObject;

const comparisons: Readonly<Record<string, (value: JsonValue | undefined, wanted: JsonValue) => boolean>> = {
  $eq: isEqual,
  $ne: (value, wanted) => !isEqual(value, wanted),
  $gt: (value, wanted) => compare(value, wanted, (order) => order > 0),
  $gte: (value, wanted) => compare(value, wanted, (order) => order >= 0),
  $lt: (value, wanted) => compare(value, wanted, (order) => order < 0),
  $lte: (value, wanted) => compare(value, wanted, (order) => order <= 0),
};

export function matchesFilter(value: JsonObject, filter: ItemFilter): boolean {
  return Object.entries(filter).every(([field, wanted]) => matches(value[field], wanted, field));
}

function matches(value: JsonValue | undefined, wanted: JsonValue, field: string): boolean {
  if (!isJsonObject(wanted) || !Object.keys(wanted).some((key) => key.startsWith('$')))
    return isEqual(value, wanted);
  return Object.entries(wanted).every(([operator, operand]) => {
    const holds = comparisons[operator];
    if (holds) return holds(value, operand);
    const message = `has "${operator}", which is none of: ${Object.keys(comparisons).join(', ')}`;
    throw invalidInput([{ path: `body.filter.${field}`, message }]);
  });
}

/** Numbers with numbers and texts with texts; anything else is neither before nor after. */
function compare(
  value: JsonValue | undefined,
  wanted: JsonValue,
  holds: (order: number) => boolean,
): boolean {
  if (typeof value === 'number' && typeof wanted === 'number') return holds(value - wanted);
  if (typeof value === 'string' && typeof wanted === 'string')
    return holds(value === wanted ? 0 : value < wanted ? -1 : 1);
  return false;
}

function isEqual(value: JsonValue | undefined, wanted: JsonValue): boolean {
  return value === wanted || (value !== undefined && ordered(value) === ordered(wanted));
}

/** As text, whatever the order of its fields. */
const ordered = (value: JsonValue): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
