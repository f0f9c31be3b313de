import type { ModelReply, ModelRequest } from '@cadence-agents/contracts';
import { describe, expect, it } from 'vitest';
import { randomModel } from './random-model.ts';
import { seededRandom } from './seeded-random.ts';

const request: ModelRequest = {
  system: '',
  messages: [],
  tools: [
    {
      name: 'calculate',
      description: 'Calculates.',
      parameters: {
        type: 'object',
        properties: { operation: { enum: ['add', 'subtract'] }, by: { type: 'integer' } },
        required: ['operation'],
      },
    },
    { name: 'back', description: 'Goes back.', parameters: { type: 'object', properties: {} } },
  ],
};

async function replies(count: number, seed: number, asked = request): Promise<ModelReply[]> {
  const model = randomModel(seed);
  const signal = new AbortController().signal;
  const given: ModelReply[] = [];
  for (let n = 0; n < count; n++) given.push(await model.generate(asked, { signal }));
  return given;
}

describe('randomModel', () => {
  it('gives the same answers for the same seed, and others for another', async () => {
    expect(await replies(50, 7)).toEqual(await replies(50, 7));
    expect(await replies(50, 7)).not.toEqual(await replies(50, 8));
  });

  it('draws from the source it is given', async () => {
    const model = randomModel(seededRandom(7));
    const [first] = await replies(1, 7);
    expect(await model.generate(request, { signal: new AbortController().signal })).toEqual(first);
  });

  it('shows every kind of answer', async () => {
    const given = await replies(500, 1);
    const calls = given.flatMap((reply) => reply.toolCalls);
    const kinds = {
      text: given.some((reply) => reply.content.trim() && reply.toolCalls.length === 0),
      empty: given.some((reply) => reply.content === '' && reply.toolCalls.length === 0),
      textAndCall: given.some((reply) => reply.content && reply.toolCalls.length > 0),
      several: given.some((reply) => new Set(reply.toolCalls.map((call) => call.id)).size > 1),
      duplicateIds: given.some(
        (reply) => reply.toolCalls.filter((call) => call.id === 'call_same').length > 1,
      ),
      malformed: calls.some((call) => call.malformed !== undefined),
      unknownTool: calls.some((call) => call.name === 'no_such_tool'),
      everyTool: request.tools.every((tool) => calls.some((call) => call.name === tool.name)),
      cutShort: given.some((reply) => reply.finishReason === 'length'),
    };
    expect(Object.entries(kinds).filter(([, seen]) => !seen)).toEqual([]);
  });

  it('keeps to the enums of a schema in most calls', async () => {
    const calls = (await replies(500, 2)).flatMap((reply) => reply.toolCalls);
    const operations = calls
      .filter((call) => call.name === 'calculate' && call.args.operation !== undefined)
      .map((call) => call.args.operation);
    expect(new Set(operations)).toEqual(new Set(['add', 'subtract']));
  });

  it('mostly calls a tool when one is required, and mostly answers a schema with an instance of it', async () => {
    const required = await replies(200, 3, { ...request, toolChoice: 'required' });
    expect(required.filter((reply) => reply.toolCalls.length > 0).length).toBeGreaterThan(150);
    const structured = await replies(200, 4, { ...request, tools: [], responseSchema: { enum: ['only'] } });
    expect(structured.filter((reply) => reply.content === '"only"').length).toBeGreaterThan(120);
  });
});
