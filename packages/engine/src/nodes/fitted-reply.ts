// A reply however long the request or the reply turns out to be: one is shortened, the other gone on with.
import {
  addUsage,
  CadenceError,
  type ChatModel,
  type ModelCallOptions,
  type ModelReply,
  type ModelRequest,
} from '@cadence-agents/contracts';
import { reasonOf } from '../models/provider/model-error.ts';
import { type AskedLimits, callLimits, isTooLong, learnFrom } from '../window/call-limits.ts';
import { ASIDE_ID, requestTokens, withinWindow } from '../window/context-window.ts';
import type { NodeContext } from './node-behaviour.ts';

const goOn =
  'Your reply broke off because it became too long. Go on exactly where it stopped: repeat nothing, and come to an end soon.';

/** The reply; one whose text breaks off is gone on with once, unless its length was asked for. */
export async function wholeReply(
  request: ModelRequest,
  { emit, signal, tokensLeft }: NodeContext,
  asked: AskedLimits,
  generate: (request: ModelRequest, said: string) => Promise<ModelReply>,
): Promise<ModelReply> {
  const reply = await generate(request, '');
  const { content, toolCalls, finishReason } = reply;
  const isCut = finishReason === 'length' && content.trim() !== '' && toolCalls.length === 0;
  const mayGoOn = asked.maxOutputTokens === null && request.responseSchema === undefined;
  if (!isCut || !mayGoOn || tokensLeft() !== Number.POSITIVE_INFINITY) return reply;
  emit('on_custom_event', { status: 'answer_continued' });
  const messages = [
    ...request.messages,
    { id: ASIDE_ID, role: 'assistant' as const, content },
    { id: ASIDE_ID, role: 'user' as const, content: goOn },
  ];
  try {
    const rest = await generate({ ...request, messages }, content);
    return { ...rest, ...joined(reply, rest), usage: addUsage(reply.usage, rest.usage) };
  } catch (error) {
    if (signal.aborted) throw error;
    // What there is of the reply stands, and says that it was cut.
    return reply;
  }
}

/** One reply of two, of which the second goes on where the first stopped. */
function joined(first: ModelReply, rest: ModelReply): Partial<ModelReply> & Pick<ModelReply, 'content'> {
  const { length } = first.content;
  const reasoning = [first.reasoning, rest.reasoning].filter(Boolean).join('\n');
  const annotations = [
    ...(first.annotations ?? []),
    ...(rest.annotations ?? []).map((one) => ({ ...one, start: one.start + length, end: one.end + length })),
  ];
  return {
    content: first.content + rest.content,
    ...(reasoning !== '' && { reasoning }),
    ...(annotations.length > 0 && { annotations }),
  };
}

/** So many times a request is sent again shorter. Providers that tell how long it may be need one. */
const MOST_TRIMS = 5;

/** The reply to the request as it fits into the model's window. */
export async function fittedReply(
  model: ChatModel,
  request: ModelRequest,
  context: NodeContext,
  asked: AskedLimits,
  options: ModelCallOptions,
): Promise<ModelReply> {
  let wanted = asked;
  for (let trims = 0; ; trims += 1) {
    const limits = callLimits(model, wanted);
    const fitting = withinWindow(request, limits.room);
    const sent = { ...fitting, maxOutputTokens: withinBudget(limits.output, fitting, context) };
    try {
      return await context.outside.ask(model, sent, options);
    } catch (error) {
      if (trims >= MOST_TRIMS || options.signal.aborted) throw error;
      if (isTooLong(error)) {
        const tokens = requestTokens(sent);
        learnFrom(model, error, tokens, limits, asked.learnt);
        context.emit('on_custom_event', { status: 'context_exceeded', tokens });
      } else if (isOutOfTokens(error) && wanted.maxOutputTokens === null) {
        // It thought for longer than usual.
        wanted = { ...wanted, maxOutputTokens: limits.output * 4 };
      } else throw error;
    }
  }
}

const isOutOfTokens = (error: unknown): boolean =>
  CadenceError.is(error) && error.code === 'MODEL_BAD_REPLY' && reasonOf(error) === 'out_of_tokens';

/** With less than this no model says anything of use. */
const LEAST_OUTPUT = 64;

/** As much output as the run may still use. */
function withinBudget(output: number, request: ModelRequest, { tokensLeft }: NodeContext): number {
  const left = tokensLeft();
  if (left === Number.POSITIVE_INFINITY) return output;
  if (left < 0) {
    throw new CadenceError('TOKENS_USED_UP', 'The run has used the tokens that its limits allow.', {
      hint: 'Ask for less at a time, or raise limits.maxTokens of the workflow.',
    });
  }
  return Math.min(output, Math.max(LEAST_OUTPUT, left - requestTokens(request)));
}
