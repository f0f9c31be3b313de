import { describe, expect, it } from 'vitest';
import { CadenceError } from './cadence-error.ts';
import { serializeError } from './serialize-error.ts';

describe('an error in the log', () => {
  it('of our own has its words, its code and where it comes from', () => {
    const told = serializeError(new CadenceError('STORE_UNAVAILABLE', 'The database is away.'));
    expect(told).toMatchObject({
      type: 'CadenceError',
      code: 'STORE_UNAVAILABLE',
      message: 'The database is away.',
    });
    expect(told.at?.[0]).toContain('serialize-error.test.ts');
  });

  it('of another has no words, since they may quote a user', () => {
    const cause = new SyntaxError('canary\n    at canary (canary.ts:1:1)\n    at canary:1:1');
    const told = serializeError(
      new CadenceError('INTERNAL', 'It failed.', { cause, details: { text: 'canary' } }),
    );
    expect(told.cause).toMatchObject({ type: 'SyntaxError' });
    expect(told.cause?.at?.[0]).toContain('serialize-error.test.ts');
    expect(JSON.stringify(told)).not.toContain('canary');
  });

  it('of a model has the facts of it, and none of the provider’s words', () => {
    const error = new CadenceError('MODEL_REFUSED', 'It said "canary".', {
      details: { model: 'openai:m', status: 400, said: 'canary' },
    });
    const told = serializeError(error);
    expect(told).toMatchObject({ code: 'MODEL_REFUSED', details: { model: 'openai:m', status: 400 } });
    expect(JSON.stringify(told)).not.toContain('canary');
  });

  it('that has itself as its cause ends somewhere', () => {
    const error = new Error('round');
    error.cause = error;
    expect(JSON.stringify(serializeError(error)).length).toBeLessThan(20_000);
  });

  it('that is none is named by its type', () => {
    expect(serializeError('canary')).toEqual({ type: 'string' });
  });
});
