// The values beyond JSON that LangGraph and its users put into states. Each is stored under a tag of its own; a class
// is made anew only for what was an instance when it was stored, never for data that looks like one.
import { DeltaSnapshot } from '@langchain/langgraph-checkpoint';
import { messageFields, messageKind, reviveMessage } from './langchain-message.ts';

/** Stores or revives what is inside a value. */
type Inner = (value: unknown) => unknown;

export interface TagCodec {
  tag: string;
  /** The stored form, or `undefined` when the value is of another kind. */
  store(value: object, inner: Inner): { content: unknown } | undefined;
  revive(content: unknown, inner: Inner): unknown;
}

const listOf = (content: unknown): unknown[] => (Array.isArray(content) ? content : []);
const textOf = (content: unknown): string => (typeof content === 'string' ? content : '');

const bytes: TagCodec = {
  tag: 'bytes',
  store: (value) =>
    value instanceof Uint8Array ? { content: Buffer.from(value).toString('base64') } : undefined,
  revive: (content) => new Uint8Array(Buffer.from(textOf(content), 'base64')),
};

const date: TagCodec = {
  tag: 'date',
  store: (value) => (value instanceof Date ? { content: value.getTime() } : undefined),
  revive: (content) => new Date(Number(content)),
};

const regExp: TagCodec = {
  tag: 'regexp',
  store: (value) => (value instanceof RegExp ? { content: [value.source, value.flags] } : undefined),
  revive: (content) => {
    const [source, flags] = listOf(content);
    return new RegExp(textOf(source), textOf(flags));
  },
};

const map: TagCodec = {
  tag: 'map',
  store: (value, inner) => (value instanceof Map ? { content: inner([...value]) } : undefined),
  revive: (content, inner) =>
    new Map(
      listOf(content).map((entry) => {
        const [key, value] = listOf(entry);
        return [inner(key), inner(value)];
      }),
    ),
};

const set: TagCodec = {
  tag: 'set',
  store: (value, inner) => (value instanceof Set ? { content: inner([...value]) } : undefined),
  revive: (content, inner) => new Set(listOf(content).map(inner)),
};

const errorClasses = [Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError];

// Name and message, as LangGraph itself keeps of the errors it stores; a stack belongs into the log.
const error: TagCodec = {
  tag: 'error',
  store: (value) => (value instanceof Error ? { content: [value.name, value.message] } : undefined),
  revive: (content) => {
    const [name, message] = listOf(content);
    const ErrorClass = errorClasses.find((each) => each.name === name);
    if (ErrorClass) return new ErrorClass(textOf(message));
    return Object.defineProperty(new Error(textOf(message)), 'name', { value: name, writable: true });
  },
};

const deltaSnapshot: TagCodec = {
  tag: 'delta-snapshot',
  store: (value, inner) => (value instanceof DeltaSnapshot ? { content: inner(value.value) } : undefined),
  revive: (content, inner) => new DeltaSnapshot(inner(content)),
};

const message: TagCodec = {
  tag: 'message',
  store: (value, inner) => {
    const kind = messageKind(value);
    return kind === undefined ? undefined : { content: [kind, inner(messageFields(value))] };
  },
  revive: (content, inner) => {
    const [kind, fields] = listOf(content);
    return reviveMessage(textOf(kind), inner(fields));
  },
};

export const tagCodecs: readonly TagCodec[] = [message, bytes, date, regExp, map, set, error, deltaSnapshot];
