import { setTimeout as wait } from 'node:timers/promises';
import {
  backoffMs,
  CadenceError,
  type ChatModel,
  type ErrorCode,
  fieldOf,
  isJsonObject,
  type ModelCallOptions,
} from '@cadence-agents/contracts';
import * as machine from '../../machine.ts';
import { reasonOf } from '../provider/model-error.ts';
import { TextWatch } from './text-watch.ts';

export interface RetrySettings {
  /** Attempts after the first one, where the call does not say otherwise. */
  maxRetries: number;
  /** Before the first retry; doubled for each further one. Default 500. */
  baseDelayMs?: number;
  /** The longest delay; when a provider asks for a longer one, the call fails. Default 20 000. */
  maxDelayMs?: number;
  random?: () => number;
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
  now?: () => number;
}

const transient: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'MODEL_RATE_LIMITED',
  'MODEL_UNAVAILABLE',
  'MODEL_TIMEOUT',
  'MODEL_BAD_REPLY',
]);
// The same request would fail in the same way; of a reply with nothing in it the model is told by whoever asked.
const lastingReasons: ReadonlySet<unknown> = new Set(['empty', 'too_large', 'out_of_tokens', 'quota']);

/** The same model, with retries after a failure that may be temporary. */
export function withRetries(model: ChatModel, settings: RetrySettings): ChatModel {
  const { sleep = abortableSleep, now = machine.now } = settings;
  return {
    name: model.name,
    async generate(request, options) {
      const watch = new TextWatch(options);
      const maxRetries = options.maxRetries ?? settings.maxRetries;
      for (let retry = 0; ; retry += 1) {
        try {
          return await model.generate(request, watch.options);
        } catch (error) {
          const last = retry >= maxRetries || options.signal.aborted || !watch.canRestart;
          const delay = last ? undefined : delayBefore(error, retry, settings);
          if (delay === undefined || endsBefore(options, now() + delay)) throw error;
          if (CadenceError.is(error)) options.onFailed?.(model.name, error.code);
          await sleep(delay, options.signal);
          options.signal.throwIfAborted();
          watch.restart();
        }
      }
    },
  };
}

function endsBefore(options: ModelCallOptions, time: number): boolean {
  return options.deadline !== undefined && options.deadline <= time;
}

/** How long to wait before the retry, or `undefined` when a retry is pointless. */
function delayBefore(error: unknown, retry: number, settings: RetrySettings): number | undefined {
  const { baseDelayMs = 500, maxDelayMs = 20_000, random = machine.random } = settings;
  if (!CadenceError.is(error) || !transient.has(error.code)) return undefined;
  if (lastingReasons.has(reasonOf(error))) return undefined;
  const asked = isJsonObject(error.details) ? fieldOf(error.details, 'retryAfterMs') : undefined;
  if (typeof asked === 'number') return asked > maxDelayMs ? undefined : asked;
  return backoffMs(retry, { firstMs: baseDelayMs, longestMs: maxDelayMs, random });
}

async function abortableSleep(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await wait(ms, undefined, { signal });
  } catch {
    signal.throwIfAborted();
  }
}
