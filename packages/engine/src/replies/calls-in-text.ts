import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  type ToolCall,
} from '@cadence-agents/contracts';
import { jsonPassages, parseLoosely } from './find-json.ts';
import { matchName } from './match-name.ts';

const mayBeCall = /["'](?:name|tool|function)["']\s*:/;
const tagged = /<(tool_call|function_call|tool_use)>([\s\S]*?)(?:<\/\1>|$)/g;

/**
 * The calls that a model wrote as text, which some do whose own form of calls their server does not know: JSON with a
 * tool's name and its arguments, alone, between tags, or in a Markdown fence. Only of tools that there are.
 */
export function callsInText(text: string, names: readonly string[], newId: () => string): ToolCall[] {
  if (!mayBeCall.test(text)) return [];
  const between = [...text.matchAll(tagged)].map(([, , inside = '']) => parseLoosely(inside));
  const passages = between.length > 0 ? between : [...jsonPassages(text.trim())];
  return passages.flat().flatMap((value) => toCall(value, names, newId));
}

function toCall(value: JsonValue | undefined, names: readonly string[], newId: () => string): ToolCall[] {
  if (!isJsonObject(value)) return [];
  const called = isJsonObject(value.function) ? value.function : value;
  const given = called.name ?? called.tool ?? called.function;
  const name = typeof given === 'string' ? matchName(given, names, { guess: false }) : undefined;
  const args = argumentsOf(called.arguments ?? called.parameters ?? called.args ?? called.input);
  return name === undefined || args === undefined ? [] : [{ id: newId(), name, args }];
}

function argumentsOf(value: JsonValue | undefined): JsonObject | undefined {
  const args = typeof value === 'string' ? parseJson(value) : value;
  return isJsonObject(args) ? args : undefined;
}
