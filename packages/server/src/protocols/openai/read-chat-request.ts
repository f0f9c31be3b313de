import type {
  OpenAiChatRequest,
  OpenAiMessage,
  OpenAiToolChoice,
  Part,
  ReplyTerms,
  ToolCall,
} from '@cadence-agents/contracts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ClientMessage, GivenFile } from '../../app/client-messages.ts';
import { fileAt, given } from '../../app/given-files.ts';
import { invalidInput } from '../../app/invalid-input.ts';
import { type AskedFormat, readTerms, type ToolChoice } from './read-terms.ts';

/** What was said, without what the system messages ask for. */
export const readMessages = (messages: readonly OpenAiMessage[]): ClientMessage[] =>
  messages.flatMap((message, index) =>
    isSystem(message) ? [] : [toClientMessage(message, `body.messages.${index}`)],
  );

export function readChatTerms(body: OpenAiChatRequest): ReplyTerms | undefined {
  return readTerms({
    instructions: body.messages.filter(isSystem).map(textOf).join('\n\n'),
    tools: (body.tools ?? []).map((tool) => tool.function),
    toolChoice: toolChoiceOf(body.tool_choice),
    parallelToolCalls: body.parallel_tool_calls,
    format: formatOf(body.response_format),
    stop: body.stop,
    maxOutputTokens: body.max_completion_tokens ?? body.max_tokens,
    temperature: body.temperature,
    topP: body.top_p,
  });
}

function toolChoiceOf(choice: OpenAiToolChoice | null | undefined): ToolChoice | undefined {
  if (!choice) return undefined;
  if (typeof choice === 'string') return { mode: choice };
  if (choice.type === 'function') return { mode: 'required', only: [choice.function.name] };
  const { mode, tools } = choice.allowed_tools;
  return { mode, only: tools.map((tool) => tool.function.name) };
}

function formatOf(format: OpenAiChatRequest['response_format']): AskedFormat | undefined {
  if (!format || format.type === 'text') return undefined;
  const path = 'body.response_format.json_schema.schema';
  if (format.type === 'json_object') return { type: 'json_object', path };
  const { schema, description } = format.json_schema;
  return { type: 'json_schema', schema, description, path };
}

/** The conversation to go on with, wherever the client can put its id. */
export function conversationIdIn(
  { conversation_id, metadata }: Pick<OpenAiChatRequest, 'conversation_id' | 'metadata'>,
  { headers }: Pick<FastifyRequest, 'headers'>,
): string | undefined {
  const given = [conversation_id, metadata?.conversation_id, metadata?.thread_id, headers['x-thread-id']];
  const id = given.find((value) => value !== undefined && value !== null && value !== '');
  if (id === undefined) return undefined;
  const parsed = conversationIdSchema.safeParse(id);
  if (parsed.success) return parsed.data;
  throw invalidInput([{ path: 'body.conversation_id', message: 'must be a text of 1 to 200 characters' }]);
}

const conversationIdSchema = z
  .string()
  .max(200)
  .regex(/^\P{Cc}+$/u);

const isSystem = ({ role }: OpenAiMessage): boolean => role === 'system' || role === 'developer';

function toClientMessage(message: OpenAiMessage, path: string): ClientMessage {
  const content = textOf(message);
  if (message.role === 'assistant')
    return {
      role: 'assistant',
      content: content || (message.refusal ?? ''),
      toolCalls: message.tool_calls?.map((call) => readCall(call.id, call.function)),
    };
  if (message.role === 'tool') return { role: 'tool', content, toolCallId: message.tool_call_id };
  const said = message.name ? `${message.name}: ${content}` : content;
  const files = filesIn(message, path);
  return { role: 'user', content: said, ...(files.length > 0 && { parts: [...wordsOf(said), ...files] }) };
}

function textOf({ content }: OpenAiMessage): string {
  if (typeof content === 'string') return content;
  return (content ?? [])
    .flatMap((part) => (part.type === 'text' ? [part.text] : part.type === 'refusal' ? [part.refusal] : []))
    .join('\n');
}

const wordsOf = (text: string): Part[] => (text === '' ? [] : [{ type: 'text', text }]);

/** The pictures and files of a message; its words come before them. */
function filesIn({ content }: OpenAiMessage, at: string): GivenFile[] {
  if (typeof content === 'string') return [];
  return (content ?? []).flatMap((part, index) => {
    const path = `${at}.content.${index}`;
    if (part.type === 'image_url') {
      const { url, detail = 'auto' } = part.image_url;
      return fileAt(url, { path: `${path}.image_url.url`, ...(detail !== 'auto' && { detail }) });
    }
    if (part.type !== 'file') return [];
    const { file_id: fileId, file_data: data, filename: name } = part.file;
    return givenFile({ fileId, data, name }, `${path}.file`);
  });
}

/** By its id, or by its bytes: in an address that has them, or as they are. */
export function givenFile(
  { fileId, data, name }: Partial<Record<'fileId' | 'data' | 'name', string | null | undefined>>,
  path: string,
): GivenFile {
  const about = { path, ...(name && { name }) };
  if (fileId) return given({ fileId }, about);
  if (!data)
    throw invalidInput([{ path, message: 'must have the bytes of a file, or the id of a stored one' }]);
  return data.startsWith('data:') ? fileAt(data, about) : given({ base64: data }, about);
}

const argumentsSchema = z.record(z.string(), z.json());

/** A call as it was made earlier. */
export function readCall(
  id: string,
  { name, arguments: text }: { name: string; arguments: string },
): ToolCall {
  try {
    return { id, name, args: argumentsSchema.parse(JSON.parse(text)) };
  } catch {
    return { id, name, args: {}, malformed: text };
  }
}
