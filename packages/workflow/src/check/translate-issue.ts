import type { JsonValue, Problem } from '@cadence-agents/contracts';
import type { z } from 'zod';
import { nearestName } from '../nearest-name.ts';
import { existingPath, formatPath, type PathSegments, valueAt } from './document-path.ts';
import { makeProblem } from './make-problem.ts';

/** One finding of a schema about the part of the document at `base`, in our words. */
export function translateIssue(
  document: JsonValue,
  issue: z.core.$ZodIssue,
  base: PathSegments,
  knownFields: readonly string[],
): Problem[] {
  const place = [
    ...base,
    ...issue.path.map((segment) => (typeof segment === 'symbol' ? String(segment) : segment)),
  ];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => unknownField([...place, key], key, knownFields));
  }
  const value = valueAt(document, place);
  if (value === undefined) return [missingField(document, place)];
  const path = formatPath(place);
  const name = nameOf(place);
  if (issue.code === 'invalid_type') {
    const expected = typeNames[issue.expected] ?? issue.expected;
    return [
      makeProblem(
        'FIELD_TYPE',
        path,
        `${name} is ${typeName(value)}; it must be ${expected}.`,
        `Give ${expected}.`,
      ),
    ];
  }
  const rule = ruleOf(issue);
  return [makeProblem('FIELD_VALUE', path, `${name} ${rule}.`, hintFor(issue, value))];
}

function missingField(document: JsonValue, place: PathSegments): Problem {
  const owner = place.slice(0, -1);
  const field = String(place.at(-1));
  const message = `${owner.length === 0 ? 'The definition' : nameOf(owner)} lacks "${field}".`;
  return makeProblem('FIELD_MISSING', existingPath(document, owner), message, `Add "${field}".`);
}

function unknownField(place: PathSegments, key: string, known: readonly string[]): Problem {
  const nearest = nearestName(key, known);
  const hint =
    nearest === undefined
      ? `Remove it. Known here: ${known.join(', ')}.`
      : `Did you mean "${nearest}"? Otherwise remove it.`;
  return makeProblem('FIELD_UNKNOWN', formatPath(place), `There is no field "${key}" here.`, hint);
}

function ruleOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value')
    return `must be one of ${issue.values.map((value) => `"${String(value)}"`).join(', ')}`;
  if (issue.code !== 'too_small' && issue.code !== 'too_big') return `is not allowed: ${issue.message}`;
  const small = issue.code === 'too_small';
  const bound =
    Number(small ? issue.minimum : issue.maximum) + (issue.inclusive === false ? (small ? 1 : -1) : 0);
  if (issue.origin === 'string')
    return small ? 'must not be empty' : `must be at most ${bound} characters long`;
  if (issue.origin === 'array')
    return `must have at ${small ? 'least' : 'most'} ${bound} ${bound === 1 ? 'entry' : 'entries'}`;
  return `must be at ${small ? 'least' : 'most'} ${bound}`;
}

function hintFor(issue: z.core.$ZodIssue, value: JsonValue): string {
  if (issue.code !== 'invalid_value') return 'Change the value so that it fits.';
  const options = issue.values.map(String);
  const nearest = typeof value === 'string' ? nearestName(value, options) : undefined;
  return nearest === undefined
    ? `Use ${options.map((option) => `"${option}"`).join(' or ')}.`
    : `Did you mean "${nearest}"?`;
}

const typeNames: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
};

function typeName(value: JsonValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'number' && !Number.isInteger(value)) return 'a fraction';
  return typeNames[typeof value] ?? typeof value;
}

function nameOf(place: PathSegments): string {
  const last = place.at(-1);
  if (last === undefined) return 'The definition';
  return typeof last === 'number' ? `Entry ${last} of "${String(place.at(-2))}"` : `"${last}"`;
}
