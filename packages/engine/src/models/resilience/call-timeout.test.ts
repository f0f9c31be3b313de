import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallTimeout } from './call-timeout.ts';

describe('CallTimeout', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('expires when nothing has come for the time, however much came before', () => {
    const timeout = new CallTimeout(new AbortController().signal, 1_000);
    for (let packet = 0; packet < 7; packet++) {
      vi.advanceTimersByTime(900);
      timeout.refresh();
    }
    vi.advanceTimersByTime(990);
    expect([timeout.expired, timeout.signal.aborted]).toEqual([false, false]);
    vi.advanceTimersByTime(20);
    expect([timeout.expired, timeout.signal.aborted]).toEqual([true, true]);
  });

  it('leaves no timer behind when it is stopped, also after a part of the reply came late', () => {
    const timeout = new CallTimeout(new AbortController().signal, 1_000);
    vi.advanceTimersByTime(600);
    timeout.refresh();
    vi.advanceTimersByTime(600);
    timeout.stop();
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(5_000);
    expect(timeout.signal.aborted).toBe(false);
  });

  it("aborts with the caller's reason, which is no expiry", () => {
    const caller = new AbortController();
    const timeout = new CallTimeout(caller.signal, 1_000);
    caller.abort('enough');
    expect([timeout.signal.reason, timeout.expired]).toEqual(['enough', false]);
    timeout.stop();
  });
});
