import { BadRequestError, NotFoundError } from 'openai';
import { describe, expect, it } from 'vitest';
import { type Extra, failure, useOpenAi, user } from './openai-client.fixture.ts';

const openAi = useOpenAi();

describe('models', () => {
  it('lists workflows, stored and built in, and finds one', async () => {
    const listed: string[] = [];
    for await (const model of openAi.client.models.list()) listed.push(model.id);
    expect(listed).toEqual(expect.arrayContaining(['talk', 'chain', 'coordinator', 'plan-verify', '2nChat']));
    expect(await openAi.client.models.retrieve('talk')).toMatchObject({
      id: 'talk',
      object: 'model',
      owned_by: 'user',
    });
  });

  it('answers 404 for a workflow that does not exist', async () => {
    expect(await failure(openAi.client.models.retrieve('nobody'))).toBeInstanceOf(NotFoundError);
    const error = await failure(openAi.ask({ model: 'nobody', messages: [user('hi'), user('there')] }));
    expect(error).toBeInstanceOf(NotFoundError);
    expect(error).toMatchObject({ code: 'WORKFLOW_NOT_FOUND', type: 'invalid_request_error' });
    expect(error.error).toMatchObject({ requestId: expect.any(String) });
  });
});

describe('a completion', () => {
  it('has the answer, what it used, and where it is kept', async () => {
    await openAi.server.model.script([
      { kind: 'reply', text: 'Good day.', usage: { inputTokens: 11, outputTokens: 3 } },
    ]);
    const { completion, text, conversation_id, run_id } = await openAi.ask({
      model: 'talk',
      messages: [user('hi')],
    });
    expect(text).toBe('Good day.');
    expect(completion.choices[0]?.finish_reason).toBe('stop');
    expect(completion.usage).toEqual({ prompt_tokens: 11, completion_tokens: 3, total_tokens: 14 });
    const run = await openAi.server.cadence.store.runs.get('local', run_id);
    expect(run).toMatchObject({ conversationId: conversation_id, answer: 'Good day.', input: 'hi' });
  });

  it.each([
    ['length', 'answer_cut'],
    ['content_filter', 'answer_filtered'],
  ] as const)('says that the answer breaks off: %s', async (finishReason, reason) => {
    const cut = { kind: 'reply' as const, text: 'The first half,', finishReason };
    const request = { model: 'talk', messages: [user('hi')] };
    // Gone on with once, where it was for its length; then it breaks off again.
    await openAi.server.model.script([cut, cut]);
    const { completion, run_id } = await openAi.ask(request);
    expect(completion.choices[0]?.finish_reason).toBe(finishReason);
    expect(await openAi.server.cadence.store.runs.get('local', run_id)).toMatchObject({ degraded: [reason] });
    await openAi.server.model.script([cut, cut]);
    const { chunks } = await openAi.stream(request);
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe(finishReason);
  });

  it('shows an answer that was gone on with in one piece', async () => {
    await openAi.server.model.script([
      { kind: 'reply', text: 'The first half, ', finishReason: 'length' },
      'and the second.',
    ]);
    const { chunks, pieces } = await openAi.stream({ model: 'talk', messages: [user('hi')] });
    expect(pieces.join('')).toBe('The first half, and the second.');
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('stop');
  });

  it('takes the messages as the whole conversation', async () => {
    await openAi.server.model.script(['Ada.']);
    const { conversation_id } = await openAi.ask({
      model: 'talk',
      messages: [
        user('I am Ada.'),
        { role: 'assistant', content: 'Hello Ada.' },
        user('What is\nmy name?'),
        { role: 'system', content: 'Be brief.' },
      ],
    });
    expect(await openAi.promptOf(0)).toMatchObject([
      { role: 'user', content: 'I am Ada.' },
      { role: 'assistant', content: 'Hello Ada.' },
      { role: 'user', content: 'What is\nmy name?' },
    ]);
    const record = await openAi.server.cadence.store.conversations.get('local', conversation_id);
    expect(record?.title).toBe('What is');
  });

  it('keeps calls that were made elsewhere with their results', async () => {
    await openAi.server.model.script(['Sunny.']);
    const call = {
      id: 'c1',
      type: 'function' as const,
      function: { name: 'weather', arguments: '{"at":"Rome"}' },
    };
    await openAi.ask({
      model: 'talk',
      messages: [
        user('Weather?'),
        { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'tool', tool_call_id: 'c1', content: 'sun' },
        user('So?'),
      ],
    });
    expect(await openAi.promptOf(0)).toMatchObject([
      { role: 'user' },
      { role: 'assistant', tool_calls: [{ id: 'c1', function: { name: 'weather' } }] },
      { role: 'tool', tool_call_id: 'c1', content: 'sun' },
      { role: 'user', content: 'So?' },
    ]);
  });

  it.each(['conversation_id', 'metadata.conversation_id', 'metadata.thread_id', 'x-thread-id'])(
    'goes on with the conversation that %s names, with the last message alone',
    async (place) => {
      await openAi.server.model.script(['First.', 'Second.']);
      const { conversation_id: id } = await openAi.ask({ model: 'talk', messages: [user('one')] });
      const messages = [user('not sent again'), user('two')];
      const [field, key] = place.split('.');
      const named = field === 'metadata' ? { metadata: { [String(key)]: id } } : { [String(field)]: id };
      const body = { model: 'talk', messages, ...(place === 'x-thread-id' ? {} : named) };
      const headers = place === 'x-thread-id' ? { 'x-thread-id': id } : {};
      const second = await openAi.client.chat.completions.create(body, { headers });
      expect(second).toMatchObject({ conversation_id: id, choices: [{ message: { content: 'Second.' } }] });
      expect((await openAi.promptOf(1)).map(({ content }) => content)).toEqual(['one', 'First.', 'two']);
    },
  );

  it('asks what the workflow asks, and takes the next message as the answer', async () => {
    const asked = await openAi.ask({ model: 'desk', messages: [user('go')] });
    expect(asked.text).toBe('May I go on? (yes / no)');
    expect(asked.completion.choices[0]?.finish_reason).toBe('stop');
    const again = { model: 'desk', conversation_id: asked.conversation_id };
    expect(await failure(openAi.ask({ ...again, messages: [user('perhaps')] }))).toBeInstanceOf(
      BadRequestError,
    );
    await openAi.server.model.script(['On we go.']);
    const answered = await openAi.stream({ ...again, messages: [user('yes')] });
    expect(answered.text).toBe('On we go.');
  });

  it('returns the first reply when the same key comes again', async () => {
    await openAi.server.model.script(['Once.', 'Twice.']);
    const request = { model: 'talk', messages: [user('a'), user('b')] };
    const send = () =>
      openAi.client.chat.completions.create(request, { headers: { 'idempotency-key': 'k1' } });
    const [first, second] = [await send(), await send()];
    expect(second).toEqual(first);
    expect(await openAi.server.model.requests()).toHaveLength(1);
  });

  it('passes the tone on', async () => {
    await openAi.server.model.script(['Aye.']);
    const { run_id } = await openAi.ask({ model: 'talk', tone: 'formal', messages: [user('hi')] });
    expect(await openAi.server.cadence.store.runs.get('local', run_id)).toMatchObject({ tone: 'formal' });
  });
});

