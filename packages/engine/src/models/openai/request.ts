// The body of a chat-completions request. Every call repeats what was said before, so the bytes of earlier turns are
// kept, and the JSON of each tool and of each message of this turn; none of them ever changes in place.
import { createHash } from 'node:crypto';
import type { JsonObject, Message, ModelRequest, ToolSpec } from '@cadence/contracts';
import { prefixBytes } from './prompt-prefix.ts';
import { isStrictSchema } from './strict-schema.ts';

const messageJson = new WeakMap<Message, string>();
const toolJson = new WeakMap<ToolSpec, string>();
const formatJson = new WeakMap<JsonObject, string>();

export function openaiRequestBody(model: string, request: ModelRequest, stream: boolean): Buffer {
  let rest = '';
  if (request.tools.length > 0) rest += toolsPart(request);
  if (request.responseSchema !== undefined) {
    rest += `,"response_format":${cached(formatJson, request.responseSchema, encodeFormat)}`;
  }
  if (request.temperature !== undefined) rest += `,"temperature":${request.temperature}`;
  if (request.maxOutputTokens !== undefined) rest += `,"max_completion_tokens":${request.maxOutputTokens}`;
  if (stream) rest += ',"stream":true,"stream_options":{"include_usage":true}';
  const { messages, system } = request;
  const begun = system === '' ? '' : `{"role":"system","content":${JSON.stringify(system)}}`;
  const turn = Math.max(
    0,
    messages.findLastIndex(({ role }) => role === 'user'),
  );
  const added = messages
    .slice(turn)
    .map((message) => cached(messageJson, message, encodeMessage))
    .join(',');
  return bytesOf(
    `{"model":${JSON.stringify(model)},"messages":[${begun}${begun && messages.length > 0 ? ',' : ''}`,
    prefixBytes(messages, turn, encodeForGood),
    `${added}]${rest}}`,
  );
}

function bytesOf(head: string, middle: Buffer, tail: string): Buffer {
  const length = Buffer.byteLength(head);
  const bytes = Buffer.allocUnsafe(length + middle.length + Buffer.byteLength(tail));
  bytes.write(head);
  middle.copy(bytes, length);
  bytes.write(tail, length + middle.length);
  return bytes;
}

function toolsPart(request: ModelRequest): string {
  const tools = request.tools.map((tool) => cached(toolJson, tool, encodeTool)).join(',');
  const choice = request.toolChoice ?? 'auto';
  return `,"tools":[${tools}]${choice === 'auto' ? '' : `,"tool_choice":"${choice}"`}`;
}

function cached<T extends object>(cache: WeakMap<T, string>, key: T, encode: (value: T) => string): string {
  let json = cache.get(key);
  if (json === undefined) {
    json = encode(key);
    cache.set(key, json);
  }
  return json;
}

/** For the bytes of earlier turns; from there on the message's own JSON is not needed any more. */
function encodeForGood(message: Message): string {
  const json = messageJson.get(message) ?? encodeMessage(message);
  messageJson.delete(message);
  return json;
}

function encodeMessage(message: Message): string {
  if (message.role === 'user') return JSON.stringify({ role: 'user', content: message.content });
  if (message.role === 'tool') {
    return JSON.stringify({
      role: 'tool',
      tool_call_id: wireCallId(message.toolCallId),
      content: message.content,
    });
  }
  const name = wireName(message.agent);
  const calls = message.toolCalls ?? [];
  return JSON.stringify({
    role: 'assistant',
    content: message.content === '' && calls.length > 0 ? null : message.content,
    ...(name === '' ? {} : { name }),
    ...(calls.length === 0 ? {} : { tool_calls: calls.map(encodeCall) }),
  });
}

// Malformed arguments are not sent back: several servers answer 400 or 500 to them.
function encodeCall(call: { id: string; name: string; args: object }) {
  return {
    id: wireCallId(call.id),
    type: 'function',
    function: { name: call.name, arguments: JSON.stringify(call.args) },
  };
}

/** The API takes ids of up to 40 characters; those of another provider may be longer. */
function wireCallId(id: string): string {
  return id.length <= 40 ? id : createHash('sha1').update(id).digest('hex');
}

function encodeTool(tool: ToolSpec): string {
  const { name, description, parameters } = tool;
  return JSON.stringify({ type: 'function', function: { name, description, parameters } });
}

function encodeFormat(schema: JsonObject): string {
  const strict = isStrictSchema(schema) ? { strict: true } : {};
  return JSON.stringify({ type: 'json_schema', json_schema: { name: 'reply', ...strict, schema } });
}

/** An agent's name in the characters that the API takes. */
function wireName(agent: string | undefined): string {
  return (agent ?? '').replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, 64);
}
