import type { OpenAiUsage, RunRecord, Usage } from '@cadence/contracts';

/** The chunks of one streamed completion. All but the text is made once. */
export interface CompletionChunks {
  first: string;
  text(piece: string): string;
  last(finish: string): string;
  usage(used: Usage): string;
}

export const DONE = 'data: [DONE]\n\n';

export function completionChunks(run: RunRecord, includeUsage: boolean): CompletionChunks {
  const head = JSON.stringify({ ...completionHead(run), object: 'chat.completion.chunk' });
  const prefix = `data: ${head.slice(0, -1)}`;
  const usage = includeUsage ? ',"usage":null' : '';
  const chunk = (delta: string, finishReason: string) =>
    `${prefix},"choices":[{"index":0,"delta":${delta},"logprobs":null,"finish_reason":${finishReason}}]${usage}}\n\n`;
  const [before = '', after = ''] = chunk('{"content":\0}', 'null').split('\0');
  return {
    first: chunk('{"role":"assistant","content":""}', 'null'),
    text: (piece) => before + JSON.stringify(piece) + after,
    last: (finish) => chunk('{}', JSON.stringify(finish)),
    usage: (used) => `${prefix},"choices":[],"usage":${JSON.stringify(openAiUsage(used))}}\n\n`,
  };
}

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

export function openAiUsage({ inputTokens, outputTokens, cachedInputTokens }: Usage): OpenAiUsage {
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    ...(cachedInputTokens && { prompt_tokens_details: { cached_tokens: cachedInputTokens } }),
  };
}
