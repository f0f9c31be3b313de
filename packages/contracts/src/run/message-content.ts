import type { FilePart, Part } from './message-parts.ts';

/** How many files may go with one message. */
export const MOST_FILES = 20;

/** The fields of a message that say what is in it. */
export interface MessageContent {
  content: string;
  parts?: Part[];
}

/** Between two texts of one message. */
const BREAK = '\n';

/**
 * What a message with these parts has in its fields. Plain words need no parts.
 *
 * @example
 * const words = contentOf([{ type: 'text', text: 'Hello' }]); // { content: 'Hello' }
 */
export function contentOf(parts: readonly Part[]): MessageContent {
  const kept = parts.filter((part) => part.type !== 'text' || part.text !== '');
  const texts = kept.flatMap((part) => (part.type === 'text' ? [part] : []));
  const content = texts.map(({ text }) => text).join(BREAK);
  const isPlain = texts.length === kept.length && texts.every(({ annotations }) => !annotations?.length);
  return isPlain ? { content } : { content, parts: kept };
}

/** The parts of a message, in order. */
export function partsOf({ content, parts }: MessageContent): readonly Part[] {
  return parts ?? (content === '' ? [] : [{ type: 'text', text: content }]);
}

/** The message with other words and all else that it has. What was said of the words before goes with them. */
export function withContent<M extends MessageContent>(message: M, content: string): M {
  if (message.parts === undefined) return { ...message, content };
  const at = message.parts.findIndex(({ type }) => type === 'text');
  const others = message.parts.filter(({ type }) => type !== 'text');
  const text: Part[] = content === '' ? [] : [{ type: 'text', text: content }];
  return { ...message, content, parts: others.toSpliced(at < 0 ? others.length : at, 0, ...text) };
}

/** The stored files that a message refers to. */
export const filesOf = ({ parts = [] }: MessageContent): FilePart[] =>
  parts.filter((part) => part.type === 'file');
