// The body of a request to Anthropic: content in blocks, none of them empty, and marks where its cache may begin.
import type { JsonObject, ModelRequest, ToolMessage, ToolSpec } from '@cadence-agents/contracts';
import { type LoadedFile, loadedFiles } from '../../files/loaded-files.ts';
import { isReasoningModel } from '../provider/reasoning-model.ts';
import { type AssistantTurn, alternating, type UserTurn } from '../provider/turns.ts';

interface Block {
  type: string;
  [field: string]: unknown;
}

/** Anthropic wants a limit; every model of its can write as much. */
const usualMaxTokens = 4_096;
const cached = { cache_control: { type: 'ephemeral' } };

export function anthropicRequestBody(model: string, request: ModelRequest, stream: boolean): Buffer {
  const { temperature, topP, stop, maxOutputTokens = usualMaxTokens } = request;
  const system = systemOf(request);
  return Buffer.from(
    JSON.stringify({
      model,
      max_tokens: maxOutputTokens,
      ...(temperature !== undefined && !isReasoningModel(model) && { temperature }),
      ...(topP !== undefined && !isReasoningModel(model) && { top_p: topP }),
      ...(stop !== undefined && { stop_sequences: stop.filter((text) => text.trim() !== '') }),
      ...(system !== '' && { system: [{ ...textBlock(system), ...cached }] }),
      messages: messagesOf(request),
      ...toolsPart(request),
      ...(stream && { stream }),
    }),
  );
}

/** The schema that the reply fills in as the arguments of a call: without other tools, and only of an object. */
export function filledSchema({ responseSchema, tools }: ModelRequest): JsonObject | undefined {
  return responseSchema?.type === 'object' && tools.length === 0 ? responseSchema : undefined;
}

function systemOf(request: ModelRequest): string {
  const { system, responseSchema } = request;
  if (responseSchema === undefined || filledSchema(request) !== undefined) return system;
  const instruction = `When you answer in text, write nothing but JSON that is an instance of this JSON Schema: ${JSON.stringify(responseSchema)}`;
  return system === '' ? instruction : `${system}\n\n${instruction}`;
}

/** All up to a mark is cached: the tools and the system prompt, and the conversation without the note after it. */
function messagesOf(request: ModelRequest): object[] {
  const { note = '' } = request;
  const turns = alternating(request);
  return turns.map((turn, index) => {
    if (turn.role === 'assistant') return { role: 'assistant', content: replyContent(turn) };
    const blocks = userBlocks(turn);
    if (index < turns.length - 1) return { role: 'user', content: blocks };
    const last = { ...blocks.at(-1), ...cached };
    const noted = note === '' ? [] : [textBlock(note)];
    return { role: 'user', content: [...blocks.slice(0, -1), last, ...noted] };
  });
}

const textBlock = (text: string): Block => ({ type: 'text', text });

const userBlocks = ({ results, text, files }: UserTurn): Block[] => [
  ...results.map(resultBlock),
  ...files.map(fileBlock),
  ...(text === '' ? [] : [textBlock(text)]),
];

function fileBlock(file: LoadedFile): Block {
  if (file.type === 'text') return textBlock(file.text);
  return { type: file.type, source: { type: 'base64', media_type: file.mediaType, data: file.base64 } };
}

function replyContent({ text, calls }: AssistantTurn): string | Block[] {
  if (calls.length === 0) return text;
  const uses = calls.map(({ id, name, args }) => ({ type: 'tool_use', id, name, input: args }));
  return [...(text === '' ? [] : [textBlock(text)]), ...uses];
}

function resultBlock(message: ToolMessage): Block {
  const { toolCallId, content, isError } = message;
  const files = loadedFiles(message).map(fileBlock);
  const words = content === '' ? [] : [textBlock(content)];
  return {
    type: 'tool_result',
    tool_use_id: toolCallId,
    content: files.length === 0 ? content : [...words, ...files],
    ...(isError && { is_error: true }),
  };
}

const choices = { auto: 'auto', required: 'any', none: 'none' } as const;

function toolsPart(request: ModelRequest): object {
  const { tools, toolChoice = 'auto' } = request;
  const schema = filledSchema(request);
  if (schema !== undefined) {
    const reply = { name: 'reply', description: 'Your whole reply.', parameters: schema };
    return { tools: [encodeTool(reply)], tool_choice: { type: 'tool', name: reply.name } };
  }
  if (tools.length > 0) {
    const choice = toolChoice === 'auto' ? {} : { tool_choice: { type: choices[toolChoice] } };
    return { tools: tools.map(encodeTool), ...choice };
  }
  const former = formerTools(request);
  return former.length === 0 ? {} : { tools: former.map(encodeTool), tool_choice: { type: 'none' } };
}

const encodeTool = ({ name, description, parameters }: ToolSpec) => ({
  name,
  description,
  input_schema: parameters,
});

/** The tools of calls in the conversation: Anthropic refuses those where there are no tools. */
function formerTools({ messages }: ModelRequest): ToolSpec[] {
  const calls = messages.flatMap((message) =>
    message.role === 'assistant' ? (message.toolCalls ?? []) : [],
  );
  return [...new Set(calls.map(({ name }) => name))].map((name) => ({
    name,
    description: 'Was used earlier in the conversation, and cannot be called now.',
    parameters: { type: 'object', properties: {} },
  }));
}
