// A client that sends the whole conversation each time, and no id.
import type OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { useOpenAi, user } from './openai-client.fixture.ts';

const openAi = useOpenAi();
const assistant = (content: string) => ({ role: 'assistant' as const, content });

describe('a history that is sent again', () => {
  it('goes on with a hand-off, instead of asking for ever', async () => {
    const asked = await openAi.ask({ model: 'desk', messages: [user('go')] });
    expect(asked.text).toBe('May I go on? (yes / no)');
    await openAi.server.model.script(['On we go.', 'And on.']);
    const messages = [user('go'), assistant(asked.text ?? ''), user('yes')];
    const answered = await openAi.ask({ model: 'desk', messages });
    expect(answered).toMatchObject({ text: 'On we go.', run_id: asked.run_id });
    const { conversations } = openAi.server.cadence.store;
    expect(await conversations.get('local', answered.conversation_id)).toBeDefined();
  });

  it('goes on with its conversation, however the client writes it', async () => {
    await openAi.server.model.script(['First. ', 'Second.']);
    const first = await openAi.ask({ model: 'talk', messages: [user('one')] });
    const again: OpenAI.ChatCompletionMessageParam[] = [
      { role: 'system', content: 'It is Tuesday.' },
      { role: 'user', content: [{ type: 'text', text: 'one' }] },
      { role: 'assistant', content: 'First.', refusal: null, tool_calls: [] },
      user('two'),
      user('or three'),
    ];
    const second = await openAi.ask({ model: 'talk', messages: again });
    expect(second.conversation_id).toBe(first.conversation_id);
    const prompt = await openAi.promptOf(1);
    expect(prompt.map(({ content }) => content.trim())).toEqual(['one', 'First.', 'two', 'or three']);
  });

  it('is another conversation where it goes another way', async () => {
    await openAi.server.model.script(['First.', 'Second.', 'Third.', 'Fourth.']);
    const first = await openAi.ask({ model: 'talk', messages: [user('one')] });
    const next = (text: string) => [user('one'), assistant('First.'), user(text)];
    const second = await openAi.ask({ model: 'talk', messages: next('two') });
    const other = await openAi.ask({ model: 'talk', messages: next('another two') });
    expect(second.conversation_id).toBe(first.conversation_id);
    expect(other.conversation_id).not.toBe(first.conversation_id);
    expect((await openAi.promptOf(2)).map(({ content }) => content)).toEqual([
      'one',
      'First.',
      'another two',
    ]);
    const altered = [user('one'), assistant('Never said.'), user('two')];
    const made = await openAi.ask({ model: 'talk', messages: altered });
    expect(made.conversation_id).not.toBe(first.conversation_id);
  });

  it('goes on where results of tools come from elsewhere', async () => {
    await openAi.server.model.script(['Sunny.']);
    const call = { id: 'c1', type: 'function' as const, function: { name: 'weather', arguments: '{}' } };
    const { text } = await openAi.ask({
      model: 'talk',
      messages: [
        user('Weather?'),
        { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'tool', tool_call_id: 'c1', content: 'sun' },
      ],
    });
    expect(text).toBe('Sunny.');
    expect(await openAi.promptOf(0)).toMatchObject([
      { role: 'user' },
      { role: 'assistant' },
      { role: 'tool', content: 'sun' },
      { role: 'user' },
    ]);
  });
});
