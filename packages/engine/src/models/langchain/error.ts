import { CadenceError } from '@cadence-agents/contracts';
import { now } from '../../machine.ts';
import { lengthProblem } from '../provider/length-problem.ts';
import {
  badReply,
  connectionError,
  errorForStatus,
  safeProviderMessage,
  tooLongError,
} from '../provider/model-error.ts';
import { retryAfterMs } from '../resilience/retry-after.ts';
import { langchainPackages } from './providers.ts';

export interface ErrorContext {
  model: string;
  package: string;
  keyVariable: string | undefined;
  secret: string | undefined;
}

/** The typed error for what a LangChain model threw: by its status if there is one, else by its text. */
export function langchainError(error: unknown, context: ErrorContext): CadenceError {
  if (CadenceError.is(error)) return error;
  const { model, secret, keyVariable } = context;
  if (!(error instanceof Error)) return badReply(model, 'provider_error', 'failed without saying why');
  const status = statusOf(error);
  if (status !== undefined) {
    const headers = property(error, 'headers');
    return errorForStatus({
      model,
      status,
      message: error.message,
      keyVariable,
      secret,
      retryAfterMs: headers instanceof Headers ? retryAfterMs((name) => headers.get(name), now()) : undefined,
    });
  }
  const length = lengthProblem(error.message);
  if (length) return tooLongError(model, safeProviderMessage(error.message, secret), length);
  if (/Unable to import|Cannot find (package|module)/.test(error.message))
    return missingPackage(context, error);
  if (/api.?key/i.test(error.message)) {
    return errorForStatus({ model, status: 401, message: error.message, keyVariable, secret });
  }
  if (/connection|fetch failed|socket|network/i.test(`${error.name} ${error.message}`)) {
    return connectionError(model, 'its provider', error);
  }
  return badReply(model, 'provider_error', `failed: ${safeProviderMessage(error.message, secret)}`);
}

function missingPackage(context: ErrorContext, cause: Error): CadenceError {
  return new CadenceError(
    'MODEL_UNKNOWN',
    `Model "${context.model}" needs packages that are not installed.`,
    {
      hint: `Run: npm install ${langchainPackages(context.package).join(' ')}`,
      details: { model: context.model, package: context.package },
      cause,
    },
  );
}

function statusOf(error: Error): number | undefined {
  for (const key of ['status', 'status_code', 'statusCode']) {
    const value = property(error, key);
    if (typeof value === 'number' && value >= 300 && value < 600) return value;
  }
  return undefined;
}

function property(error: Error, key: string): unknown {
  return Reflect.get(error, key);
}
