import OpenAI, { APIError, AuthenticationError, BadRequestError, NotFoundError } from 'openai';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ProtocolServer, startProtocolServer } from '../protocol-server.fixture.ts';

/** What our replies carry beside OpenAI's fields. */
interface Extra {
  conversation_id: string;
  run_id: string;
}
type Request = Omit<OpenAI.ChatCompletionCreateParamsNonStreaming, 'messages'> & {
  messages: OpenAI.ChatCompletionMessageParam[];
  tone?: string;
  conversation_id?: string;
};

let server: ProtocolServer;
let client: OpenAI;
beforeAll(async () => {
  server = await startProtocolServer();
  client = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: 'none', maxRetries: 0 });
});
afterAll(() => server.stop());
afterEach(() => server.model.reset());

const user = (content: string) => ({ role: 'user' as const, content });
const ask = async (request: Request) => {
  const completion = await client.chat.completions.create(request);
  const extra = completion as unknown as Extra;
  return { completion, text: completion.choices[0]?.message.content, ...extra };
};
const streamed = async (request: Request, options: OpenAI.ChatCompletionStreamOptions = {}) => {
  const stream = await client.chat.completions.create({ ...request, stream: true, stream_options: options });
  const chunks: OpenAI.ChatCompletionChunk[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  const pieces = chunks
    .flatMap(({ choices }) => choices[0]?.delta.content ?? [])
    .filter((text) => text !== '');
  return { chunks, pieces, text: pieces.join('') };
};
const failure = async (work: Promise<unknown>): Promise<APIError> => {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  if (error instanceof APIError) return error;
  throw new Error(`Not an API error: ${String(error)}`);
};
/** What the model was sent at its nth call, without the system prompt. */
const promptOf = async (index: number) => {
  const body = (await server.model.requests())[index]?.body as {
    messages: { role: string; content: string }[];
  };
  return body.messages.filter(({ role }) => role !== 'system');
};

describe('models', () => {
  it('lists workflows, stored and built in, and finds one', async () => {
    const listed: string[] = [];
    for await (const model of client.models.list()) listed.push(model.id);
    expect(listed).toEqual(expect.arrayContaining(['talk', 'chain', 'coordinator', 'plan-verify', '2nChat']));
    expect(await client.models.retrieve('talk')).toMatchObject({
      id: 'talk',
      object: 'model',
      owned_by: 'user',
    });
  });

  it('answers 404 for a workflow that does not exist', async () => {
    expect(await failure(client.models.retrieve('nobody'))).toBeInstanceOf(NotFoundError);
    const error = await failure(ask({ model: 'nobody', messages: [user('hi'), user('there')] }));
    expect(error).toBeInstanceOf(NotFoundError);
    expect(error).toMatchObject({ code: 'WORKFLOW_NOT_FOUND', type: 'invalid_request_error' });
    expect(error.error).toMatchObject({ requestId: expect.any(String) });
  });
});

describe('a completion', () => {
  it('has the answer, what it used, and where it is kept', async () => {
    await server.model.script([
      { kind: 'reply', text: 'Good day.', usage: { inputTokens: 11, outputTokens: 3 } },
    ]);
    const { completion, text, conversation_id, run_id } = await ask({
      model: 'talk',
      messages: [user('hi')],
    });
    expect(text).toBe('Good day.');
    expect(completion.choices[0]?.finish_reason).toBe('stop');
    expect(completion.usage).toEqual({ prompt_tokens: 11, completion_tokens: 3, total_tokens: 14 });
    const run = await server.cadence.store.runs.get('local', run_id);
    expect(run).toMatchObject({ conversationId: conversation_id, answer: 'Good day.', input: 'hi' });
  });

  it("takes the messages as the whole conversation, the client's instructions at its head", async () => {
    await server.model.script(['Ada.']);
    const { text, conversation_id } = await ask({
      model: 'talk',
      messages: [
        { role: 'system', content: 'Be brief.' },
        user('I am Ada.'),
        { role: 'assistant', content: 'Hello Ada.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is' },
            { type: 'text', text: 'my name?' },
          ],
        },
      ],
    });
    expect(text).toBe('Ada.');
    expect(await promptOf(0)).toMatchObject([
      { role: 'user', content: expect.stringContaining('Be brief.') },
      { role: 'user', content: 'I am Ada.' },
      { role: 'assistant', content: 'Hello Ada.' },
      { role: 'user', content: 'What is\nmy name?' },
    ]);
    const record = await server.cadence.store.conversations.get('local', conversation_id);
    expect(record?.title).toBe('What is\nmy name?');
  });

  it('keeps calls that were made elsewhere with their results', async () => {
    await server.model.script(['Sunny.']);
    const call = {
      id: 'c1',
      type: 'function' as const,
      function: { name: 'weather', arguments: '{"at":"Rome"}' },
    };
    await ask({
      model: 'talk',
      messages: [
        user('Weather?'),
        { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'tool', tool_call_id: 'c1', content: 'sun' },
        user('So?'),
      ],
    });
    expect(await promptOf(0)).toMatchObject([
      { role: 'user' },
      { role: 'assistant', tool_calls: [{ id: 'c1', function: { name: 'weather' } }] },
      { role: 'tool', tool_call_id: 'c1', content: 'sun' },
      { role: 'user', content: 'So?' },
    ]);
  });

  it.each(['conversation_id', 'metadata.conversation_id', 'metadata.thread_id', 'x-thread-id'])(
    'goes on with the conversation that %s names, with the last message alone',
    async (place) => {
      await server.model.script(['First.', 'Second.']);
      const { conversation_id: id } = await ask({ model: 'talk', messages: [user('one')] });
      const messages = [user('not sent again'), user('two')];
      const [field, key] = place.split('.');
      const named = field === 'metadata' ? { metadata: { [String(key)]: id } } : { [String(field)]: id };
      const body = { model: 'talk', messages, ...(place === 'x-thread-id' ? {} : named) };
      const headers = place === 'x-thread-id' ? { 'x-thread-id': id } : {};
      const second = await client.chat.completions.create(body, { headers });
      expect(second).toMatchObject({ conversation_id: id, choices: [{ message: { content: 'Second.' } }] });
      expect((await promptOf(1)).map(({ content }) => content)).toEqual(['one', 'First.', 'two']);
    },
  );

  it('asks what the workflow asks, and takes the next message as the answer', async () => {
    const asked = await ask({ model: 'desk', messages: [user('go')] });
    expect(asked.text).toBe('May I go on? (yes / no)');
    expect(asked.completion.choices[0]?.finish_reason).toBe('stop');
    const again = { model: 'desk', conversation_id: asked.conversation_id };
    expect(await failure(ask({ ...again, messages: [user('perhaps')] }))).toBeInstanceOf(BadRequestError);
    await server.model.script(['On we go.']);
    const answered = await streamed({ ...again, messages: [user('yes')] });
    expect(answered.text).toBe('On we go.');
  });

  it('returns the first reply when the same key comes again', async () => {
    await server.model.script(['Once.', 'Twice.']);
    const request = { model: 'talk', messages: [user('a'), user('b')] };
    const send = () => client.chat.completions.create(request, { headers: { 'idempotency-key': 'k1' } });
    const [first, second] = [await send(), await send()];
    expect(second).toEqual(first);
    expect(await server.model.requests()).toHaveLength(1);
  });

  it('passes the tone on', async () => {
    await server.model.script(['Aye.']);
    const { run_id } = await ask({ model: 'talk', tone: 'formal', messages: [user('hi')] });
    expect(await server.cadence.store.runs.get('local', run_id)).toMatchObject({ tone: 'formal' });
  });
});

