import { crc32 } from 'node:zlib';
import { isJsonObject, type Message, type ModelRequest } from '@cadence/contracts';

/** The parts of a request that are told apart, in the order of their digests. */
const requestParts = ['system', 'messages', 'tools', 'rest'] as const;

const LENGTH = 7;

/**
 * A short digest of each part of a request. What was said before somebody spoke last is known by its ids, since it cannot
 * have changed: what a long conversation costs here is one short text for each message.
 */
export function requestDigest(
  model: string,
  request: ModelRequest,
  known: KnownMessages = new Map(),
): string {
  const { system, messages, tools, responseSchema, ...rest } = request;
  return [
    digest(system),
    digest(messagesText(messages, known)),
    digest(tools.map(digestOfValue).join()),
    digest(JSON.stringify([model, rest, responseSchema && digestOfValue(responseSchema)])),
  ].join('');
}

/** Names of the parts that differ. */
export const differingParts = (one: string, other: string): string[] =>
  requestParts.filter((_, index) => partAt(one, index) !== partAt(other, index));

const partAt = (whole: string, index: number) => whole.slice(index * LENGTH, (index + 1) * LENGTH);

/** A checksum finds every change of a few characters, and most others; it is taken of each request. */
const digest = (text: string): string => crc32(text).toString(36).padStart(LENGTH, '0');

function messagesText(messages: readonly Message[], known: KnownMessages): string {
  const first = messages.findLastIndex(({ role }) => role === 'user');
  let text = '';
  for (let index = 0; index < first; index++) text += `${messages[index]?.id} `;
  for (const message of first > 0 ? messages.slice(first) : messages) text += textDigest(message, known);
  return text;
}

/** The digests of a run's messages, which come back at every call and are never changed. */
export type KnownMessages = Map<Message, string>;

function textDigest(message: Message, known: KnownMessages): string {
  const made = known.get(message) ?? digest(JSON.stringify(message));
  known.set(message, made);
  return made;
}

const values = new WeakMap<object, string>();

/** Fields in another order say the same. */
const inOrder = (_: string, value: unknown): unknown =>
  isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** Of what is made once and never changed. */
function digestOfValue(value: object): string {
  const known = values.get(value);
  if (known !== undefined) return known;
  const made = digest(JSON.stringify(value, inOrder));
  values.set(value, made);
  return made;
}
