// OpenAI's own client, by the responses API.
import type OpenAI from 'openai';
import { NotFoundError } from 'openai';
import { describe, expect, it } from 'vitest';
import { failure, useOpenAi } from '../openai-client.fixture.ts';

const openAi = useOpenAi();
const responses = () => openAi.client.responses;
type Script = Extract<Parameters<typeof openAi.server.model.script>[0], readonly unknown[]>;
const script = (...replies: Script) => openAi.server.model.script(replies);

type Event = OpenAI.Responses.ResponseStreamEvent;

async function events(stream: AsyncIterable<Event>): Promise<Event[]> {
  const read: Event[] = [];
  for await (const event of stream) read.push(event);
  return read;
}

const weather: OpenAI.Responses.FunctionTool = {
  type: 'function',
  name: 'weather',
  description: 'The weather somewhere.',
  parameters: { type: 'object', properties: { at: { type: 'string' } }, required: ['at'] },
  strict: true,
};
const asked = {
  kind: 'reply' as const,
  text: 'Let me look.',
  toolCalls: [{ id: 'c1', name: 'weather', arguments: { at: 'Rome' } }],
};
const output = (call_id: string, text: string) => ({
  type: 'function_call_output' as const,
  call_id,
  output: text,
});

describe('a response', () => {
  it('has the answer, what it used, and what was asked for', async () => {
    await script({ kind: 'reply', text: 'Good day.', usage: { inputTokens: 11, outputTokens: 3 } });
    const response = await responses().create({
      model: 'talk',
      input: 'hi',
      instructions: 'Be brief.',
      metadata: { shop: '7' },
      temperature: 0.2,
      max_output_tokens: 90,
      user: 'ann',
    });
    expect(response).toMatchObject({
      object: 'response',
      status: 'completed',
      output_text: 'Good day.',
      instructions: 'Be brief.',
      metadata: { shop: '7' },
      temperature: 0.2,
      max_output_tokens: 90,
      user: 'ann',
      output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Good day.' }] }],
      usage: { input_tokens: 11, output_tokens: 3, total_tokens: 14 },
    });
    const { output_text: _, ...told } = response;
    expect(await responses().retrieve(response.id)).toMatchObject(told);
  });

  it('goes on with the one before, and branches off an earlier one', async () => {
    await script('First.', 'Second.', 'Other.');
    const first = await responses().create({ model: 'talk', input: 'one' });
    const next = (input: string) =>
      responses().create({ model: 'talk', input, previous_response_id: first.id });
    const second = await next('two');
    const other = await next('another two');
    expect(second.conversation?.id).toBe(first.conversation?.id);
    expect(other.conversation?.id).not.toBe(first.conversation?.id);
    const said = async (index: number) => (await openAi.promptOf(index)).map(({ content }) => content);
    expect(await said(1)).toEqual(['one', 'First.', 'two']);
    expect(await said(2)).toEqual(['one', 'First.', 'another two']);
    const items = await responses().inputItems.list(second.id, { order: 'asc' });
    expect(items.data.map((item) => ('role' in item ? item.role : item.type))).toEqual([
      'user',
      'assistant',
      'user',
    ]);
  });

  it('takes a conversation, and several items', async () => {
    await script('First.', 'Second.');
    const id = 'talk-1';
    await responses().create({ model: 'talk', input: 'one', conversation: id });
    const second = await responses().create({
      model: 'talk',
      conversation: { id },
      input: [
        { role: 'developer', content: 'Be brief.' },
        { role: 'user', content: [{ type: 'input_text', text: 'two' }] },
        { type: 'message', role: 'user', content: 'or three' },
      ],
    });
    expect(second.conversation).toEqual({ id });
    expect((await openAi.promptOf(1)).map(({ content }) => content)).toEqual([
      'one',
      'First.',
      'two',
      'or three',
    ]);
  });

  it.each(['previous_response_id', 'a resent history'])(
    "waits for the caller's tools; gone on by %s",
    async (by) => {
      await script(asked, 'Sunny.');
      const tools = [weather];
      const first = await responses().create({ model: 'talk', input: 'Weather in Rome?', tools });
      expect(first).toMatchObject({
        status: 'completed',
        output_text: 'Let me look.',
        output: [
          { type: 'message' },
          { type: 'function_call', call_id: 'c1', name: 'weather', arguments: '{"at":"Rome"}' },
        ],
      });
      const isNamed = by === 'previous_response_id';
      const history = [{ role: 'user' as const, content: 'Weather in Rome?' }, ...first.output];
      const second = await responses().create({
        model: 'talk',
        tools,
        ...(isNamed && { previous_response_id: first.id }),
        input: [...(isNamed ? [] : (history as OpenAI.Responses.ResponseInput)), output('c1', 'sun')],
      });
      expect(second).toMatchObject({ output_text: 'Sunny.', conversation: first.conversation });
      if (!isNamed) return;
      expect(second.id).not.toBe(first.id);
      expect(await responses().retrieve(first.id)).toMatchObject({ output: first.output });
      expect(await responses().retrieve(second.id)).toMatchObject({ output: second.output });
      expect((await responses().inputItems.list(second.id)).data).toMatchObject([{ output: 'sun' }]);
      const late = responses().create({
        model: 'talk',
        previous_response_id: first.id,
        input: [output('c1', 'rain')],
      });
      expect(await failure(late)).toMatchObject({ status: 400, param: 'previous_response_id' });
    },
  );

  it('is in the form asked for', async () => {
    await script('{"city":"Rome"}');
    const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
    const format = { type: 'json_schema' as const, name: 'place', schema };
    const response = await responses().create({ model: 'talk', input: 'Where?', text: { format } });
    expect(response.output_text).toBe('{"city":"Rome"}');
    expect(response.text?.format).toMatchObject({ type: 'json_schema', name: 'place' });
  });

  it('says that it breaks off', async () => {
    await script({ kind: 'reply', text: 'The first half,', finishReason: 'length' });
    const response = await responses().create({ model: 'talk', input: 'hi', max_output_tokens: 5 });
    expect(response).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
      output: [{ status: 'incomplete' }],
    });
  });

  it('is removed, and not kept where that is asked for', async () => {
    await script('One.', 'Two.');
    const { id } = await responses().create({ model: 'talk', input: 'hi' });
    await responses().delete(id);
    expect(await failure(responses().retrieve(id))).toBeInstanceOf(NotFoundError);
    const unkept = await responses().create({ model: 'talk', input: 'hi', store: false });
    expect(await failure(responses().retrieve(unkept.id))).toBeInstanceOf(NotFoundError);
  });
});

