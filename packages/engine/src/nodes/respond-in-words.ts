import type { RunState } from '@cadence-agents/contracts';
import { findingsOf } from '../answers/findings.ts';
import { lastResort } from '../answers/last-resort.ts';
import { noTools } from '../prompts/prompts.ts';
import { askTwice } from './ask-twice.ts';
import type { ToldReply } from './call-model.ts';
import { degradeOnError } from './degrade-on-error.ts';
import type { NodeContext, NodeResult } from './node-behaviour.ts';
import { spoken } from './spoken.ts';

/** Asks for the answer as text. A reply without words goes back once. */
export async function askForWords(
  context: NodeContext,
  ask: (correction: string) => Promise<ToldReply>,
): Promise<ToldReply> {
  const { last } = await askTwice(context, {
    ask: (correction) => {
      // Nothing was to be read in the message of the first reply.
      if (correction !== '') context.text.restart();
      return ask(correction);
    },
    read: (reply) => ({ value: reply, problems: [] }),
    options: noTools,
  });
  return last.value;
}

/**
 * What whoever writes the answer says. When no answer comes of it, one is put together from what the turn has found.
 * Fails when it has found nothing.
 */
export async function respondInWords(
  state: RunState,
  context: NodeContext,
  respond: () => Promise<NodeResult>,
): Promise<NodeResult> {
  try {
    return await respond();
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
  return {
    ...spoken(answer, context, context.text.say(answer)),
    label: null,
    degraded: ['answer_without_model'],
  };
}