describe('a stream', () => {
  it('brings the answer piece by piece, then what it used', async () => {
    await openAi.server.model.script([
      {
        ...{ kind: 'reply', text: 'One two three four.', tokenDelayMs: 50 },
        usage: { inputTokens: 7, outputTokens: 4 },
      },
    ]);
    const { chunks, pieces, text } = await openAi.stream(
      { model: 'talk', messages: [user('count')] },
      { include_usage: true },
    );
    expect(text).toBe('One two three four.');
    expect(pieces.length).toBeGreaterThan(1);
    expect(chunks[0]?.choices[0]?.delta).toEqual({ role: 'assistant', content: '' });
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('stop');
    expect(chunks.at(-1)).toMatchObject({
      choices: [],
      usage: { prompt_tokens: 7, completion_tokens: 4, total_tokens: 11 },
    });
    expect(chunks.slice(0, -1).every(({ usage }) => usage === null)).toBe(true);
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1);
    const { conversation_id, run_id } = chunks[0] as unknown as Extra;
    expect(await openAi.server.cadence.store.runs.get('local', run_id)).toMatchObject({
      conversationId: conversation_id,
    });
  });

  it('shows a text before the model has finished it', async () => {
    await openAi.server.model.script([{ kind: 'hang', text: 'One two three', afterTokens: 2 }]);
    const request = { model: 'talk', messages: [user('count')], stream: true as const };
    const stream = await openAi.client.chat.completions.create(request);
    let text = '';
    let runId = '';
    for await (const chunk of stream) {
      runId = (chunk as unknown as Extra).run_id;
      text += chunk.choices[0]?.delta.content ?? '';
      if (text !== '') break;
    }
    expect('One two three'.startsWith(text)).toBe(true);
    // The reader has gone; the run goes on.
    expect(await openAi.server.cadence.store.runs.get('local', runId)).toMatchObject({ status: 'running' });
    await openAi.server.cadence.cancel(runId);
    await openAi.server.cadence.wait(runId);
  });

  it('leaves out what an agent said to the next one', async () => {
    await openAi.server.model.script(['A draft.', 'The text.']);
    expect((await openAi.stream({ model: 'chain', messages: [user('write')] })).text).toBe('The text.');
  });

  it('sets apart what was said before a tool was called', async () => {
    await openAi.server.model.script([
      {
        kind: 'reply',
        text: 'Let me see.',
        toolCalls: [{ name: 'calculate', arguments: { expression: '2+2' } }],
      },
      'It is 4.',
    ]);
    const { text } = await openAi.stream({ model: 'talk', messages: [user('2+2?')] });
    expect(text).toBe('Let me see.\n\nIt is 4.');
  });

  it('does not repeat what was shown of a text that the model had to begin again', async () => {
    await openAi.server.model.script([
      { kind: 'cut', text: 'One two three four.', afterTokens: 3 },
      'One two three four.',
    ]);
    const { text } = await openAi.stream({ model: 'talk', messages: [user('count')] });
    expect(text).toBe('One two three four.');
  });
});
