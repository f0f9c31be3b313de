import type { CallRecord, LiveText, RunEvent, RunStep } from '@cadence-agents/contracts';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { newTurn } from '../conversation/turn-state.ts';
import type { Pending } from './commit-queue.ts';
import { createEventLog } from './event-log.ts';

function setUp(uncommitted: RunEvent[] = [], lastSeq = uncommitted.at(-1)?.seq ?? 0) {
  const stored: RunEvent[] = [];
  const commits: string[][] = [];
  const committed: RunEvent[] = [];
  const failures: unknown[] = [];
  const live: LiveText[] = [];
  let failing = false;
  const log = createEventLog({
    runId: 'r',
    lastSeq,
    uncommitted,
    commit: async (pending) => {
      await new Promise(setImmediate);
      if (failing) throw new Error('store is away');
      stored.push(...pending.events);
      commits.push(contentOf(pending));
    },
    onCommitted: (one) => committed.push(one),
    onText: (one) => live.push(one),
    onFailure: (error) => failures.push(error),
  });
  return { log, stored, commits, committed, failures, live, fail: (on: boolean) => (failing = on) };
}

const state = newTurn({ entrypointNodeId: 'n' }, { runId: 'r', message: 'm', messageId: 'm', tone: null });
const step: RunStep = { node: 'n', messages: [], turn: {}, state };
const call = { callId: 'c', idempotencyKey: 'k', tool: 't', fingerprint: 'f' };
const result: CallRecord = { call, result: { output: 'o', isError: false } };

const contentOf = ({ events, steps, calls }: Pending) => [
  ...told(events),
  ...calls.map(() => 'tool result'),
  ...steps.map(() => 'step'),
];

const told = (events: RunEvent[]) =>
  events.map((one) =>
    one.type === 'on_chat_model_stream'
      ? one.data.chunk
      : one.type === 'on_custom_event'
        ? one.data.status
        : one.type,
  );

describe('createEventLog', () => {
  it('numbers without gaps and shows events only once they are stored', async () => {
    const { log, stored, committed } = setUp();
    const emit = log.for('n');
    emit('on_node_start', { nodeType: 'AGENT', step: 1 });
    expect(committed).toEqual([]);
    await log.flush();
    emit('on_node_end', { label: null });
    await log.flush();
    expect(stored.map(({ seq }) => seq)).toEqual([1, 2]);
    expect(committed).toEqual(stored);
  });

  it('keeps the order when a step is committed while an append is under way', async () => {
    const { log, stored } = setUp();
    const emit = log.for('n');
    emit('on_chat_model_stream', { chunk: 'a' });
    const first = log.flush();
    emit('on_chat_model_stream', { chunk: 'b' });
    const second = log.commitWith(async ({ events }) => void stored.push(...events));
    emit('on_chat_model_stream', { chunk: 'c' });
    await Promise.all([first, second]);
    await log.flush();
    expect(told(stored)).toEqual(['a', 'b', 'c']);
  });

  it('keeps events that could not be stored for the next attempt', async () => {
    const { log, stored, fail } = setUp();
    log.for('n')('on_node_end', { label: null });
    fail(true);
    await expect(log.flush()).rejects.toThrow('store is away');
    fail(false);
    await log.flush();
    expect(stored.map(({ seq }) => seq)).toEqual([1]);
  });

  it('reports a failing store when nobody waits for it', async () => {
    const { log, failures, fail } = setUp();
    fail(true);
    log.for('n')('on_node_end', { label: null });
    await expect.poll(() => failures).toHaveLength(1);
  });
});

