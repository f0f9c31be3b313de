import { isJsonObject, type JsonObject } from '@cadence-agents/contracts';

/** The JSON object that a text is; nothing where it is none. */
export function objectIn(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