describe('a stream of events', () => {
  it('tells an answer piece by piece', async () => {
    await script({ kind: 'reply', text: 'One two three.', tokenDelayMs: 30 });
    const read = await events(await responses().create({ model: 'talk', input: 'count', stream: true }));
    const types = read.map(({ type }) => type).filter((type, index, all) => type !== all[index - 1]);
    expect(types).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ]);
    const text = read
      .map((event) => (event.type === 'response.output_text.delta' ? event.delta : ''))
      .join('');
    expect(text).toBe('One two three.');
    const numbers = read.map(({ sequence_number: number }) => number);
    expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other));
    const last = read.at(-1);
    expect(last).toMatchObject({ response: { status: 'completed', output: [{ type: 'message' }] } });
    if (last?.type !== 'response.completed') return;
    // A reader that comes back gets what it has not seen, wherever it left.
    for (const after of [0, 5, 9, numbers.at(-2) ?? 0]) {
      const more = await events(
        await responses().retrieve(last.response.id, { stream: true, starting_after: after }),
      );
      const seen = read.filter(({ sequence_number: number }) => number <= after);
      const shown = [...seen, ...more]
        .map((event) => (event.type === 'response.output_text.delta' ? event.delta : ''))
        .join('');
      expect(more.every(({ sequence_number: number }) => number > after)).toBe(true);
      if (seen.at(-1)?.sequence_number === after) expect(shown).toBe('One two three.');
    }
  });

  it('tells calls, and refusals', async () => {
    await script(asked, 'No idea.', 'No.', 'No.');
    const request = { model: 'talk', input: 'Weather?', stream: true as const };
    const calls = await events(await responses().create({ ...request, tools: [weather] }));
    expect(calls.map(({ type }) => type)).toEqual(
      expect.arrayContaining([
        'response.function_call_arguments.delta',
        'response.function_call_arguments.done',
      ]),
    );
    const format = { type: 'json_object' as const };
    const refused = await events(await responses().create({ ...request, text: { format } }));
    expect(refused.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['response.refusal.delta', 'response.refusal.done']),
    );
  });

  it('tells a failure', async () => {
    await script({ kind: 'refuse', status: 401, message: 'no such key' });
    const read = await events(await responses().create({ model: 'talk', input: 'hi', stream: true }));
    expect(read.at(-1)).toMatchObject({
      type: 'response.failed',
      response: { status: 'failed', error: { code: 'MODEL_AUTH' } },
    });
  });
});

describe('in the background', () => {
  it('a response is begun, looked at, and fetched', async () => {
    await script({ kind: 'reply', text: 'Done.', delayMs: 200 });
    const begun = await responses().create({ model: 'talk', input: 'hi', background: true });
    expect(['queued', 'in_progress']).toContain(begun.status);
    const read = await events(await responses().retrieve(begun.id, { stream: true }));
    expect(read.at(-1)).toMatchObject({ type: 'response.completed' });
    expect(await responses().retrieve(begun.id)).toMatchObject({ status: 'completed', background: true });
  });

  it('a response is stopped', async () => {
    await script({ kind: 'hang' });
    const begun = await responses().create({ model: 'talk', input: 'hi', background: true });
    expect(await responses().cancel(begun.id)).toMatchObject({ status: 'cancelled' });
    expect(await responses().retrieve(begun.id)).toMatchObject({ status: 'cancelled' });
  });
});