describe('text', () => {
  const input = { messages: 1, lastMessageId: null, tools: [] };
  const begin = async (messageId = 'm') => {
    const set = setUp();
    set.log.for('n')('on_chat_model_start', { model: 'x', input, messageId });
    const tell = set.log.text('n', messageId);
    return { ...set, tell };
  };
  const shown = (live: LiveText[]) => live.map(({ after, offset, text }) => [after, offset, text]);

  it('is shown when it comes and stored a little later, in a block', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { log, tell, live, stored, committed } = await begin();
    log.flush();
    await vi.advanceTimersByTimeAsync(1);
    tell('Hel');
    tell('lo');
    expect(shown(live)).toEqual([
      [1, 0, 'Hel'],
      [1, 3, 'lo'],
    ]);
    await vi.advanceTimersByTimeAsync(200);
    expect(stored).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(55);
    expect(stored.slice(1)).toMatchObject([
      { seq: 2, type: 'on_chat_model_stream', data: { chunk: 'Hello', messageId: 'm', offset: 0 } },
    ]);
    tell('!');
    expect(shown(live.slice(2))).toEqual([[2, 5, '!']]);
    log.flush();
    await vi.advanceTimersByTimeAsync(1);
    expect(told(stored)).toEqual(['on_chat_model_start', 'Hello', '!']);
    expect(committed).toEqual(stored);
  });

  it('is not shown before the start of its message is stored', async () => {
    const { log, tell, live, stored } = await begin();
    tell('a');
    const flushed = log.flush();
    // By then it is on its way.
    await new Promise(process.nextTick);
    tell('b');
    expect(live).toEqual([]);
    await flushed;
    tell('c');
    expect(told(stored)).toEqual(['on_chat_model_start', 'a']);
    expect(shown(live)).toEqual([
      [2, 1, 'b'],
      [2, 2, 'c'],
    ]);
  });

  it('does not wait long for the start of its message to be stored', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { tell, stored } = await begin();
    tell('a');
    await vi.advanceTimersByTimeAsync(2);
    expect(told(stored)).toEqual(['on_chat_model_start', 'a']);
  });

  it('goes on to be shown while a block of it is on its way to the store', async () => {
    const { log, tell, live } = await begin();
    await log.flush();
    tell('a');
    const flushed = log.flush();
    tell('b');
    expect(shown(live)).toEqual([
      [1, 0, 'a'],
      [1, 1, 'b'],
    ]);
    await flushed;
  });

  it('stands in the log where it was said', async () => {
    const { log, tell, stored } = await begin();
    tell('a');
    log.for('n')('on_custom_event', { status: 'x' });
    tell('b');
    const other = log.text('n', 'other');
    other('c');
    tell('d');
    log.for('n')('on_node_end', { label: null });
    await log.flush();
    expect(told(stored)).toEqual(['on_chat_model_start', 'a', 'x', 'b', 'c', 'd', 'on_node_end']);
    expect(stored.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(stored[5]?.data).toEqual({ chunk: 'd', messageId: 'm', offset: 2 });
  });

  it('stands in the log after what was thought before it, and is shown after that', async () => {
    const { log, stored, live, committed } = setUp();
    log.for('n')('on_message_start', { messageId: 'm', role: 'assistant', node: 'n' });
    const think = log.aside('n', 'm', { part: 'reasoning' });
    const say = log.text('n', 'm');
    think('I ');
    think('wonder.');
    say('Yes');
    await vi.waitFor(() => expect(committed).toHaveLength(3));
    // It was not to be shown before the thought, so it came with it.
    expect(live).toEqual([]);
    say(', and');
    expect(live.map(({ text, offset }) => [text, offset])).toEqual([[', and', 3]]);
    think(' More.');
    say(' no.');
    expect(live).toHaveLength(1);
    await log.flush();
    const blocks = stored.flatMap(({ type, data }) => {
      if (type === 'on_message_delta') return [[data.part, data.delta, data.offset]];
      return type === 'on_chat_model_stream' ? [['text', data.chunk, data.offset]] : [];
    });
    expect(blocks).toEqual([
      ['reasoning', 'I wonder.', 0],
      ['text', 'Yes', 0],
      ['text', ', and', 3],
      ['reasoning', ' More.', 9],
      ['text', ' no.', 8],
    ]);
  });

  it('that comes while the store is busy is stored together, by one commit', async () => {
    const { log, tell, commits } = await begin();
    await log.flush();
    const [begun, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const busy = log.commitWith(() => {
      begun.resolve();
      return free.promise;
    });
    await begun.promise;
    for (const piece of ['a', 'b', 'c']) {
      log.for('n')('on_custom_event', { status: piece });
      tell(piece);
      // By then it has asked to be stored at once.
      await new Promise(setImmediate);
      await new Promise(setImmediate);
    }
    free.resolve();
    await busy;
    await log.flush();
    expect(commits.slice(1)).toEqual([['a', 'a', 'b', 'b', 'c', 'c']]);
  });

  it('is kept when it could not be stored', async () => {
    const { log, tell, stored, fail } = await begin();
    await log.flush();
    tell('a');
    fail(true);
    await expect(log.flush()).rejects.toThrow('store is away');
    tell('b');
    fail(false);
    await log.flush();
    expect(told(stored)).toEqual(['on_chat_model_start', 'a', 'b']);
  });
});

