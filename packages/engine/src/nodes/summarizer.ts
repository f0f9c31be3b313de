import type { JsonObject, Message, MessageUpdate, UserMessage } from '@cadence/contracts';
import { DEFAULT_WINDOW_TOKENS } from '@cadence/workflow';
import { z } from 'zod';
import { charsOf, cutMiddle, shares, sizeOfAll, turnsOf, withinWindow } from '../planning/context-window.ts';
import { answerMaterial } from '../prompts/answer-material.ts';
import { joinSections } from '../prompts/prompt-sections.ts';
import { summarizing } from '../prompts/prompts.ts';
import { findJson } from '../replies/find-json.ts';
import { callModel } from './call-model.ts';
import { degradeOnError } from './degrade-on-error.ts';
import type { NodeBehaviour, NodeContext, NodeResult } from './node-behaviour.ts';

const summaryReplySchema: JsonObject = {
  type: 'object',
  properties: { summary: { type: 'string' } },
  required: ['summary'],
};
const summarySchema = z.object({ summary: z.string() });

const putOff: NodeResult = { label: null, warning: 'The summary is put off to the next turn.' };

/** Takes the oldest turns into the summary once the conversation is too long. By then the answer has been given. */
export const summarizer: NodeBehaviour<'SUMMARIZER'> = (setup) => {
  const { windowTokens = DEFAULT_WINDOW_TOKENS, timeoutMs = 20_000, model: name } = setup.config;
  const { prompt = summarizing, instructions } = setup.config;
  const model = setup.model(name);

  const summarize = async (old: Message[], summary: string, context: NodeContext): Promise<NodeResult> => {
    const most = charsOf(windowTokens, shares.summary);
    const further: UserMessage = { id: 'further', role: 'user', content: transcriptOf(old) };
    const system = joinSections(
      prompt,
      instructions,
      `Reply with JSON: "summary", of ${most} characters at most.`,
      summary && `The summary so far:\n${summary}`,
    );
    const request = { system, messages: [further], tools: [], responseSchema: summaryReplySchema };
    const { content } = await callModel(model, withinWindow(request, windowTokens), context, {
      stream: false,
    });
    const read = summarySchema.safeParse(findJson(content));
    const updated = cutMiddle((read.data?.summary ?? content).trim(), most);
    if (updated === '') return putOff;
    context.emit('on_custom_event', { status: 'summarized', messages: old.length });
    const removals = old.map(({ id }): MessageUpdate => ({ id, role: 'remove' }));
    return { label: null, messages: removals, turn: { summary: updated } };
  };

  return async ({ messages, turn }, context) => {
    const old = outgrown(messages, windowTokens);
    if (old.length === 0) return { label: null };
    const signal = AbortSignal.any([context.signal, AbortSignal.timeout(timeoutMs)]);
    try {
      return await degradeOnError(
        context,
        () => summarize(old, turn.summary, { ...context, signal }),
        () => putOff,
      );
    } catch {
      // Out of time or stopped, with the answer given: there is nothing left that could fail.
      return putOff;
    }
  };
};

/**
 * The turns to take out: none while the conversation keeps to its share of the window; else the oldest, down to what
 * is kept, but no more than one request can hold. The present turn always stays.
 */
function outgrown(messages: readonly Message[], windowTokens: number): Message[] {
  if (sizeOfAll(messages) <= charsOf(windowTokens, shares.history)) return [];
  const turns = turnsOf(messages).slice(0, -1);
  const room = charsOf(windowTokens, 0.6);
  let left = sizeOfAll(messages) - charsOf(windowTokens, shares.kept);
  let taken = 0;
  const old: Message[] = [];
  for (const turn of turns) {
    const length = transcriptOf(turn).length + 2;
    if (left <= 0 || (taken > 0 && taken + length > room)) break;
    taken += length;
    left -= sizeOfAll(turn);
    old.push(...turn);
  }
  return old;
}

const transcriptOf = (messages: readonly Message[]): string =>
  turnsOf(messages)
    .flatMap((turn) => answerMaterial(turn))
    .map(({ role, content }) => `${role === 'user' ? 'User' : 'Assistant'}: ${content}`)
    .join('\n');
