import { CadenceError, type ModelRequest } from '@cadence-agents/contracts';
import { describe, expect, it } from 'vitest';
import { scriptedModel } from './scripted-model.ts';
import { hang } from './scripted-reply.ts';

const request: ModelRequest = {
  system: 'You are the router.',
  messages: [{ id: 'm1', role: 'user', content: 'Hello' }],
  tools: [{ name: 'search', description: 'Searches.', parameters: { type: 'object' } }],
};
const live = () => new AbortController().signal;

describe('scriptedModel', () => {
  it('gives its replies in order', async () => {
    const model = scriptedModel([
      'one',
      { content: 'two', finishReason: 'length', usage: { inputTokens: 7 } },
    ]);
    const first = await model.generate(request, { signal: live() });
    const second = await model.generate(request, { signal: live() });
    expect(first).toEqual({
      content: 'one',
      toolCalls: [],
      usage: { inputTokens: 10, outputTokens: 5, modelCalls: 1 },
      finishReason: 'stop',
      model: 'scripted:model',
    });
    expect(second).toMatchObject({ content: 'two', finishReason: 'length', usage: { inputTokens: 7 } });
  });

  it('numbers tool calls across replies and keeps ids that are given', async () => {
    const model = scriptedModel([
      {
        toolCalls: [
          { name: 'search', args: { query: 'a' } },
          { name: 'search', id: 'mine' },
        ],
      },
      { toolCalls: [{ name: 'search', malformed: '{"a": ' }] },
    ]);
    const first = await model.generate(request, { signal: live() });
    const second = await model.generate(request, { signal: live() });
    expect(first.finishReason).toBe('tool_calls');
    expect(first.toolCalls).toEqual([
      { id: 'call_1', name: 'search', args: { query: 'a' } },
      { id: 'mine', name: 'search', args: {} },
    ]);
    expect(second.toolCalls).toEqual([{ id: 'call_2', name: 'search', args: {}, malformed: '{"a": ' }]);
  });

  it('asks a function for each reply, with the number of the call', async () => {
    const model = scriptedModel(async (asked, index) => `${index}: ${asked.messages.at(-1)?.content}`);
    await model.generate(request, { signal: live() });
    expect(await model.generate(request, { signal: live() })).toMatchObject({ content: '1: Hello' });
  });

  it('streams the text token by token, spaces kept', async () => {
    const tokens: string[] = [];
    const model = scriptedModel(['It is  done.\n']);
    await model.generate(request, { signal: live(), onText: (token) => tokens.push(token) });
    expect(tokens).toEqual(['It', ' is', '  done.', '\n']);
  });

  it('throws an Error of the script as it is', async () => {
    const error = new CadenceError('MODEL_UNAVAILABLE', 'down');
    await expect(scriptedModel([error]).generate(request, { signal: live() })).rejects.toBe(error);
  });

  it('hangs until the signal aborts, then rejects with its reason', async () => {
    const controller = new AbortController();
    const reply = scriptedModel([hang]).generate(request, { signal: controller.signal });
    const reason = new Error('enough');
    controller.abort(reason);
    await expect(reply).rejects.toBe(reason);
  });

  it('hangs or fails after some text when told to', async () => {
    const controller = new AbortController();
    const broken = new Error('cut');
    const model = scriptedModel([
      { content: 'so far', afterText: broken },
      { content: 'so good', afterText: hang },
    ]);
    const tokens: string[] = [];
    const onText = (token: string) => {
      tokens.push(token);
      if (token === ' good') controller.abort(new Error('stop'));
    };
    await expect(model.generate(request, { signal: controller.signal, onText })).rejects.toBe(broken);
    await expect(model.generate(request, { signal: controller.signal, onText })).rejects.toThrow('stop');
    expect(tokens).toEqual(['so', ' far', 'so', ' good']);
  });

  it('stops streaming at the token on which the caller aborts', async () => {
    const controller = new AbortController();
    const tokens: string[] = [];
    const onText = (token: string) => {
      tokens.push(token);
      if (tokens.length === 2) controller.abort();
    };
    const reply = scriptedModel(['a b c d']).generate(request, { signal: controller.signal, onText });
    await expect(reply).rejects.toThrow('aborted');
    expect(tokens).toEqual(['a', ' b']);
  });

  it('does not wait for a script function once the signal aborts', async () => {
    const controller = new AbortController();
    const model = scriptedModel(() => Promise.withResolvers<string>().promise);
    const reply = model.generate(request, { signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(reply).rejects.toThrow('enough');
  });

  it('neither records nor answers a call whose signal has aborted already', async () => {
    const model = scriptedModel(['one']);
    await expect(model.generate(request, { signal: AbortSignal.abort(new Error('late')) })).rejects.toThrow(
      'late',
    );
    expect(model.requests).toEqual([]);
    expect(await model.generate(request, { signal: live() })).toMatchObject({ content: 'one' });
  });

  it('records frozen copies of what it was asked', async () => {
    const model = scriptedModel(['one']);
    const messages = [{ id: 'm1', role: 'user' as const, content: 'Before' }];
    await model.generate({ ...request, messages }, { signal: live() });
    messages.push({ id: 'm2', role: 'user', content: 'After' });
    expect(model.requests[0]?.messages).toEqual([{ id: 'm1', role: 'user', content: 'Before' }]);
    expect(Object.isFrozen(model.requests[0]?.messages[0])).toBe(true);
  });

  it('hands out copies of the arguments, so that changing them leaves the script as it is', async () => {
    const args = { list: [1] };
    const model = scriptedModel([{ toolCalls: [{ name: 'search', args }] }]);
    const reply = await model.generate(request, { signal: live() });
    expect(reply.toolCalls[0]?.args).toEqual(args);
    expect(reply.toolCalls[0]?.args.list).not.toBe(args.list);
  });

  it('says what was asked when the script runs out', async () => {
    const model = scriptedModel(['one'], { name: 'scripted:short' });
    await model.generate(request, { signal: live() });
    const reply = model.generate(request, { signal: live() });
    await expect(reply).rejects.toThrow(
      /"scripted:short" has 1 replies, and call 2 .*You are the router.*Hello.*search/,
    );
  });
});
