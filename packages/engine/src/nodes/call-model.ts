import {
  addUsage,
  CadenceError,
  type ChatModel,
  type ModelCallOptions,
  type ModelReply,
  type ModelRequest,
} from '@cadence/contracts';
import { reasonOf } from '../models/provider/model-error.ts';
import { repairPairing } from '../models/tool-call-pairing.ts';
import { thinkingFilter, withoutThinking } from '../replies/thinking.ts';
import { type AskedLimits, callLimits, isTooLong, learnFrom } from '../window/call-limits.ts';
import { ASIDE_ID, requestTokens, withinWindow } from '../window/context-window.ts';
import type { NodeContext } from './node-behaviour.ts';
import { joinSections, summarySection } from './prompt-sections.ts';
import { inWholeCharacters, storableText } from './storable-text.ts';

/**
 * One model call as every node makes it: pairing repaired, kept within the window and the limits, sent again shorter
 * when the provider finds it too long, gone on with when the reply breaks off; start, text and end told as events.
 */
export async function callModel(
  model: ChatModel,
  request: ModelRequest,
  context: NodeContext,
  { stream }: { stream: boolean },
): Promise<ModelReply> {
  const { emit, spend, signal, patience, limits, summary } = context;
  const asked = { ...limits, maxOutputTokens: request.maxOutputTokens ?? limits.maxOutputTokens };
  const messages = repairPairing(request.messages);
  const told =
    summary === '' ? { ...request, messages } : withSummary({ ...request, messages }, summary, model, asked);
  emit('on_chat_model_start', {
    model: model.name,
    input: {
      messages: messages.length,
      lastMessageId: messages.at(-1)?.id ?? null,
      tools: request.tools.map((tool) => tool.name),
    },
  });
  const text = thinkingFilter(inWholeCharacters((chunk) => emit('on_chat_model_stream', { chunk })));
  /** `said` is the part of the reply that stands. */
  const optionsAfter = (said: string): ModelCallOptions => ({
    signal,
    ...patience,
    ...(stream && {
      onText: text.push,
      onRestart: () => {
        text.reset();
        emit('on_custom_event', { status: 'answer_restarted' });
        if (said !== '') text.push(said);
      },
    }),
  });
  const reply = await wholeReply(told, context, asked, (sent, said) =>
    fitted(model, sent, context, asked, optionsAfter(said)),
  );
  text.end();
  const content = withoutThinking(reply.content);
  spend(reply.usage, reply.finishReason);
  emit('on_chat_model_end', { model: reply.model, usage: reply.usage, finishReason: reply.finishReason });
  // Where no tool was offered, a call is no reply.
  if (content.trim() === '' && (reply.toolCalls.length === 0 || request.tools.length === 0)) {
    throw new CadenceError('MODEL_BAD_REPLY', `The model "${reply.model}" sent an empty reply.`, {
      hint: 'Ask again, or use another model.',
      details: { model: reply.model, reason: 'empty' },
    });
  }
  return { ...reply, content: storableText(content) };
}

/** Whether a call failed because there was nothing in the reply. */
export const isEmptyReply = (error: unknown): boolean =>
  CadenceError.is(error) && error.code === 'MODEL_BAD_REPLY' && reasonOf(error) === 'empty';

function withSummary(
  request: ModelRequest,
  summary: string,
  model: ChatModel,
  asked: AskedLimits,
): ModelRequest {
  const section = summarySection(summary, callLimits(model, asked).room);
  return { ...request, system: joinSections(request.system, section) };
}

const goOn =
  'Your reply broke off because it became too long. Go on exactly where it stopped: repeat nothing, and come to an end soon.';

/** The reply; one whose text breaks off is gone on with once, unless its length was asked for. */
async function wholeReply(
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
    return { ...rest, content: content + rest.content, usage: addUsage(reply.usage, rest.usage) };
  } catch (error) {
    if (signal.aborted) throw error;
    // What there is of the reply stands, and says that it was cut.
    return reply;
  }
}

/** So many times a request is sent again shorter. Providers that tell how long it may be need one. */
const MOST_TRIMS = 5;

/** The reply to the request as it fits into the model's window. */
async function fitted(
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
      return await model.generate(sent, options);
    } catch (error) {
      if (trims >= MOST_TRIMS || options.signal.aborted) throw error;
      if (isTooLong(error)) {
        const tokens = requestTokens(sent);
        learnFrom(model, error, tokens, limits);
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
