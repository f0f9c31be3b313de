import { hash } from 'node:crypto';
import { isJsonObject, type Message, type ModelRequest } from '@cadence/contracts';

/** The parts of a request that are told apart, in the order of their digests. */
const requestParts = ['system', 'messages', 'tools', 'rest'] as const;

const LENGTH = 6;

/**
 * A short digest of each part of a request. What was said before somebody spoke last is known by its ids, since it cannot
 * have changed: what a long conversation costs here is one short text for each message.
 */
export function requestDigest(model: string, request: ModelRequest): string {
  const { system, messages, tools, responseSchema, ...rest } = request;
  return [
    digestOfText(system),
    digest(messagesText(messages)),
    digestOfText(tools.map(digestOfValue).join()),
    digestOfText(JSON.stringify([model, rest, responseSchema && digestOfValue(responseSchema)])),
  ].join('');
}

/** Names of the parts that differ. */
export const differingParts = (one: string, other: string): string[] =>
  requestParts.filter((_, index) => partAt(one, index) !== partAt(other, index));

const partAt = (whole: string, index: number) => whole.slice(index * LENGTH, (index + 1) * LENGTH);

const digest = (text: string): string => hash('sha1', text, 'base64url').slice(0, LENGTH);

function messagesText(messages: readonly Message[]): string {
  const first = messages.findLastIndex(({ role }) => role === 'user');
  let text = '';
  for (let index = 0; index < first; index++) text += `${messages[index]?.id} `;
  return text + JSON.stringify(first > 0 ? messages.slice(first) : messages);
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

const MOST_TEXTS = 500;
const texts = new Map<string, string>();

/** Of what comes back at every call: system prompts, tools, and the rest of a request. */
function digestOfText(text: string): string {
  const known = texts.get(text);
  if (known !== undefined) return known;
  if (texts.size >= MOST_TEXTS) texts.clear();
  const made = digest(text);
  texts.set(text, made);
  return made;
}
