// A client's messages as a turn: what was said before, and the message to answer.
import { type FilePart, filesOf, type Message, type Part, type ToolCall } from '@cadence-agents/contracts';
import { invalidInput } from './invalid-input.ts';

/** A message in the form of any client. */
export interface ClientMessage {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content: string;
  /** Where it is not plain words; `content` has the words of them. */
  parts?: (Part | GivenFile)[] | undefined;
  id?: string | undefined;
  toolCalls?: ToolCall[] | undefined;
  /** Of a result: the call it belongs to. */
  toolCallId?: string | undefined;
}

/** A file as a client sends it: its bytes, the address of them, or the id of a stored file. */
export interface GivenFile {
  type: 'given';
  from: { base64: string } | { url: string } | { fileId: string };
  /** As the client says. */
  mediaType?: string | undefined;
  name?: string | undefined;
  detail?: FilePart['detail'];
  /** Where it stands in the request. */
  path: string;
}

/** With its files stored. */
export interface KeptMessage extends Omit<ClientMessage, 'parts'> {
  parts?: Part[] | undefined;
}

export interface Turn {
  message: string;
  /** The client's own id of it. */
  messageId?: string;
  parts?: Part[];
  earlier: Message[];
}

/** `path` says where the messages stand in the request; ids that are missing are made from `id`. */
export function splitTurn(messages: readonly KeptMessage[], id: string, path: string): Turn {
  const index = messages.findLastIndex(({ role }) => role !== 'system');
  const last = messages[index];
  const { content = '', parts, id: messageId } = last ?? {};
  if (
    last?.role !== 'user' ||
    (content.trim() === '' && filesOf({ content, parts: parts ?? [] }).length === 0)
  ) {
    const at = index < 0 ? path : `${path}.${index}`;
    throw invalidInput([{ path: at, message: 'the last message must be a text of the user' }]);
  }
  return {
    message: content,
    ...(messageId !== undefined && { messageId }),
    ...(parts && { parts }),
    earlier: asMessages(messages.toSpliced(index, 1), id),
  };
}

/**
 * The messages as a conversation has them. Each agent has a system prompt of its own; what the client adds to it
 * stands at the head of the conversation.
 */
export function asMessages(messages: readonly KeptMessage[], id: string): Message[] {
  const instructions = messages.filter(({ role, content }) => role === 'system' && content.trim() !== '');
  const names = new Map(
    messages.flatMap(({ toolCalls = [] }) => toolCalls.map((call) => [call.id, call.name])),
  );
  const context: Message[] =
    instructions.length === 0
      ? []
      : [
          {
            id: `${id}:instructions`,
            role: 'user',
            content: `Keep to this in the whole conversation:\n${instructions.map(({ content }) => content).join('\n\n')}`,
          },
        ];
  const said = messages.flatMap((message, index) =>
    message.role === 'system' ? [] : [toMessage(message, message.id ?? `${id}:${index}`, names)],
  );
  return [...context, ...said];
}

function toMessage(message: KeptMessage, id: string, names: ReadonlyMap<string, string>): Message {
  const { role, toolCalls, toolCallId = '', parts } = message;
  const said = { content: message.content, ...(parts && { parts }) };
  if (role === 'tool') {
    return { id, role, toolCallId, toolName: names.get(toolCallId) ?? 'tool', ...said };
  }
  if (role !== 'assistant') return { id, role: 'user', ...said };
  return { id, role, ...said, ...(toolCalls && toolCalls.length > 0 && { toolCalls }) };
}
