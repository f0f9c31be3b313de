import type { ChatModel, RunState } from '@cadence/contracts';
import { answerMaterial } from '../prompts/answer-material.ts';
import { noteFor } from '../prompts/note.ts';
import { responderNote, responderPrompt } from '../prompts/responder-prompt.ts';
import { callModel } from './call-model.ts';
import { degradeOnError } from './degrade-on-error.ts';
import type { NodeContext, NodeResult } from './node-behaviour.ts';
import { respondInWords, withoutModel } from './respond-in-words.ts';
import { spoken } from './spoken.ts';

/**
 * The answer of a run that came to its end without one, written from what it has found. It cannot fail: what no model
 * writes is put together without one.
 */
export async function writeAnswer(
  model: () => ChatModel,
  state: RunState,
  context: NodeContext,
): Promise<NodeResult> {
  const { degraded = [], ...written } = await degradeOnError(
    context,
    () => respondInWords(state, context, (correction) => respond(model(), state, context, correction)),
    () => withoutModel(state, context),
  );
  return { ...written, degraded: ['answer_missing', ...degraded] };
}

async function respond(
  model: ChatModel,
  { messages, turn }: RunState,
  context: NodeContext,
  correction: string,
): Promise<NodeResult> {
  const request = {
    system: responderPrompt('synthesize'),
    messages: answerMaterial(messages),
    note: await noteFor(context, ...responderNote(turn), correction),
    speaker: context.where.node,
    tools: [],
  };
  const { content } = await callModel(model, request, context, { stream: true });
  return { ...spoken(content, context), label: null };
}
