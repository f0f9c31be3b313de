import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { settlesWithin, withTimeout } from './timeout.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const late = new Error('too slow');
const error = () => late;
const never = () => new Promise<never>(() => {});

describe('withTimeout', () => {
  it('gives what the work gives, and leaves no timer behind', async () => {
    expect(await withTimeout(1_000, async () => 'done', { error })).toBe('done');
    expect(await withTimeout(1_000, () => 'at once', { error })).toBe('at once');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('throws what the work throws, and leaves no timer behind', async () => {
    const fail = () => {
      throw new Error('broken');
    };
    await expect(withTimeout(1_000, fail, { error })).rejects.toThrow('broken');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('rejects when the time is up, and tells the work by its signal', async () => {
    let given: AbortSignal | undefined;
    const work = (signal: AbortSignal) => {
      given = signal;
      return never();
    };
    const result = expect(withTimeout(1_000, work, { error })).rejects.toBe(late);
    await vi.advanceTimersByTimeAsync(999);
    expect(given?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await result;
    expect(given?.reason).toBe(late);
  });

  it('follows the caller’s signal, and lets go of it in the end', async () => {
    const caller = new AbortController();
    const remove = vi.spyOn(caller.signal, 'removeEventListener');
    const result = withTimeout(1_000, never, { signal: caller.signal, error });
    caller.abort('stop');
    await expect(result).rejects.toBe('stop');
    expect(remove).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does not start work for a caller that has stopped already', async () => {
    const work = vi.fn(never);
    await expect(withTimeout(1_000, work, { signal: AbortSignal.abort('stop'), error })).rejects.toBe('stop');
    expect(work).not.toHaveBeenCalled();
  });
});

describe('settlesWithin', () => {
  it('tells whether the promise settled in time', async () => {
    expect(await settlesWithin(1_000, Promise.resolve())).toBe(true);
    const open = settlesWithin(1_000, never());
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await open).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('throws what the promise throws', async () => {
    await expect(settlesWithin(1_000, Promise.reject(late))).rejects.toBe(late);
  });
});
