import {
  type AssistantMessage,
  contentOf,
  type MessageContent,
  type TurnState,
} from '@cadence-agents/contracts';
import type { ToldReply } from './call-model.ts';
import type { NodeContext } from './node-behaviour.ts';

interface Spoken {
  messages: AssistantMessage[];
  turn: Pick<TurnState, 'answer'>;
}

/** What a node says to the user: a message of its own, and the answer of the turn. */
export function spoken(
  answer: string,
  { newId, where }: NodeContext,
  /** Under which it was shown, where it was. */
  id = newId(),
): Spoken {
  return { messages: [{ id, role: 'assistant', content: answer, agent: where.node }], turn: { answer } };
}

/** A reply as what the node says. */
export function spokenReply(reply: ToldReply, { where }: NodeContext): Spoken {
  return { messages: [replyMessage(reply, reply.content, where.node)], turn: { answer: reply.content } };
}

/** The message that a reply becomes: under the id that its text was shown by, with these words. */
export function replyMessage(reply: ToldReply, words: string, agent: string): AssistantMessage {
  return { id: reply.messageId, role: 'assistant', ...contentOfReply(reply, words), agent };
}

function contentOfReply({ content, reasoning, annotations }: ToldReply, words: string): MessageContent {
  const isCited = annotations !== undefined && words === content;
  if (!reasoning && !isCited) return { content: words };
  return contentOf([
    ...(reasoning ? [{ type: 'reasoning' as const, text: reasoning }] : []),
    { type: 'text', text: words, ...(isCited && { annotations }) },
  ]);
}
