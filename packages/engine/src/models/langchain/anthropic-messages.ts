// The conversation as Anthropic wants it: content in blocks, none of them empty, and marks where its cache may begin.
import type { ModelRequest, ToolMessage, ToolSpec } from '@cadence/contracts';
import type { BaseMessage } from '@langchain/core/messages';
import { type MessageClasses, type Turn, toAiMessage } from './turns.ts';

interface Block {
  type: string;
  [field: string]: unknown;
}

const cached = { cache_control: { type: 'ephemeral' } };

/** All up to a mark is cached: the tools and the system prompt, and the conversation without the note after it. */
export function anthropicMessages(
  classes: MessageClasses,
  { system, note = '' }: ModelRequest,
  turns: readonly Turn[],
): BaseMessage[] {
  const messages = turns.map((turn, index): BaseMessage => {
    if (turn.role === 'assistant') return toAiMessage(classes, turn);
    const blocks = [...turn.results.map(resultBlock), ...(turn.text === '' ? [] : [textBlock(turn.text)])];
    if (index < turns.length - 1) return new classes.HumanMessage({ content: blocks });
    const last = { ...blocks.at(-1), ...cached };
    return new classes.HumanMessage({
      content: [...blocks.slice(0, -1), last, ...(note === '' ? [] : [textBlock(note)])],
    });
  });
  if (system === '') return messages;
  return [new classes.SystemMessage({ content: [{ ...textBlock(system), ...cached }] }), ...messages];
}

const textBlock = (text: string): Block => ({ type: 'text', text });

const resultBlock = ({ toolCallId, content, isError }: ToolMessage): Block => ({
  type: 'tool_result',
  tool_use_id: toolCallId,
  content,
  ...(isError && { is_error: true }),
});

/** The request with its former tools declared: Anthropic refuses calls in the conversation where there are none. */
export function withDeclaredTools(request: ModelRequest): ModelRequest {
  if (request.tools.length > 0) return request;
  const names = new Set(
    request.messages.flatMap((message) =>
      message.role === 'assistant' ? (message.toolCalls ?? []).map(({ name }) => name) : [],
    ),
  );
  return names.size === 0 ? request : { ...request, tools: [...names].map(formerTool), toolChoice: 'none' };
}

const formerTool = (name: string): ToolSpec => ({
  name,
  description: 'Was used earlier in the conversation, and cannot be called now.',
  parameters: { type: 'object', properties: {} },
});
