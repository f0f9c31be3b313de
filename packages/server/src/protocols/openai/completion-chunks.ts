import type { OpenAiUsage, RunRecord, ToolCall, Usage } from '@cadence-agents/contracts';
import { argumentsOf, type Reply } from './reply.ts';

/** The chunks of one choice of a streamed completion. All but the text is made once. */
export interface CompletionChunks {
  first: string;
  text(piece: string): string;
  refusal(words: string): string;
  calls(calls: readonly ToolCall[]): string;
  last(finish: Reply['finish']): string;
}

export const DONE = 'data: [DONE]\n\n';

export interface ChunkOptions {
  index: number;
  includeUsage: boolean;
}

export function completionChunks(run: RunRecord, { index, includeUsage }: ChunkOptions): CompletionChunks {
  const usage = includeUsage ? ',"usage":null' : '';
  const chunk = (delta: string, finishReason: string) =>
    `${chunkHead(run)},"choices":[{"index":${index},"delta":${delta},"logprobs":null,"finish_reason":${finishReason}}]${usage}}\n\n`;
  const [before = '', after = ''] = chunk('{"content":\0}', 'null').split('\0');
  return {
    first: chunk('{"role":"assistant","content":""}', 'null'),
    text: (piece) => before + JSON.stringify(piece) + after,
    refusal: (words) => chunk(JSON.stringify({ refusal: words }), 'null'),
    calls: (calls) => chunk(JSON.stringify({ tool_calls: calls.map(indexedCall) }), 'null'),
    last: (finish) => chunk('{}', JSON.stringify(finish)),
  };
}

const chunkHead = (run: RunRecord): string =>
  `data: ${JSON.stringify({ ...completionHead(run), object: 'chat.completion.chunk' }).slice(0, -1)}`;

/** The chunk after all choices. */
export const usageChunk = (run: RunRecord, used: Usage): string =>
  `${chunkHead(run)},"choices":[],"usage":${JSON.stringify(openAiUsage(used))}}\n\n`;

export function completionHead({ id, conversationId, workflowId, createdAt }: RunRecord) {
  return {
    id: `chatcmpl-${id}`,
    object: 'chat.completion' as const,
    created: Math.floor(Date.parse(createdAt) / 1000),
    model: workflowId,
    conversation_id: conversationId,
    run_id: id,
  };
}

export const toldCall = (call: ToolCall) => ({
  id: call.id,
  type: 'function' as const,
  function: { name: call.name, arguments: argumentsOf(call) },
});

const indexedCall = (call: ToolCall, index: number) => ({ index, ...toldCall(call) });

export function openAiUsage({ inputTokens, outputTokens, cachedInputTokens }: Usage): OpenAiUsage {
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    ...(cachedInputTokens && { prompt_tokens_details: { cached_tokens: cachedInputTokens } }),
  };
}
