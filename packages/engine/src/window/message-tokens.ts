// How much of a window messages and tools take. Each is counted once for as long as it lives; none ever changes in place.
import { estimateTokens, type Message, type ToolSpec } from '@cadence/contracts';

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

export const messageTokens = (message: Message): number =>
  counted(
    ofMessage,
    message,
    () => estimateTokens(message.content) + estimateTokens(callsIn(message)) + AROUND,
  );

export const tokensOfAll = (messages: readonly Message[]): number =>
  counted(ofMessages, messages, () => messages.reduce((sum, message) => sum + messageTokens(message), 0));

export const tokensOfTools = (tools: readonly ToolSpec[]): number =>
  tools.length === 0 ? 0 : counted(ofTools, tools, () => estimateTokens(JSON.stringify(tools)));

/** More tokens than these messages can have, told by their length alone. */
export const mostTokensOf = (messages: readonly Message[]): number =>
  counted(charsOfMessages, messages, () =>
    messages.reduce((sum, message) => sum + message.content.length + callChars(message) + AROUND, 0),
  );

function callChars(message: Message): number {
  if (message.role !== 'assistant' || !message.toolCalls?.length) return 0;
  return counted(charsOfCalls, message, () => callsIn(message).length);
}

function callsIn(message: Message): string {
  return message.role === 'assistant' && message.toolCalls?.length ? JSON.stringify(message.toolCalls) : '';
}
