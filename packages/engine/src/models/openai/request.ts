// The body of a chat-completions request. Every call repeats all earlier messages, so the JSON of each message and tool
// is cached for as long as the object lives; neither ever changes in place.
import type { AssistantMessage, Message, ModelRequest, ToolSpec } from '@cadence/contracts';
import { inQuestion } from '../provider/note.ts';
import { isOthers, withSpeaker } from '../provider/speaker.ts';
import { wireCallId } from '../provider/wire-call-id.ts';
import type { OpenaiDialect } from './dialect.ts';

const messageJson = new WeakMap<Message, string>();
const othersJson = new WeakMap<AssistantMessage, string>();
const toolJson = new WeakMap<ToolSpec, string>();

export function openaiRequestBody(
  model: string,
  request: ModelRequest,
  stream: boolean,
  dialect: OpenaiDialect,
): string {
  const { responseSchema, temperature, maxOutputTokens } = request;
  let rest = '';
  if (request.tools.length > 0) rest += toolsPart(request);
  if (responseSchema !== undefined) {
    const format = { name: 'reply', schema: responseSchema };
    rest += `,"response_format":${JSON.stringify({ type: 'json_schema', json_schema: format })}`;
  }
  if (temperature !== undefined && dialect.takesTemperature) rest += `,"temperature":${temperature}`;
  if (maxOutputTokens !== undefined) rest += `,"${dialect.maxTokensField}":${maxOutputTokens}`;
  if (stream) rest += ',"stream":true,"stream_options":{"include_usage":true}';
  return `{"model":${JSON.stringify(model)},"messages":[${messagesPart(request, dialect)}]${rest}}`;
}

// Joined once: a string that was concatenated piece by piece has to be flattened when it is sent.
function messagesPart(
  { system, messages, note = '', speaker }: ModelRequest,
  dialect: OpenaiDialect,
): string {
  const marks = !dialect.showsNames;
  const texts = messages.map((message) =>
    marks && message.role === 'assistant' && isOthers(message, speaker)
      ? cached(othersJson, message, encodeOthers)
      : cached(messageJson, message, encodeMessage),
  );
  if (note !== '' && dialect.systemAtEnd) texts.push(encodeSystem(note));
  else if (note !== '') {
    const asked = messages.findLastIndex(({ role }) => role === 'user');
    const question = messages[asked]?.content ?? '';
    texts.splice(asked === -1 ? texts.length : asked, 1, encodeUser(inQuestion(question, note)));
  }
  if (system !== '') texts.unshift(encodeSystem(system));
  return texts.join(',');
}

const encodeSystem = (content: string) => `{"role":"system","content":${JSON.stringify(content)}}`;

const encodeUser = (content: string) => `{"role":"user","content":${JSON.stringify(content)}}`;

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

function encodeMessage(message: Message): string {
  if (message.role === 'user') return encodeUser(message.content);
  if (message.role === 'assistant') return encodeAssistant(message, message.content);
  return JSON.stringify({
    role: 'tool',
    tool_call_id: wireCallId(message.toolCallId),
    content: message.content,
  });
}

const encodeOthers = (message: AssistantMessage) => encodeAssistant(message, withSpeaker(message));

function encodeAssistant({ agent, toolCalls: calls = [] }: AssistantMessage, content: string): string {
  const name = wireName(agent);
  return JSON.stringify({
    role: 'assistant',
    content: content === '' && calls.length > 0 ? null : content,
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

function encodeTool(tool: ToolSpec): string {
  const { name, description, parameters } = tool;
  return JSON.stringify({ type: 'function', function: { name, description, parameters } });
}

/** An agent's name in the characters that the API takes. */
function wireName(agent: string | undefined): string {
  return (agent ?? '').replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, 64);
}
