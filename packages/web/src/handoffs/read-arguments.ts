import { isJsonObject, type JsonObject } from '@cadence/contracts';
import { texts } from '../texts.ts';

export type ReadArguments = { args: JsonObject; problem?: undefined } | { args?: undefined; problem: string };

/** The arguments in a text, or what keeps them from being some. */
export function readArguments(text: string): ReadArguments {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? { args: value } : { problem: texts.inbox.notObject };
  } catch (error) {
    return { problem: texts.inbox.notJson(error instanceof Error ? error.message : String(error)) };
  }
}
