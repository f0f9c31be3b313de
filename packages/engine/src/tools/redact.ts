import type { Tool } from '@cadence/contracts';

const MASK = '[redacted]';

/** A tool's result with what it declares secret masked. */
export function redact(text: string, rule: Tool['redact']): string {
  if (!rule) return text;
  if (typeof rule === 'function') return rule(text);
  return rule.reduce((masked, pattern) => masked.replaceAll(globally(pattern), MASK), text);
}

const globally = (pattern: RegExp) => (pattern.global ? pattern : new RegExp(pattern, `${pattern.flags}g`));
