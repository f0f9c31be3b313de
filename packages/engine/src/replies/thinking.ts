// Some models think aloud between tags before they reply. That is not for the user, nor part of a JSON reply.

const opening = /^\s*<(think|thinking|thought|reasoning)>/i;
const nextOpening = /\s*<(think|thinking|thought|reasoning)>/iy;
const nextClosing = /<\/(think|thinking|thought|reasoning)>/gi;
const longestTag = '<reasoning>'.length;
const MOST_HELD = 100;

/** The reply without the thoughts that it begins with; nothing when the thoughts never end. */
export function withoutThinking(text: string): string {
  if (!opening.test(text)) return text;
  let start = 0;
  for (let tag = tagAt(text, start); tag !== undefined; tag = tagAt(text, start)) {
    const end = endOf(tag, text, start);
    if (end === undefined) return '';
    start = end;
  }
  return text.slice(start).trimStart();
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

/** Hands text on as it comes, as `withoutThinking` leaves it. */
export function thinkingFilter(handOn: (text: string) => void): ThinkingFilter {
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
    const tag = opening.exec(held)?.[1];
    if (tag !== undefined) {
      state = 'thinking';
      closing = closingOf(tag);
      return;
    }
    const begun = held.trimStart();
    const mayBecomeTag = begun.length < longestTag && /^(?:<[a-z]*)?$/i.test(begun);
    if (!mayBecomeTag || held.length > MOST_HELD) end();
  };
  const skip = (): void => {
    const at = held.toLowerCase().indexOf(closing);
    if (at < 0) {
      held = held.slice(-closing.length);
      return;
    }
    const rest = held.slice(at + closing.length);
    state = 'start';
    hasThought = true;
    held = '';
    push(rest);
  };
  const end = (): void => {
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
