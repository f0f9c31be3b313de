import type { Message } from '@cadence-agents/contracts';
import { describe, expect, it } from 'vitest';
import { sortMessages } from './sort-messages.ts';

const user = (id: string, content: string): Message => ({ id, role: 'user', content });
const assistant = (id: string, content: string): Message => ({ id, role: 'assistant', content });

describe('sortMessages', () => {
  it('tells what came before the runs from what a person answered within one', () => {
    const messages = [
      user('old:input', 'Hello'),
      assistant('a', ''),
      { id: 't', role: 'tool', toolCallId: 'c', toolName: 'calculate', content: '4' } as const,
      assistant('b', 'Hi'),
      user('r1:input', 'Ask me'),
      user('h', 'Yes'),
      assistant('c', 'Done'),
      user('own', 'Thanks'),
    ];
    const { before, replies, answers } = sortMessages(messages, [
      { id: 'r1', inputId: 'r1:input' },
      { id: 'r2', inputId: 'own' },
    ]);
    expect(before.map(({ content }) => content)).toEqual(['Hello', 'Hi']);
    expect([...replies]).toEqual([['r1', ['Yes']]]);
    expect([...answers]).toEqual([['r1', assistant('c', 'Done')]]);
  });

  it('has the calls of a run with what came of them', () => {
    const call = { id: 'c', name: 'calculate', args: { expression: '2 + 2' } };
    const messages: Message[] = [
      user('r1:input', 'What is 2 + 2?'),
      { ...assistant('a', ''), role: 'assistant', toolCalls: [call] },
      { id: 't', role: 'tool', toolCallId: 'c', toolName: 'calculate', content: '4' },
      assistant('b', 'It is 4.'),
    ];
    const { calls } = sortMessages(messages, [{ id: 'r1', inputId: 'r1:input' }]);
    expect(calls.get('r1')).toEqual([
      { id: 'c', tool: 'calculate', input: call.args, output: '4', isError: false },
    ]);
  });
});
