// What a turn has brought so far, in plain words: for answers that are put together without a model.
import {
  isEmptyResult,
  isJsonObject,
  type JsonValue,
  type Message,
  parseJson,
  type ToolMessage,
} from '@cadence-agents/contracts';
import { isPartFailure } from './failure-answer.ts';

export interface Findings {
  /** What the user asked. */
  asked: string;
  /** What tools returned and agents reported, oldest first, each once. */
  found: string[];
  /** Tools and agents that were tried and never worked, by names that people can read. */
  failed: string[];
}

/** What is said along with tool calls is about the calls, and no finding. */
export function findingsOf(messages: readonly Message[]): Findings {
  const start = messages.findLastIndex(({ role }) => role === 'user');
  const turn = messages.slice(start + 1);
  const results = turn.filter((message) => message.role === 'tool');
  const worked = new Set(results.filter(hasResult).map(({ toolName }) => toolName));
  const found = turn.flatMap((message) => {
    if (message.role === 'tool') return hasResult(message) ? [plainWords(message.content)] : [];
    const isReport = message.role === 'assistant' && !message.toolCalls?.length;
    return isReport && !isPartFailure(message.content) ? [message.content.trim()] : [];
  });
  const failed = turn.flatMap((message) => {
    if (message.role === 'tool') return worked.has(message.toolName) ? [] : [message.toolName];
    return message.role === 'assistant' && isPartFailure(message.content) ? [message.agent ?? ''] : [];
  });
  return {
    asked: messages[start]?.content.trim() ?? '',
    found: [...new Set(found.filter(Boolean))],
    failed: [...new Set(failed.map((name) => name.replaceAll(/[_\W]+/g, ' ').trim()))].filter(Boolean),
  };
}

const hasResult = ({ isError, content }: ToolMessage): boolean => !isError && !isEmptyResult(content);

/** A tool's result as people read it: JSON as names and values, text as it is. */
function plainWords(content: string): string {
  const text = content.trim();
  const value = /^[[{]/.test(text) ? parseJson(text) : undefined;
  return value === undefined ? text : inWords(value);
}

/** A JSON value as names and values. */
export function inWords(value: JsonValue): string {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return value.map(inWords).filter(Boolean).join('; ');
  if (!isJsonObject(value)) return String(value);
  return Object.entries(value)
    .map(([name, each]) => `${name.replaceAll(/[_-]+/g, ' ')}: ${inWords(each)}`)
    .join(', ');
}

/** The text, or its beginning up to the end of a word. */
export function cutAtWord(text: string, most: number): string {
  const line = text.trim();
  if (line.length <= most) return line;
  const beginning = line.slice(0, most).toWellFormed();
  const space = beginning.search(/\s\S*$/);
  return `${(space > most / 2 ? beginning.slice(0, space) : beginning).trimEnd()}…`;
}

/** The findings as one text, each a sentence; the last ones where not all fit. */
export function foundText({ found }: Pick<Findings, 'found'>, most: number): string {
  const kept: string[] = [];
  let left = most;
  for (const one of found.toReversed()) {
    if (kept.length > 0 && one.length > left) break;
    kept.unshift(sentence(cutAtWord(one, left)));
    left -= one.length;
  }
  return kept.join(' ');
}

const sentence = (text: string): string => (/[.!?…。！？]$/u.test(text) ? text : `${text}.`);
