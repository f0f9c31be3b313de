import {
  CadenceError,
  type LedgerEntry,
  type RunEvent,
  type Tool,
  type ToolCall,
} from '@cadence-agents/contracts';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { createEmitter } from '../events/emitter.ts';
import { recordedLog } from '../log.fixture.ts';
import { forgivingLog, type Log, silentLog } from '../log.ts';
import { maskSecrets } from '../masking/redact.ts';
import { type CallLedger, runToolCalls } from './tool-runner.ts';

const call = (name: string, args: ToolCall['args'] = {}, id = `id-${name}`): ToolCall => ({ id, name, args });
const tool = (name: string, run: Tool['run'], more: Partial<Tool> = {}): Tool => ({
  name,
  description: name,
  input: z.looseObject({}),
  run,
  ...more,
});

function setUp(tools: Tool[], more: { ledger?: CallLedger; log?: Log; signal?: AbortSignal } = {}) {
  const events: RunEvent[] = [];
  const emit = createEmitter('run', (event) => events.push(event)).for('tools');
  let ids = 0;
  const setup = {
    runId: 'run',
    userId: 'ann',
    conversationId: 'c',
    signal: more.signal ?? new AbortController().signal,
    emit,
    log: more.log ?? silentLog,
    newId: () => `m${++ids}`,
    fetch: globalThis.fetch,
    mask: maskSecrets(),
    ledger: more.ledger,
  };
  const options = {
    tool: (name: string) => tools.find((one) => one.name === name),
    available: tools.map((one) => one.name),
    concurrency: 8,
    messageId: 'message',
  };
  return {
    events,
    run: (calls: ToolCall[], own: Partial<typeof options> = {}) =>
      runToolCalls(calls, { ...options, ...own }, setup),
  };
}

const contents = (messages: { content: string }[]) => messages.map((message) => message.content);

