// Some models think aloud between tags before they reply. That is no part of what they say, nor of a JSON reply.

const opening = /^\s*<(think|thinking|thought|reasoning)>/i;
const nextOpening = /\s*<(think|thinking|thought|reasoning)>/iy;
const nextClosing = /<\/(think|thinking|thought|reasoning)>/gi;
const longestTag = '<reasoning>'.length;
const MOST_HELD = 100;

/** The reply and the thoughts that it begins with. There is no reply when the thoughts never end. */
export function splitThinking(text: string): { words: string; thoughts: string } {
  if (!opening.test(text)) return { words: text, thoughts: '' };
  const thoughts: string[] = [];
  let start = 0;
  for (let tag = tagAt(text, start); tag !== undefined; tag = tagAt(text, start)) {
    const begun = nextOpening.lastIndex;
    const end = endOf(tag, text, start);
    thoughts.push(text.slice(begun, end === undefined ? undefined : end - closingOf(tag).length).trim());
    if (end === undefined) return { words: '', thoughts: thoughts.join('\n') };
    start = end;
  }
  return { words: text.slice(start).trimStart(), thoughts: thoughts.join('\n') };
}

function tagAt(text: string, start: number): string | undefined {
  nextOpening.lastIndex = start;
  return nextOpening.exec(text)?.[1]?.toLowerCase();
}

/** Where the thoughts that begin at `start` are over. */
function endOf(tag: string, text: string, start: number): number | undefined {
  nextClosing.lastIndex = start;
  for (let found = nextClosing.exec(text); found; found = nextClosing.exec(text))
    if (found[1]?.toLowerCase() === tag) return nextClosing.lastIndex;
  return undefined;
}

const closingOf = (tag: string) => `</${tag.toLowerCase()}>`;

export interface ThinkingFilter {
  push(piece: string): void;
  /** Hands on what was held back in case it would become a tag. */
  end(): void;
  /** Begins anew: the reply is asked for again. */
  reset(): void;
}

/** Hands text on as it comes, as `splitThinking` has the words, and the thoughts to whoever wants them. */
export function thinkingFilter(
  handOn: (text: string) => void,
  onThought: (text: string) => void = () => {},
): ThinkingFilter {
  let state: 'start' | 'thinking' | 'reply' = 'start';
  let held = '';
  let closing = '';
  let hasThought = false;
  const push = (piece: string): void => {
    if (state === 'reply') handOn(piece);
    else held += piece;
    if (state === 'start') begin();
    if (state === 'thinking') skip();
  };
  const begin = (): void => {
    const [opened, tag] = opening.exec(held) ?? [];
    if (opened !== undefined && tag !== undefined) {
      state = 'thinking';
      closing = closingOf(tag);
      held = held.slice(opened.length);
      return;
    }
    const begun = held.trimStart();
    const mayBecomeTag = begun.length < longestTag && /^(?:<[a-z]*)?$/i.test(begun);
    if (!mayBecomeTag || held.length > MOST_HELD) end();
  };
  const skip = (): void => {
    const at = held.toLowerCase().indexOf(closing);
    if (at < 0) {
      think(held.slice(0, -closing.length));
      held = held.slice(-closing.length);
      return;
    }
    think(held.slice(0, at));
    const rest = held.slice(at + closing.length);
    state = 'start';
    hasThought = true;
    held = '';
    push(rest);
  };
  const think = (thought: string): void => {
    if (thought !== '') onThought(thought);
  };
  const end = (): void => {
    if (state === 'thinking') think(held);
    if (state === 'start') handOn(hasThought ? held.trimStart() : held);
    held = '';
    state = 'reply';
  };
  const reset = (): void => {
    state = 'start';
    held = '';
    hasThought = false;
  };
  return { push, end, reset };
}
