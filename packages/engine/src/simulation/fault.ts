// What can go wrong at a visit: with the model that is asked, the tool that is called, the store, or the process.
import {
  type CadenceError,
  type Deed,
  type ErrorCode,
  type ModelReply,
  noUsage,
} from '@cadence-agents/contracts';
import { badReply, errorForStatus, nothingSaid, timeoutError } from '../models/provider/model-error.ts';

/** A reply in place of the one that was scripted, or the error that is thrown. */
type Disturb = (reply: ModelReply) => ModelReply;

const throwing = (error: () => CadenceError) => (): never => {
  throw error();
};
const model = 'scripted:witness';
const limited = (retryAfterMs?: number) =>
  throwing(() => errorForStatus({ model, status: 429, message: 'Slow down.', retryAfterMs }));

export const modelFaults = {
  'rate limit': { disturb: limited(), recovers: true },
  'rate limit with Retry-After': { disturb: limited(5), recovers: true },
  'rate limit for good': { disturb: limited(), recovers: false, forGood: true },
  timeout: { disturb: throwing(() => timeoutError(model, 1)), recovers: true },
  'connection cut': { disturb: throwing(() => badReply(model, 'cut', 'broke off')), recovers: true },
  'empty reply': { disturb: throwing(() => nothingSaid(model, 'stop', noUsage)), recovers: true },
  'malformed reply': { disturb: malformed, recovers: true },
  refusal: { disturb: throwing(() => nothingSaid(model, 'content_filter', noUsage)), recovers: false },
  'reply cut short': { disturb: cutShort, recovers: false },
} satisfies Record<string, ModelFault>;

export interface ModelFault {
  disturb: Disturb;
  /** Whether the run is to go the same way as without the fault. */
  recovers: boolean;
  /** At each attempt, not only at the first. */
  forGood?: boolean;
}

export const toolFaults = ['tool error', 'tool timeout', 'huge output'] as const;
export const storeFaults = ['store error', 'process killed'] as const;

/** `none` is the same way without a fault. */
export const faultClasses = [
  'none',
  ...(Object.keys(modelFaults) as (keyof typeof modelFaults)[]),
  ...toolFaults,
  ...storeFaults,
] as const;
export type FaultClass = (typeof faultClasses)[number];

/** Deeds for which no model is asked. */
export const unasked: ReadonlySet<Deed> = new Set<Deed>([
  'works',
  'refuses',
  'answers',
  'approves',
  'declines',
  'returns',
]);

/** Failures after which a run may end without an answer, as long as it says why. */
export const honestFailures: ReadonlySet<string> = new Set<ErrorCode>([
  'MODEL_RATE_LIMITED',
  'MODEL_REFUSED',
  'MODEL_BAD_REPLY',
]);

function malformed(reply: ModelReply): ModelReply {
  if (reply.toolCalls.length === 0) return { ...reply, content: '{"verdict": , "next" ' };
  return {
    ...reply,
    toolCalls: reply.toolCalls.map((call) => ({ ...call, args: {}, malformed: '{"next": ' })),
  };
}

function cutShort(reply: ModelReply): ModelReply {
  return { ...reply, content: reply.content.slice(0, 6), toolCalls: [], finishReason: 'length' };
}
