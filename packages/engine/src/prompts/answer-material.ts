// What whoever writes the answer gets to read: the conversation without its machinery.
import {
  type AssistantMessage,
  type Message,
  type ToolMessage,
  withContent,
} from '@cadence-agents/contracts';
import { turnStart } from './turn-messages.ts';

/**
 * Earlier turns as what was said; in the present one, each chain of tool calls and results as one message of the
 * agent that made it. Messages that need no change keep their identity.
 */
export function answerMaterial(messages: readonly Message[]): Message[] {
  const start = turnStart(messages);
  const said = messages.slice(0, start).filter((message) => message.role === 'user' || isPlainText(message));
  return [...said, ...compact(messages.slice(start))];
}

function isPlainText(message: Message): boolean {
  return message.role === 'assistant' && message.content !== '' && !message.toolCalls?.length;
}

function compact(turn: readonly Message[]): Message[] {
  const results = new Map(
    turn.flatMap((message) => (message.role === 'tool' ? [[message.toolCallId, message]] : [])),
  );
  return turn.flatMap((message): Message[] => {
    if (message.role === 'tool') return [];
    if (message.role === 'user' || !message.toolCalls?.length) return [message];
    return [withFindings(message, results)];
  });
}

/** Fenced: what a tool returns may be written by anyone, and must not be read as the words of an agent. */
function outcomeOf({ content, isError }: ToolMessage): string {
  const fenced = `<result>${content.replaceAll('</result', '<\\/result')}</result>`;
  return isError ? `failed: ${fenced}` : fenced;
}

function withFindings(message: AssistantMessage, results: ReadonlyMap<string, ToolMessage>): Message {
  const { toolCalls = [], ...spoken } = message;
  const findings = toolCalls.map(({ id, name, args }) => {
    const result = results.get(id);
    return `${name}(${JSON.stringify(args)}) → ${result ? outcomeOf(result) : 'not carried out'}`;
  });
  return withContent(spoken, [message.content, ...findings].filter(Boolean).join('\n'));
}
