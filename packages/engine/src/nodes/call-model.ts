import { CadenceError, type ChatModel, type ModelReply, type ModelRequest } from '@cadence/contracts';
import { reasonOf } from '../models/provider/model-error.ts';
import { repairPairing } from '../models/tool-call-pairing.ts';
import { TextFieldReader } from '../replies/text-field.ts';
import { thinkingFilter, withoutThinking } from '../replies/thinking.ts';
import type { NodeContext } from './node-behaviour.ts';
import { inWholeCharacters, storableText } from './storable-text.ts';

/**
 * One model call as every node makes it: pairing repaired, start, text and end told as events. With `field`, the text
 * that is told is that of this field in a reply of JSON.
 */
export async function callModel(
  model: ChatModel,
  request: ModelRequest,
  { emit, spend, signal, patience }: NodeContext,
  { stream, field }: { stream: boolean; field?: string },
): Promise<ModelReply> {
  const messages = repairPairing(request.messages);
  emit('on_chat_model_start', {
    model: model.name,
    input: {
      messages: messages.length,
      lastMessageId: messages.at(-1)?.id ?? null,
      tools: request.tools.map((tool) => tool.name),
    },
  });
  const show = inWholeCharacters((chunk) => emit('on_chat_model_stream', { chunk }));
  const inJson = field === undefined ? undefined : new TextFieldReader(field, show);
  const text = thinkingFilter(inJson ? (piece) => inJson.push(piece) : show);
  const reply = await model.generate(
    { ...request, messages },
    {
      signal,
      ...patience,
      ...(stream && {
        onText: text.push,
        onRestart: () => {
          text.reset();
          inJson?.reset();
          emit('on_custom_event', { status: 'answer_restarted' });
        },
      }),
    },
  );
  text.end();
  const content = withoutThinking(reply.content);
  spend(reply.usage);
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
