// Why a provider would refuse a request: its documented rules, checked on the body it was sent.
import { fieldOf, type JsonValue, listOf, textOf } from '@cadence-agents/contracts';

type Check = (body: JsonValue) => string | undefined;

const blocksOf = (message: JsonValue | undefined): JsonValue[] => {
  const content = fieldOf(message, 'content');
  return typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content);
};
const typeOf = (block: JsonValue) => textOf(fieldOf(block, 'type'));
const idsIn = (message: JsonValue | undefined, type: string, field: string) =>
  blocksOf(message).flatMap((block) => (typeOf(block) === type ? [textOf(fieldOf(block, field))] : []));

/** The Messages API of Anthropic. */
export const anthropicProblem: Check = (body) => {
  const messages = listOf(fieldOf(body, 'messages'));
  const all = [...listOf(fieldOf(body, 'system')), ...messages.flatMap(blocksOf)];
  for (const [index, message] of messages.entries()) {
    const role = textOf(fieldOf(message, 'role'));
    if (role !== (index % 2 === 0 ? 'user' : 'assistant')) return `messages.${index}: roles must alternate`;
    const problem = anthropicPairing(messages, index);
    if (problem) return problem;
  }
  if (messages.length % 2 === 0) return 'the conversation must end with a user message';
  if (all.some((block) => typeOf(block) === 'text' && textOf(fieldOf(block, 'text')).trim() === ''))
    return 'text content blocks must contain non-whitespace text';
  const usesTools = all.some((block) => ['tool_use', 'tool_result'].includes(typeOf(block)));
  if (usesTools && listOf(fieldOf(body, 'tools')).length === 0)
    return 'requests with tool_use or tool_result blocks must define tools';
  const marks = all.filter((block) => fieldOf(block, 'cache_control') !== undefined);
  return marks.length > 4 ? 'a maximum of 4 blocks with cache_control may be provided' : undefined;
};

function anthropicPairing(messages: JsonValue[], index: number): string | undefined {
  const called = idsIn(messages[index], 'tool_use', 'id');
  if (called.some((id) => !/^[a-zA-Z0-9_-]+$/.test(id))) return `messages.${index}: tool_use.id is malformed`;
  const answered = idsIn(messages[index + 1], 'tool_result', 'tool_use_id');
  if (called.toSorted().join() !== answered.toSorted().join())
    return `messages.${index}: tool_use and the tool_result blocks immediately after do not match`;
  const types = blocksOf(messages[index]).map(typeOf);
  if (types.includes('text') && types.lastIndexOf('tool_result') > types.indexOf('text'))
    return `messages.${index}: tool_result blocks must come first`;
  if (index === 0 && idsIn(messages[0], 'tool_result', 'tool_use_id').length > 0)
    return 'a result without a call';
  return types.length === 0 ? `messages.${index}: content must be non-empty` : undefined;
}

/** `generateContent` of Gemini. Contents in a row with one role are one turn. */
export const geminiProblem: Check = (body) => {
  const turns: { role: string; parts: JsonValue[] }[] = [];
  for (const content of listOf(fieldOf(body, 'contents'))) {
    const role = textOf(fieldOf(content, 'role'));
    const parts = listOf(fieldOf(content, 'parts'));
    if (parts.length === 0) return 'contents.parts must not be empty';
    const isResponse = parts.some((part) => fieldOf(part, 'functionResponse') !== undefined);
    const last = turns.at(-1);
    const lastIsResponse = last?.parts.some((part) => fieldOf(part, 'functionResponse') !== undefined);
    if (last?.role === role && isResponse === lastIsResponse) last.parts.push(...parts);
    else turns.push({ role, parts: [...parts] });
  }
  if (turns[0]?.role !== 'user') return 'the first turn must be the user’s';
  if (turns.at(-1)?.role !== 'user') return 'the last turn must be the user’s';
  for (const [index, { role, parts }] of turns.entries()) {
    if (parts.some((part) => fieldOf(part, 'text') === '')) return 'a text part must not be empty';
    const count = (at: number, kind: string) =>
      (turns[at]?.parts ?? []).filter((part) => fieldOf(part, kind) !== undefined).length;
    const before = turns[index - 1]?.role;
    if (count(index, 'functionCall') > 0 && (role !== 'model' || before !== 'user'))
      return 'a function call turn must come immediately after a user turn or a function response turn';
    if (count(index, 'functionCall') !== count(index + 1, 'functionResponse'))
      return 'as many function response parts must follow as the function call turn has calls';
    if (index === 0 && count(0, 'functionResponse') > 0) return 'a function response without its call';
  }
  return undefined;
};

const rolesOf = (body: JsonValue) =>
  listOf(fieldOf(body, 'messages')).map((message) => textOf(fieldOf(message, 'role')));

/** OpenAI's reasoning models. */
export const reasoningProblem: Check = (body) => {
  for (const field of ['temperature', 'top_p', 'presence_penalty', 'frequency_penalty', 'max_tokens'])
    if (fieldOf(body, field) !== undefined) return `Unsupported parameter: '${field}'`;
  return undefined;
};

/** A server with a strict chat template: the system prompt comes first, and none but the model after a tool. */
export const strictTemplateProblem: Check = (body) => {
  const roles = rolesOf(body);
  if (roles.lastIndexOf('system') > 0) return 'System message must be at the beginning.';
  return roles.some((role, index) => role === 'user' && roles[index - 1] === 'tool')
    ? "Unexpected role 'user' after role 'tool'"
    : undefined;
};
