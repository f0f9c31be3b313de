// Providers refuse a prompt in which a tool call has no result, or a result no call. A run that is cancelled, crashes
// or trims its history leaves both behind.
import type { AssistantMessage, Message, ToolCall, ToolMessage } from '@cadence-agents/contracts';

const notCarriedOut = 'This call was not carried out.';

/** The conversation as a valid prompt; the same array when it is valid already. */
export function repairPairing(messages: readonly Message[]): readonly Message[] {
  const sound = soundPrefix(messages);
  if (sound === messages.length) return messages;
  const repaired = messages.slice(0, sound);
  // The index for the result of each call that has none yet.
  const waiting = new Map<string, number>();
  for (let index = sound; index < messages.length; index += 1) {
    const message = messages[index];
    if (message?.role === 'user') repaired.push(message);
    if (message?.role === 'assistant') pushTurn(repaired, message, waiting);
    if (message?.role !== 'tool') continue;
    const place = waiting.get(message.toolCallId);
    if (place === undefined) continue;
    waiting.delete(message.toolCallId);
    repaired[place] = message;
  }
  return repaired;
}

/** How many messages from the start need no repair. */
function soundPrefix(messages: readonly Message[]): number {
  let index = 0;
  while (index < messages.length) {
    const message = messages[index];
    if (message === undefined || message.role === 'tool') return index;
    const end = message.role === 'user' ? index + 1 : soundTurnEnd(messages, index, message);
    if (end === -1) return index;
    index = end;
  }
  return index;
}

/** Where an assistant turn ends, or -1 when it needs repair. */
function soundTurnEnd(messages: readonly Message[], index: number, message: AssistantMessage): number {
  const calls = message.toolCalls ?? [];
  if (calls.length === 0) return message.content === '' ? -1 : index + 1;
  const end = index + 1 + calls.length;
  if (calls.length === 1) return answers(messages[index + 1], calls[0]) ? end : -1;
  const answered = new Set<string>();
  for (let at = index + 1; at < end; at += 1) {
    const result = messages[at];
    if (result?.role !== 'tool') return -1;
    answered.add(result.toolCallId);
  }
  for (const call of calls) if (!answered.delete(call.id)) return -1;
  return end;
}

const answers = (result: Message | undefined, call: ToolCall | undefined) =>
  result?.role === 'tool' && result.toolCallId === call?.id;

/** Adds an assistant message with a place for the result of each of its calls. */
function pushTurn(to: Message[], message: AssistantMessage, waiting: Map<string, number>): void {
  const given = message.toolCalls ?? [];
  const calls = distinctCalls(given);
  if (calls.length === 0 && message.content === '') return;
  to.push(calls.length === given.length ? message : { ...message, toolCalls: calls });
  for (const call of calls) {
    waiting.set(call.id, to.length);
    to.push(unanswered(message, call));
  }
}

function distinctCalls(calls: readonly ToolCall[]): ToolCall[] {
  const seen = new Set<string>();
  return calls.filter((call) => !seen.has(call.id) && seen.add(call.id));
}

function unanswered(message: AssistantMessage, call: ToolCall): ToolMessage {
  return {
    id: `${message.id}:${call.id}`,
    role: 'tool',
    toolCallId: call.id,
    toolName: call.name,
    content: notCarriedOut,
    isError: true,
  };
}
