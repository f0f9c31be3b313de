// What the offline model makes of a request: the question, and what has been done about it since.
import {
  type AssistantMessage,
  isJsonObject,
  type Message,
  type ModelRequest,
  parseJson,
  type ToolCall,
  type ToolMessage,
} from '@cadence-agents/contracts';
import { dateIn, undatedEvent } from './text/dates.ts';

/** A result, and the call that it belongs to. */
export interface Finding {
  call: Pick<ToolCall, 'name' | 'args'>;
  result: Pick<ToolMessage, 'content' | 'isError'>;
}

export interface Question {
  text: string;
  /** Pieces that may ask for different things. */
  parts: string[];
  /** Calls made since the question was asked, by whomever. */
  calls: ToolCall[];
  findings: Finding[];
  /** What was said before it was asked. */
  before: readonly Message[];
  /** What was said in reply to it so far. */
  answers: AssistantMessage[];
  /** Who has done anything about it. */
  speakers: string[];
}

// Enough for any question, and a bound on the work.
const longestText = 2_000;
const mostParts = 8;

export function readQuestion(request: ModelRequest): Question {
  const asked = request.messages.findLastIndex((message) => message.role === 'user');
  const text = withoutEscapes((request.messages[asked]?.content ?? '').slice(0, longestText));
  const since = request.messages.slice(asked + 1);
  const spoken = since.filter((message) => message.role === 'assistant');
  const calls = spoken.flatMap((message) => message.toolCalls ?? []);
  const findings = [...findingsOf(since), ...spoken.flatMap(({ content }) => toldFindings(content))];
  return {
    text,
    parts: splitParts(text).map((part) => withKnownDate(part, findings)),
    calls,
    findings,
    before: request.messages.slice(0, Math.max(0, asked)),
    answers: spoken.filter(
      ({ content, toolCalls }) => content !== '' && !toolCalls?.length && toldFindings(content).length === 0,
    ),
    speakers: spoken.flatMap(({ agent }) => (agent === undefined ? [] : [agent])),
  };
}

function findingsOf(messages: readonly Message[]): Finding[] {
  const open = new Map<string, ToolCall>();
  const findings: Finding[] = [];
  for (const message of messages) {
    if (message.role === 'assistant') for (const call of message.toolCalls ?? []) open.set(call.id, call);
    if (message.role !== 'tool') continue;
    const call = open.get(message.toolCallId);
    if (call !== undefined) findings.push({ call, result: message });
  }
  return findings;
}

const told = /([\w-]+)\((\{.*?\})\) → (failed: )?<result>([\s\S]*?)<\/result>/g;

/** Findings that come as text, which is how whoever writes an answer gets them. */
function toldFindings(content: string): Finding[] {
  return [...content.matchAll(told)].flatMap(([, name = '', args = '', failed, result = '']): Finding[] => {
    const parsed = parseJson(args);
    if (!isJsonObject(parsed)) return [];
    const text = result.replaceAll('<\\/result', '</result');
    return [{ call: { name, args: parsed }, result: { content: text, isError: failed !== undefined } }];
  });
}

/** As Markdown writes `15 * 23` so that nothing is emphasised. */
const withoutEscapes = (text: string): string => text.replaceAll(/\\([*_+\-/^()])/g, '$1');

/** `since Python 3.7` with the day on which that was, where something that was found tells it. */
function withKnownDate(part: string, findings: readonly Finding[]): string {
  const what = undatedEvent(part);
  if (what === undefined) return part;
  const marks = what.match(/\p{Lu}[\p{L}'-]*|\d+(?:\.\d+)*/gu) ?? [];
  const sentences = findings.flatMap(({ result }) => result.content.split(/(?<=[\p{L})`])[.;]\s+/u));
  const telling = sentences.filter((sentence) => marks.every((mark) => sentence.includes(mark)));
  const date = telling.map(dateIn).find((found) => found !== undefined);
  return date === undefined ? part : `${part} (${date})`;
}

function splitParts(text: string): string[] {
  const parts = text
    .split(/(?<=[?!;])\s+|(?<=[^\d\s]\.)\s+(?=\S)|;|,?\s+(?:and then|and also|and|then|also)\s+/i)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return parts.slice(0, mostParts);
}
