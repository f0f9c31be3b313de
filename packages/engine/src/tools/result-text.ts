import { CadenceError } from '@cadence/contracts';

/** A tool's result as text, for models and for the store. */
export function resultText(result: unknown): string {
  const text = typeof result === 'string' ? result : stringified(result);
  if (text?.isWellFormed() && !text.includes('\0')) return text;
  throw new CadenceError('VALUE_NOT_STORABLE', 'It returned something that cannot be kept as text.', {
    hint: 'Let the tool return a string, or JSON, without NUL and broken characters.',
  });
}

function stringified(result: unknown): string | undefined {
  try {
    return JSON.stringify(result);
  } catch {
    return undefined;
  }
}