describe('runToolCalls', () => {
  it('runs independent calls together and keeps their order', async () => {
    const started: string[] = [];
    const allStarted = Promise.withResolvers<void>();
    const wait = (name: string) =>
      tool(name, async () => {
        started.push(name);
        if (started.length === 3) allStarted.resolve();
        await allStarted.promise;
        return name;
      });
    const { run } = setUp(['a', 'b', 'c'].map(wait));
    expect(contents(await run([call('a'), call('b'), call('c')]))).toEqual(['a', 'b', 'c']);
  });

  it('runs no more at once than its cap', async () => {
    let now = 0;
    let most = 0;
    const busy = tool('busy', async () => {
      most = Math.max(most, ++now);
      await new Promise(setImmediate);
      now--;
      return 'ok';
    });
    const { run } = setUp([busy]);
    await run(
      Array.from({ length: 9 }, (_, index) => call('busy', {}, `id-${index}`)),
      { concurrency: 2 },
    );
    expect(most).toBe(2);
  });

  it('cuts a call that hangs at its timeout, and tells it to stop, while the others’ results are used', async () => {
    let told: unknown;
    const hung = tool(
      'hung',
      (_, { signal }) =>
        new Promise((_resolve) => signal.addEventListener('abort', () => (told = signal.reason))),
      { timeoutMs: 30 },
    );
    const { run } = setUp([hung, tool('quick', () => 'done')]);
    const [first, second] = await run([call('hung'), call('quick')]);
    expect(first).toMatchObject({ isError: true, content: 'It took longer than 30 ms and was stopped.' });
    expect(second).toMatchObject({ content: 'done' });
    expect(CadenceError.is(told)).toBe(true);
  });

  it('tries again as often as the tool allows, with the same idempotency key', async () => {
    const keys: string[] = [];
    const flaky = tool(
      'flaky',
      (_, { idempotencyKey }) => {
        keys.push(idempotencyKey);
        if (keys.length < 3) throw new Error('not yet');
        return 'at last';
      },
      { retries: 2, idempotent: true },
    );
    const { run } = setUp([flaky]);
    expect(contents(await run([call('flaky')]))).toEqual(['at last']);
    expect(new Set(keys).size).toBe(1);
    expect(keys).toHaveLength(3);
  });

  it('tells the model of a failure in its own words, without the error’s text or stack', async () => {
    const bad = tool('bad', () => {
      throw new Error('password=hunter2 at /srv/app.js:1:1');
    });
    const { run, events } = setUp([bad]);
    const [message] = await run([call('bad')]);
    expect(message).toMatchObject({
      isError: true,
      content: expect.stringContaining('The tool "bad" failed'),
    });
    expect(JSON.stringify([message, events])).not.toMatch(/hunter2|app\.js/);
  });

  it('passes on a failure that the tool words itself', async () => {
    const worded = tool('worded', () => {
      throw new CadenceError('TOOL_FAILED', 'There is no city "Atlantis".');
    });
    expect(contents(await setUp([worded]).run([call('worded')]))).toEqual(['There is no city "Atlantis".']);
  });

  it('names what does not fit in the arguments', async () => {
    const strict = tool('strict', () => 'never', { input: z.object({ city: z.string(), days: z.number() }) });
    const [message] = await setUp([strict]).run([call('strict', { city: 5 })]);
    expect(message?.content).toMatch(/city[\s\S]*days/);
  });

  it('masks what the tool declares secret, in the message and in the events', async () => {
    const leaky = tool('leaky', () => ({ key: 'sk-12345', also: 'sk-67890' }), { redact: [/sk-\d+/] });
    const { run, events } = setUp([leaky]);
    const messages = await run([call('leaky')]);
    expect(contents(messages)).toEqual(['{"key":"[redacted]","also":"[redacted]"}']);
    expect(JSON.stringify(events)).not.toContain('sk-');
  });

  it.each([
    ['a BigInt', () => 1n as unknown as string],
    [
      'a cycle',
      () => {
        const loop: Record<string, unknown> = {};
        loop.self = loop;
        return loop as unknown as string;
      },
    ],
    ['a function', () => (() => 1) as unknown as string],
    ['a generator', () => (function* () {})() as unknown as string],
    ['an async generator', () => (async function* () {})() as unknown as string],
    ['a map', () => new Map() as unknown as string],
    ['half a character', () => 'x\ud800'],
    ['a NUL', () => 'a\u0000b'],
  ])('refuses %s as a result, saying so', async (_, run) => {
    const [message] = await setUp([tool('odd', run)]).run([call('odd')]);
    expect(message).toMatchObject({ isError: true, content: expect.stringContaining('cannot be kept') });
  });

  it('takes nothing as an empty result: the call was made', async () => {
    const quiet = tool('quiet', () => undefined as unknown as string);
    const [message] = await setUp([quiet]).run([call('quiet')]);
    expect(message).toMatchObject({ content: '' });
    expect(message).not.toHaveProperty('isError');
  });

  it('keeps the beginning of a result that is too long, and no half of a secret', async () => {
    const secret = `ghp_${'a1'.repeat(18)}`;
    const long = tool('long', () => `${'x '.repeat(499_999)}${secret} ${'y'.repeat(30_000_000)}`);
    const [message] = await setUp([long]).run([call('long')]);
    expect(message?.content).toMatch(/characters; 1000000 are kept\.\]$/);
    expect(message?.content.length).toBeLessThan(1_000_200);
    expect(message?.content).not.toContain('ghp_');
    expect(message).not.toHaveProperty('isError');
  });

  it('makes a call once that cannot be repeated, whatever its retries', async () => {
    let paid = 0;
    const pay = tool('pay', () => new Promise(() => void ++paid), { retries: 2, timeoutMs: 10 });
    const [message] = await setUp([pay]).run([call('pay')]);
    expect(message?.isError).toBe(true);
    expect(paid).toBe(1);
  });

  it('waits longer before each further attempt, and not when the run is over', async () => {
    vi.useFakeTimers();
    // Without jitter.
    const random = vi.spyOn(Math, 'random').mockReturnValue(0);
    onTestFinished(() => {
      random.mockRestore();
      vi.useRealTimers();
    });
    let attempts = 0;
    const cancel = new AbortController();
    const down = tool('down', () => Promise.reject(new Error(`down ${++attempts}`)), {
      retries: 9,
      readOnly: true,
      timeoutMs: 1e6,
    });
    const running = setUp([down], { signal: cancel.signal }).run([call('down')]);
    const ended = expect(running).rejects.toThrow('enough');
    await vi.advanceTimersByTimeAsync(99);
    expect(attempts).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(attempts).toBe(2);
    await vi.advanceTimersByTimeAsync(199);
    expect(attempts).toBe(2);
    cancel.abort(new Error('enough'));
    await ended;
    expect(attempts).toBe(2);
  });

  it('reads after what was to be changed before, in the order of the calls', async () => {
    const order: string[] = [];
    const changed = Promise.withResolvers<void>();
    const write = tool('write', async () => {
      await changed.promise;
      order.push('written');
      return 'ok';
    });
    const read = (name: string) =>
      tool(
        name,
        () => {
          order.push(name);
          return order.join();
        },
        { readOnly: true },
      );
    const { run } = setUp([read('before'), write, read('after')]);
    const running = run([call('before'), call('write'), call('after')]);
    await new Promise(setImmediate);
    expect(order).toEqual(['before']);
    changed.resolve();
    expect(contents(await running)).toEqual(['before', 'ok', 'before,written,after']);
  });

  it.each([
    ['a BigInt', { b: 10n }],
    ['a date', { at: new Date(0) }],
    ['more than an event may hold', { text: 'x'.repeat(200_000) }],
  ])('fails the call whose event holds %s', async (_, data) => {
    const odd = tool('odd', (_args, { emit }) => {
      emit(data as unknown as Record<string, string>);
      return 'never';
    });
    const { run, events } = setUp([odd]);
    expect(await run([call('odd')])).toMatchObject([
      { isError: true, content: expect.stringMatching(/event/) },
    ]);
    expect(events.map(({ type }) => type)).toEqual(['on_tool_start', 'on_tool_end']);
  });

  it('fails a call that sends events without end, and hears nothing of one that is over', async () => {
    let late = () => {};
    const chatty = tool('chatty', (_args, { emit }) => {
      late = () => emit({ late: true });
      for (;;) emit({ again: true });
    });
    const { run, events } = setUp([chatty]);
    expect(await run([call('chatty')])).toMatchObject([{ isError: true }]);
    const before = events.length;
    expect(before).toBe(1002);
    late();
    expect(events).toHaveLength(before);
  });

  it('stops with the run, and leaves the signal as it found it', async () => {
    const cancel = new AbortController();
    const hung = tool('hung', () => new Promise(() => {}));
    const running = setUp([hung], { signal: cancel.signal }).run([call('hung')]);
    cancel.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');
  });

  it('logs each call: which, how it went and how long it took, and nothing of what was said', async () => {
    const { log, entries } = recordedLog();
    const bad = tool('bad', () => {
      throw new Error('oh no');
    });
    const { run } = setUp([tool('good', () => 'a secret result'), bad], { log });
    await run([call('good', { q: 'a private question' }), call('bad')], { concurrency: 1 });
    const finished = entries.filter(({ message }) => message === 'tool call finished');
    expect(finished.map(({ level, fields }) => ({ level, ...fields }))).toEqual([
      { level: 'info', runId: 'run', tool: 'good', callId: 'id-good', ok: true, ms: expect.any(Number) },
      { level: 'info', runId: 'run', tool: 'bad', callId: 'id-bad', ok: false, ms: expect.any(Number) },
    ]);
    expect(entries).toContainEqual({
      level: 'warn',
      message: 'tool call failed',
      fields: expect.objectContaining({ tool: 'bad', attempt: 1, reason: 'oh no' }),
    });
    expect(JSON.stringify(entries)).not.toMatch(/secret|private/);
  });

  it('goes on when the log fails', async () => {
    const broken = () => {
      throw new Error('disk full');
    };
    const log = forgivingLog({ debug: broken, info: broken, warn: broken, error: broken });
    expect(contents(await setUp([tool('a', () => 'ok')], { log }).run([call('a')]))).toEqual(['ok']);
  });
});

