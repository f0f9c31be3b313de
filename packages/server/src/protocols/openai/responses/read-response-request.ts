import type {
  JsonObject,
  OpenAiInputItem,
  OpenAiResponseRequest,
  ReplyTerms,
} from '@cadence-agents/contracts';
import type { ClientMessage, GivenFile } from '../../../app/client-messages.ts';
import { fileAt } from '../../../app/given-files.ts';
import { givenFile, readCall } from '../read-chat-request.ts';
import { type AskedFormat, readTerms, type ToolChoice } from '../read-terms.ts';

/** What was said, without what the system messages ask for. */
export function readInput(input: OpenAiResponseRequest['input']): ClientMessage[] {
  if (typeof input === 'string') return [{ role: 'user', content: input }];
  return joinCalls(
    input.flatMap((item, index) => (isSystem(item) ? [] : [toClientMessage(item, `body.input.${index}`)])),
  );
}

export function readResponseTerms(body: OpenAiResponseRequest): ReplyTerms | undefined {
  const items = typeof body.input === 'string' ? [] : body.input;
  const system = items.filter(isSystem).map(textOf);
  return readTerms({
    instructions: [body.instructions ?? '', ...system].filter(Boolean).join('\n\n'),
    tools: (body.tools ?? []).map(({ type: _, ...tool }) => tool),
    toolChoice: toolChoiceOf(body.tool_choice),
    parallelToolCalls: body.parallel_tool_calls,
    format: formatOf(body.text?.format),
    maxOutputTokens: body.max_output_tokens,
    temperature: body.temperature,
    topP: body.top_p,
    asked: toldAgain(body),
  });
}

const toldFields = [
  'background',
  'instructions',
  'metadata',
  'previous_response_id',
  'prompt_cache_key',
  'safety_identifier',
  'store',
  'tool_choice',
  'user',
] as const;

/** The fields that a response tells again, as far as they are not in the terms. */
function toldAgain(body: OpenAiResponseRequest): JsonObject {
  const told = toldFields.flatMap((name) => {
    const value = body[name];
    return value === null || value === undefined ? [] : [[name, value] as const];
  });
  const format = body.text?.format;
  return { ...Object.fromEntries(told), ...(format && { format: given(format) }) };
}

/** Without what was left out. */
function given(format: NonNullable<Format>): JsonObject {
  if (format.type !== 'json_schema') return format;
  const { description, strict, ...kept } = format;
  return { ...kept, ...(description && { description }), ...(strict && { strict }) };
}

function toolChoiceOf(choice: OpenAiResponseRequest['tool_choice']): ToolChoice | undefined {
  if (!choice) return undefined;
  if (typeof choice === 'string') return { mode: choice };
  if (choice.type === 'function') return { mode: 'required', only: [choice.name] };
  return { mode: choice.mode, only: choice.tools.map(({ name }) => name) };
}

type Format = NonNullable<OpenAiResponseRequest['text']>['format'];

function formatOf(format: Format): AskedFormat | undefined {
  if (!format || format.type === 'text') return undefined;
  const path = 'body.text.format.schema';
  if (format.type === 'json_object') return { type: 'json_object', path };
  return { type: 'json_schema', schema: format.schema, description: format.description, path };
}

const isSystem = (item: OpenAiInputItem): boolean =>
  'role' in item && (item.role === 'system' || item.role === 'developer');

function toClientMessage(item: OpenAiInputItem, path: string): ClientMessage {
  if (item.type === 'function_call')
    return { role: 'assistant', content: '', toolCalls: [readCall(item.call_id, item)] };
  const content = textOf(item);
  if (item.type === 'function_call_output') return { role: 'tool', content, toolCallId: item.call_id };
  const role = item.role === 'assistant' ? 'assistant' : 'user';
  const files = filesIn(item.content, `${path}.content`);
  if (files.length === 0) return { role, content };
  return {
    role,
    content,
    parts: [...(content === '' ? [] : [{ type: 'text' as const, text: content }]), ...files],
  };
}

function textOf(item: OpenAiInputItem): string {
  if (item.type === 'function_call') return '';
  const content = item.type === 'function_call_output' ? item.output : item.content;
  if (typeof content === 'string') return content;
  return content
    .flatMap((part) => (part.type === 'refusal' ? [part.refusal] : 'text' in part ? [part.text] : []))
    .join('\n');
}

type Content = Extract<OpenAiInputItem, { content: unknown }>['content'];

function filesIn(content: Content, at: string): GivenFile[] {
  if (typeof content === 'string') return [];
  return content.flatMap((part, index) => {
    const path = `${at}.${index}`;
    if (part.type === 'input_image') {
      const { image_url: url, file_id: fileId, detail } = part;
      const about = { path, ...(detail && detail !== 'auto' && { detail }) };
      return url ? fileAt(url, about) : { ...givenFile({ fileId }, path), ...about };
    }
    if (part.type !== 'input_file') return [];
    const { file_url: url, file_id: fileId, file_data: data, filename: name } = part;
    return url ? fileAt(url, { path, ...(name && { name }) }) : givenFile({ fileId, data, name }, path);
  });
}

/** A reply is one message, whose text and calls are items of their own. */
function joinCalls(messages: readonly ClientMessage[]): ClientMessage[] {
  const joined: ClientMessage[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    if (message.role !== 'assistant' || last?.role !== 'assistant' || !message.toolCalls)
      joined.push(message);
    else
      joined[joined.length - 1] = { ...last, toolCalls: [...(last.toolCalls ?? []), ...message.toolCalls] };
  }
  return joined;
}
