import {
  keptAs,
  type OpenAiOutputItem,
  type OpenAiResponse,
  type RunRecord,
  type ToolCall,
  type Usage,
} from '@cadence-agents/contracts';
import { z } from 'zod';
import { argumentsOf, endedAs, type Reply, replyOf, usedSince } from '../reply.ts';
import { type PartEnd, type ResponsePart, responseId } from './response-part.ts';

/** The response as it is before the run has said anything. */
export function begunResponse(part: ResponsePart): OpenAiResponse {
  const { run, terms } = part;
  const { asked = {} } = terms;
  return {
    id: responseId(part),
    object: 'response',
    created_at: seconds(run.createdAt),
    completed_at: null,
    status: run.status === 'queued' ? 'queued' : 'in_progress',
    error: null,
    incomplete_details: null,
    instructions: text(asked.instructions),
    model: run.workflowId,
    output: [],
    conversation: { id: run.conversationId },
    run_id: run.id,
    background: asked.background === true,
    max_output_tokens: terms.maxOutputTokens ?? null,
    metadata: record(asked.metadata),
    parallel_tool_calls: terms.oneCallAtATime !== true,
    previous_response_id: text(asked.previous_response_id),
    reasoning: { effort: null, summary: null },
    ...keptAs(asked),
    temperature: terms.temperature ?? null,
    text: { format: asked.format ?? { type: 'text' } },
    tool_choice: asked.tool_choice ?? 'auto',
    tools: (terms.tools ?? []).map(({ strict = false, ...tool }) => ({ type: 'function', ...tool, strict })),
    top_p: terms.topP ?? null,
    truncation: 'auto',
    user: text(asked.user),
    safety_identifier: text(asked.safety_identifier),
    prompt_cache_key: text(asked.prompt_cache_key),
    service_tier: 'default',
    usage: null,
  };
}

/** What the part has to say; `undefined` where it failed or was stopped. */
export function replyIn({ run, terms }: ResponsePart, end: PartEnd): Reply | undefined {
  if (end.status === 'failed' || end.status === 'cancelled') return undefined;
  return replyOf({ ...endedAs(run, end), handoff: end.asked ?? null, hasForm: terms.format !== undefined });
}

/** The response as it ended. */
export function endedResponse(part: ResponsePart, end: PartEnd, output: OpenAiOutputItem[]): OpenAiResponse {
  const finish = replyIn(part, end)?.finish;
  const cut =
    finish === 'length' ? 'max_output_tokens' : finish === 'content_filter' ? 'content_filter' : undefined;
  return {
    ...begunResponse(part),
    completed_at: seconds(end.time),
    status: statusOf(end, cut !== undefined),
    error: end.status === 'failed' ? errorOf(part.run) : null,
    incomplete_details: cut ? { reason: cut } : null,
    output,
    usage: toldUsage(usedSince(end.usage, part.usedBefore)),
  };
}

export const wholeResponse = (part: ResponsePart, end: PartEnd): OpenAiResponse =>
  endedResponse(part, end, outputOf(part, replyIn(part, end)));

function statusOf({ status }: PartEnd, isCut: boolean): OpenAiResponse['status'] {
  if (status === 'failed' || status === 'cancelled') return status;
  return isCut ? 'incomplete' : 'completed';
}

const errorOf = ({ error }: RunRecord) => ({
  code: error?.code ?? 'INTERNAL',
  message: [error?.message ?? 'The run failed.', error?.hint].filter(Boolean).join(' '),
});

/** The items of a reply: its words, then its calls. */
function outputOf(part: ResponsePart, reply: Reply | undefined): OpenAiOutputItem[] {
  if (!reply) return [];
  const { content, refusal, calls, finish } = reply;
  const words = refusal === null ? content : refusal;
  const status = finish === 'length' || finish === 'content_filter' ? 'incomplete' : 'completed';
  const part0 = refusal === null ? textPart(content ?? '') : refusalPart(refusal);
  const message = words === null || words === '' ? [] : [messageItem(part, status, [part0])];
  return [...message, ...calls.map((call) => callItem(call, 'completed'))];
}

type MessageItem = Extract<OpenAiOutputItem, { type: 'message' }>;

export const messageItem = (
  part: ResponsePart,
  status: MessageItem['status'],
  content: MessageItem['content'],
): MessageItem => ({
  type: 'message',
  id: responseId(part).replace('resp', 'msg'),
  role: 'assistant',
  status,
  content,
});

export const textPart = (words: string) => ({
  type: 'output_text' as const,
  text: words,
  annotations: [],
  logprobs: [],
});

export const refusalPart = (words: string) => ({ type: 'refusal' as const, refusal: words });

export const callItem = (call: ToolCall, status: 'in_progress' | 'completed') => ({
  type: 'function_call' as const,
  id: `fc_${call.id}`,
  call_id: call.id,
  name: call.name,
  arguments: status === 'completed' ? argumentsOf(call) : '',
  status,
});

function toldUsage({ inputTokens, outputTokens, cachedInputTokens = 0 }: Usage) {
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: cachedInputTokens },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: inputTokens + outputTokens,
  };
}

const seconds = (time: string): number => Math.floor(Date.parse(time) / 1000);

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const jsonRecord = z.record(z.string(), z.json());
const record = (value: unknown) => jsonRecord.safeParse(value).data ?? {};
