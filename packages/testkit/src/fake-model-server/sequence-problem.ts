import type { ChatRequestMessage } from './chat-request.ts';

const quoted = (ids: Iterable<string>) => [...ids].map((id) => `"${id}"`).join(', ');

/** Why the real API would refuse these messages: each tool call is answered once, directly after it was made. */
export function sequenceProblem(messages: readonly ChatRequestMessage[]): string | undefined {
  let open = new Set<string>();
  for (const [index, message] of messages.entries()) {
    const place = `messages[${index}]`;
    if (message.role === 'tool') {
      if (message.tool_call_id === undefined) return `${place} is a tool message without a tool_call_id.`;
      if (!open.delete(message.tool_call_id)) {
        return `${place} is a tool message, and no call with the id "${message.tool_call_id}" waits for an answer.`;
      }
      continue;
    }
    if (open.size > 0) return `The tool calls ${quoted(open)} have no answer before ${place}.`;
    const ids = (message.tool_calls ?? []).map((call) => call.id);
    if (ids.length > 0 && message.role !== 'assistant') return `${place} is no assistant, yet calls tools.`;
    open = new Set(ids);
    if (open.size < ids.length) return `${place} has two tool calls with one id: ${quoted(ids)}.`;
    if (ids.length === 0 && (message.content === null || message.content === undefined)) {
      return `${place} has neither content nor tool calls.`;
    }
  }
  return open.size > 0 ? `The tool calls ${quoted(open)} have no answer.` : undefined;
}
