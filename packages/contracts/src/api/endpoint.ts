// An endpoint as data: the server registers it, the OpenAPI document describes it and the client calls it.
import { z } from 'zod';
import type { Action } from '../access.ts';
import type { ErrorCode } from '../error-codes.ts';

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `:name` for each entry of `params`. */
  path: string;
  tag: string;
  summary: string;
  description?: string;
  /** What it does, which says who may; `public` needs no key. */
  action: Action | 'public';
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** The body is a form with a file. */
  multipart?: boolean;
  /** Its body may have files in it, as base64, and be larger for it. */
  takesFiles?: boolean;
  status: 200 | 201 | 204;
  reply: z.ZodType;
  /** The reply is plain text instead of JSON. */
  text?: boolean;
  /** The type of its text, where that is not plain: bytes have one too. */
  mediaType?: string;
  /** Types of text that it answers with too, when asked to. */
  alsoAs?: readonly string[];
  /** Answers with `text/event-stream` when asked to, unless asked for something else, or always. */
  stream?: 'on request' | 'by default' | 'always';
  /** The stream does not end by itself. */
  lasting?: true;
  /** What the `data` of each event of the stream is. */
  events?: z.ZodType;
  /** May answer 202 with the run, on `Prefer: respond-async`. */
  async?: boolean;
  /** Starts work, so that `Idempotency-Key` is honoured: remembered by the run that it made, or with the reply. */
  startsWork?: 'run' | 'other';
  /** What can go wrong beside what can with any endpoint. */
  errors: readonly ErrorCode[];
  /** The form of its errors, where that is not our own. */
  errorReply?: z.ZodType;
}

export const endpoint = <const E extends Endpoint>(given: E): E => given;

type Output<T> = T extends z.ZodType ? z.output<T> : undefined;
type Input<T> = T extends z.ZodType ? z.input<T> : undefined;
type Has<E, K extends string> = E extends Record<K, z.ZodType> ? K : never;

/** What a handler gets, checked. */
export type EndpointInput<E extends Endpoint> = {
  [K in Has<E, 'params'> | Has<E, 'query'> | Has<E, 'body'>]: Output<E[K]>;
};
/** What a caller gives. */
export type EndpointRequest<E extends Endpoint> = {
  [K in Has<E, 'params'> | Has<E, 'query'> | Has<E, 'body'>]: Input<E[K]>;
};
export type EndpointReply<E extends Endpoint> = z.output<E['reply']>;

// PostgreSQL has no NUL in text, and no id has a control character for a reason.
const idOfAtMost = (length: number) =>
  z
    .string()
    .min(1)
    .max(length)
    .regex(/^\P{Cc}+$/u, 'must have no control characters');
export const pathIdSchema = idOfAtMost(200);
/** An id, and where it stood. */
export const placeSchema = idOfAtMost(220);

/** The largest integer that PostgreSQL's INTEGER columns hold; a larger one would be an error of the database. */
export const MOST_INTEGER = 2 ** 31 - 1;

/** A whole number in an address, from `least` up to what its column holds. */
export const integerQuery = (least: number) => z.coerce.number().int().min(least).max(MOST_INTEGER);

export const idParams = z.strictObject({ id: pathIdSchema });

export const pageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  /** The `next` of the page before. */
  after: pathIdSchema.optional(),
});

export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), next: z.string().nullable() });

export const errorReplySchema = z
  .object({
    error: z.object({
      code: z.string(),
      message: z.string(),
      hint: z.string().optional(),
      details: z.unknown().optional(),
      requestId: z.string(),
    }),
  })
  .meta({ id: 'ErrorReply' });
export type ErrorReply = z.infer<typeof errorReplySchema>;

/** Of endpoints that ask a model while the caller waits. */
export const modelErrors = [
  'MODEL_UNKNOWN',
  'MODEL_AUTH',
  'MODEL_REFUSED',
  'MODEL_RATE_LIMITED',
  'MODEL_UNAVAILABLE',
  'MODEL_TIMEOUT',
  'MODEL_BAD_REPLY',
] as const satisfies readonly ErrorCode[];

/** JSON that is passed on as it is. */
export const jsonRecord = z.record(z.string(), z.json());
export const noContent = z.undefined();
