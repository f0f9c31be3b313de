// Takes TypeScript apart just enough to tell its code from its strings and comments.

export interface LexedSource {
  /** Comments gone, texts of templates and regular expressions gone, each string replaced by `"<its number>"`. */
  code: string;
  strings: string[];
  comments: string[];
}

const comment = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y;
const string = /'(?:\\[\s\S]|[^'\\\n])*'|"(?:\\[\s\S]|[^"\\\n])*"/y;
const regex = /\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y;
const templateText = /(?:\\[\s\S]|\$(?!\{)|[^`\\$])*/y;
const wordOrSpace = /[\w$]+|\s+/y;
const anything = /[\s\S]/y;
// Where an operand is due, a slash begins a regular expression; elsewhere it divides.
const beforeOperand =
  /(?:^|[(,=:[!&|?{;+\-*%~^>]|\b(?:return|typeof|case|in|of|void|delete|throw|new|await|yield|else|do))$/;

class Lexer {
  readonly lexed: LexedSource = { code: '', strings: [], comments: [] };
  /** For each template that is open, how many braces are open in its current expression. */
  readonly #templates: number[] = [];
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  run(): LexedSource {
    while (this.#at < this.#source.length) this.#step();
    return this.lexed;
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const [text] = pattern.exec(this.#source) ?? [];
    this.#at += text?.length ?? 0;
    return text;
  }

  #step(): void {
    const isRead = this.#comment() || this.#string() || this.#regex() || this.#wordOrSpace();
    if (!isRead) this.#character(this.#take(anything) ?? '');
  }

  #comment(): boolean {
    const text = this.#take(comment);
    if (text === undefined) return false;
    this.lexed.comments.push(text);
    this.lexed.code += ' ';
    return true;
  }

  #string(): boolean {
    const text = this.#take(string);
    if (text !== undefined) this.#emitString(text.slice(1, -1));
    return text !== undefined;
  }

  #regex(): boolean {
    if (this.#source.charAt(this.#at) !== '/') return false;
    const isDue = beforeOperand.test(this.lexed.code.trimEnd().slice(-10));
    if (!isDue || this.#take(regex) === undefined) return false;
    this.lexed.code += '/r/';
    return true;
  }

  #wordOrSpace(): boolean {
    const text = this.#take(wordOrSpace);
    this.lexed.code += text ?? '';
    return text !== undefined;
  }

  #character(character: string): void {
    const depth = this.#templates.at(-1);
    if (character !== '`') this.lexed.code += character;
    if (character === '`') this.#template(true);
    else if (character === '}' && depth === 0) {
      this.#templates.pop();
      this.#template(false);
    } else if (depth !== undefined && '{}'.includes(character)) {
      this.#templates[this.#templates.length - 1] = depth + (character === '{' ? 1 : -1);
    }
  }

  #emitString(text: string): void {
    this.lexed.code += `"${this.lexed.strings.push(text) - 1}"`;
  }

  /** Reads a template's text up to its end or to its next expression. */
  #template(atStart: boolean): void {
    const text = this.#take(templateText) ?? '';
    if (this.#source.startsWith('${', this.#at)) {
      this.#templates.push(0);
      this.#at += 2;
      this.lexed.code += '${';
      return;
    }
    this.#at += 1;
    if (atStart) this.#emitString(text);
  }
}

export const lexSource = (source: string): LexedSource => new Lexer(source).run();
