// Keeps a prompt within a number of tokens, each counted as four characters.
import type { Message, ModelRequest } from '@cadence/contracts';

const CHARS_PER_TOKEN = 4;

/** What each part of a prompt may take of the window. The rest is for the instructions and the present turn. */
export const shares = { catalogue: 0.25, summary: 0.15, remarks: 0.1, history: 0.4, kept: 0.2 } as const;

/** How many characters a share of the window is. */
export const charsOf = (windowTokens: number, share: number): number =>
  Math.floor(windowTokens * share * CHARS_PER_TOKEN);

const sizeOf = (message: Message): number =>
  message.content.length +
  (message.role === 'assistant' && message.toolCalls ? JSON.stringify(message.toolCalls).length : 0);

export const sizeOfAll = (messages: readonly Message[]): number =>
  messages.reduce((sum, message) => sum + sizeOf(message), 0);

/** The request without its oldest turns, and with long messages shortened, as far as the window requires. */
export function withinWindow(request: ModelRequest, windowTokens: number): ModelRequest {
  // Long instructions must leave room for the messages.
  const system = cutMiddle(request.system, charsOf(windowTokens, 0.75));
  const schema = request.responseSchema ? JSON.stringify(request.responseSchema).length : 0;
  const tools = request.tools.length > 0 ? JSON.stringify(request.tools).length : 0;
  const room = charsOf(windowTokens, 1) - system.length - (request.note?.length ?? 0) - schema - tools;
  return { ...request, system, messages: fitting(request.messages, room) };
}

function fitting(messages: readonly Message[], room: number): readonly Message[] {
  if (sizeOfAll(messages) <= room) return messages;
  const turns = turnsOf(messages);
  const present = turns.pop() ?? [];
  let left = room - sizeOfAll(present);
  if (left < 0) return shortened(present, room);
  const kept = [present];
  for (const turn of turns.toReversed()) {
    left -= sizeOfAll(turn);
    if (left < 0) break;
    kept.unshift(turn);
  }
  return kept.flat();
}

/** Messages by turn, each beginning with a user message, so that calls and their results stay together. */
export function turnsOf(messages: readonly Message[]): Message[][] {
  const turns: Message[][] = [];
  for (const message of messages) {
    const present = turns.at(-1);
    if (present === undefined || message.role === 'user') turns.push([message]);
    else present.push(message);
  }
  return turns;
}

/** Cuts the longest messages first: all get the same maximum length. */
function shortened(messages: readonly Message[], room: number): Message[] {
  const lengths = messages.map(({ content }) => content.length).sort((a, b) => a - b);
  let left = room;
  let most = 0;
  for (const [index, length] of lengths.entries()) {
    const fair = Math.floor(left / (lengths.length - index));
    most = Math.max(0, fair);
    if (length > fair) break;
    left -= length;
  }
  return messages.map((message) => ({ ...message, content: cutMiddle(message.content, most) }));
}

/** The beginning and the end of a text that is too long. */
export function cutMiddle(text: string, most: number): string {
  if (text.length <= most) return text;
  const mark = ` […${text.length - most} characters left out…] `;
  const room = most - mark.length - String(mark.length).length;
  if (room < 20) return text.slice(0, Math.max(0, most)).toWellFormed();
  const head = Math.ceil((room * 2) / 3);
  return `${text.slice(0, head)}${mark}${text.slice(text.length - (room - head))}`.toWellFormed();
}
