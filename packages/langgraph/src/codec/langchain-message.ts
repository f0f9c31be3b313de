import {
  AIMessage,
  AIMessageChunk,
  ChatMessage,
  FunctionMessage,
  HumanMessage,
  RemoveMessage,
  SystemMessage,
  ToolMessage,
} from '@langchain/core/messages';

// A table is the only way to know what reading can construct; whatever else LangChain could serialise is refused.
const classes = new Map(
  Object.entries({
    AIMessage,
    AIMessageChunk,
    ChatMessage,
    FunctionMessage,
    HumanMessage,
    RemoveMessage,
    SystemMessage,
    ToolMessage,
  }),
);

/** Name of the message's class, `undefined` for anything else. */
export function messageKind(value: object): string | undefined {
  const made: unknown = value.constructor;
  if (typeof made !== 'function') return undefined;
  return classes.get(made.name) === made ? made.name : undefined;
}

/** What the message would be constructed from, as it is now. */
export function messageFields(message: object): Record<string, unknown> {
  const given: unknown = Reflect.get(message, 'lc_kwargs');
  const names = new Set([...Object.keys(Object(given)), 'id', 'name']);
  const fields = [...names].map((name): [string, unknown] => [name, Reflect.get(message, name)]);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

export function reviveMessage(kind: string, fields: unknown): unknown {
  const MessageClass = classes.get(kind);
  return MessageClass && Reflect.construct(MessageClass, [fields]);
}
