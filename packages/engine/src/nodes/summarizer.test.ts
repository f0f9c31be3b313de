import type { Message } from '@cadence-agents/contracts';
import { hang } from '@cadence-agents/testkit';
import { describe, expect, it } from 'vitest';
import { generate, playPlan } from '../plan-verify.fixture.ts';

const settings = { windowTokens: 1800 };
const turns = (count: number, length: number): Message[] =>
  Array.from({ length: count }, (_, index): Message[] => [
    { id: `u${index}`, role: 'user', content: `Question ${index}` },
    {
      id: `c${index}`,
      role: 'assistant',
      content: '',
      toolCalls: [{ id: `t${index}`, name: 'x', args: {} }],
    },
    { id: `r${index}`, role: 'tool', toolCallId: `t${index}`, toolName: 'x', content: 'y'.repeat(length) },
    { id: `a${index}`, role: 'assistant', content: `Answer ${index}` },
  ]).flat();
const scripts = { planner: [generate], generator: ['Hello.'] };

describe('the summarizer', () => {
  it('asks no model while the conversation keeps to its share', async () => {
    const { asked, state } = await playPlan(scripts, { history: turns(3, 100), settings });
    expect(asked('summarizer')).toHaveLength(0);
    expect(state.turn.summary).toBe('');
  });

  it('takes the oldest turns whole into the summary so far', async () => {
    const { asked, state, messages, custom, answer } = await playPlan(
      { ...scripts, summarizer: ['{"summary":"All that was said."}'] },
      { history: turns(8, 300), summary: 'Ann asked.', settings },
    );
    expect(answer).toBe('Hello.');
    expect(state.turn.summary).toBe('All that was said.');
    const [request] = asked('summarizer');
    expect(request?.system).toContain('The summary so far:\nAnn asked.');
    expect(request?.messages[0]?.content).toContain('User: Question 0');
    expect(messages[0]).toMatchObject({ role: 'user' });
    expect(messages[0]?.id).not.toBe('u0');
    expect(messages.filter(({ role }) => role === 'tool')).toHaveLength(
      messages.filter((message) => message.role === 'assistant' && message.toolCalls).length,
    );
    expect(custom).toMatchObject([{ status: 'summarized' }]);
  });

  it('takes a reply that is not JSON as the summary', async () => {
    const { state } = await playPlan(
      { ...scripts, summarizer: ['Plain words.'] },
      { history: turns(8, 300), settings },
    );
    expect(state.turn.summary).toBe('Plain words.');
  });

  it('loses nothing when its model fails', async () => {
    const history = turns(8, 300);
    const { status, answer, messages, state, receipts } = await playPlan(
      { ...scripts, summarizer: [new Error('down')] },
      { history, summary: 'Ann asked.', settings },
    );
    expect({ status, answer, summary: state.turn.summary }).toEqual({
      status: 'completed',
      answer: 'Hello.',
      summary: 'Ann asked.',
    });
    expect(messages).toHaveLength(history.length + 2);
    expect(receipts.at(-1)?.warning).toContain('put off');
  });

  it('loses nothing when the reply is empty, or does not come in time', async () => {
    const history = turns(8, 300);
    const empty = await playPlan({ ...scripts, summarizer: ['{"summary":" "}'] }, { history, settings });
    expect(empty.messages).toHaveLength(history.length + 2);
    const late = await playPlan(
      { ...scripts, summarizer: [hang] },
      { history, settings: { ...settings, summaryTimeoutMs: 10 } },
    );
    expect(late.messages).toHaveLength(history.length + 2);
    expect({ status: late.status, answer: late.answer }).toEqual({ status: 'completed', answer: 'Hello.' });
  });

  it('does not take the answer back when the run is stopped meanwhile', async () => {
    const stop = new AbortController();
    const { status, answer } = await playPlan(
      {
        ...scripts,
        summarizer: () => {
          setImmediate(() => stop.abort());
          return hang;
        },
      },
      { history: turns(8, 300), settings, signal: stop.signal },
    );
    expect({ status, answer }).toEqual({ status: 'completed', answer: 'Hello.' });
  });
});
