import { isJsonObject, type JsonObject, type JsonValue } from '@cadence-agents/contracts';
import { type ArgumentField, keyOf, valueAt } from './argument-fields.ts';
import { checkValue } from './check-value.ts';
import { inboxTexts } from './inbox-texts.ts';

export interface ReadArguments {
  args: JsonObject;
  /** What is wrong, by the key of the field. */
  problems: ReadonlyMap<string, string>;
}

type Read = { value: JsonValue | undefined; problem?: undefined } | { problem: string };

/** The arguments of a call with what was typed into the fields of their form. */
export function readArguments(
  fields: readonly ArgumentField[],
  given: JsonObject,
  typed: Readonly<Record<string, string>>,
): ReadArguments {
  const problems = new Map<string, string>();
  let args = given;
  for (const field of fields) {
    const key = keyOf(field);
    const text = typed[key];
    const read: Read = text === undefined ? { value: valueAt(given, field.path) } : readText(field, text);
    const problem = read.problem ?? checkField(field, read.value);
    if (problem !== undefined) problems.set(key, problem);
    else if (text !== undefined && read.problem === undefined) args = withValue(args, field.path, read.value);
  }
  return { args, problems };
}

function checkField({ path, schema, isRequired, isNullable }: ArgumentField, value: JsonValue | undefined) {
  if (value === undefined) return isRequired ? inboxTexts.wrong.needed : undefined;
  if (path.length === 0 && !isJsonObject(value)) return inboxTexts.notObject;
  return value === null && isNullable ? undefined : checkValue(schema, value);
}

function readText({ kind, isRequired, isNullable }: ArgumentField, text: string): Read {
  const nothing = { value: isNullable ? null : undefined };
  if (kind === 'text') return text === '' && (!isRequired || isNullable) ? nothing : { value: text };
  if (kind === 'lines') return { value: text.split('\n').filter((line) => line.trim() !== '') };
  if (text.trim() === '') return nothing;
  if (kind === 'choice') return { value: text };
  if (kind === 'boolean') return { value: text === 'true' };
  if (kind === 'number') {
    const value = Number(text.trim());
    return Number.isFinite(value) ? { value } : { problem: inboxTexts.wrong.type(['number']) };
  }
  try {
    const value: JsonValue = JSON.parse(text);
    return { value };
  } catch (error) {
    return { problem: inboxTexts.notJson(error instanceof Error ? error.message : String(error)) };
  }
}

function withValue(
  args: JsonObject,
  [name, ...rest]: readonly string[],
  value: JsonValue | undefined,
): JsonObject {
  if (name === undefined) return isJsonObject(value) ? value : args;
  const inner = args[name];
  const next = rest.length === 0 ? value : withValue(isJsonObject(inner) ? inner : {}, rest, value);
  if (next !== undefined) return { ...args, [name]: next };
  const { [name]: _gone, ...others } = args;
  return others;
}
