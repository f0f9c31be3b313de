// Where values stand in a JSON text, also in one with a mistake, as far as that.

export type JsonPath = readonly (string | number)[];

export interface Range {
  from: number;
  to: number;
}

/** One entry of a list or object: the value and, in an object, the whole property. */
export interface JsonEntry {
  name: string | number;
  value: Range;
  /** From the name to the end of the value. */
  whole: Range;
}

export class JsonPlaces {
  readonly #text: string;
  readonly #root: Value | undefined;
  readonly #mistake: Range | undefined;

  constructor(text: string) {
    const reader = new Reader(text);
    this.#text = text;
    this.#root = reader.readAll();
    this.#mistake = reader.mistake;
  }

  /** The value at a path. */
  find(path: JsonPath): Range | undefined {
    const value = this.#value(path);
    return value && { from: value.from, to: value.to };
  }

  /** The value at the path or, where there is none, the nearest one around it. */
  nearest(path: JsonPath): Range {
    for (let length = path.length; length >= 0; length -= 1) {
      const range = this.find(path.slice(0, length));
      if (range) return range;
    }
    return { from: 0, to: this.#text.length };
  }

  /** What is in the list or object at a path, in the order of the text. */
  entries(path: JsonPath): readonly JsonEntry[] {
    return this.#value(path)?.entries ?? [];
  }

  /** Where the text stops being JSON. */
  firstMistake(): Range | undefined {
    return this.#mistake;
  }

  #value(path: JsonPath): Value | undefined {
    // Of a name that stands twice, the last one counts.
    return path.reduce<Value | undefined>(
      (value, step) => value?.entries.findLast(({ name }) => name === step)?.value,
      this.#root,
    );
  }
}

interface Value extends Range {
  entries: (JsonEntry & { value: Value })[];
}

/** More than any definition may have. */
const MOST_DEPTH = 1_000;
const blank = /[ \t\n\r]*/y;
const string = /"[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[ !#-[\]-\uffff]*)*"/y;
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

class Reader {
  mistake: Range | undefined;
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  readAll(): Value | undefined {
    const root = this.#read(0);
    this.#take('');
    if (this.#at < this.#text.length) this.#fail();
    return root;
  }

  #read(depth: number): Value | undefined {
    this.#take('');
    const from = this.#at;
    const first = this.#text[from];
    if ((first === '{' || first === '[') && depth < MOST_DEPTH) return this.#readBox(first, depth);
    if (this.#match(string) || this.#match(scalar)) return { from, to: this.#at, entries: [] };
    return this.#fail();
  }

  /** A list or an object; one with a mistake in it reaches to the end. */
  #readBox(first: '{' | '[', depth: number): Value {
    const box: Value = { from: this.#at, to: this.#text.length, entries: [] };
    const last = first === '{' ? '}' : ']';
    this.#at += 1;
    if (!this.#take(last)) {
      do {
        this.#take('');
        const from = this.#at;
        const name = first === '{' ? this.#readName() : box.entries.length;
        const value = name === undefined ? undefined : this.#read(depth + 1);
        if (name === undefined || value === undefined) return box;
        box.entries.push({ name, value, whole: { from, to: value.to } });
        if (this.mistake) return box;
      } while (this.#take(','));
      if (!this.#take(last)) {
        this.#fail();
        return box;
      }
    }
    box.to = this.#at;
    return box;
  }

  #readName(): string | undefined {
    const from = this.#at;
    if (!this.#match(string)) return this.#fail();
    const name: string = JSON.parse(this.#text.slice(from, this.#at));
    return this.#take(':') ? name : this.#fail();
  }

  /** What stands next, after blanks, if it is this. */
  #take(mark: string): boolean {
    this.#match(blank);
    const isThere = this.#text.startsWith(mark, this.#at);
    if (isThere) this.#at += mark.length;
    return isThere;
  }

  #match(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    const isThere = pattern.test(this.#text);
    if (isThere) this.#at = pattern.lastIndex;
    return isThere;
  }

  /** Says where it stops being JSON; only the first time counts. */
  #fail(): undefined {
    this.mistake ??= { from: this.#at, to: Math.min(this.#at + 1, this.#text.length) };
  }
}
