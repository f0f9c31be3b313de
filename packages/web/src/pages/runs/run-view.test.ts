import { noUsage, type RunEvent, type RunEventData, type RunEventType } from '@cadence-agents/contracts';
import { describe, expect, it } from 'vitest';
import { noRunView, reduceRunView } from './run-view.ts';

type Told = { [T in RunEventType]: { type: T; node: string | null; data: RunEventData<T> } }[RunEventType];

const events = (told: readonly Told[], from = 1): RunEvent[] =>
  told.map((event, index) => ({ seq: from + index, runId: 'r', time: '2026-01-01T00:00:00Z', ...event }));
const call: Told = {
  type: 'on_chat_model_start',
  node: 'a',
  data: { model: 'm', input: { messages: 1, lastMessageId: null, tools: [] } },
};
const token = (chunk: string): Told => ({ type: 'on_chat_model_stream', node: 'a', data: { chunk } });
const end = (answer: string): Told => ({
  type: 'on_run_end',
  node: null,
  data: { status: 'completed', answer, usage: noUsage },
});
const answerOf = (...told: Told[]) => reduceRunView(noRunView, events(told)).answer;

describe('the text of an answer', () => {
  it('is what the last call that streamed said', () => {
    expect(answerOf(call, token('Let me '), token('see.'), call, token('It is '), token('345.')).text).toBe(
      'It is 345.',
    );
  });

  it('stays while a later call says nothing', () => {
    expect(answerOf(call, token('It is 345.'), call).text).toBe('It is 345.');
  });

  it('begins anew when it is declared void', () => {
    const restarted: Told = { type: 'on_custom_event', node: 'a', data: { status: 'answer_restarted' } };
    expect(answerOf(call, token('It is 3'), restarted, token('It is 345.')).text).toBe('It is 345.');
  });

  it('is the one that the run ended with', () => {
    expect(answerOf(call, token('{"answer"'), end('It is 345.'))).toMatchObject({
      text: 'It is 345.',
      isFinal: true,
    });
  });

  it('has what was thought beside it, of the call that thought last', () => {
    const thought = (delta: string, offset: number): Told => ({
      type: 'on_message_delta',
      node: 'a',
      data: { messageId: 'm', part: 'reasoning', delta, offset },
    });
    const view = answerOf(call, thought('Hm.', 0), call, thought('I ', 0), thought('see.', 2), token('Yes.'));
    expect(view).toMatchObject({ reasoning: 'I see.', text: 'Yes.' });
  });

  it('keeps what was said before a stop', () => {
    expect(answerOf(call, token('It is'), end('')).text).toBe('It is');
  });
});

describe('a batch', () => {
  it('of tokens leaves events and progress as they are', () => {
    const before = reduceRunView(noRunView, events([call]));
    const after = reduceRunView(before, events([token('a'), token('b')], 2));
    expect(after.events).toBe(before.events);
    expect(after.progress).toBe(before.progress);
    expect(after.lastSeq).toBe(3);
  });

  it('that was seen before changes nothing', () => {
    const batch = events([call, token('a')]);
    const view = reduceRunView(noRunView, batch);
    expect(reduceRunView(view, batch)).toBe(view);
  });
});
