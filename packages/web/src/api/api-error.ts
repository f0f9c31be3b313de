/** A problem that the server told, in its own words. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly hint: string | undefined;
  readonly details: unknown;
  readonly requestId: string | undefined;

  constructor(status: number, error: ErrorBody) {
    super(error.message);
    this.status = status;
    this.code = error.code;
    this.hint = error.hint;
    this.details = error.details;
    this.requestId = error.requestId;
  }
}

export interface ErrorBody {
  code: string;
  message: string;
  hint?: string;
  details?: unknown;
  requestId?: string;
}
