import type { RunState } from '@cadence/contracts';
import { findingsOf } from '../answers/findings.ts';
import { lastResort } from '../answers/last-resort.ts';
import { noTools } from '../prompts/prompts.ts';
import { whyUnreadable } from './call-model.ts';
import { degradeOnError } from './degrade-on-error.ts';
import type { NodeContext, NodeResult } from './node-behaviour.ts';
import { spoken } from './spoken.ts';

/** Asks for the answer; `correction` is to be added to the note. */
export type Respond = (correction: string) => Promise<NodeResult>;

/**
 * What whoever writes the answer says. A reply without words goes back once; then, or when the model fails, the answer
 * is put together from what the turn has found. Fails when it has found nothing.
 */
export async function respondInWords(
  state: RunState,
  context: NodeContext,
  respond: Respond,
): Promise<NodeResult> {
  try {
    return await askedTwice(context, respond);
  } catch (error) {
    if (context.signal.aborted || findingsOf(state.messages).found.length === 0) throw error;
    return degradeOnError(
      context,
      () => Promise.reject(error),
      ({ message }) => ({
        ...withoutModel(state, context),
        warning: `The answer could not be written: ${message}`,
      }),
    );
  }
}

/** The answer put together without a model. */
export function withoutModel({ messages, turn }: RunState, context: NodeContext): NodeResult {
  const answer = lastResort(messages, turn.tone);
  context.emit('on_chat_model_stream', { chunk: answer });
  return { ...spoken(answer, context), label: null, degraded: ['answer_without_model'] };
}

async function askedTwice({ emit, signal }: NodeContext, respond: Respond): Promise<NodeResult> {
  try {
    return await respond('');
  } catch (error) {
    const problem = whyUnreadable(error);
    if (signal.aborted || problem === undefined) throw error;
    emit('on_custom_event', { status: 'reply_unusable', problems: [problem] });
    return respond(`Your last reply could not be used. ${problem} ${noTools}`);
  }
}
