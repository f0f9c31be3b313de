import {
  CadenceError,
  type ChatModel,
  fillVariables,
  type Message,
  type ModelCallOptions,
  type ModelReply,
  type ModelRequest,
  noUsage,
  type ToolCall,
} from '@cadence-agents/contracts';
import { loadFiles } from '../files/loaded-files.ts';
import { type Masking, maskFields } from '../masking/redact.ts';
import { reasonOf, usageOf } from '../models/provider/model-error.ts';
import { repairPairing } from '../models/tool-call-pairing.ts';
import { joinSections, summarySection } from '../prompts/prompt-sections.ts';
import { beforeStop } from '../replies/stop-texts.ts';
import { splitThinking } from '../replies/thinking.ts';
import { type AskedLimits, callLimits } from '../window/call-limits.ts';
import { fittedReply, wholeReply } from './fitted-reply.ts';
import type { NodeContext } from './node-behaviour.ts';
import { ShownReply, type ShownReplyOptions } from './shown-reply.ts';
import { storableCall, storableText } from './storable-text.ts';

export interface ToldReply extends ModelReply {
  /** Of the message that the reply is, made before the model was asked: readers know its text by it. */
  messageId: string;
}

/**
 * One model call as every node makes it: variables of the prompt filled in, pairing repaired, the summary told, kept
 * within the window and the limits; start, text and end told as events.
 */
export async function callModel(
  model: ChatModel,
  given: ModelRequest,
  context: NodeContext,
  { stream, ...shownOptions }: { stream: boolean } & ShownReplyOptions,
): Promise<ToldReply> {
  const request = given.system.includes('{{') ? await withVariables(given, context) : given;
  const { emit, text: shown, newId, spend, signal, patience, limits, summary, secrets, outside } = context;
  const asked = { ...limits, maxOutputTokens: request.maxOutputTokens ?? limits.maxOutputTokens };
  const messages = repairPairing(request.messages);
  if (messages.some(({ parts }) => parts !== undefined)) await loadFiles(messages, context);
  const told =
    summary === '' ? { ...request, messages } : withSummary({ ...request, messages }, summary, model, asked);
  const message = () => stream && { messageId };
  let messageId = stream ? shown.begin() : newId();
  emit('on_chat_model_start', { model: model.name, input: inputOf(messages, request), ...message() });
  const { stop = [] } = request;
  const onAir = stream ? new ShownReply(context, { ...shownOptions, stop }) : undefined;
  /** `said` is the part of the reply that stands. */
  const optionsAfter = (said: string): ModelCallOptions => ({
    signal,
    ...patience,
    ...(onAir && {
      ...onAir.told,
      onRestart: () => {
        onAir.end();
        shown.restart();
        messageId = shown.begin();
        onAir.reset(said);
      },
    }),
  });
  const end = ({ model: name, usage, finishReason }: CallEnd) => {
    spend(usage, finishReason);
    emit('on_chat_model_end', { model: name, usage, finishReason, ...message() });
    if (stream) shown.end(finishReason);
  };
  const reply = await wholeReply(told, context, asked, (sent, said) =>
    fittedReply(model, sent, context, asked, optionsAfter(said)),
  )
    // What was held back is told, also where nothing came of it.
    .finally(() => onAir?.end())
    .catch((error: unknown) => {
      const unread = unreadEnd(error, model);
      if (unread) end(unread);
      throw error;
    });
  const { words, thoughts } = splitThinking(reply.content);
  const content = secrets.mask(beforeStop(words, stop));
  // What is shown as it comes need not be kept twice.
  if (stream && shownOptions.field === undefined && content === reply.content)
    outside.shownAs(reply, messageId);
  end(reply);
  // Where no tool was offered, a call is no reply.
  if (!somethingToRead.test(content) && (reply.toolCalls.length === 0 || request.tools.length === 0)) {
    throw new CadenceError('MODEL_BAD_REPLY', `The model "${reply.model}" sent an empty reply.`, {
      hint: 'Ask again, or use another model.',
      details: { model: reply.model, reason: 'empty' },
    });
  }
  const { reasoning = '', annotations, ...rest } = reply;
  const thought = storableText(secrets.mask([reasoning, thoughts].filter(Boolean).join('\n')));
  return {
    ...rest,
    messageId,
    ...(thought !== '' && { reasoning: thought }),
    // They are of no use where the text is another than the provider's.
    ...(annotations && content === reply.content && { annotations }),
    content: storableText(content),
    toolCalls: reply.toolCalls.map((call) => storableCall(maskedCall(call, secrets.mask))),
  };
}

const inputOf = (messages: readonly Message[], { tools }: ModelRequest) => ({
  messages: messages.length,
  lastMessageId: messages.at(-1)?.id ?? null,
  tools: tools.map((tool) => tool.name),
});

async function withVariables(request: ModelRequest, { profile }: NodeContext): Promise<ModelRequest> {
  return { ...request, system: fillVariables(request.system, await profile()) };
}

function withSummary(
  request: ModelRequest,
  summary: string,
  model: ChatModel,
  asked: AskedLimits,
): ModelRequest {
  const section = summarySection(summary, callLimits(model, asked).room);
  return { ...request, system: joinSections(request.system, section) };
}

function maskedCall(call: ToolCall, mask: Masking): ToolCall {
  const { args, malformed } = call;
  return {
    ...call,
    args: maskFields(args, mask),
    ...(malformed !== undefined && { malformed: mask(malformed) }),
  };
}

/** Marks that nobody sees, white space and control characters are no words. */
const somethingToRead = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** What is wrong with a reply of which nothing could be read, in words for the model that sent it. */
const unreadable: ReadonlyMap<unknown, string> = new Map([
  ['empty', 'It was empty.'],
  ['out_of_tokens', 'It was cut off before its first word.'],
  ['too_large', 'It was far too long.'],
  ['content_filter', 'It was withheld by a content filter.'],
]);

type CallEnd = Pick<ModelReply, 'model' | 'usage' | 'finishReason'>;

/** How a call ended whose reply had nothing in it: the model was asked all the same, and may have used tokens. */
function unreadEnd(error: unknown, { name }: ChatModel): CallEnd | undefined {
  if (whyUnreadable(error) === undefined || !CadenceError.is(error)) return undefined;
  const reason = reasonOf(error);
  const finishReason =
    reason === 'content_filter' ? reason : reason === 'out_of_tokens' ? 'length' : ('unknown' as const);
  return { model: name, usage: usageOf(error) ?? { ...noUsage, modelCalls: 1 }, finishReason };
}

/** Why a call gave no reply that could be read; `undefined` when it failed for a reason that is not the model's. */
export const whyUnreadable = (error: unknown): string | undefined =>
  CadenceError.is(error) ? unreadable.get(reasonOf(error)) : undefined;
