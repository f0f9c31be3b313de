import { type JsonValue, parseJson } from '@cadence/contracts';

/** The JSON that a model replied with, also inside a Markdown fence; `undefined` when it is not JSON. */
export function readJsonReply(content: string): JsonValue | undefined {
  return parseJson(/^\s*```(?:json)?\s*([\s\S]*?)```\s*$/.exec(content)?.[1] ?? content);
}
