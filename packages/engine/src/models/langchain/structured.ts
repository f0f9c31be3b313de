// A reply that must be an instance of a JSON Schema, with models whose ways to promise that differ.
import type { ModelRequest } from '@cadence/contracts';
import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import type { AIMessage, BaseMessage } from '@langchain/core/messages';

/** Whether the provider's own way can be used: it takes the place of the tools, and only makes objects. */
export function usesNativeSchema({ responseSchema, tools }: ModelRequest): boolean {
  return responseSchema !== undefined && responseSchema.type === 'object' && tools.length === 0;
}

/** The request with the schema as an instruction, for where the provider's own way cannot be used. */
export function withSchemaInstruction(request: ModelRequest): ModelRequest {
  if (request.responseSchema === undefined || usesNativeSchema(request)) return request;
  const instruction = `When you answer in text, write nothing but JSON that is an instance of this JSON Schema: ${JSON.stringify(request.responseSchema)}`;
  return { ...request, system: request.system === '' ? instruction : `${request.system}\n\n${instruction}` };
}

/** Asks for an instance of the schema; its JSON becomes the text of the reply. */
export async function invokeForSchema(
  model: BaseChatModel,
  schema: object,
  messages: BaseMessage[],
  signal: AbortSignal,
): Promise<{ reply: AIMessage; json: string | undefined }> {
  const structured = model.withStructuredOutput(schema, { name: 'reply', includeRaw: true });
  const result: unknown = await structured.invoke(messages, { signal });
  const { AIMessage: Reply } = await import('@langchain/core/messages');
  const raw = field(result, 'raw');
  if (!Reply.isInstance(raw)) throw new Error('The reply is not a message.');
  const parsed = field(result, 'parsed');
  return { reply: raw, json: parsed === null || parsed === undefined ? undefined : JSON.stringify(parsed) };
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}
