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
