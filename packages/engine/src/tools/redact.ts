import type { JsonValue, Tool } from '@cadence/contracts';

const MASK = '[redacted]';

/** Secrets with a well-known form, whatever tool they come from. */
const wellKnownSecrets: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  // A key has a digit, unlike words joined by hyphens.
  /\bsk-(?=[\w-]*\d)[\w-]{16,}/g,
  /\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,})/g,
  /\bglpat-[\w-]{20,}/g,
  /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g,
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g,
  /(?<=secret_?access_?key\W{1,4})[A-Za-z0-9/+=]{40}/gi,
  /\bAIza[\w-]{35}/g,
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/g,
  /(?<=\bbearer\s+)[\w.~+/-]{16,}=*/gi,
];

/** Masks secrets in text. */
export type Masking = (text: string) => string;

/** Masks well-known secrets, and what matches the given patterns. */
export function maskSecrets(patterns: readonly RegExp[] = []): Masking {
  const all = [...wellKnownSecrets, ...patterns.map(globally)];
  return (text) => all.reduce((masked, pattern) => masked.replaceAll(pattern, MASK), text);
}

/** A tool's result, masked by the tool's own rule. */
export function redact(text: string, rule: Tool['redact']): string {
  if (!rule) return text;
  if (typeof rule === 'function') return rule(text);
  return rule.reduce((masked, pattern) => masked.replaceAll(globally(pattern), MASK), text);
}

const globally = (pattern: RegExp) => (pattern.global ? pattern : new RegExp(pattern, `${pattern.flags}g`));

/** The same value with every text in it masked. */
function maskValue(value: JsonValue, mask: Masking): JsonValue {
  if (typeof value === 'string') return mask(value);
  if (Array.isArray(value)) return value.map((item) => maskValue(item, mask));
  return typeof value === 'object' && value !== null ? maskFields(value, mask) : value;
}

export function maskFields(fields: Record<string, JsonValue>, mask: Masking): Record<string, JsonValue> {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, maskValue(value, mask)]));
}

/** A tool's error as it may be logged. */
export function maskError(error: unknown, mask: Masking): Error {
  const masked = new Error(mask(error instanceof Error ? error.message : String(error)));
  if (error instanceof Error) {
    masked.name = error.name;
    masked.stack = mask(error.stack ?? '');
  }
  return masked;
}
