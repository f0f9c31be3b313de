import { isJsonObject, type JsonObject, type JsonValue } from '@cadence-agents/contracts';
import type { PathSegments } from '../check/document-path.ts';
import type { Edit } from './fix.ts';

/** The document with the edits made, itself untouched. An edit of what is not there changes nothing. */
export function applyEdits(document: JsonObject, edits: readonly Edit[]): JsonObject {
  return edits.reduce<JsonObject>((current, edit) => {
    const next = changed(current, edit.path, edit);
    return isJsonObject(next) ? next : current;
  }, document);
}

function changed(value: JsonValue | undefined, [name, ...rest]: PathSegments, edit: Edit): JsonValue {
  if (name === undefined) {
    if (edit.type === 'append') return [...(Array.isArray(value) ? value : []), edit.value];
    return edit.type === 'set' ? edit.value : (value ?? null);
  }
  if (Array.isArray(value)) {
    if (typeof name !== 'number' || name >= value.length) return value;
    if (edit.type === 'remove' && rest.length === 0) return value.toSpliced(name, 1);
    return value.with(name, changed(value[name], rest, edit));
  }
  const fields = isJsonObject(value) ? value : {};
  if (edit.type === 'remove' && rest.length === 0) {
    const { [name]: _gone, ...others } = fields;
    return others;
  }
  return { ...fields, [name]: changed(fields[name], rest, edit) };
}
