import { isJsonObject, type JsonValue } from '@cadence-agents/contracts';
import { removeAt, setValue } from './edit-json.ts';
import { readDraft } from './read-draft.ts';

/** Sets a field of what a node is told, or removes it; without any the node has no config. */
export function setConfigField(
  text: string,
  index: number,
  name: string,
  value: JsonValue | undefined,
): string {
  const config = readDraft(text).nodes[index]?.config;
  const path = ['nodes', index, 'config'];
  if (!isJsonObject(config)) return value === undefined ? text : setValue(text, path, { [name]: value });
  if (value !== undefined) return setValue(text, [...path, name], value);
  const isLast = Object.keys(config).every((other) => other === name);
  return removeAt(text, isLast ? path : [...path, name]);
}
