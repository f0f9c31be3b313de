import { CadenceError } from '@cadence-agents/contracts';
import { explainError } from './explain-error.ts';

/**
 * What the server would not take, by the place in what was sent: `url`, `value.ollama`. An address that may not be called
 * stands at `url`.
 */
export function refusedFields(error: unknown): ReadonlyMap<string, string> {
  if (!CadenceError.is(error)) return new Map();
  if (error.code === 'ADDRESS_REFUSED') {
    const { message, hint = '' } = explainError(error);
    return new Map([['url', `${message} ${hint}`.trim()]]);
  }
  const details: readonly unknown[] = Array.isArray(error.details) ? error.details : [];
  return new Map(details.flatMap(placed));
}

function placed(detail: unknown): [string, string][] {
  if (typeof detail !== 'object' || detail === null) return [];
  const { path, message }: { path?: unknown; message?: unknown } = detail;
  return typeof path === 'string' && typeof message === 'string'
    ? [[path.replace(/^(body|params)\./, ''), sentence(message)]]
    : [];
}

/** "must be an address" as people are told it. */
const sentence = (message: string): string =>
  `${/^(must|has to|may)\b/.test(message) ? 'It ' : ''}${message}${message.endsWith('.') ? '' : '.'}`;
