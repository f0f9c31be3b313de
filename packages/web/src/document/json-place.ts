// Where values stand in a JSON text. Found with the editor's own parser, which also reads texts with mistakes.
import { jsonLanguage } from '@codemirror/lang-json';

type Tree = ReturnType<typeof jsonLanguage.parser.parse>;
type SyntaxNode = Tree['topNode'];

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

const values = new Set(['Object', 'Array', 'String', 'Number', 'True', 'False', 'Null']);

export class JsonPlaces {
  readonly #text: string;
  readonly #tree: Tree;
  readonly #root: SyntaxNode | null;

  constructor(text: string) {
    this.#text = text;
    this.#tree = jsonLanguage.parser.parse(text);
    this.#root = valueChild(this.#tree.topNode);
  }

  /** The value at a path. */
  find(path: JsonPath): Range | undefined {
    const node = this.#node(path);
    return node && { from: node.from, to: node.to };
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
  entries(path: JsonPath): JsonEntry[] {
    const node = this.#node(path);
    return node
      ? this.#entriesOf(node).map(({ name, value, whole }) => ({
          name,
          value: range(value),
          whole: range(whole),
        }))
      : [];
  }

  /** Where the text stops being JSON. */
  firstMistake(): Range | undefined {
    let mistake: Range | undefined;
    this.#tree.iterate({
      enter: (node) => {
        if (mistake === undefined && node.type.isError) mistake = { from: node.from, to: node.to };
      },
    });
    return mistake;
  }

  #node(path: JsonPath): SyntaxNode | undefined {
    let node = this.#root;
    for (const step of path) {
      // Of a name that stands twice, the last one counts.
      node = (node && this.#entriesOf(node).findLast((entry) => entry.name === step)?.value) ?? null;
    }
    return node ?? undefined;
  }

  #entriesOf(node: SyntaxNode): { name: string | number; value: SyntaxNode; whole: SyntaxNode }[] {
    if (node.name === 'Array')
      return children(node)
        .filter((child) => values.has(child.name))
        .map((value, name) => ({ name, value, whole: value }));
    if (node.name !== 'Object') return [];
    return children(node).flatMap((whole) => {
      const value = whole.name === 'Property' ? valueChild(whole) : null;
      const name = whole.getChild('PropertyName');
      if (value === null || name === null) return [];
      return [{ name: unquote(this.#text.slice(name.from, name.to)), value, whole }];
    });
  }
}

function children(node: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) found.push(child);
  return found;
}

const valueChild = (node: SyntaxNode) => children(node).find((child) => values.has(child.name)) ?? null;
const range = ({ from, to }: SyntaxNode): Range => ({ from, to });

function unquote(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted;
  }
}
