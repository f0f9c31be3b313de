import { CadenceError } from './cadence-error.ts';

export interface LoggedError {
  type: string;
  code?: string;
  message?: string;
  details?: unknown;
  /** Where it was thrown. */
  at?: string[];
  cause?: LoggedError;
}

/** Errors whose words are a provider's, a tool's or a user's. */
const quotesOthers = /^(MODEL_|TOOL_|INPUT_)/;
const MOST_FRAMES = 12;
const MOST_CAUSES = 4;

/**
 * What the log has of an error: its kind, its code and where it was thrown. A text that is not our own may quote a
 * prompt (a provider's refusal, a parser's complaint), so it stays with the run.
 */
export function serializeError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, code, cause } = { code: undefined, ...error, name: error.name, cause: error.cause };
  const isOwn = CadenceError.is(error) && !quotesOthers.test(error.code);
  const at = framesOf(error);
  return {
    type: name,
    ...((typeof code === 'string' || typeof code === 'number') && { code: String(code) }),
    ...(isOwn && { message: error.message }),
    ...(CadenceError.is(error) && factsOf(error)),
    ...(at.length > 0 && { at }),
    ...(cause !== undefined && depth < MOST_CAUSES && { cause: serializeError(cause, depth + 1) }),
  };
}

/** The numbers and names among the details of a model's failure. */
function factsOf({ code, details }: CadenceError): { details?: unknown } {
  if (!code.startsWith('MODEL_') || typeof details !== 'object' || details === null) return {};
  const facts = Object.entries(details).filter(([name]) => knownFacts.has(name));
  return { details: Object.fromEntries(facts) };
}

const knownFacts = new Set(['model', 'status', 'reason', 'retryAfterMs', 'timeoutMs', 'host']);

/** The stack after the message, which it repeats and which may look like a part of it. */
function framesOf({ stack = '', message }: Error): string[] {
  const repeated = stack.indexOf(message);
  if (repeated === -1) return [];
  return stack
    .slice(repeated + message.length)
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, MOST_FRAMES)
    .map((line) => line.trim().slice(3));
}
