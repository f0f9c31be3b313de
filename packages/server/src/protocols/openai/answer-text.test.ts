import type { RunEvent } from '@cadence-agents/contracts';
import { describe, expect, it } from 'vitest';
import { createAnswerText } from './answer-text.ts';

const base = { seq: 1, runId: 'r', time: '', node: 'writer' as string | null };
const chunk = (text: string, node = 'writer'): RunEvent => ({
  ...base,
  node,
  type: 'on_chat_model_stream',
  data: { chunk: text },
});
const restarted: RunEvent = { ...base, type: 'on_custom_event', data: { status: 'answer_restarted' } };
const entered: RunEvent = { ...base, type: 'on_node_start', data: { nodeType: 'AGENT', step: 1 } };

/** What a reader has in the end. */
function read(events: RunEvent[], answer: string): string {
  const text = createAnswerText(new Set(['writer']));
  return events.map((event) => text.take(event)).join('') + text.finish(answer);
}

describe('the text of an answer', () => {
  it('is what the answering node streams', () => {
    expect(read([entered, chunk('One '), chunk('two.')], 'One two.')).toBe('One two.');
  });

  it('is given whole when nothing was streamed, or only by others', () => {
    expect(read([entered], 'All.')).toBe('All.');
    expect(read([chunk('To myself.', 'planner')], 'All.')).toBe('All.');
  });

  it('goes on where a text told again passes what was shown', () => {
    expect(read([chunk('One t'), restarted, chunk('One'), chunk(' two.')], 'One two.')).toBe('One two.');
    expect(read([chunk('One t'), restarted, restarted, chunk('One two.')], 'One two.')).toBe('One two.');
  });

  it('is set apart from a text that was given up', () => {
    expect(read([chunk('One t'), restarted, chunk('Two.')], 'Two.')).toBe('One t\n\nTwo.');
    expect(read([chunk('One two.'), restarted, chunk('One')], 'One')).toBe('One two.\n\nOne');
    expect(read([chunk('One t'), restarted], 'A limit was reached.')).toBe('One t\n\nA limit was reached.');
  });

  it('is set apart from what was said before it', () => {
    expect(read([chunk('Let me see.'), entered, chunk('Four'), chunk('.')], 'Four.')).toBe(
      'Let me see.\n\nFour.',
    );
    expect(read([chunk('Let me see.'), entered], 'Four.')).toBe('Let me see.\n\nFour.');
    expect(read([chunk('Four.'), entered], 'Four.')).toBe('Four.');
  });
});
