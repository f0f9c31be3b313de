import { fieldOf, isJsonObject, type JsonValue, listOf, parseJson } from '@cadence-agents/contracts';

/**
 * Most chunks of a reply differ from the one before in nothing but a few letters of text. Those need not be parsed: nothing
 * else that is done with a token here costs as much.
 */
export class AlikeChunks {
  #head = '';
  #tail = '';
  /** The same around the text of a packet that is one event, where all of it is ASCII. */
  #packetHead = '';
  #packetTail = '';

  /** Notes what surrounds the text of a chunk that has text and nothing else to tell. */
  learn(data: string, delta: JsonValue | undefined): void {
    this.#head = '';
    this.#packetHead = '';
    if (!isJsonObject(delta)) return;
    const { content, role, ...rest } = delta;
    if (typeof content !== 'string' || Object.values(rest).some((value) => value !== null && value !== ''))
      return;
    const text = JSON.stringify(content);
    const at = data.indexOf(text, data.indexOf('"content"') + '"content"'.length);
    if (at === -1) return;
    const [head, tail] = [data.slice(0, at + 1), data.slice(at + text.length - 1)];
    // The same letters may be elsewhere too.
    if (fieldOf(deltaOf(parseJson(`${head}?${tail}`)), 'content') !== '?') return;
    this.#head = head;
    this.#tail = tail;
    if (!ONE_PLAIN_LINE.test(head + tail)) return;
    this.#packetHead = `data: ${head}`;
    this.#packetTail = `${tail}\n\n`;
  }

  /** The text of a chunk that is like the last one but for it. */
  textOf(data: string): string | undefined {
    const [head, tail] = [this.#head, this.#tail];
    if (head === '' || data.length < head.length + tail.length) return undefined;
    if (!data.startsWith(head) || !data.endsWith(tail)) return undefined;
    const text = data.slice(head.length, -tail.length);
    return NOT_PLAIN.test(text) ? undefined : text;
  }

  /**
   * The text of a packet that is one such chunk, read off its bytes: a part of a longer string would keep all of that in
   * memory for as long as the reply lasts.
   */
  textIn(packet: Buffer): string | undefined {
    const [head, tail] = [this.#packetHead, this.#packetTail];
    const end = packet.length - tail.length;
    if (head === '' || end < head.length) return undefined;
    // A byte for each letter, whatever they mean: quicker than two comparisons of bytes.
    const letters = packet.toString('latin1');
    if (!letters.startsWith(head) || !letters.endsWith(tail)) return undefined;
    const text = packet.toString('utf8', head.length, end);
    return NOT_PLAIN.test(text) ? undefined : text;
  }
}

const deltaOf = (chunk: JsonValue | undefined) => fieldOf(listOf(fieldOf(chunk, 'choices'))[0], 'delta');

/** What ends a string of JSON, or is in one only in another form. */
const NOT_PLAIN = /["\\\p{Cc}]/u;

const ONE_PLAIN_LINE = /^[\t\x20-\x7e]*$/;
