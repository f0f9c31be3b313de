import { CadenceError } from '@cadence-agents/contracts';
import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { bounded } from './result-content.ts';

/** A call that came to nothing: what to tell the model, and whether the connection is of use any more. */
export interface CallFailure {
  error: CadenceError;
  isLost: boolean;
}

const answeredWrongly: ReadonlySet<string> = new Set([
  SdkErrorCode.RequestTimeout,
  SdkErrorCode.InvalidResult,
  SdkErrorCode.UnsupportedResultType,
  SdkErrorCode.InputRequiredRoundsExceeded,
  SdkErrorCode.CapabilityNotSupported,
]);

export function callFailure(server: string, cause: unknown): CallFailure {
  const failed = (message: string, isLost: boolean) => ({
    error: new CadenceError('MCP_SERVER_FAILED', message, { cause }),
    isLost,
  });
  if (cause instanceof ProtocolError) {
    const said = bounded(cause.message, 1_000);
    return {
      error: new CadenceError('TOOL_FAILED', `The MCP server "${server}" refused the call: ${said}`, {
        cause,
      }),
      isLost: false,
    };
  }
  if (cause instanceof SdkHttpError && (cause.status === 429 || cause.status >= 500))
    return failed(`The MCP server "${server}" cannot serve the call now: status ${cause.status}.`, false);
  if (cause instanceof SdkError && answeredWrongly.has(cause.code))
    return failed(`The MCP server "${server}" gave no answer that can be used.`, false);
  return failed(
    `The connection to the MCP server "${server}" broke off during the call. It cannot be told whether the call took effect; the server is being connected to again.`,
    true,
  );
}
