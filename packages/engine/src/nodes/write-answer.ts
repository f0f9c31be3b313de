import type { ChatModel, RunState } from '@cadence/contracts';
import { answerMaterial } from './answer-material.ts';
import { withCorrection } from './ask-twice.ts';
import { callModel } from './call-model.ts';
import { degradeOnError } from './degrade-on-error.ts';
import type { NodeContext, NodeResult } from './node-behaviour.ts';
import { askForWords, respondInWords, withoutModel } from './respond-in-words.ts';
import { responderPrompt } from './responder-prompt.ts';
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
    () => respondInWords(state, context, () => respond(model(), state, context)),
    () => withoutModel(state, context),
  );
  return { ...written, degraded: ['answer_missing', ...degraded] };
}

async function respond(
  model: ChatModel,
  { messages, turn }: RunState,
  context: NodeContext,
): Promise<NodeResult> {
  const system = responderPrompt('synthesize', turn.tone, []);
  const request = { system, messages: answerMaterial(messages), tools: [] };
  const answer = await askForWords(context, (correction) =>
    callModel(model, withCorrection(request, correction), context, { stream: true }),
  );
  return { ...spoken(answer, context), label: null };
}
