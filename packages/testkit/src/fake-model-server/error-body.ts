const types: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'invalid_request_error',
  404: 'invalid_request_error',
  429: 'rate_limit_error',
};

/** An error as OpenAI writes it. */
export function errorBody(status: number, message: string, code: string | null = null) {
  return { error: { message, type: types[status] ?? 'server_error', param: null, code } };
}
