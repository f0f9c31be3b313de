// Every call of a turn repeats the conversation so far. Its bytes are kept with its first message, for as long as that
// lives, and grow by a turn at a time; messages never change in place.
import type { Message } from '@cadence-agents/contracts';

interface Prefix {
  messages: readonly Message[];
  bytes: Buffer;
}

/** A conversation is sent in two ways: whole, and without its machinery. */
const KEPT = 2;

const known = new WeakMap<Message, Prefix[]>();
const nothing = Buffer.alloc(0);

/** The JSON of the first `count` messages, each followed by a comma. */
export function prefixBytes(
  messages: readonly Message[],
  count: number,
  encode: (message: Message) => string,
): Buffer {
  const first = messages[0];
  if (count === 0 || first === undefined) return nothing;
  const prefixes = known.get(first) ?? [];
  const begun = prefixes.find((prefix) => startsWith(messages, count, prefix.messages));
  if (begun?.messages.length === count) return begun.bytes;
  const from = begun?.messages.length ?? 0;
  const added = messages
    .slice(from, count)
    .map((message) => `${encode(message)},`)
    .join('');
  const bytes = begun ? Buffer.concat([begun.bytes, Buffer.from(added)]) : Buffer.from(added);
  const others = prefixes.filter((prefix) => prefix !== begun).slice(1 - KEPT);
  known.set(first, [...others, { messages: messages.slice(0, count), bytes }]);
  return bytes;
}

function startsWith(messages: readonly Message[], count: number, beginning: readonly Message[]): boolean {
  if (beginning.length > count) return false;
  // The last ones first: where two ways of sending differ, they do so there.
  for (let index = beginning.length - 1; index >= 0; index -= 1) {
    if (messages[index] !== beginning[index]) return false;
  }
  return true;
}
