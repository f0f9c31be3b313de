// The answer in the form that the caller asks for: one JSON object, checked. Where the words are not in it, they are
// written once more; where that fails too, they stand, and the record has no structured part.
import {
  assertStorable,
  type ChatModel,
  isJsonObject,
  type JsonObject,
  type MessageUpdate,
  type ReplyFormat,
  type RunState,
} from '@cadence-agents/contracts';
import { z } from 'zod';
import { answerMaterial } from '../prompts/answer-material.ts';
import { formTask } from '../prompts/prompts.ts';
import { findJson } from '../replies/find-json.ts';
import { mergeMessages } from '../state.ts';
import { askTwice, type Reading, withCorrection } from './ask-twice.ts';
import { callModel } from './call-model.ts';
import { schemaOf, withAnswerTerms } from './caller-terms.ts';
import { degradeOnError } from './degrade-on-error.ts';
import type { NodeContext, NodeResult } from './node-behaviour.ts';
import { spoken } from './spoken.ts';
import { validatorOf } from './structured-answer.ts';

/** A result that ends its run, with its answer in the form asked for. */
export async function inForm(
  result: NodeResult,
  state: RunState,
  context: NodeContext,
  model: () => ChatModel,
): Promise<NodeResult> {
  const { format } = context.terms;
  if (!format) return result;
  const { answer } = { ...state.turn, ...result.turn };
  const first = readForm(answer, format);
  if (first.value) return withObject(result, answer, first.value, context);
  const ended = { ...state, messages: mergeMessages(state.messages, result.messages ?? []) };
  const value = await degradeOnError(
    context,
    () => writeAgain(model(), ended, format, context),
    () => undefined,
  );
  if (value) return withObject(result, answer, value, context);
  const warning = `The answer is not in the form asked for: ${first.problems.join(' ')}`;
  return { ...result, warning, degraded: [...(result.degraded ?? []), 'structure_missing'] };
}

async function writeAgain(
  model: ChatModel,
  { messages }: RunState,
  format: ReplyFormat,
  context: NodeContext,
): Promise<JsonObject | undefined> {
  const request = withAnswerTerms(
    {
      system: formTask(JSON.stringify(schemaOf(format))),
      messages: answerMaterial(messages),
      speaker: context.where.node,
      tools: [],
    },
    context,
  );
  const { last } = await askTwice(context, {
    ask: (correction) => callModel(model, withCorrection(request, correction), context, { stream: false }),
    read: ({ content }) => readForm(content, format),
    options: 'Send the whole object again, corrected.',
  });
  return last.value;
}

function readForm(text: string, format: ReplyFormat): Reading<JsonObject | undefined> {
  const value = findJson(text);
  if (!isJsonObject(value)) return { value: undefined, problems: ['It is not a JSON object.'] };
  const problems = [...storedProblems(value), ...schemaProblems(value, format)];
  return { value: problems.length === 0 ? value : undefined, problems };
}

function storedProblems(value: JsonObject): string[] {
  try {
    assertStorable(value, 'answer');
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : 'It cannot be kept.'];
  }
}

function schemaProblems(value: JsonObject, format: ReplyFormat): string[] {
  if (format.type === 'object') return [];
  const { error } = validatorOf(format.schema)?.safeParse(value) ?? {};
  return error ? [`It does not fit its schema: ${z.prettifyError(error)}`] : [];
}

/** The answer is the object's text; the message that said it says that now. */
function withObject(
  result: NodeResult,
  said: string,
  structured: JsonObject,
  context: NodeContext,
): NodeResult {
  const answer = JSON.stringify(structured);
  const turn = { ...result.turn, answer, structured };
  if (answer === said) return { ...result, turn };
  context.text.restart();
  const id = context.text.say(answer);
  const messages = (result.messages ?? []).filter((message) => !saysAnswer(message, said));
  return { ...result, turn, messages: [...messages, ...spoken(answer, context, id).messages] };
}

const saysAnswer = (message: MessageUpdate, said: string): boolean =>
  message.role === 'assistant' && message.content === said && !message.toolCalls;
