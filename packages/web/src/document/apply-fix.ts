import type { Fix } from '@cadence-agents/workflow';
import { appendItem, removeAt, setValue } from './edit-json.ts';
import { type JsonPath, JsonPlaces } from './json-place.ts';

/** The text with a fix made in it, and the rest as it was. */
export function applyFix(text: string, { edits }: Fix): string {
  return edits.reduce((current, edit) => {
    if (edit.type === 'remove') return removeAt(current, edit.path);
    if (edit.type === 'set') return setValue(withObjects(current, edit.path), edit.path, edit.value);
    const isThere = new JsonPlaces(current).find(edit.path) !== undefined;
    const withList = isThere ? current : setValue(withObjects(current, edit.path), edit.path, []);
    return appendItem(withList, edit.path, edit.value);
  }, text);
}

/** Makes the objects on the way to a place that are not there. */
function withObjects(text: string, path: JsonPath): string {
  return path.slice(0, -1).reduce<string>((current, _name, depth) => {
    const outer = path.slice(0, depth + 1);
    const there = new JsonPlaces(current).find(outer);
    const isNull = there !== undefined && current.slice(there.from, there.to) === 'null';
    return there === undefined || isNull ? setValue(current, outer, {}) : current;
  }, text);
}
