import { CadenceError, type ChatModel } from '@cadence-agents/contracts';
import { describe, expect, it } from 'vitest';
import { callLimits, learnFrom } from './call-limits.ts';

const model = (name: string): ChatModel => ({ name, generate: () => Promise.reject(new Error('not asked')) });
const nothing = { windowTokens: null, maxOutputTokens: null };
const tooLong = (details: object) => new CadenceError('MODEL_CONTEXT_EXCEEDED', 'too long', { details });

describe('callLimits', () => {
  it('takes what is known of a model, by the longest beginning of its name', () => {
    expect(callLimits(model('openai:gpt-4o-mini'), nothing)).toEqual({ room: 120_186, output: 4_096 });
    expect(callLimits(model('openai:gpt-4'), nothing)).toEqual({ room: 5_959, output: 2_048 });
    expect(callLimits(model('openai:anthropic/Claude-Sonnet-4-5'), nothing).room).toBe(190_026);
    expect(callLimits(model('openai:o3-mini'), nothing).output).toBe(16_384);
  });

  it('takes the setting for a model that is not known, and 32,000 tokens where there is none', () => {
    expect(callLimits(model('ollama:mine'), nothing)).toEqual({ room: 23_280, output: 8_000 });
    expect(callLimits(model('ollama:mine'), { ...nothing, windowTokens: 4_000 })).toEqual({
      room: 2_910,
      output: 1_000,
    });
  });

  it('never sends a known model more than the setting says', () => {
    expect(callLimits(model('openai:gpt-4o'), { ...nothing, windowTokens: 8_000 })).toEqual({
      room: 8_000,
      output: 4_096,
    });
  });

  it('asks for a reply as long as wanted, as far as the model can write it and the window has room', () => {
    const output = (name: string, maxOutputTokens: number) =>
      callLimits(model(name), { windowTokens: null, maxOutputTokens }).output;
    expect(output('openai:gpt-4o', 10_000)).toBe(10_000);
    expect(output('openai:gpt-4o', 50_000)).toBe(16_384);
    expect(output('ollama:mine', 50_000)).toBe(16_000);
  });
});

describe('learnFrom', () => {
  it('believes the provider about the window', () => {
    const asked = model('ollama:mine');
    learnFrom(
      asked,
      tooLong({ reason: 'context', limit: 4_000, asked: 12_500 }),
      4_500,
      callLimits(asked, nothing),
    );
    expect(callLimits(asked, nothing)).toEqual({ room: 2_910, output: 1_000 });
  });

  it('counts as the provider does where it counts more than we do', () => {
    const asked = model('ollama:mine');
    const limits = { room: 4_500, output: 0 };
    learnFrom(asked, tooLong({ reason: 'context', limit: 4_000, asked: 9_000 }), 4_500, limits);
    expect(callLimits(asked, nothing).room).toBe(1_455);
  });

  it('halves where the provider tells no number, and goes on shrinking when that was not enough', () => {
    const asked = model('ollama:mine');
    let { room } = callLimits(asked, nothing);
    for (let time = 0; time < 4; time++) {
      learnFrom(asked, tooLong({ reason: 'context' }), room, callLimits(asked, nothing));
      const next = callLimits(asked, nothing).room;
      expect(next).toBeLessThan(room * 0.6);
      room = next;
    }
  });

  it('learns how long a reply may be', () => {
    const asked = model('ollama:mine');
    learnFrom(asked, tooLong({ reason: 'output', limit: 2_048 }), 100, callLimits(asked, nothing));
    expect(callLimits(asked, nothing).output).toBe(2_048);
  });
});