describe('a stream', () => {
  it('brings the answer piece by piece, then what it used', async () => {
    await server.model.script([
      { kind: 'reply', text: 'One two three four.', usage: { inputTokens: 7, outputTokens: 4 } },
    ]);
    const { chunks, pieces, text } = await streamed(
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
    expect(await server.cadence.store.runs.get('local', run_id)).toMatchObject({
      conversationId: conversation_id,
    });
  });

  it('shows a text before the model has finished it', async () => {
    await server.model.script([{ kind: 'hang', text: 'One two three', afterTokens: 2 }]);
    const request = { model: 'talk', messages: [user('count')], stream: true as const };
    const stream = await client.chat.completions.create(request);
    let text = '';
    let runId = '';
    for await (const chunk of stream) {
      runId = (chunk as unknown as Extra).run_id;
      text += chunk.choices[0]?.delta.content ?? '';
      if (text !== '') break;
    }
    expect('One two three'.startsWith(text)).toBe(true);
    // The reader has gone; the run goes on.
    expect(await server.cadence.store.runs.get('local', runId)).toMatchObject({ status: 'running' });
    await server.cadence.cancel(runId);
    await server.cadence.wait(runId);
  });

  it('leaves out what an agent said to the next one', async () => {
    await server.model.script(['A draft.', 'The text.']);
    expect((await streamed({ model: 'chain', messages: [user('write')] })).text).toBe('The text.');
  });

  it('sets apart what was said before a tool was called', async () => {
    await server.model.script([
      {
        kind: 'reply',
        text: 'Let me see.',
        toolCalls: [{ name: 'calculate', arguments: { expression: '2+2' } }],
      },
      'It is 4.',
    ]);
    const { text } = await streamed({ model: 'talk', messages: [user('2+2?')] });
    expect(text).toBe('Let me see.\n\nIt is 4.');
  });

  it('does not repeat what was shown of a text that the model had to begin again', async () => {
    await server.model.script([
      { kind: 'cut', text: 'One two three four.', afterTokens: 3 },
      'One two three four.',
    ]);
    const { text } = await streamed({ model: 'talk', messages: [user('count')] });
    expect(text).toBe('One two three four.');
  });
});

describe('errors', () => {
  it.each([
    ['n', { n: 2 }],
    ['tools', { tools: [{ type: 'function', function: { name: 'f' } }] }],
    ['response_format.type', { response_format: { type: 'json_object' } }],
    ['tone', { tone: 'furious' }],
    [
      'messages.0.content',
      { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'x' } }] }] },
    ],
    ['messages.1', { messages: [user('a'), { role: 'assistant', content: 'b' }] }],
    ['messages', { messages: [] }],
  ])('names %s as what is wrong', async (param, wrong) => {
    const body = { model: 'talk', messages: [user('hi')], ...wrong } as Request;
    const error = await failure(ask(body));
    expect(error).toBeInstanceOf(BadRequestError);
    expect(error).toMatchObject({ code: 'INPUT_INVALID', type: 'invalid_request_error', param });
  });

  it('tells why a run failed, once', async () => {
    const refusal = { kind: 'refuse' as const, status: 401, message: 'no such key' };
    await server.model.script([refusal, refusal]);
    const retrying = client.withOptions({ maxRetries: 2 });
    const request = { model: 'talk', messages: [user('hi')] };
    const error = await failure(retrying.chat.completions.create(request));
    expect(error).toMatchObject({ status: 502, code: 'MODEL_AUTH', type: 'server_error' });
    expect(await server.model.requests()).toHaveLength(1);
    expect(await failure(streamed(request))).toMatchObject({ code: 'MODEL_AUTH', type: 'server_error' });
  });

  it('has the same form for a body that is no JSON', async () => {
    const headers = { 'content-type': 'application/json' };
    const reply = await fetch(`${server.url}/v1/chat/completions`, { method: 'POST', headers, body: '{' });
    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({
      error: { type: 'invalid_request_error', code: 'INPUT_INVALID' },
    });
  });
});

describe('keys', () => {
  it('refuses a wrong key and takes the right one', async () => {
    const guarded = await startProtocolServer({ CADENCE_ADMIN_KEY: 'a-long-admin-key-of-32-characters' });
    try {
      const baseURL = `${guarded.url}/v1`;
      const wrong = new OpenAI({ baseURL, apiKey: 'wrong', maxRetries: 0 });
      const error = await failure(wrong.models.list());
      expect(error).toBeInstanceOf(AuthenticationError);
      expect(error).toMatchObject({ code: 'UNAUTHENTICATED', type: 'authentication_error' });
      const right = new OpenAI({ baseURL, apiKey: 'a-long-admin-key-of-32-characters', maxRetries: 0 });
      expect((await right.models.list()).data.length).toBeGreaterThan(0);
    } finally {
      await guarded.stop();
    }
  });
});
