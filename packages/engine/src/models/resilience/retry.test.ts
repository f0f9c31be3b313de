import { getEventListeners } from 'node:events';
import {
  CadenceError,
  type ErrorCode,
  type ModelCallOptions,
  type ModelReply,
  type ModelRequest,
} from '@cadence-agents/contracts';
import { describe, expect, it } from 'vitest';
import { withRetries } from './retry.ts';

const request: ModelRequest = { system: '', messages: [], tools: [] };
const reply: ModelReply = {
  content: 'ok',
  toolCalls: [],
  usage: { inputTokens: 1, outputTokens: 1, modelCalls: 1 },
  finishReason: 'stop',
  model: 'm',
};
const fault = (code: ErrorCode, details: unknown = {}) =>
  new CadenceError(code, `It is ${code}.`, { details });

/** Fails with each error in turn, saying its text first, and then succeeds. */
function failing(errors: unknown[], text = '') {
  const waits: number[] = [];
  let calls = 0;
  const model = withRetries(
    {
      name: 'm',
      async generate(_request, options) {
        calls += 1;
        if (text !== '') options.onText?.(text);
        const error = errors[calls - 1];
        if (error !== undefined) throw error;
        return reply;
      },
    },
    {
      maxRetries: 2,
      random: () => 1,
      now: () => 1_000,
      sleep: async (ms) => {
        waits.push(ms);
      },
    },
  );
  const run = (options: Partial<ModelCallOptions> = {}) =>
    model.generate(request, { signal: new AbortController().signal, ...options });
  return { run, waits, calls: () => calls, name: model.name };
}

describe('withRetries', () => {
  it.each<ErrorCode>(['MODEL_RATE_LIMITED', 'MODEL_UNAVAILABLE', 'MODEL_TIMEOUT', 'MODEL_BAD_REPLY'])(
    'tries again after %s, waiting longer each time',
    async (code) => {
      const model = failing([fault(code), fault(code)]);
      expect(await model.run()).toBe(reply);
      expect(model.waits).toEqual([500, 1_000]);
      expect(model.name).toBe('m');
    },
  );

  it.each<[ErrorCode, object]>([
    ['MODEL_AUTH', {}],
    ['MODEL_REFUSED', {}],
    ['MODEL_UNKNOWN', {}],
    ['MODEL_BAD_REPLY', { reason: 'too_large' }],
    ['MODEL_BAD_REPLY', { reason: 'out_of_tokens' }],
    ['MODEL_RATE_LIMITED', { reason: 'quota' }],
  ])('does not try again after %s %j', async (code, details) => {
    const model = failing([fault(code, details)]);
    await expect(model.run()).rejects.toMatchObject({ code });
    expect(model.calls()).toBe(1);
  });

  it('does not try again after an error that is not of a model', async () => {
    const model = failing([new Error('mine')]);
    await expect(model.run()).rejects.toThrow('mine');
    expect(model.calls()).toBe(1);
  });

  it('gives up with the last error when its retries are used up', async () => {
    const model = failing([fault('MODEL_TIMEOUT'), fault('MODEL_TIMEOUT'), fault('MODEL_UNAVAILABLE')]);
    await expect(model.run()).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
    expect(model.calls()).toBe(3);
  });

  it('waits as long as the provider asks', async () => {
    const model = failing([fault('MODEL_RATE_LIMITED', { retryAfterMs: 7_000 })]);
    await model.run();
    expect(model.waits).toEqual([7_000]);
  });

  it('does not wait longer than it may, nor past the end of the run', async () => {
    const long = failing([fault('MODEL_RATE_LIMITED', { retryAfterMs: 60_000 })]);
    await expect(long.run()).rejects.toMatchObject({ code: 'MODEL_RATE_LIMITED' });
    const late = failing([fault('MODEL_UNAVAILABLE')]);
    await expect(late.run({ deadline: 1_400 })).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
    expect([...long.waits, ...late.waits]).toEqual([]);
  });

  it('tells the consumer to start anew when text had been handed over', async () => {
    const heard: string[] = [];
    const model = failing([fault('MODEL_BAD_REPLY', { reason: 'cut' })], 'Hel');
    await model.run({ onText: (text) => heard.push(text), onRestart: () => heard.push('restart') });
    expect(heard).toEqual(['Hel', 'restart', 'Hel']);
  });

  it('tries as often as the call says rather than as its settings do', async () => {
    const model = failing([fault('MODEL_UNAVAILABLE')]);
    await expect(model.run({ maxRetries: 0 })).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
  });

  it('does not mention a new start when no text had been handed over', async () => {
    const heard: string[] = [];
    await failing([fault('MODEL_TIMEOUT')]).run({ onText: () => {}, onRestart: () => heard.push('restart') });
    expect(heard).toEqual([]);
  });

  it('fails when text has been handed over and nobody could take it back', async () => {
    const model = failing([fault('MODEL_BAD_REPLY', { reason: 'cut' })], 'Hel');
    await expect(model.run({ onText: () => {} })).rejects.toMatchObject({ code: 'MODEL_BAD_REPLY' });
    expect(model.calls()).toBe(1);
  });

  it('stops waiting when it is aborted, and leaves no listener', async () => {
    const controller = new AbortController();
    let calls = 0;
    const model = withRetries(
      {
        name: 'm',
        async generate() {
          calls += 1;
          setImmediate(() => controller.abort(new Error('cancelled')));
          throw fault('MODEL_UNAVAILABLE');
        },
      },
      { maxRetries: 5, baseDelayMs: 20_000 },
    );
    await expect(model.generate(request, { signal: controller.signal })).rejects.toThrow('cancelled');
    expect(calls).toBe(1);
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });

  it('does not try again once it is aborted', async () => {
    const signal = AbortSignal.abort(new Error('cancelled'));
    const model = failing([fault('MODEL_TIMEOUT')]);
    await expect(model.run({ signal })).rejects.toMatchObject({ code: 'MODEL_TIMEOUT' });
    expect(model.calls()).toBe(1);
  });
});
