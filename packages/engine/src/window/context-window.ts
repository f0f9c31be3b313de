// Keeps a prompt within a number of tokens.
import {
  contentOf,
  estimateTokens,
  filesOf,
  type JsonObject,
  type Message,
  type ModelRequest,
  type ToolCall,
  type ToolMessage,
  withContent,
} from '@cadence-agents/contracts';
import { withFilesAsText } from '../files/loaded-files.ts';
import { messageTokens, mostTokensOf, tokensOfAll, tokensOfTools } from './message-tokens.ts';

/** What each part of a prompt may take of the window. The rest is for the instructions and the present turn. */
export const shares = {
  instructions: 0.75,
  catalogue: 0.25,
  summary: 0.15,
  remarks: 0.1,
  /** A conversation that takes more than this is summed up … */
  history: 0.4,
  /** … down to this. */
  kept: 0.2,
  /** At the latest when it takes so much, since the present turn has to fit in too. */
  full: 0.75,
} as const;

/** Rather few, so that a share is kept to in most texts. */
const CHARS_PER_TOKEN = 3;

/** About how many characters a share of the window is. */
export const charsOf = (windowTokens: number, share: number): number =>
  Math.floor(windowTokens * share * CHARS_PER_TOKEN);

/** About how many tokens a request has. */
export function requestTokens(request: ModelRequest): number {
  return estimateTokens(request.system) + tokensOfAll(request.messages) + tokensAround(request);
}

const tokensAround = ({ tools, responseSchema, note = '' }: ModelRequest): number =>
  tokensOfTools(tools) + schemaTokens(responseSchema) + estimateTokens(note);

const schemaTokens = (schema: JsonObject | undefined): number =>
  schema === undefined ? 0 : estimateTokens(JSON.stringify(schema));

/**
 * The request as it fits into so many tokens: first the tool results of earlier turns are shortened, then whole turns
 * are left out, the oldest first, and at last the messages of the present turn are shortened.
 */
export function withinWindow(request: ModelRequest, room: number): ModelRequest {
  const around = tokensAround(request);
  // Mostly it fits by far, and nothing needs to be counted.
  if (request.system.length + mostTokensOf(request.messages) + around <= room) return request;
  // Long instructions must leave room for the messages.
  const system = cutToTokens(request.system, Math.floor(room * shares.instructions));
  const messages = fitting(request.messages, room - estimateTokens(system) - around);
  return system === request.system && messages === request.messages
    ? request
    : { ...request, system, messages };
}

function fitting(messages: readonly Message[], room: number): readonly Message[] {
  if (tokensOfAll(messages) <= room) return messages;
  const turns = turnsOf(messages);
  const present = turns.pop() ?? [];
  let left = room - tokensOfAll(present);
  if (left < 0) return shortened(present, room);
  const kept = [present];
  for (const turn of turns.toReversed()) {
    const compact = turn.map(compacted);
    left -= tokensOfAll(compact);
    if (left < 0) break;
    kept.unshift(compact);
  }
  return kept.flat();
}

/** The id of what is added to a request and never stored, as a remark on the last reply: it begins no turn. */
export const ASIDE_ID = 'aside';

/** Messages by turn, each beginning with a user message, so that calls and their results stay together. */
export function turnsOf(messages: readonly Message[]): Message[][] {
  const turns: Message[][] = [];
  for (const message of messages) {
    const present = turns.at(-1);
    const begins = message.role === 'user' && message.id !== ASIDE_ID;
    if (present === undefined || begins) turns.push([message]);
    else present.push(message);
  }
  return turns;
}

const MOST_RESULT_CHARS = 300;
const MOST_ARGUMENT_CHARS = 200;
const compactedMessages = new WeakMap<Message, Message>();

/** The message with what only mattered while it was new cut short: results of tools, and long arguments. */
function compacted(message: Message): Message {
  if (message.role === 'user' || (message.role === 'assistant' && !message.toolCalls?.length)) return message;
  const known = compactedMessages.get(message);
  if (known) return known;
  const compact =
    message.role === 'tool'
      ? withoutFiles(withContent(message, cutMiddle(message.content, MOST_RESULT_CHARS)))
      : { ...message, toolCalls: (message.toolCalls ?? []).map(withShortArguments) };
  compactedMessages.set(message, compact);
  return compact;
}

/** Pictures and files that a tool returned mattered while they were new. */
function withoutFiles(message: ToolMessage): ToolMessage {
  if (filesOf(message).length === 0) return message;
  const { parts = [], content: _, ...rest } = message;
  const note = { type: 'text' as const, text: '[What it returned beside is left out.]' };
  return { ...rest, ...contentOf([...parts.filter(({ type }) => type !== 'file'), note]) };
}

function withShortArguments(call: ToolCall): ToolCall {
  if (JSON.stringify(call.args).length <= MOST_ARGUMENT_CHARS) return call;
  const args = Object.entries(call.args).map(([name, value]) => [
    name,
    cutMiddle(typeof value === 'string' ? value : JSON.stringify(value), MOST_ARGUMENT_CHARS),
  ]);
  return { ...call, args: Object.fromEntries(args) };
}

/** What a message comes to however short its text is cut. */
const LEAST_OF_MESSAGE = 40;

/** Leaves out what was done first in a turn of very many steps, then cuts the longest messages: all get the same most. */
function shortened(present: readonly Message[], room: number): Message[] {
  const messages = latest(present, room).map(compactedCalls).map(withFilesAsText);
  const lengths = messages.map(({ content }) => estimateTokens(content)).sort((a, b) => a - b);
  let left = room - messages.reduce((sum, message) => sum + messageTokens(message), 0) + sumOf(lengths);
  let most = 0;
  for (const [index, length] of lengths.entries()) {
    const fair = Math.floor(left / (lengths.length - index));
    most = Math.max(0, fair);
    if (length > fair) break;
    left -= length;
  }
  return messages.map((message) => withContent(message, cutToTokens(message.content, most)));
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

const compactedCalls = (message: Message): Message =>
  message.role === 'assistant' ? compacted(message) : message;

/** The first message of a turn and as many of its last as can be given a few words each; calls keep their results. */
function latest(present: readonly Message[], room: number): readonly Message[] {
  const most = Math.max(2, Math.floor(room / LEAST_OF_MESSAGE));
  if (present.length <= most) return present;
  const fits = present.findIndex(
    (message, index) => index > present.length - most && message.role !== 'tool',
  );
  const start = fits === -1 ? present.findLastIndex(({ role }) => role !== 'tool') : fits;
  return [...present.slice(0, 1), ...present.slice(Math.max(1, start))];
}

/** The beginning and the end of a text that has more tokens than this. */
export function cutToTokens(text: string, most: number): string {
  if (text.length <= most) return text;
  if (most <= 0) return '';
  let tokens = estimateTokens(text);
  let cut = text;
  // What is left out may have been the lightest part of it.
  for (let chars = text.length; tokens > most; tokens = estimateTokens(cut)) {
    chars = Math.floor((chars * most) / tokens) - 1;
    cut = cutMiddle(text, chars);
  }
  return cut;
}

/** The beginning and the end of a text that is too long. */
export function cutMiddle(text: string, most: number): string {
  if (text.length <= most) return text;
  const mark = ` […${text.length - most} characters left out…] `;
  const room = most - mark.length - String(mark.length).length;
  if (room < 20) return text.slice(0, Math.max(0, most)).toWellFormed();
  const head = Math.ceil((room * 2) / 3);
  return `${text.slice(0, head)}${mark}${text.slice(text.length - (room - head))}`.toWellFormed();
}
