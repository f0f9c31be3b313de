import type { ModelRequest } from '@cadence-agents/contracts';
import { type RandomChoice, randomChoice } from './random-choice.ts';
import { randomJson, randomObject } from './random-json.ts';
import { type ScriptedModel, type ScriptedModelOptions, scriptedModel } from './scripted-model.ts';
import type { ScriptedMessage, ScriptedToolCall } from './scripted-reply.ts';
import { seededRandom } from './seeded-random.ts';

const texts = [
  'Yes.',
  'I do not know.',
  'END',
  'continue',
  'Grüße 🎈 from\na model.',
  '{"next": "END"}',
  '   ',
];
const malformedArguments = ['{"a": ', '[1]', '"x"', 'null', 'not json', ''];

function randomCall(request: ModelRequest, choice: RandomChoice): ScriptedToolCall {
  const tool = choice.pick(request.tools);
  if (!tool || choice.chance(0.06)) return { name: 'no_such_tool', args: { query: 'anything' } };
  if (choice.chance(0.06)) return { name: tool.name, malformed: choice.pick(malformedArguments) ?? '' };
  if (choice.chance(0.06)) return { name: tool.name, args: { unexpected: [null, { deep: true }] } };
  return { name: tool.name, args: randomObject(tool.parameters, choice) };
}

function randomCalls(request: ModelRequest, choice: RandomChoice): ScriptedToolCall[] {
  const count = choice.chance(0.7) ? 1 : choice.whole(2, 4);
  const calls = Array.from({ length: count }, () => randomCall(request, choice));
  return choice.chance(0.08) ? calls.map((call) => ({ ...call, id: 'call_same' })) : calls;
}

function randomText(request: ModelRequest, choice: RandomChoice): string {
  const { responseSchema } = request;
  if (responseSchema && choice.chance(0.8)) return JSON.stringify(randomJson(responseSchema, choice));
  return choice.pick(texts) ?? '';
}

function randomReply(request: ModelRequest, choice: RandomChoice): ScriptedMessage {
  const likelihood = { required: 0.95, auto: 0.6, none: 0.03 }[request.toolChoice ?? 'auto'];
  if (choice.chance(0.05)) return {};
  // A model calls what it was not offered, but rarely.
  if (!choice.chance(request.tools.length > 0 ? likelihood : 0.03)) {
    return {
      content: randomText(request, choice),
      finishReason: choice.chance(0.05) ? 'length' : 'stop',
    };
  }
  return {
    toolCalls: randomCalls(request, choice),
    ...(choice.chance(0.3) && { content: randomText(request, choice) }),
  };
}

/**
 * A chat model that answers at random, as models do on a bad day: text, calls of the tools offered, and now and
 * then malformed arguments, an unknown tool, one id for several calls, or nothing at all.
 * The same seed, or source of numbers from 0 up to 1, gives the same answers to the same requests.
 */
export function randomModel(
  seedOrRandom: number | (() => number),
  options: ScriptedModelOptions = {},
): ScriptedModel {
  const random = typeof seedOrRandom === 'number' ? seededRandom(seedOrRandom) : seedOrRandom;
  const choice = randomChoice(random);
  return scriptedModel((request) => randomReply(request, choice), { name: 'random:model', ...options });
}
