import { type ErrorCode, errorCodes } from './error-codes.ts';

// A registered symbol, so that an error is recognised across two copies of this package.
const marker = Symbol.for('cadence.error');

interface CadenceErrorOptions {
  /** What to do next. */
  hint?: string | undefined;
  details?: unknown;
  cause?: unknown;
}

/**
 * The one error type: what failed, how to react, and a code that programs can hold on to.
 *
 * @example
 * import assert from 'node:assert/strict';
 * import { CadenceError } from '@cadence-agents/sdk';
 *
 * const error = new CadenceError('TOOL_FAILED', 'There is no parcel "17".', { hint: 'Look at the label.' });
 * assert.ok(CadenceError.is(error));
 * assert.equal(error.status, 502);
 */
export class CadenceError extends Error {
  readonly [marker] = true;
  readonly code: ErrorCode;
  readonly status: number;
  readonly hint: string | undefined;
  readonly details: unknown;

  constructor(code: ErrorCode, message: string, options: CadenceErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'CadenceError';
    this.code = code;
    this.status = errorCodes[code].status;
    this.hint = options.hint;
    this.details = options.details;
  }

  static is(value: unknown): value is CadenceError {
    return typeof value === 'object' && value !== null && marker in value;
  }

  /** Any thrown value as a CadenceError; what is not one becomes `INTERNAL`, its text kept as the cause only. */
  static from(value: unknown): CadenceError {
    if (CadenceError.is(value)) return value;
    return new CadenceError('INTERNAL', 'Something went wrong inside Cadence.', {
      cause: value,
      hint: 'The log has the details; please report it with the run id.',
    });
  }
}
