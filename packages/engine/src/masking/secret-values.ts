// Secrets that are known by their value, found in text by one pass over it however many they are (Aho–Corasick), also
// when the text comes in pieces.

export interface SecretValues {
  /** The text with each of them masked; the very same text when there is none. */
  mask: (text: string) => string;
  /** Hands text on as it comes, masked. What may be the beginning of a secret is held back until it is told. */
  stream: (handOn: (text: string) => void) => MaskedStream;
}

export interface MaskedStream {
  push(piece: string): void;
  /** Hands on what was held back. */
  end(): void;
  /** Begins anew, without what was held back. */
  reset(): void;
}

/** A shorter one would garble words. */
const SHORTEST = 8;
const MASK = '[redacted]';

/** Each is found as it is, as JSON has it, and as addresses have it. */
export function secretValues(
  values: Iterable<string>,
  { mask = MASK, shortest = SHORTEST }: { mask?: string; shortest?: number } = {},
): SecretValues {
  const forms = [...values].filter((value) => value.length >= shortest).flatMap(formsOf);
  if (forms.length === 0) return noSecrets;
  const search = createSearch(new Set(forms));
  const stream: SecretValues['stream'] = (handOn) => maskedStream(search, mask, handOn);
  return {
    stream,
    mask(text) {
      const parts: string[] = [];
      const masked = stream((part) => void parts.push(part));
      masked.push(text);
      masked.end();
      return parts.join('');
    },
  };
}

export const noSecrets: SecretValues = {
  mask: (text) => text,
  stream: (handOn) => ({ push: handOn, end() {}, reset() {} }),
};

function formsOf(value: string): string[] {
  const text = value.toWellFormed();
  return [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(text)];
}

/** A place in the search: the longest beginning of a secret that the text read so far ends with. */
interface Place {
  readonly depth: number;
  readonly next: Map<number, Place>;
  /** The place of the next shorter beginning. */
  shorter: Place | undefined;
  /** Length of the longest secret that ends here; 0 for none. */
  found: number;
}

interface Search {
  readonly root: Place;
  /** Where in the text, from there on, the next character is that a secret begins with; its length for nowhere. */
  nextBeginning(text: string, from: number): number;
  /** The place after one more character. */
  step(from: Place, code: number): Place;
}

function createSearch(secrets: ReadonlySet<string>): Search {
  const root = place(0);
  for (const secret of secrets) {
    let at = root;
    for (let index = 0; index < secret.length; index++) {
      const code = secret.charCodeAt(index);
      const next: Place = at.next.get(code) ?? place(at.depth + 1);
      at.next.set(code, next);
      at = next;
    }
    at.found = secret.length;
  }
  const step = (from: Place, code: number): Place => {
    let at: Place | undefined = from;
    for (; at; at = at.shorter) {
      const next = at.next.get(code);
      if (next) return next;
    }
    return root;
  };
  // By depth, so that those of shorter beginnings are there already.
  const queue = [root];
  for (const at of queue) {
    for (const [code, next] of at.next) {
      next.shorter = at.shorter ? step(at.shorter, code) : root;
      next.found ||= next.shorter.found;
      queue.push(next);
    }
  }
  const first = new Uint8Array(2 ** 16);
  for (const code of root.next.keys()) first[code] = 1;
  return {
    root,
    step,
    nextBeginning(text, from) {
      let index = from;
      while (index < text.length && !first[text.charCodeAt(index)]) index++;
      return index;
    },
  };
}

const place = (depth: number): Place => ({ depth, next: new Map(), shorter: undefined, found: 0 });

function maskedStream(search: Search, mask: string, handOn: (text: string) => void): MaskedStream {
  let at = search.root;
  /** As long as the place is deep. */
  let held = '';
  /** What of `held` is secret: from where to where. */
  let hidden: [from: number, to: number][] = [];
  /** Whether what went out last was a secret that goes on in `held`. */
  let goesOn = false;

  const push = (piece: string): void => {
    const text = held + piece;
    for (let index = held.length; index < text.length; index++) {
      if (at === search.root) index = search.nextBeginning(text, index);
      if (index === text.length) break;
      at = search.step(at, text.charCodeAt(index));
      if (at.found > 0) hide(index + 1 - at.found, index + 1);
    }
    release(text, text.length - at.depth);
  };

  /** Merges what overlaps, so that it becomes one mask. */
  const hide = (from: number, to: number): void => {
    let start = from;
    for (let last = hidden.at(-1); last && last[1] > start; last = hidden.at(-1)) {
      start = Math.min(start, last[0]);
      hidden.pop();
    }
    hidden.push([start, to]);
  };

  /** Hands on what comes before `end`, and holds back the rest. */
  const release = (text: string, end: number): void => {
    let out = '';
    let done = 0;
    const kept: typeof hidden = [];
    for (const [from, to] of hidden) {
      if (from < end) {
        out += text.slice(done, from);
        if (!(goesOn && from === 0)) out += mask;
        done = Math.min(to, end);
      }
      if (to > end) kept.push([Math.max(from, end) - end, to - end]);
    }
    out += text.slice(done, end);
    if (end > 0) goesOn = kept[0]?.[0] === 0 && done === end && hidden.length > 0;
    hidden = kept;
    held = text.slice(end);
    if (out !== '') handOn(out);
  };

  return {
    push,
    end() {
      release(held, held.length);
      at = search.root;
      goesOn = false;
    },
    reset() {
      at = search.root;
      held = '';
      hidden = [];
      goesOn = false;
    },
  };
}
