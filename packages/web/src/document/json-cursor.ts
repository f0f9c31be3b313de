// Where a cursor stands in a JSON text that is being written, and so may be wrong before it, at it and after it.
import type { JsonPath, Range } from './json-place.ts';

/** A list or an object of the text. */
export interface JsonBox {
  path: JsonPath;
  isList: boolean;
  /** What stands in it beside the cursor: the texts of an object's fields by name, undefined for what is no text. */
  fields: ReadonlyMap<string, string | undefined>;
}

export interface JsonCursor {
  /** From the whole text to the list or object that the cursor is in. */
  around: readonly JsonBox[];
  /** The name of a field goes here, not a value. */
  isName: boolean;
  /** The field, or the place in the list, whose value goes here. */
  step: string | number;
  /** The text or word that the cursor is in, or the place of the cursor. */
  range: Range;
  isQuoted: boolean;
  /** Every object of the text. */
  objects: readonly JsonBox[];
}

/** A text, closed or not, a mark, or a word; a text ends with its line. */
const token = /"(?:[^"\\\n]|\\.)*"?|[{}[\],:]|[^\s{}[\],:"]+/g;
const mark = /^[{}[\],:]$/;
const closed = /^"(?:[^"\\\n]|\\.)*"$/;
/** What is replaced behind the cursor: the quote that closes a text may be that of the next one. */
const rest = /[\w.:-]*"?/y;

/** Undefined where nothing can be written before something else is. */
export function cursorIn(text: string, at: number): JsonCursor | undefined {
  const reader = new BoxReader();
  let isBefore = true;
  let place: Omit<JsonCursor, 'range' | 'isQuoted' | 'objects'> | undefined;
  let here: { from: number; isQuoted: boolean } | undefined;
  for (const { 0: word, index: from } of text.matchAll(token)) {
    const to = from + word.length;
    const isHere = !mark.test(word) && from < at && (at < to || (at === to && !closed.test(word)));
    if (isHere) here = { from, isQuoted: word.startsWith('"') };
    if (isBefore && (isHere || from >= at)) {
      isBefore = false;
      place = reader.place(isHere);
    }
    reader.read(word, isHere);
  }
  if (isBefore) place = reader.place(false);
  const { from = at, isQuoted = false } = here ?? {};
  rest.lastIndex = at;
  const to = here ? at + (rest.exec(text)?.[0].length ?? 0) : at;
  return place && { ...place, range: { from, to }, isQuoted, objects: reader.objects };
}

interface OpenBox extends JsonBox {
  fields: Map<string, string | undefined>;
  name: string;
  /** How many values of a list there were. */
  index: number;
  /** What stands before, since the last comma. */
  read: 'nothing' | 'name' | 'colon' | 'value';
}

class BoxReader {
  readonly objects: JsonBox[] = [];
  readonly #open: OpenBox[] = [];

  /** What goes next; a word that is there already begins the next field where a comma is missing. */
  place(isWord: boolean) {
    const inner = this.#open.at(-1);
    if (inner?.read === 'value' && isWord) inner.read = 'nothing';
    if (!inner || inner.read === 'value' || inner.read === 'name') return undefined;
    return {
      around: [...this.#open],
      isName: !inner.isList && inner.read === 'nothing',
      step: inner.isList ? inner.index : inner.name,
    };
  }

  read(word: string, isAtCursor: boolean): void {
    const inner = this.#open.at(-1);
    if (word === '{' || word === '[') this.#begin(word === '[');
    else if (word === '}' || word === ']') this.#end();
    else if (!inner) return;
    else if (word === ',') {
      inner.index += 1;
      inner.read = 'nothing';
    } else if (word === ':') inner.read = 'colon';
    else if (inner.isList) inner.read = 'value';
    else if (inner.read === 'colon') {
      if (!isAtCursor) inner.fields.set(inner.name, textIn(word));
      inner.read = 'value';
    } else {
      inner.name = textIn(word) ?? '';
      if (!isAtCursor) inner.fields.set(inner.name, undefined);
      inner.read = 'name';
    }
  }

  #begin(isList: boolean): void {
    const outer = this.#open.at(-1);
    const path = outer ? [...outer.path, outer.isList ? outer.index : outer.name] : [];
    const box: OpenBox = { path, isList, fields: new Map(), name: '', index: 0, read: 'nothing' };
    this.#open.push(box);
    if (!isList) this.objects.push(box);
  }

  #end(): void {
    this.#open.pop();
    const outer = this.#open.at(-1);
    if (outer) outer.read = 'value';
  }
}

function textIn(word: string): string | undefined {
  if (!closed.test(word)) return undefined;
  try {
    return String(JSON.parse(word));
  } catch {
    return undefined;
  }
}
