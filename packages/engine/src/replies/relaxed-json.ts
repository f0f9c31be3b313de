// JSON as models write it: with single quotes, comments, commas too many, bare names, and Python's words for values.
// Written by hand so that it reads every character once: a reply is a stranger's text on the event loop.
import { type JsonValue, parseJson } from '@cadence-agents/contracts';

const MOST_DEPTH = 200;
const blank = /\s*/y;
const bareName = /[A-Za-z_$][\w$-]*/y;
const number = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const words: ReadonlyMap<string, JsonValue> = new Map<string, JsonValue>([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
  ['null', null],
  ['None', null],
]);

/** The value that begins at `start`, and where it ends; `undefined` when there is none. */
export function readRelaxedJson(text: string, start = 0): { value: JsonValue; end: number } | undefined {
  const reader = new RelaxedReader(text, start);
  const value = reader.value(0);
  return value === undefined ? undefined : { value, end: reader.at };
}

/** The text as one value, with nothing but blanks and comments around it. */
export function parseRelaxedJson(text: string): JsonValue | undefined {
  const reader = new RelaxedReader(text, 0);
  const value = reader.value(0);
  return reader.isAtEnd() ? value : undefined;
}

/** Each method reads on from where the last one ended, and returns `undefined` for what it cannot read. */
class RelaxedReader {
  readonly #text: string;
  at: number;

  constructor(text: string, start: number) {
    this.#text = text;
    this.at = start;
  }

  value(depth: number): JsonValue | undefined {
    const first = this.#peek();
    if (depth > MOST_DEPTH) return undefined;
    if (first === '{') return this.#object(depth);
    if (first === '[') return this.#list(depth);
    if (first === '"' || first === "'") return this.#string(first);
    const digits = this.#match(number);
    return digits === undefined ? words.get(this.#match(bareName) ?? '') : Number(digits);
  }

  isAtEnd(): boolean {
    return this.#peek() === '';
  }

  #object(depth: number): JsonValue | undefined {
    const entries: [string, JsonValue][] = [];
    this.at += 1;
    while (!this.#take('}')) {
      const first = this.#peek();
      const key = first === '"' || first === "'" ? this.#string(first) : this.#match(bareName);
      if (key === undefined || !this.#take(':')) return undefined;
      const value = this.value(depth + 1);
      if (value === undefined) return undefined;
      entries.push([key, value]);
      if (!this.#take(',') && this.#peek() !== '}') return undefined;
    }
    return Object.fromEntries(entries);
  }

  #list(depth: number): JsonValue | undefined {
    const items: JsonValue[] = [];
    this.at += 1;
    while (!this.#take(']')) {
      const value = this.value(depth + 1);
      if (value === undefined) return undefined;
      items.push(value);
      if (!this.#take(',') && this.#peek() !== ']') return undefined;
    }
    return items;
  }

  #string(quote: string): string | undefined {
    const start = this.at + 1;
    let end = start;
    while (end < this.#text.length && this.#text[end] !== quote) end += this.#text[end] === '\\' ? 2 : 1;
    if (end >= this.#text.length) return undefined;
    this.at = end + 1;
    const value = parseJson(`"${asJsonText(this.#text.slice(start, end))}"`);
    return typeof value === 'string' ? value : undefined;
  }

  /** The next character that is neither blank nor part of a comment. */
  #peek(): string {
    this.#match(blank);
    while (this.#text[this.at] === '/') {
      const end = this.#text.startsWith('/*', this.at) ? '*/' : '\n';
      const at = this.#text.indexOf(end, this.at + 2);
      if (at < 0 || (end === '\n' && this.#text[this.at + 1] !== '/')) break;
      this.at = at + end.length;
      this.#match(blank);
    }
    return this.#text[this.at] ?? '';
  }

  #take(character: string): boolean {
    const isThere = this.#peek() === character;
    if (isThere) this.at += 1;
    return isThere;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.#text)?.[0];
    this.at += found?.length ?? 0;
    return found;
  }
}

const controls: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  "\\'": "'",
  '"': '\\"',
};

/** What stands between quotes, with bare line breaks and quotes as JSON wants them. */
const asJsonText = (text: string): string =>
  text.replaceAll(/\\[\s\S]|[\n\r\t"]/g, (found) => controls[found] ?? found);
