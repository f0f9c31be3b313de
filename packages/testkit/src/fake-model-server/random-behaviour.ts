import { isJsonObject } from '@cadence-agents/contracts';
import { type RandomChoice, randomChoice } from '../random-choice.ts';
import { randomObject } from '../random-json.ts';
import type { Behaviour, FakeToolCall, Wire } from './behaviour.ts';
import { type ChatRequest, lastUserText } from './chat-request.ts';

const junk = ['', '   ', '{"a": ', '<think>', '[]', 'null', 'Ünïcode 🎈\u0000\u2028', '{"route": "END"}'];
const malformed = ['{"a": ', '[1]', '"x"', 'null', 'not json', ''];

/**
 * What a hostile provider does with a request: more often than not it answers, at times slowly, broken off, refused,
 * unreadable, endless or not at all. The same source of numbers gives the same to the same request.
 */
export function randomBehaviour(request: ChatRequest, random: () => number): Behaviour {
  const choice = randomChoice(random);
  if (choice.chance(0.75)) return { ...randomAnswer(request, choice), ...randomPace(choice) };
  const text = `So far ${lastUserText(request)} and then`;
  const afterTokens = choice.whole(0, 5);
  const hostile: Behaviour[] = [
    { kind: 'reply', text: choice.pick(junk) ?? '' },
    { kind: 'reply', text, finishReason: 'length' },
    { kind: 'reply', text, finishReason: 'content_filter' },
    { kind: 'refuse', status: 429, retryAfter: choice.pick([0, 1, '-5', 'soon']) ?? 0 },
    { kind: 'refuse', status: choice.pick([500, 502, 503, 529]) ?? 500 },
    { kind: 'refuse', status: 400, code: 'context_length_exceeded', message: 'maximum context length' },
    { kind: 'refuse', status: 401 },
    { kind: 'cut', text, afterTokens },
    { kind: 'cut' },
    { kind: 'hang', text, afterTokens },
    { kind: 'hang' },
    { kind: 'unfinished', text },
    { kind: 'stream-error', text, afterTokens },
    { kind: 'invalid-json' },
    { kind: 'huge', megabytes: choice.whole(1, 4) },
  ];
  return choice.pick(hostile) ?? { kind: 'cut' };
}

/** Text, or calls of the tools that are offered; now and then with an argument, a name or an id that is none. */
function randomAnswer(request: ChatRequest, choice: RandomChoice): Extract<Behaviour, { kind: 'reply' }> {
  const asked = request.messages.findLastIndex(({ role }) => role === 'user');
  const results = request.messages.slice(asked).filter(({ role }) => role === 'tool').length;
  const text = `Answer to ${lastUserText(request)} after ${results} results.`;
  const calls = request.tools && results < 6 && choice.chance(0.7);
  if (!calls) return { kind: 'reply', text };
  const count = choice.chance(0.7) ? 1 : choice.whole(2, 3);
  const toolCalls = Array.from({ length: count }, () => randomCall(request, choice));
  const sameId = choice.chance(0.05) && { id: 'call_same' };
  return { kind: 'reply', text: '', toolCalls: toolCalls.map((call) => ({ ...call, ...sameId })) };
}

function randomCall({ tools = [] }: ChatRequest, choice: RandomChoice): FakeToolCall {
  const { name, parameters } = choice.pick(tools)?.function ?? { name: 'none', parameters: {} };
  if (choice.chance(0.04)) return { name: `${name}_of_mine`, arguments: {} };
  if (choice.chance(0.04)) return { name, arguments: choice.pick(malformed) ?? '' };
  const schema: unknown = parameters;
  return { name, arguments: isJsonObject(schema) ? randomObject(schema, choice) : {} };
}

function randomPace(choice: RandomChoice): { delayMs?: number; tokenDelayMs?: number; wire?: Wire } {
  if (choice.chance(0.6)) return {};
  const wire: Wire = {
    comments: choice.chance(0.2),
    garbage: choice.chance(0.1),
    packets: choice.pick(['event', 'all', 7] as const) ?? 'event',
  };
  return { delayMs: choice.whole(0, 300), tokenDelayMs: choice.whole(0, 40), wire };
}
