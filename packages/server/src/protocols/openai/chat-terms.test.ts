// What a caller asks of the answer: how long, where it stops, in which form, and what it says to the model.
import type OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { failure, type Request, useOpenAi, user } from './openai-client.fixture.ts';

const openAi = useOpenAi();
const hi = { model: 'talk', messages: [user('hi')] };

interface Sent {
  messages: { role: string; content: string }[];
  [field: string]: unknown;
}

async function sent(index: number): Promise<Sent> {
  return (await openAi.server.model.requests())[index]?.body as Sent;
}

async function both(request: Request): Promise<(OpenAI.ChatCompletion.Choice | undefined)[]> {
  const { completion } = await openAi.ask(request);
  const { stream: _, ...rest } = request;
  const streamed = await openAi.client.chat.completions.stream(rest).finalChatCompletion();
  return [completion.choices[0], streamed.choices[0]];
}

describe('instructions of the caller', () => {
  it('stand in the system prompt, below those of the workflow', async () => {
    await openAi.server.model.script(['Aye.']);
    const messages: OpenAI.ChatCompletionMessageParam[] = [
      { role: 'system', content: 'Talk like a pirate.' },
      user('hi'),
      { role: 'developer', content: 'Be brief.' },
    ];
    await openAi.ask({ model: 'talk', messages });
    const [system, ...said] = (await sent(0)).messages;
    expect(system?.role).toBe('system');
    const order = ['I am speaker.', 'asks for this too', 'Talk like a pirate.', 'Be brief.'];
    const places = order.map((text) => system?.content.indexOf(text) ?? -1);
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(said.filter(({ role }) => role === 'system')).toEqual([]);
  });
});

describe('the length of an answer', () => {
  it.each(['max_tokens', 'max_completion_tokens'])('is bounded by %s, and says so', async (field) => {
    const cut = { kind: 'reply' as const, text: 'The first half,', finishReason: 'length' as const };
    await openAi.server.model.script([cut, cut]);
    for (const choice of await both({ ...hi, [field]: 7 })) {
      expect(choice?.finish_reason).toBe('length');
      expect(choice?.message.content).toBe('The first half,');
    }
    expect(await sent(0)).toMatchObject({ max_tokens: 7 });
    // It is not gone on with: that long it was asked for.
    expect(await openAi.server.model.requests()).toHaveLength(2);
  });

  it('ends at a stop, also where the provider does not look for it', async () => {
    await openAi.server.model.script(['One END two.', 'One END two.']);
    for (const choice of await both({ ...hi, stop: ['END', 'never'] })) {
      expect(choice).toMatchObject({ finish_reason: 'stop', message: { content: 'One ' } });
    }
    expect(await sent(0)).toMatchObject({ stop: ['END', 'never'] });
  });

  it('and the sampling are those asked for', async () => {
    await openAi.server.model.script(['Yes.']);
    await openAi.ask({ ...hi, temperature: 0.3, top_p: 0.9 });
    expect(await sent(0)).toMatchObject({ temperature: 0.3, top_p: 0.9 });
  });
});

describe('the form of an answer', () => {
  const schema = {
    type: 'object',
    properties: { city: { type: 'string' }, degrees: { type: 'number' } },
    required: ['city', 'degrees'],
    additionalProperties: false,
  };
  const format = (given: Record<string, unknown>): OpenAI.ResponseFormatJSONSchema => ({
    type: 'json_schema',
    json_schema: { name: 'weather', schema: given, strict: true },
  });
  const rome = '{"city":"Rome","degrees":21}';

  it('is that of the schema: what does not fit is written again', async () => {
    await openAi.server.model.script([rome, 'It is 21 degrees in Rome.', rome]);
    const [fitting, mended] = await both({ ...hi, response_format: format(schema) });
    expect(fitting?.message.content).toBe(rome);
    expect(mended?.message).toMatchObject({ content: rome, refusal: null });
    expect(await sent(0)).toMatchObject({ response_format: { json_schema: { schema } } });
    expect((await sent(2)).tools).toBeUndefined();
  });

  it('is never words instead: those are a refusal', async () => {
    const script = ['No idea.', '{"city":"Rome"}', '{"city":1,"degrees":2}'];
    await openAi.server.model.script([...script, ...script]);
    for (const choice of await both({ ...hi, response_format: format(schema) })) {
      expect(choice?.message.refusal).toBe('No idea.');
      expect(choice?.message.content || null).toBeNull();
    }
  });

  it('may be any object', async () => {
    await openAi.server.model.script(['```json\n{"a": 1}\n```', '{"a":1}']);
    for (const choice of await both({ ...hi, response_format: { type: 'json_object' } }))
      expect(choice?.message.content).toBe('{"a":1}');
  });

  it('is kept by a workflow that ends with a writer of answers', async () => {
    await openAi.server.model.script([
      { kind: 'reply', toolCalls: [{ name: 'goto_finalize', arguments: {} }] },
      rome,
    ]);
    const { text } = await openAi.ask({ ...hi, model: 'coordinator', response_format: format(schema) });
    expect(text).toBe(rome);
  });

  it('is refused where it cannot be checked', async () => {
    const given = { ...schema, properties: { city: { $ref: 'https://example.com/city' } } };
    const error = await failure(openAi.ask({ ...hi, response_format: format(given) }));
    expect(error).toMatchObject({ status: 400, param: 'response_format.json_schema.schema' });
  });
});

describe('several choices', () => {
  it.each([false, true])('are answers of their own; streamed: %s', async (isStreamed) => {
    const usage = { inputTokens: 5, outputTokens: 2 };
    await openAi.server.model.script([
      { kind: 'reply', text: 'One.', usage },
      { kind: 'reply', text: 'Two.', usage },
      { kind: 'reply', text: 'Three.', usage },
    ]);
    const { completions } = openAi.client.chat;
    const request = { ...hi, n: 3 };
    const completion = isStreamed
      ? await completions
          .stream({ ...request, stream_options: { include_usage: true } })
          .finalChatCompletion()
      : await completions.create(request);
    expect(completion.choices.map(({ index }) => index)).toEqual([0, 1, 2]);
    expect(completion.choices.map(({ message }) => message.content).toSorted()).toEqual([
      'One.',
      'Three.',
      'Two.',
    ]);
    expect(completion.usage).toMatchObject({ prompt_tokens: 15, completion_tokens: 6 });
  });
});
