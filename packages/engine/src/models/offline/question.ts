// What the offline model makes of a request: the question, and what has been done about it since.
import type { AssistantMessage, Message, ModelRequest, ToolCall, ToolMessage } from '@cadence/contracts';

/** A result, and the call that it belongs to. */
export interface Finding {
  call: ToolCall;
  result: ToolMessage;
}

export interface Question {
  text: string;
  /** Pieces that may ask for different things. */
  parts: string[];
  /** Calls made since the question was asked, by whomever. */
  calls: ToolCall[];
  findings: Finding[];
  /** What was said in reply to it so far. */
  answers: AssistantMessage[];
}

// Enough for any question, and a bound on the work.
const longestText = 2_000;
const mostParts = 8;

export function readQuestion(request: ModelRequest): Question {
  const asked = request.messages.findLastIndex((message) => message.role === 'user');
  const text = (request.messages[asked]?.content ?? '').slice(0, longestText);
  const since = request.messages.slice(asked + 1);
  const spoken = since.filter((message) => message.role === 'assistant');
  const calls = spoken.flatMap((message) => message.toolCalls ?? []);
  return {
    text,
    parts: splitParts(text),
    calls,
    findings: findingsOf(since),
    answers: spoken.filter((message) => message.content !== '' && !message.toolCalls?.length),
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

function splitParts(text: string): string[] {
  const parts = text
    .split(/(?<=[?!;])\s+|(?<=[^\d\s]\.)\s+(?=\S)|;|,?\s+(?:and then|and also|and|then|also)\s+/i)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return parts.slice(0, mostParts);
}
