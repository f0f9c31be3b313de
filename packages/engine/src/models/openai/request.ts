// The body of a chat-completions request. Every call repeats what was said before, so the bytes of earlier turns are
// kept, and the JSON of each tool and of each message of this turn; none of them ever changes in place.
import type {
  AssistantMessage,
  JsonObject,
  Message,
  ModelRequest,
  ToolSpec,
  UserMessage,
} from '@cadence-agents/contracts';
import { type LoadedFile, loadedFiles } from '../../files/loaded-files.ts';
import { inQuestion } from '../provider/note.ts';
import { isOthers, withSpeaker } from '../provider/speaker.ts';
import { wireCallId } from '../provider/wire-call-id.ts';
import type { OpenaiDialect } from './dialect.ts';
import { prefixBytes } from './prompt-prefix.ts';
import { isStrictSchema } from './strict-schema.ts';
import { isShownFiles, withToolFiles } from './tool-files.ts';

const messageJson = new WeakMap<Message, string>();
const othersJson = new WeakMap<AssistantMessage, string>();
const toolJson = new WeakMap<ToolSpec, string>();
const formatJson = new WeakMap<JsonObject, string>();

export function openaiRequestBody(
  model: string,
  request: ModelRequest,
  stream: boolean,
  dialect: OpenaiDialect,
): Buffer {
  const { system, note = '', responseSchema, temperature, maxOutputTokens } = request;
  const messages = withToolFiles(request.messages);
  let rest = '';
  if (request.tools.length > 0) rest += toolsPart(request);
  if (responseSchema !== undefined) {
    rest += `,"response_format":${cached(formatJson, responseSchema, encodeFormat)}`;
  }
  if (temperature !== undefined && dialect.takesTemperature) rest += `,"temperature":${temperature}`;
  if (request.topP !== undefined && dialect.takesTemperature) rest += `,"top_p":${request.topP}`;
  if (request.stop !== undefined && dialect.takesTemperature)
    rest += `,"stop":${JSON.stringify(request.stop)}`;
  if (maxOutputTokens !== undefined) rest += `,"${dialect.maxTokensField}":${maxOutputTokens}`;
  if (stream) rest += ',"stream":true,"stream_options":{"include_usage":true}';
  const turn = Math.max(
    0,
    messages.findLastIndex((message) => message.role === 'user' && !isShownFiles(message)),
  );
  // Where the model is not shown who speaks, it is told for this turn: earlier ones are the same bytes for all agents.
  const speaker = dialect.showsNames ? undefined : request.speaker;
  const added = messages.slice(turn).map((message) => jsonOf(message, speaker));
  if (note !== '' && dialect.systemAtEnd) added.push(encodeSystem(note));
  else if (note !== '') added.splice(0, 1, ...withNote(messages[turn], added[0], note));
  const begun = system === '' ? '' : encodeSystem(system);
  return bytesOf(
    `{"model":${JSON.stringify(model)},"messages":[${begun}${begun && added.length > 0 ? ',' : ''}`,
    prefixBytes(messages, turn, encodeForGood),
    `${added.join(',')}]${rest}}`,
  );
}

/** The first message of the turn with the note: in the question, or before what is none. */
function withNote(message: Message | undefined, json: string | undefined, note: string): string[] {
  if (message?.role === 'user') return [encodeSaid(message, inQuestion(message.content, note))];
  return [encodeUser(inQuestion('', note)), ...(json === undefined ? [] : [json])];
}

function bytesOf(head: string, middle: Buffer, tail: string): Buffer {
  const length = Buffer.byteLength(head);
  const bytes = Buffer.allocUnsafe(length + middle.length + Buffer.byteLength(tail));
  bytes.write(head);
  middle.copy(bytes, length);
  bytes.write(tail, length + middle.length);
  return bytes;
}

const encodeSystem = (content: string) => `{"role":"system","content":${JSON.stringify(content)}}`;

const encodeUser = (content: string) => `{"role":"user","content":${JSON.stringify(content)}}`;

/** What a person said, with the files that go with it. */
function encodeSaid(message: UserMessage, text: string): string {
  const files = loadedFiles(message);
  if (files.length === 0) return encodeUser(text);
  const words = text === '' ? [] : [{ type: 'text', text }];
  return JSON.stringify({ role: 'user', content: [...words, ...files.map(filePart)] });
}

function filePart(file: LoadedFile): object {
  if (file.type === 'text') return file;
  const data = `data:${file.mediaType};base64,${file.base64}`;
  if (file.type === 'image')
    return { type: 'image_url', image_url: { url: data, ...(file.detail && { detail: file.detail }) } };
  return { type: 'file', file: { filename: file.name, file_data: data } };
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

function jsonOf(message: Message, speaker: string | undefined): string {
  return message.role === 'assistant' && isOthers(message, speaker)
    ? cached(othersJson, message, encodeOthers)
    : cached(messageJson, message, encodeMessage);
}

/** For the bytes of earlier turns; from there on the message's own JSON is not needed any more. */
function encodeForGood(message: Message): string {
  const json = messageJson.get(message) ?? encodeMessage(message);
  messageJson.delete(message);
  if (message.role === 'assistant') othersJson.delete(message);
  return json;
}

function encodeMessage(message: Message): string {
  if (message.role === 'user') return encodeSaid(message, message.content);
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

function encodeFormat(schema: JsonObject): string {
  const strict = isStrictSchema(schema) ? { strict: true } : {};
  return JSON.stringify({ type: 'json_schema', json_schema: { name: 'reply', ...strict, schema } });
}

/** An agent's name in the characters that the API takes. */
function wireName(agent: string | undefined): string {
  return (agent ?? '').replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, 64);
}
