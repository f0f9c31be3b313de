// A text inside a JSON reply, read while the reply is still being written.

/** Where in the reply the reader is. A text, an escape or a name may be cut anywhere between two pieces. */
type Place =
  /** Before the object, or after it. */
  | 'outside'
  /** Where a name is due. */
  | 'name'
  | 'in name'
  | 'colon'
  | 'value'
  /** In the text that is looked for. */
  | 'in text'
  /** In another value, outside of its texts. */
  | 'other'
  | 'in other text'
  | 'done';

/** Where a text leads that has ended. */
const after: Partial<Record<Place, Place>> = {
  'in name': 'colon',
  'in text': 'done',
  'in other text': 'other',
};

/**
 * Hands on the text of one field of the first object that has it. Prose and fences around the object, and other fields,
 * are passed over; the object need not be complete. Every character is looked at once.
 */
export class TextFieldReader {
  readonly #field: string;
  readonly #handOn: (text: string) => void;
  #place: Place = 'outside';
  /** How deep in lists and objects of another value. */
  #depth = 0;
  /** The name that is being read. */
  #name = '';
  /** An escape that is not complete: `\`, or `\u` and fewer than four digits. */
  #escape = '';

  constructor(field: string, handOn: (text: string) => void) {
    this.#field = field;
    this.#handOn = handOn;
  }

  /** Takes the next piece of the reply. */
  push(piece: string): void {
    let at = 0;
    while (at < piece.length && this.#place !== 'done') {
      if (after[this.#place] !== undefined) at = this.#readText(piece, at);
      else if (this.#take(piece.charAt(at))) at += 1;
    }
  }

  /** Begins anew: the reply is asked for again. */
  reset(): void {
    this.#place = 'outside';
    this.#depth = 0;
    this.#escape = '';
  }

  /** Reads on in a text, up to its closing quote. Returns where to go on. */
  #readText(piece: string, start: number): number {
    let text = '';
    let at = start;
    let isOver = false;
    while (at < piece.length && !isOver) {
      const char = piece.charAt(at);
      if (this.#escape !== '' || char === '\\') {
        text += this.#readEscape(char);
        at += 1;
      } else if (char === '"') {
        isOver = true;
        at += 1;
      } else {
        const plain = plainText(piece, at);
        text += plain;
        at += plain.length;
      }
    }
    if (this.#place === 'in name') this.#name += text;
    if (this.#place === 'in text' && text !== '') this.#handOn(text);
    if (isOver) this.#place = after[this.#place] ?? 'outside';
    return at;
  }

  /** What the escape stands for, once it is complete. */
  #readEscape(char: string): string {
    this.#escape += char;
    const length = this.#escape[1] === 'u' ? 6 : 2;
    if (this.#escape.length < length) return '';
    const whole = this.#escape;
    this.#escape = '';
    return unescaped(whole);
  }

  /** Takes a character between texts. Returns whether it is used up. */
  #take(char: string): boolean {
    if (/\s/.test(char)) return true;
    switch (this.#place) {
      case 'outside':
        if (char === '{') this.#place = 'name';
        return true;
      case 'other':
        this.#pass(char);
        return true;
      case 'value':
        this.#place = char === '"' && this.#name === this.#field ? 'in text' : 'other';
        return this.#place === 'in text';
    }
    if (this.#place === 'name' && char === '"') {
      this.#name = '';
      this.#place = 'in name';
    } else if (this.#place === 'colon' && char === ':') {
      this.#place = 'value';
    } else {
      // It is no JSON. An object may begin with this very sign.
      this.#place = 'outside';
      return char !== '{';
    }
    return true;
  }

  #pass(char: string): void {
    if (char === '"') this.#place = 'in other text';
    else if (char === '{' || char === '[') this.#depth += 1;
    else if (this.#depth > 0) this.#depth -= char === '}' || char === ']' ? 1 : 0;
    else if (char === ',') this.#place = 'name';
    else if (char === '}') this.#place = 'outside';
  }
}

/** The characters up to the next that means something in a text. */
function plainText(piece: string, start: number): string {
  const plain = /[^"\\]*/y;
  plain.lastIndex = start;
  return plain.exec(piece)?.[0] ?? '';
}

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** One that JSON does not know stands for its last character. */
function unescaped(written: string): string {
  const sign = written.charAt(1);
  if (sign !== 'u') return escapes[sign] ?? sign;
  const code = Number.parseInt(written.slice(2), 16);
  return Number.isNaN(code) ? '\ufffd' : String.fromCharCode(code);
}

/** The text of that field in a whole reply; empty when it has none. */
export function textField(field: string, reply: string): string {
  const parts: string[] = [];
  new TextFieldReader(field, (text) => parts.push(text)).push(reply);
  return parts.join('');
}
