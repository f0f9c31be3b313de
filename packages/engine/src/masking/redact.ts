import type { JsonValue, Tool } from '@cadence-agents/contracts';
import type { LinearPattern } from '@cadence-agents/workflow';

const MASK = '[redacted]';

/** Masks secrets in text. */
export type Masking = (text: string) => string;

// Each takes time linear in the text, which strangers write: what may be long is matched once and looked at then,
// and nothing that repeats stands in a look-around.
const wellKnownSecrets: readonly Masking[] = [
  masking(/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g),
  // A key has a digit, unlike words joined by hyphens.
  masking(/\bsk-[\w-]{16,}/g, (match) => /\d/.test(match)),
  masking(/\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,})/g),
  masking(/\bglpat-[\w-]{20,}/g),
  masking(/\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g),
  masking(/\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g),
  masking(/(?<=secret_?access_?key\W{1,4})[A-Za-z0-9/+=]{40}/gi),
  masking(/\bAIza[\w-]{35}/g),
  masking(/\beyJ[\w-]+(?:\.[\w-]+)*/g, hasWebToken),
  (text) => text.replaceAll(/\b(bearer\s+)[\w.~+/-]{16,}=*/gi, `$1${MASK}`),
];

function masking(pattern: RegExp, isSecret: (match: string) => boolean = () => true): Masking {
  return (text) => text.replaceAll(pattern, (match) => (isSecret(match) ? MASK : match));
}

/** A JSON web token: three parts, the first of which begins like an encoded `{"`. */
function hasWebToken(dotted: string): boolean {
  const parts = dotted.split('.');
  return parts.some((part, index) => {
    const [second = '', third = ''] = parts.slice(index + 1, index + 3);
    return second.length >= 8 && third.length >= 8 && /\beyJ[\w-]{8}/.test(part);
  });
}

/** Masks well-known secrets, and what matches the given patterns. */
export function maskSecrets(patterns: readonly (RegExp | LinearPattern)[] = []): Masking {
  const own = patterns.map(
    (pattern): Masking =>
      pattern instanceof RegExp ? masking(globally(pattern)) : (text) => pattern.replaceAll(text, MASK),
  );
  const all = [...wellKnownSecrets, ...own];
  return (text) => all.reduce((masked, mask) => mask(masked), text);
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

const LONGEST_REASON = 500;

/** The words of a plugin's error as they may be logged: for the operator, who has to find the cause. */
export const briefly = (text: string): string =>
  text.length > LONGEST_REASON ? `${text.slice(0, LONGEST_REASON)}…` : text;