describe('with a ledger', () => {
  function ledger(known: Record<string, LedgerEntry>) {
    const told: string[] = [];
    const book: CallLedger = {
      known: (key) => known[key],
      started: async ({ callId }, tell) => {
        tell();
        told.push(`started ${callId}`);
      },
      finished: ({ callId }, _, tell) => {
        tell();
        told.push(`finished ${callId}`);
      },
      mayRepeat: async () => {
        told.push('may repeat');
      },
    };
    return { book, told };
  }
  const counted = (more: Partial<Tool> = {}) => {
    let runs = 0;
    return { tool: tool('pay', () => `paid ${++runs}`, more), runs: () => runs };
  };

  it('records a call before it runs and after', async () => {
    const { book, told } = ledger({});
    const order: string[] = [];
    const spy = tool('pay', () => {
      order.push(...told);
      return 'ok';
    });
    await setUp([spy], { ledger: book }).run([call('pay')]);
    expect(order).toEqual(['started message:id-pay']);
    expect(told).toEqual(['started message:id-pay', 'finished message:id-pay']);
  });

  it('uses the result of a finished call, and tells nothing twice', async () => {
    const { book, told } = ledger({
      'message:id-pay': { state: 'finished', output: 'paid before', isError: false },
    });
    const { tool: pay, runs } = counted();
    const { run, events } = setUp([pay], { ledger: book });
    expect(contents(await run([call('pay')]))).toEqual(['paid before']);
    expect({ runs: runs(), told, events }).toEqual({ runs: 0, told: [], events: [] });
  });

  it('says that the outcome is unknown of one that was begun, and does not repeat it', async () => {
    const { book } = ledger({ 'message:id-pay': { state: 'unknown' } });
    const { tool: pay, runs } = counted();
    const [message] = await setUp([pay], { ledger: book }).run([call('pay')]);
    expect(message).toMatchObject({ isError: true, content: expect.stringContaining('Outcome unknown') });
    expect(runs()).toBe(0);
  });

  it('repeats one that was begun and may be repeated', async () => {
    const { book } = ledger({ 'message:id-pay': { state: 'unknown' } });
    const { tool: pay, runs } = counted({ idempotent: true });
    expect(contents(await setUp([pay], { ledger: book }).run([call('pay')]))).toEqual(['paid 1']);
    expect(runs()).toBe(1);
  });

  it('lets a call that changes nothing run at once, also one that was begun, and records nothing of it', async () => {
    const { book, told } = ledger({ 'message:id-pay': { state: 'unknown' } });
    const { tool: look, runs } = counted({ readOnly: true });
    expect(contents(await setUp([look], { ledger: book }).run([call('pay')]))).toEqual(['paid 1']);
    expect(runs()).toBe(1);
    expect(told).toEqual([]);
  });

  it('has the step stored that asks for a call which may be repeated, and records nothing of it', async () => {
    const { book, told } = ledger({});
    const before: string[] = [];
    const pay = {
      ...tool('pay', () => {
        before.push(...told);
        return 'ok';
      }),
      idempotent: true,
    };
    await setUp([pay], { ledger: book }).run([call('pay')]);
    expect(before).toEqual(['may repeat']);
    expect(told).toEqual(['may repeat']);
  });
});
