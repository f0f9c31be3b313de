// How much of a window messages and tools take. Each is counted once for as long as it lives; none ever changes in place.
import { estimateTokens, type Message, type ToolSpec } from '@cadence-agents/contracts';
import { fileTokens, isSettled, mostFileTokens } from '../files/file-tokens.ts';

/** What a provider puts around each message. */
const AROUND = 4;

const ofMessage = new WeakMap<Message, number>();
const ofMessages = new WeakMap<readonly Message[], number>();
const ofTools = new WeakMap<readonly ToolSpec[], number>();
const charsOfMessages = new WeakMap<readonly Message[], number>();
const charsOfCalls = new WeakMap<Message, number>();

function counted<Key extends object>(
  known: WeakMap<Key, number>,
  key: Key,
  count: (key: Key) => number,
): number {
  let tokens = known.get(key);
  if (tokens === undefined) {
    tokens = count(key);
    known.set(key, tokens);
  }
  return tokens;
}

/** What a file comes to is better known once it is loaded: until then nothing is kept of it. */
export const messageTokens = (message: Message): number =>
  isSettled(message) ? counted(ofMessage, message, countMessage) : countMessage(message);

const countMessage = (message: Message): number =>
  estimateTokens(message.content) + estimateTokens(callsIn(message)) + fileTokens(message) + AROUND;

export const tokensOfAll = (messages: readonly Message[]): number =>
  ofMessages.get(messages) ??
  (messages.every(isSettled) ? counted(ofMessages, messages, countAll) : countAll(messages));

const countAll = (messages: readonly Message[]): number =>
  messages.reduce((sum, message) => sum + messageTokens(message), 0);

export const tokensOfTools = (tools: readonly ToolSpec[]): number =>
  tools.length === 0 ? 0 : counted(ofTools, tools, () => estimateTokens(JSON.stringify(tools)));

/** More tokens than these messages can have, told by their length alone. */
export const mostTokensOf = (messages: readonly Message[]): number =>
  counted(charsOfMessages, messages, () =>
    messages.reduce(
      (sum, message) => sum + message.content.length + callChars(message) + mostFileTokens(message) + AROUND,
      0,
    ),
  );

function callChars(message: Message): number {
  if (message.role !== 'assistant' || !message.toolCalls?.length) return 0;
  return counted(charsOfCalls, message, () => callsIn(message).length);
}

function callsIn(message: Message): string {
  return message.role === 'assistant' && message.toolCalls?.length ? JSON.stringify(message.toolCalls) : '';
}
