import { crc32 } from 'node:zlib';
import { isJsonObject, type Message, type ModelRequest } from '@cadence-agents/contracts';

/** The parts of a request that are told apart, in the order of their digests. */
const requestParts = ['system', 'messages', 'tools', 'rest'] as const;

const LENGTH = 6;

/** One for each agent, in most workflows. */
const mostSystems = 10;

/**
 * A short digest of each part of a request. A checksum finds every change of a few characters, and most others; it is
 * taken of each request, so it is to cost little.
 */
export function requestDigest(model: string, request: ModelRequest, before = new RequestsBefore()): string {
  const { system, messages, tools, responseSchema, ...rest } = request;
  const schema = responseSchema && digestOfValue(responseSchema);
  return (
    written(before.ofSystem(system)) +
    written(before.ofMessages(messages)) +
    written(tools.reduce((digest, tool) => mixed(digest, digestOfValue(tool)), tools.length)) +
    written(crc32(JSON.stringify([model, rest, schema])))
  );
}

/** Names of the parts that differ. */
export const differingParts = (one: string, other: string): string[] =>
  requestParts.filter((_, index) => partAt(one, index) !== partAt(other, index));

const partAt = (whole: string, index: number) => whole.slice(index * LENGTH, (index + 1) * LENGTH);

/** What a run has asked so far: the next request repeats most of it, and what is repeated has its digest already. */
export class RequestsBefore {
  readonly #systems: { text: string; digest: number }[] = [];
  #messages: readonly Message[] = [];
  #digests: number[] = [];
  #lastSpoken = 0;

  ofSystem(text: string): number {
    const known = this.#systems.find((system) => system.text === text);
    if (known) return known.digest;
    const digest = crc32(text);
    if (this.#systems.length < mostSystems) this.#systems.push({ text, digest });
    return digest;
  }

  /** What was said before somebody spoke last is known by its ids, since it cannot have changed. */
  ofMessages(messages: readonly Message[]): number {
    const lastSpoken = messages.findLastIndex(({ role }) => role === 'user');
    const digests = messages.map((message, index) =>
      message === this.#messages[index] && index < lastSpoken === index < this.#lastSpoken
        ? (this.#digests[index] ?? 0)
        : crc32(index < lastSpoken ? message.id : JSON.stringify(message)),
    );
    this.#messages = messages;
    this.#digests = digests;
    this.#lastSpoken = lastSpoken;
    return digests.reduce(mixed, messages.length);
  }
}

const values = new WeakMap<object, number>();

/** Fields in another order say the same. */
const inOrder = (_: string, value: unknown): unknown =>
  isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** Of what is made once and never changed. */
function digestOfValue(value: object): number {
  let digest = values.get(value);
  if (digest === undefined) {
    digest = crc32(JSON.stringify(value, inOrder));
    values.set(value, digest);
  }
  return digest;
}

/** One that changes with either, and with their order. */
const mixed = (digest: number, next: number): number =>
  Math.imul((digest << 5) ^ (digest >>> 27) ^ next, 0x9e_37_79_b1);

const digits = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_';
const digitAt = (digest: number, bits: number) => digits.charCodeAt((digest >>> bits) & 63);

const written = (digest: number): string =>
  String.fromCharCode(
    digitAt(digest, 0),
    digitAt(digest, 6),
    digitAt(digest, 12),
    digitAt(digest, 18),
    digitAt(digest, 24),
    digitAt(digest, 30),
  );
