import type { CallRecord, RunEvent, RunStep } from '@cadence/contracts';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { newTurn } from '../conversation/turn-state.ts';
import type { Pending } from './commit-queue.ts';
import { createEventLog } from './event-log.ts';

function setUp(uncommitted: RunEvent[] = [], lastSeq = uncommitted.at(-1)?.seq ?? 0) {
  const stored: RunEvent[] = [];
  const commits: string[][] = [];
  const committed: RunEvent[] = [];
  const failures: unknown[] = [];
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
    onFailure: (error) => failures.push(error),
  });
  return { log, stored, commits, committed, failures, fail: (on: boolean) => (failing = on) };
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
  it('is shown at once although something else was stored just before, then at intervals', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { log, committed } = setUp();
    const emit = log.for('n');
    emit('on_node_start', { nodeType: 'AGENT', step: 1 });
    await vi.advanceTimersByTimeAsync(25);
    expect(committed).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(30);
    expect(committed).toHaveLength(1);
    emit('on_chat_model_stream', { chunk: 'a' });
    await vi.advanceTimersByTimeAsync(2);
    expect(committed).toHaveLength(2);
    emit('on_chat_model_stream', { chunk: 'b' });
    await vi.advanceTimersByTimeAsync(2);
    expect(committed).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(25);
    expect(committed).toHaveLength(3);
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
    log.for('n')('on_chat_model_stream', { chunk: 'a' });
    await expect.poll(() => commits).toEqual([['a', 'step']]);
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
  const modelStart = past(2, 'on_chat_model_start', {
    model: 'm',
    input: { messages: 1, lastMessageId: null, tools: [] },
  });

  const replay = async ({ log, stored }: ReturnType<typeof setUp>) => {
    const emit = log.for('n');
    emit('on_node_start', { nodeType: 'AGENT', step: 1 });
    emit('on_chat_model_start', { model: 'm', input: { messages: 1, lastMessageId: null, tools: [] } });
    emit('on_chat_model_stream', { chunk: 'again' });
    emit('on_node_end', { label: null });
    await log.flush();
    return stored;
  };

  it('does not tell again what the step had told', async () => {
    expect(told(await replay(setUp([start, modelStart])))).toEqual(['again', 'on_node_end']);
  });

  it('says that text told before is void', async () => {
    const stored = await replay(
      setUp([start, modelStart, past(3, 'on_chat_model_stream', { chunk: 'half' })]),
    );
    expect(told(stored)).toEqual(['answer_restarted', 'again', 'on_node_end']);
    expect(stored[0]?.seq).toBe(4);
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
