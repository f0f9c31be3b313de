// How long a request and its reply may be: from what was asked for, what is known of the model, and what its provider
// has said since.
import {
  CadenceError,
  type ChatModel,
  fieldOf,
  isJsonObject,
  type ResolvedLimits,
} from '@cadence-agents/contracts';
import { knownLimits, type ModelLimits } from '../models/model-limits.ts';
import { reasonOf } from '../models/provider/model-error.ts';

export interface CallLimits {
  /** The most tokens of a request, as we count them. */
  room: number;
  /** The most tokens of its reply. */
  output: number;
}

/** What the workflow or the settings ask for. */
export interface AskedLimits extends Pick<ResolvedLimits, 'windowTokens' | 'maxOutputTokens'> {
  /** What a run goes by: what providers had said when it began, and have told it since. */
  learnt?: LearntLimits | undefined;
}

export type LearntLimits = Map<ChatModel, Learnt>;

/** The window of a model that nobody knows. A provider that takes less says so, and is believed. */
const UNKNOWN_CONTEXT = 32_000;
/** Some providers count what a reply may take against the quota, so it is not simply all that the model can write. */
const USUAL_OUTPUT = { plain: 4_096, thinking: 16_384, unknown: 8_192 };
/** Tokens are only estimated. */
const MOST_FILLED = 0.97;
/** No model takes less. */
const LEAST_ROOM = 400;

export interface Learnt {
  context?: number;
  output?: number;
  /** How many tokens the provider counts where we count one. */
  factor?: number;
}
const learnt = new WeakMap<ChatModel, Learnt>();

/** What the providers of these models have said so far; nothing of most. */
export function learntOf(models: Iterable<ChatModel>): LearntLimits {
  const known: LearntLimits = new Map();
  for (const model of models) {
    const said = learnt.get(model);
    if (said) known.set(model, said);
  }
  return known;
}

export const takeAsLearnt = (model: ChatModel, known: Learnt): void => void learnt.set(model, known);

const looked = new WeakMap<ChatModel, ModelLimits | 'unknown'>();

function limitsOf(model: ChatModel): ModelLimits | undefined {
  let known = looked.get(model);
  if (known === undefined) {
    known = knownLimits(model.name) ?? 'unknown';
    looked.set(model, known);
  }
  return known === 'unknown' ? undefined : known;
}

export function callLimits(model: ChatModel, asked: AskedLimits): CallLimits {
  const known = limitsOf(model);
  const {
    context: said = Number.POSITIVE_INFINITY,
    output: most = Number.POSITIVE_INFINITY,
    factor = 1,
  } = (asked.learnt ?? learnt).get(model) ?? {};
  const context = Math.min(said, known?.context ?? asked.windowTokens ?? UNKNOWN_CONTEXT);
  const output = Math.max(1, Math.min(most, outputOf(context, known, asked.maxOutputTokens)));
  const room = Math.min(
    asked.windowTokens ?? Number.POSITIVE_INFINITY,
    Math.floor(((context - output) * MOST_FILLED) / factor),
  );
  return { room: Math.max(LEAST_ROOM, room), output };
}

function outputOf(context: number, known: ModelLimits | undefined, asked: number | null): number {
  // What was asked for may take half of the window, what is only usual a quarter.
  if (asked !== null) return Math.min(asked, known?.output ?? asked, Math.floor(context / 2));
  const usual = known ? USUAL_OUTPUT[known.thinks ? 'thinking' : 'plain'] : USUAL_OUTPUT.unknown;
  return Math.min(usual, known?.output ?? usual, Math.floor(context / 4));
}

/** Whether the provider refused a request for its length. */
export const isTooLong = (error: unknown): error is CadenceError =>
  CadenceError.is(error) && error.code === 'MODEL_CONTEXT_EXCEEDED';

/** Takes to heart what a provider said of a request that had so many tokens, as we count them, and such limits. */
export function learnFrom(
  model: ChatModel,
  error: CadenceError,
  tokens: number,
  { output }: CallLimits,
  ofRun?: LearntLimits,
): void {
  const known = (ofRun ?? learnt).get(model) ?? {};
  const take = (now: Learnt) => {
    learnt.set(model, now);
    ofRun?.set(model, now);
  };
  const limit = numberIn(error, 'limit');
  const asked = numberIn(error, 'asked');
  if (reasonOf(error) === 'output') {
    take({ ...known, output: limit ?? Math.floor(output / 2) });
    return;
  }
  // Without a number it is found by halving.
  const context = limit ?? Math.floor((tokens + output) / 2);
  const before = known.factor ?? 1;
  const told = asked === undefined ? 1 : countedFor(tokens, asked, output);
  // What should have fitted by all that was known did not.
  const more = known.context !== undefined && known.context <= context ? before * 1.5 : before;
  const factor = Math.min(MOST_FACTOR, Math.max(told, more));
  take({ ...known, context: Math.min(context, known.context ?? context), factor });
}

const MOST_FACTOR = 2.5;

/** How many tokens the provider counted for one of ours. Some count the reply in that they were asked for. */
function countedFor(tokens: number, asked: number, output: number): number {
  const withReply = Math.abs(asked - output - tokens) < Math.abs(asked - tokens);
  return (withReply ? asked - output : asked) / tokens;
}

function numberIn({ details }: CadenceError, key: string): number | undefined {
  const value = isJsonObject(details) ? fieldOf(details, key) : undefined;
  return typeof value === 'number' ? value : undefined;
}
