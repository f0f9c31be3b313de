import { CadenceError, type ChatModel, type ErrorCode, type ModelRequest } from '@cadence-agents/contracts';
import { describe, expect, it } from 'vitest';
import { withFallbacks } from './fallback.ts';

const request: ModelRequest = { system: '', messages: [], tools: [] };
const { signal } = new AbortController();
const answering = (name: string): ChatModel => ({
  name,
  async generate(_request, options) {
    options.onText?.(name);
    return {
      content: name,
      toolCalls: [],
      usage: { inputTokens: 1, outputTokens: 1, modelCalls: 1 },
      finishReason: 'stop',
      model: name,
    };
  },
});
const failing = (name: string, code: ErrorCode, text = ''): ChatModel => ({
  name,
  async generate(_request, options) {
    if (text !== '') options.onText?.(text);
    throw new CadenceError(code, `Model "${name}" failed.`, { hint: `Mend ${name}.` });
  },
});

describe('withFallbacks', () => {
  it.each<ErrorCode>([
    'MODEL_AUTH',
    'MODEL_REFUSED',
    'MODEL_RATE_LIMITED',
    'MODEL_UNAVAILABLE',
    'MODEL_TIMEOUT',
    'MODEL_BAD_REPLY',
  ])('asks the next model after %s', async (code) => {
    const model = withFallbacks([failing('a', code), answering('b')]);
    expect(model.name).toBe('a');
    expect((await model.generate(request, { signal })).model).toBe('b');
  });

  it('names every model when all fail, with the code of the one that was asked for', async () => {
    const model = withFallbacks([failing('a', 'MODEL_AUTH'), failing('b', 'MODEL_TIMEOUT')]);
    await expect(model.generate(request, { signal })).rejects.toMatchObject({
      code: 'MODEL_AUTH',
      message: expect.stringMatching(/2 models failed.*"a".*"b"/),
      hint: 'Mend a.',
      details: {
        tried: [
          { model: 'a', code: 'MODEL_AUTH' },
          { model: 'b', code: 'MODEL_TIMEOUT' },
        ],
      },
    });
  });

  it('leaves a request that is too long to whoever can shorten it', async () => {
    const model = withFallbacks([failing('a', 'MODEL_CONTEXT_EXCEEDED'), answering('b')]);
    await expect(model.generate(request, { signal })).rejects.toMatchObject({
      code: 'MODEL_CONTEXT_EXCEEDED',
    });
  });

  it('passes an error on that another model would have too', async () => {
    const model = withFallbacks([failing('a', 'RUN_CANCELLED'), answering('b')]);
    await expect(model.generate(request, { signal })).rejects.toMatchObject({ code: 'RUN_CANCELLED' });
  });

  it('asks nobody else once it is aborted', async () => {
    const model = withFallbacks([failing('a', 'MODEL_TIMEOUT'), answering('b')]);
    await expect(model.generate(request, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'MODEL_TIMEOUT',
    });
  });

  it('tells the consumer to start anew when text had been handed over', async () => {
    const heard: string[] = [];
    const model = withFallbacks([
      failing('a', 'MODEL_BAD_REPLY', 'Hel'),
      failing('b', 'MODEL_AUTH'),
      answering('c'),
    ]);
    await model.generate(request, {
      signal,
      onText: (text) => heard.push(text),
      onRestart: () => heard.push('restart'),
    });
    expect(heard).toEqual(['Hel', 'restart', 'c']);
  });

  it('fails when text has been handed over and nobody could take it back', async () => {
    const model = withFallbacks([failing('a', 'MODEL_BAD_REPLY', 'Hel'), answering('b')]);
    await expect(model.generate(request, { signal, onText: () => {} })).rejects.toMatchObject({
      message: 'Model "a" failed.',
    });
  });
});
