// The typed errors for everything that can go wrong with a provider.
import {
  CadenceError,
  fieldOf,
  isJsonObject,
  type JsonObject,
  parseJson,
  type Usage,
  usageSchema,
} from '@cadence-agents/contracts';
import { type LengthProblem, lengthProblem } from './length-problem.ts';

const longestProviderMessage = 500;

/** Why a reply could not be used. A retry does not help against `too_large` and `out_of_tokens`. */
export type BadReplyReason = 'cut' | 'empty' | 'invalid' | 'provider_error' | 'too_large' | 'out_of_tokens';

export interface ProviderFailure {
  /** `provider:model`. */
  model: string;
  status: number;
  /** The provider's own message, unchanged. */
  message: string;
  /** The provider's own code for it. */
  code?: string | undefined;
  /** The environment variable that holds the key. */
  keyVariable?: string | undefined;
  /** The key itself, which some providers repeat in their messages. */
  secret?: string | undefined;
  retryAfterMs?: number | undefined;
  /** The account has no credit left, so that a retry does not help. */
  quotaUsedUp?: boolean;
}

/** A provider's message, shortened and without the key. */
export function safeProviderMessage(message: string, secret: string | undefined): string {
  // Local servers are given keys of two or three letters; masking those would garble the message.
  const masked = secret && secret.length > 3 ? message.replaceAll(secret, '***') : message;
  const line = masked
    .replace(/\s+/g, ' ')
    .replace(/[ .]+$/, '')
    .trim();
  return line.length > longestProviderMessage ? `${line.slice(0, longestProviderMessage - 1)}…` : line;
}

/** The error for an HTTP status that is not a success. */
export function errorForStatus(failure: ProviderFailure): CadenceError {
  const { model, status } = failure;
  const said = safeProviderMessage(failure.message, failure.secret);
  const because = said === '' ? `HTTP ${status}` : `HTTP ${status}: ${said}`;
  const details = {
    model,
    status,
    ...(failure.retryAfterMs === undefined ? {} : { retryAfterMs: failure.retryAfterMs }),
    ...(failure.quotaUsedUp ? { reason: 'quota' } : {}),
  };
  const length =
    lengthProblem(failure.message, failure.code) ??
    (status === 413 ? { reason: 'context' as const } : undefined);
  if (length) return tooLongError(model, because, { ...length, status });
  if (status === 401 || status === 403) return authError(model, failure.keyVariable, because, details);
  if (status === 429) {
    return new CadenceError('MODEL_RATE_LIMITED', `Model "${model}" is limiting requests (${because}).`, {
      hint: failure.quotaUsedUp
        ? 'The account has no credit left: top it up, or set CADENCE_FALLBACK_MODELS.'
        : 'Wait and try again, or set CADENCE_FALLBACK_MODELS.',
      details,
    });
  }
  if (status >= 500 || status === 408 || status === 409 || status === 425) {
    return new CadenceError('MODEL_UNAVAILABLE', `Model "${model}" is not available (${because}).`, {
      hint: 'Try again later, or set CADENCE_FALLBACK_MODELS.',
      details,
    });
  }
  return new CadenceError('MODEL_REFUSED', `Model "${model}" refused the request (${because}).`, {
    hint:
      status === 404
        ? 'Check the name of the model and the base URL.'
        : 'Read the reason: mostly a model without tools, or a content rule.',
    details,
  });
}

/** Thrown for a request that has to be shortened, and caught by whoever can. */
export function tooLongError(
  model: string,
  because: string,
  details: LengthProblem & { status?: number },
): CadenceError {
  return new CadenceError(
    'MODEL_CONTEXT_EXCEEDED',
    `The request is too long for model "${model}" (${because}).`,
    {
      hint: "Shorten the agent's prompt, offer fewer tools, or use a model with a larger context window.",
      details: { model, ...details },
    },
  );
}

export function authError(
  model: string,
  keyVariable: string | undefined,
  because: string,
  details: unknown = { model },
): CadenceError {
  return new CadenceError('MODEL_AUTH', `Model "${model}" did not accept the key (${because}).`, {
    hint: keyVariable ? `Set ${keyVariable} to a valid key.` : 'Check the credentials of the provider.',
    details,
  });
}

export function badReply(model: string, reason: BadReplyReason, what: string, usage?: Usage): CadenceError {
  return new CadenceError('MODEL_BAD_REPLY', `Model "${model}" ${what}.`, {
    hint: 'Try again; if it keeps happening, check the provider or set CADENCE_FALLBACK_MODELS.',
    details: { model, reason, ...(usage && { usage }) },
  });
}

/** The body of an answer that was not streamed. */
export function readBody(model: string, body: string): JsonObject {
  if (body.trim() === '') throw badReply(model, 'empty', 'answered with an empty body');
  const root = parseJson(body);
  if (!isJsonObject(root)) throw badReply(model, 'invalid', 'answered with something that is not JSON');
  return root;
}

/** The error for a reply with neither text nor calls. */
export function nothingSaid(model: string, finishReason: string, usage: Usage): CadenceError {
  if (finishReason === 'content_filter') {
    return new CadenceError('MODEL_REFUSED', `The content filter of model "${model}" withheld the reply.`, {
      hint: 'Word the request differently.',
      details: { model, reason: 'content_filter', usage },
    });
  }
  if (finishReason === 'length') {
    return badReply(model, 'out_of_tokens', 'used up its output tokens before it said anything', usage);
  }
  return badReply(model, 'empty', 'replied with neither text nor a tool call', usage);
}

export function timeoutError(model: string, timeoutMs: number): CadenceError {
  return new CadenceError('MODEL_TIMEOUT', `Model "${model}" sent nothing for ${timeoutMs} ms.`, {
    hint: 'Try again, or allow a model call more time.',
    details: { model, timeoutMs },
  });
}

const timeoutCodes = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_CONNECT_TIMEOUT']);

/** The error for a request that got no HTTP response at all. */
export function connectionError(model: string, host: string, cause: unknown): CadenceError {
  const code = systemCode(cause);
  if (code !== undefined && timeoutCodes.has(code)) {
    return new CadenceError('MODEL_TIMEOUT', `Model "${model}" did not answer in time (${code}).`, {
      details: { model, reason: code },
      cause,
    });
  }
  return new CadenceError('MODEL_UNAVAILABLE', `Model "${model}" cannot be reached at ${host}.`, {
    hint: `${code === undefined ? '' : `${code}: `}check the base URL and the network.`,
    details: { model, host, ...(code === undefined ? {} : { reason: code }) },
    cause,
  });
}

/** The code of the innermost system error, as `ECONNREFUSED`. */
function systemCode(error: unknown): string | undefined {
  let current = error;
  for (let depth = 0; depth < 4 && current instanceof Error; depth += 1) {
    if ('code' in current && typeof current.code === 'string') return current.code;
    current = current instanceof AggregateError ? current.errors[0] : current.cause;
  }
  return undefined;
}

/** The part of an error's `details` that says why, as `cut` or `quota`. */
export function reasonOf(error: CadenceError): unknown {
  return isJsonObject(error.details) ? fieldOf(error.details, 'reason') : undefined;
}

/** What a reply has used of which nothing else could be used, where the provider told. */
export function usageOf(error: CadenceError): Usage | undefined {
  return isJsonObject(error.details) ? usageSchema.safeParse(error.details.usage).data : undefined;
}
