// Tools that the caller carries out: the run waits with the calls, and goes on with what came of them.
import type OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { failure, useOpenAi, user } from './openai-client.fixture.ts';

const openAi = useOpenAi();

const weather = {
  type: 'function' as const,
  function: {
    name: 'weather',
    description: 'The weather somewhere.',
    parameters: { type: 'object', properties: { at: { type: 'string' } }, required: ['at'] },
    strict: true,
  },
};
const call = (id: string, at: string) => ({ id, name: 'weather', arguments: { at } });
const result = (id: string, content: string) => ({ role: 'tool' as const, tool_call_id: id, content });
const asked = {
  kind: 'reply' as const,
  text: 'Let me look.',
  toolCalls: [call('c1', 'Rome'), call('c2', 'Oslo')],
};

type Messages = OpenAI.ChatCompletionMessageParam[];

describe("the caller's tools", () => {
  it.each([false, true])(
    'are called, and their results go on with the same run; streamed: %s',
    async (stream) => {
      await openAi.server.model.script([asked, 'Sun and snow.']);
      const messages: Messages = [user('Weather in Rome and Oslo?')];
      const first = await complete({ model: 'talk', messages, tools: [weather] }, stream);
      expect(first.choice).toMatchObject({
        finish_reason: 'tool_calls',
        message: {
          content: 'Let me look.',
          tool_calls: [
            { id: 'c1', type: 'function', function: { name: 'weather', arguments: '{"at":"Rome"}' } },
            { id: 'c2', type: 'function', function: { name: 'weather', arguments: '{"at":"Oslo"}' } },
          ],
        },
      });
      messages.push(first.choice.message, result('c2', 'snow'), result('c1', 'sun'));
      const second = await complete({ model: 'talk', messages, tools: [weather] }, stream);
      expect(second.choice).toMatchObject({ finish_reason: 'stop', message: { content: 'Sun and snow.' } });
      expect(second.run_id).toBe(first.run_id);
      expect((await openAi.promptOf(1)).slice(1)).toMatchObject([
        { role: 'assistant', tool_calls: [{ id: 'c1' }, { id: 'c2' }] },
        { role: 'tool', tool_call_id: 'c1', content: 'sun' },
        { role: 'tool', tool_call_id: 'c2', content: 'snow' },
      ]);
      // And so does the next question.
      await openAi.server.model.script(['Bring a coat.']);
      messages.push(second.choice.message, user('What to wear?'));
      const third = await complete({ model: 'talk', messages, tools: [weather] }, stream);
      expect(third.conversation_id).toBe(first.conversation_id);
    },
  );

  it('stand beside those of the workflow, which are run after them', async () => {
    await openAi.server.model.script([
      {
        kind: 'reply',
        toolCalls: [call('c1', 'Rome'), { id: 'c2', name: 'calculate', arguments: { expression: '6*7' } }],
      },
      'Sun, and 42.',
    ]);
    const messages: Messages = [user('Weather in Rome, and 6*7?')];
    const first = await complete({ model: 'talk', messages, tools: [weather] });
    expect(first.choice.message.tool_calls).toHaveLength(1);
    messages.push(first.choice.message, result('c1', 'sun'));
    const second = await complete({ model: 'talk', messages, tools: [weather] });
    expect(second.choice.message.content).toBe('Sun, and 42.');
    expect((await openAi.promptOf(1)).slice(2)).toMatchObject([
      { role: 'tool', tool_call_id: 'c1', content: 'sun' },
      { role: 'tool', tool_call_id: 'c2', content: expect.stringContaining('42') },
    ]);
  });

  it('are called by a coordinator too', async () => {
    await openAi.server.model.script([{ kind: 'reply', toolCalls: [call('c1', 'Rome')] }]);
    const messages: Messages = [user('Weather in Rome?')];
    const { choice, run_id } = await complete({ model: 'coordinator', messages, tools: [weather] });
    messages.push(choice.message, result('c1', 'sun'));
    await openAi.server.model.script([
      { kind: 'reply', toolCalls: [{ name: 'goto_finalize', arguments: {} }] },
      'Sunny.',
    ]);
    const second = await complete({ model: 'coordinator', messages, tools: [weather] });
    expect(second).toMatchObject({ run_id, choice: { message: { content: 'Sunny.' } } });
  });

  it('may be forced, forbidden, or one at a time', async () => {
    const request = { model: 'talk', messages: [user('Hi')], tools: [weather] };
    await openAi.server.model.script([asked]);
    const choice = { type: 'function' as const, function: { name: 'weather' } };
    await complete({ ...request, tool_choice: choice });
    expect(await sent(0)).toMatchObject({ tools: [weather.function.name], choice: 'required' });
    await openAi.server.model.reset();
    await openAi.server.model.script(['No.']);
    await complete({ ...request, tool_choice: 'none' });
    expect(await sent(0)).toMatchObject({ tools: ['calculate'] });
    await openAi.server.model.reset();
    await openAi.server.model.script([asked]);
    const one = await complete({ ...request, parallel_tool_calls: false });
    expect(one.choice.message.tool_calls).toHaveLength(1);
  });

  it('are called with arguments that fit, or not at all', async () => {
    const wrong = { kind: 'reply' as const, toolCalls: [{ name: 'weather', arguments: { where: 'Rome' } }] };
    await openAi.server.model.script([wrong, asked]);
    const request = { model: 'talk', messages: [user('Hi')], tools: [weather] };
    expect((await complete(request)).choice.message.tool_calls).toHaveLength(2);
    await openAi.server.model.script([wrong, wrong]);
    expect(await failure(complete(request))).toMatchObject({ code: 'MODEL_BAD_REPLY' });
  });

  it('are waited for: every call needs its result', async () => {
    await openAi.server.model.script([asked]);
    const messages: Messages = [user('Hi')];
    const { choice } = await complete({ model: 'talk', messages, tools: [weather] });
    messages.push(choice.message, result('c1', 'sun'));
    const error = await failure(complete({ model: 'talk', messages, tools: [weather] }));
    expect(error).toMatchObject({ status: 400, param: 'messages' });
    expect(error.message).toContain('"c2" (weather)');
  });

  it('may not have the name of a tool of the workflow', async () => {
    const tools = [{ type: 'function' as const, function: { name: 'calculate' } }];
    const error = await failure(complete({ model: 'talk', messages: [user('Hi')], tools }));
    expect(error).toMatchObject({ status: 400, code: 'INPUT_INVALID' });
  });
});

interface Completed {
  choice: OpenAI.ChatCompletion.Choice;
  run_id: string;
  conversation_id: string;
}

async function complete(
  request: Omit<OpenAI.ChatCompletionCreateParamsNonStreaming, 'stream'>,
  stream = false,
): Promise<Completed> {
  const { completions } = openAi.client.chat;
  const completion = stream
    ? await completions.stream(request).finalChatCompletion()
    : await completions.create(request);
  const [choice] = completion.choices;
  if (!choice) throw new Error('No choice came.');
  const { run_id, conversation_id } = completion as unknown as Completed;
  return { choice, run_id, conversation_id };
}

/** The tools that the model was offered at its nth call. */
async function sent(index: number) {
  const body = (await openAi.server.model.requests())[index]?.body as {
    tools?: { function: { name: string } }[];
    tool_choice?: string;
  };
  return { tools: body.tools?.map((tool) => tool.function.name), choice: body.tool_choice };
}
