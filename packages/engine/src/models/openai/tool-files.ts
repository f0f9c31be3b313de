// This API takes words alone as the result of a tool. Pictures and files that tools returned are shown after the
// results of a step, as something a user says.
import {
  contentOf,
  filesOf,
  type Message,
  type ToolMessage,
  type UserMessage,
} from '@cadence-agents/contracts';

/** Kept with the last result of its step, so that the same bytes go out at every call. */
const shown = new WeakMap<ToolMessage, UserMessage>();
const all = new WeakSet<Message>();

/** Whether it shows what tools returned, and nobody said it. */
export const isShownFiles = (message: Message): boolean => all.has(message);

export function withToolFiles(messages: readonly Message[]): readonly Message[] {
  if (!messages.some(hasFiles)) return messages;
  const told: Message[] = [];
  let step: ToolMessage[] = [];
  for (const [index, message] of messages.entries()) {
    told.push(message);
    if (message.role !== 'tool') continue;
    if (hasFiles(message)) step.push(message);
    if (messages[index + 1]?.role === 'tool') continue;
    if (step.length > 0) told.push(showing(message, step));
    step = [];
  }
  return told;
}

const hasFiles = (message: Message): message is ToolMessage =>
  message.role === 'tool' && filesOf(message).length > 0;

function showing(last: ToolMessage, step: readonly ToolMessage[]): UserMessage {
  const known = shown.get(last);
  if (known) return known;
  const names = [...new Set(step.map(({ toolName }) => `"${toolName}"`))].join(', ');
  const text = { type: 'text' as const, text: `What ${names} returned:` };
  const message: UserMessage = {
    id: `${last.id}:files`,
    role: 'user',
    ...contentOf([text, ...step.flatMap(filesOf)]),
  };
  shown.set(last, message);
  all.add(message);
  return message;
}