describe('writes that are staged', () => {
  it('wait for the next commit and are stored with it', async () => {
    const { log, commits } = setUp();
    await log.stageStep(step);
    await log.stageStep(step);
    expect(commits).toEqual([]);
    const emit = log.for('n');
    await log.commitWith(
      async (pending) => void commits.push(contentOf(pending)),
      () => emit('on_tool_start', { tool: 't', callId: 'c', input: {} }),
    );
    expect(commits).toEqual([['on_tool_start', 'step', 'step']]);
  });

  it('are stored after a while when nothing else is', async () => {
    const { log, commits } = setUp();
    await log.stageStep(step);
    await expect.poll(() => commits).toEqual([['step']]);
  });

  it('are stored before text is shown that comes after them', async () => {
    const { log, commits } = setUp();
    await log.stageStep(step);
    log.for('n')('on_chat_model_start', {
      model: 'x',
      input: { messages: 1, lastMessageId: null, tools: [] },
      messageId: 'm',
    });
    log.text('n', 'm')('a');
    await expect.poll(() => commits).toEqual([['on_chat_model_start', 'a', 'step']]);
  });

  it('are stored before a call that has no record of its own', async () => {
    const { log, commits } = setUp();
    await log.stageStep(step);
    await log.stepsStored();
    expect(commits).toEqual([['step']]);
    await log.stepsStored();
    expect(commits).toHaveLength(1);
  });

  it('count as not stored when the commit fails that they are part of', async () => {
    const { log, commits, fail } = setUp();
    await log.stageStep(step);
    fail(true);
    log.flush().catch(() => {});
    await expect(log.stepsStored()).rejects.toThrow('store is away');
    fail(false);
    await log.stepsStored();
    expect(commits).toEqual([['step']]);
  });

  it('keep the run waiting when a tool’s result is among them', async () => {
    const { log, commits } = setUp();
    const emit = log.for('n');
    log.stageResult(result, () =>
      emit('on_tool_end', { tool: 't', callId: 'c', output: '', isError: false }),
    );
    expect(commits).toEqual([]);
    await log.stageStep(step);
    expect(commits).toEqual([['on_tool_end', 'tool result', 'step']]);
  });

  it('do not keep a tool’s result waiting for a step that takes long', async () => {
    const { log, commits } = setUp();
    const emit = log.for('n');
    log.stageResult(result, () =>
      emit('on_tool_end', { tool: 't', callId: 'c', output: '', isError: false }),
    );
    await expect.poll(() => commits).toEqual([['on_tool_end', 'tool result']]);
  });

  it('are never stored without what they were to be stored with', async () => {
    const { log } = setUp();
    const emit = log.for('n');
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    log.stageResult(result, () =>
      emit('on_tool_end', { tool: 't', callId: 'c', output: '', isError: false }),
    );
    const end = log.commitWith(
      () => Promise.reject(new Error('refused')),
      () => emit('on_node_end', { label: null }),
    );
    await expect(end).rejects.toThrow('refused');
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('after a crash', () => {
  const past = (seq: number, type: RunEvent['type'], data: object): RunEvent =>
    ({ seq, runId: 'r', time: '', node: 'n', type, data }) as RunEvent;
  const start = past(1, 'on_node_start', { nodeType: 'AGENT', step: 1 });
  const input = { messages: 1, lastMessageId: null, tools: [] };
  const modelStart = past(2, 'on_chat_model_start', { model: 'm', input, messageId: 'first' });
  const block = past(3, 'on_chat_model_stream', { chunk: 'half', messageId: 'first', offset: 0 });
  const restarted = { status: 'answer_restarted', messageId: 'first', offset: 0 };

  const replay = async ({ log, stored }: ReturnType<typeof setUp>) => {
    const emit = log.for('n');
    emit('on_node_start', { nodeType: 'AGENT', step: 1 });
    emit('on_chat_model_start', { model: 'm', input, messageId: 'second' });
    log.text('n', 'second')('again');
    emit('on_node_end', { label: null });
    await log.flush();
    return stored;
  };

  it('does not tell again what the step had told', async () => {
    expect(told(await replay(setUp([start])))).toEqual(['on_chat_model_start', 'again', 'on_node_end']);
    const quiet = past(2, 'on_chat_model_start', { model: 'm', input });
    const { log, stored } = setUp([start, quiet]);
    const emit = log.for('n');
    emit('on_node_start', { nodeType: 'AGENT', step: 1 });
    emit('on_chat_model_start', { model: 'm', input });
    emit('on_node_end', { label: null });
    await log.flush();
    expect(told(stored)).toEqual(['on_node_end']);
  });

  it('says first that text is void which was shown, or may have been', async () => {
    for (const past of [
      [start, modelStart],
      [start, modelStart, block],
    ]) {
      const stored = await replay(setUp(past));
      expect(told(stored)).toEqual(['answer_restarted', 'on_chat_model_start', 'again', 'on_node_end']);
      expect(stored[0]).toMatchObject({ seq: past.length + 1, data: restarted });
    }
  });

  it('says so although nothing is told any more', async () => {
    const { log, stored } = setUp([start, modelStart]);
    await log.flush();
    expect(stored).toMatchObject([{ data: restarted }]);
  });

  it('says so once', async () => {
    const voided = past(3, 'on_custom_event', restarted);
    expect(told(await replay(setUp([start, modelStart, voided])))).toEqual([
      'on_chat_model_start',
      'again',
      'on_node_end',
    ]);
  });

  it('says so of text from before messages had ids', async () => {
    const old = past(2, 'on_chat_model_stream', { chunk: 'half' });
    const stored = await replay(setUp([start, old]));
    expect(stored[0]?.data).toEqual({ status: 'answer_restarted', offset: 0 });
  });

  it('tells everything once the two attempts part ways', async () => {
    const other = past(2, 'on_error', { code: 'X', message: 'x' });
    expect(told(await replay(setUp([start, other])))).toEqual([
      'on_chat_model_start',
      'again',
      'on_node_end',
    ]);
  });
});
