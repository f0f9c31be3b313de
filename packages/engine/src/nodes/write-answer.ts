import type { ChatModel, RunState } from '@cadence-agents/contracts';
import { answerMaterial } from '../prompts/answer-material.ts';
import { noteFor } from '../prompts/note.ts';
import { responderNote, responderPrompt } from '../prompts/responder-prompt.ts';
import { mergeMessages } from '../state.ts';
import { withCorrection } from './ask-twice.ts';
import { callModel } from './call-model.ts';
import { withAnswerTerms } from './caller-terms.ts';
import { degradeOnError } from './degrade-on-error.ts';
import type { NodeContext, NodeResult } from './node-behaviour.ts';
import { askForWords, respondInWords, withoutModel } from './respond-in-words.ts';
import { spokenReply } from './spoken.ts';

/** A result that ends its run, with an answer: where its node left none, one is written while the node is still visited. */
export async function withAnswer(
  result: NodeResult,
  state: RunState,
  context: NodeContext,
  model: () => ChatModel,
  timedOut: () => boolean,
): Promise<NodeResult> {
  const turn = { ...state.turn, ...result.turn };
  if (turn.answer.trim() !== '') return result;
  const ended = { messages: mergeMessages(state.messages, result.messages ?? []), turn };
  const written = await writeAnswer(model, ended, context).catch((error: unknown) => {
    if (!timedOut()) throw error;
    return withoutModel(ended, context);
  });
  return {
    ...result,
    messages: [...(result.messages ?? []), ...(written.messages ?? [])],
    turn: { ...result.turn, ...written.turn },
    degraded: [...(result.degraded ?? []), ...(written.degraded ?? [])],
  };
}

/** Written from what the turn has found, by a model or, where that fails, without one. */
async function writeAnswer(
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
  const request = withAnswerTerms(
    {
      system: responderPrompt('synthesize'),
      messages: answerMaterial(messages),
      note: await noteFor(context, ...responderNote(turn)),
      speaker: context.where.node,
      tools: [],
    },
    context,
  );
  const reply = await askForWords(context, (correction) =>
    callModel(model, withCorrection(request, correction), context, { stream: true }),
  );
  return { ...spokenReply(reply, context), label: null };
}
