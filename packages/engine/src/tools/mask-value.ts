import type { JsonValue } from '@cadence/contracts';
import type { Masking } from './redact.ts';

/** The same value with every text in it masked. */
function maskValue(value: JsonValue, mask: Masking): JsonValue {
  if (typeof value === 'string') return mask(value);
  if (Array.isArray(value)) return value.map((item) => maskValue(item, mask));
  return typeof value === 'object' && value !== null ? maskFields(value, mask) : value;
}

export function maskFields(fields: Record<string, JsonValue>, mask: Masking): Record<string, JsonValue> {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, maskValue(value, mask)]));
}

/** What a log may have of an error that came out of a tool. */
export function maskError(error: unknown, mask: Masking): Error {
  const masked = new Error(mask(error instanceof Error ? error.message : String(error)));
  if (error instanceof Error) {
    masked.name = error.name;
    masked.stack = mask(error.stack ?? '');
  }
  return masked;
}
