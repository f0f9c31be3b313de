// What a message is made of. Nearly all are plain words, which are their `content`, and have no list of parts.
import { z } from 'zod';

const annotationSchema = z.object({
  type: z.literal('citation'),
  /** Which of the part's text it is about, in UTF-16 units; the end is not included. */
  start: z.int32().nonnegative(),
  end: z.int32().nonnegative(),
  /** Where it is from: a page, a stored file, or words alone. */
  url: z.string().exactOptional(),
  fileId: z.string().exactOptional(),
  title: z.string().exactOptional(),
  quote: z.string().exactOptional(),
});
/** Where something that a text says is from. */
export type Annotation = z.infer<typeof annotationSchema>;

const textPartSchema = z.object({
  type: z.literal('text'),
  text: z.string(),
  annotations: z.array(annotationSchema).exactOptional(),
});
export type TextPart = z.infer<typeof textPartSchema>;

const reasoningPartSchema = z.object({ type: z.literal('reasoning'), text: z.string() });
/** What a model thought before it spoke. People may read it; it is no part of a later prompt. */
export type ReasoningPart = z.infer<typeof reasoningPartSchema>;

export const filePartSchema = z.object({
  type: z.literal('file'),
  /** Of the stored bytes: a message has a reference, never the bytes. */
  fileId: z.string().min(1),
  /** As `image/png`. */
  mediaType: z.string().min(1),
  name: z.string().exactOptional(),
  /** In bytes. */
  size: z.int32().nonnegative(),
  /** How closely a picture is to be looked at, where whoever sent it says so. */
  detail: z.enum(['low', 'high']).exactOptional(),
});
export type FilePart = z.infer<typeof filePartSchema>;

const dataPartSchema = z.object({ type: z.literal('data'), name: z.string(), value: z.json() });
/** A value for programs, under a name that says what it is. */
export type DataPart = z.infer<typeof dataPartSchema>;

export const partSchema = z.discriminatedUnion('type', [
  textPartSchema,
  reasoningPartSchema,
  filePartSchema,
  dataPartSchema,
]);
export type Part = z.infer<typeof partSchema>;

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
