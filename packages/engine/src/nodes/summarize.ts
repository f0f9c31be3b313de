import {
  type ChatModel,
  fieldOf,
  type JsonObject,
  type Message,
  type MessageUpdate,
  type RunState,
  textOf,
  type UserMessage,
  type WorkflowDefinition,
} from '@cadence-agents/contracts';
import type { KindConfig } from '@cadence-agents/workflow';
import { z } from 'zod';
import { answerMaterial } from '../prompts/answer-material.ts';
import { joinSections } from '../prompts/prompt-sections.ts';
import { summarizing } from '../prompts/prompts.ts';
import { findJson } from '../replies/find-json.ts';
import { callLimits } from '../window/call-limits.ts';
import { charsOf, cutToTokens, shares, turnsOf } from '../window/context-window.ts';
import { mostTokensOf, tokensOfAll } from '../window/message-tokens.ts';
import { callModel } from './call-model.ts';
import { degradeOnError } from './degrade-on-error.ts';
import type { NodeContext, NodeResult } from './node-behaviour.ts';

const summaryReplySchema: JsonObject = {
  type: 'object',
  properties: { summary: { type: 'string' } },
  required: ['summary'],
};
const summarySchema = z.object({ summary: z.string() });

const putOff: NodeResult = { label: null, warning: 'The summary is put off to the next turn.' };

interface Summarizing {
  model: ChatModel;
  /** What share of the window the conversation may take. */
  share: number;
  timeoutMs: number;
  /** The workflow's own, where it has some. */
  words?: Pick<KindConfig<'SUMMARIZER'>, 'prompt' | 'instructions'>;
}

/** The words of the workflow's own summarizer, also for a summary that is made before its turn. */
export function summaryWords({ nodes }: WorkflowDefinition): NonNullable<Summarizing['words']> {
  const config = nodes.find(({ nodeType }) => nodeType === 'SUMMARIZER')?.config;
  const prompt = fieldOf(config, 'prompt');
  return {
    ...(typeof prompt === 'string' && { prompt }),
    instructions: textOf(fieldOf(config, 'instructions')),
  };
}

/**
 * Takes the oldest turns into the summary once the conversation is too long; `undefined` when it is not. What cannot be
 * summed up now stays, and is taken in with the next turn.
 */
export async function summarize(
  { messages, turn }: RunState,
  context: NodeContext,
  { model, share, timeoutMs, words = {} }: Summarizing,
): Promise<NodeResult | undefined> {
  const old = outgrown(messages, context.smallestRoom(), share);
  const task = joinSections(words.prompt ?? summarizing, words.instructions);
  if (old.length === 0) return undefined;
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(timeoutMs)]);
  try {
    return await degradeOnError(
      context,
      () => summedUp(model, { old, task, summary: turn.summary }, { ...context, signal, summary: '' }),
      () => putOff,
    );
  } catch {
    // Out of time or stopped, with the answer given: there is nothing left that could fail.
    return putOff;
  }
}

async function summedUp(
  model: ChatModel,
  { old, task, summary }: { old: readonly Message[]; task: string; summary: string },
  context: NodeContext,
): Promise<NodeResult> {
  const { room } = callLimits(model, context.limits);
  const most = Math.floor(room * shares.summary);
  const further: UserMessage = { id: 'further', role: 'user', content: transcriptOf(old) };
  const system = joinSections(
    task,
    `Reply with JSON: "summary", of ${charsOf(room, shares.summary)} characters at most.`,
    summary && `The summary so far:\n${summary}`,
  );
  const request = { system, messages: [further], tools: [], responseSchema: summaryReplySchema };
  const { content } = await callModel(model, request, context, { stream: false });
  const read = summarySchema.safeParse(findJson(content));
  const updated = cutToTokens((read.data?.summary ?? content).trim(), most);
  if (updated === '') return putOff;
  context.emit('on_custom_event', { status: 'summarized', messages: old.length });
  const removals = old.map(({ id }): MessageUpdate => ({ id, role: 'remove' }));
  return { label: null, messages: removals, turn: { summary: updated } };
}

/**
 * The turns to take out: none while the conversation keeps to its share of the room; else the oldest, down to what is
 * kept, but no more than one request can hold. The present turn always stays.
 */
function outgrown(messages: readonly Message[], room: number, share: number): Message[] {
  if (mostTokensOf(messages) <= room * share || tokensOfAll(messages) <= room * share) return [];
  const turns = turnsOf(messages).slice(0, -1);
  let left = tokensOfAll(messages) - room * shares.kept;
  let taken = 0;
  const old: Message[] = [];
  for (const turn of turns) {
    const size = tokensOfAll(answerMaterial(turn));
    if (left <= 0 || (taken > 0 && taken + size > room * 0.6)) break;
    taken += size;
    left -= tokensOfAll(turn);
    old.push(...turn);
  }
  return old;
}

const transcriptOf = (messages: readonly Message[]): string =>
  turnsOf(messages)
    .flatMap((turn) => answerMaterial(turn))
    .map(({ role, content }) => `${role === 'user' ? 'User' : 'Assistant'}: ${content}`)
    .join('\n');
