import { CadenceError, type ErrorCode, errorCodes } from '@cadence/contracts';
import type { DescribedError } from './wire-messages.ts';

/** What of an error leaves the process: no stack, no cause, no details. */
export function describeError(error: unknown): DescribedError {
  if (CadenceError.is(error)) {
    const { code, message, hint } = error;
    return {
      code,
      name: error.name,
      message: cut(message, 5000),
      ...(hint !== undefined && { hint: cut(hint, 2000) }),
    };
  }
  return error instanceof Error
    ? { name: cut(String(error.name), 200), message: cut(String(error.message), 5000) }
    : { name: 'Error', message: cut(String(error), 5000) };
}

/** The same kind of error on the side of Cadence. */
export function rebuiltError({ code, name, message, hint }: DescribedError): Error {
  if (code !== undefined && isErrorCode(code)) return new CadenceError(code, message, { hint });
  const error = new Error(message);
  error.name = name;
  // It would show where it was put together, not where it comes from.
  error.stack = `${name}: ${message}`;
  return error;
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorCodes, code);

function cut(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
