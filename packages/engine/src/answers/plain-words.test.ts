// Every text that people read and no model wrote, in every case there is.
import { errorCodes, type LimitName, type Message, toneSchema } from '@cadence-agents/contracts';
import { operatorText } from '@cadence-agents/testkit';
import { describe, expect, it } from 'vitest';
import { failureAnswer, partFailure } from './failure-answer.ts';
import { findingsOf } from './findings.ts';
import { approvalQuestion, limitQuestion, takeOverQuestion } from './handoff-question.ts';
import { lastResort } from './last-resort.ts';
import { limitAnswer, limitCauses } from './limit-answer.ts';

const tones = toneSchema.options;
const codes = Object.keys(errorCodes);
const limits = Object.keys(limitCauses) as LimitName[];
const messages: Message[] = [
  { id: '1', role: 'user', content: 'How tall are herons?' },
  { id: '2', role: 'assistant', content: partFailure('MODEL_AUTH'), agent: 'math_agent' },
  { id: '3', role: 'tool', toolCallId: 'a', toolName: 'search', content: 'Up to 140 cm' },
];

describe('no answer has operator text', () => {
  it.each(tones)('%s', (tone) => {
    const answers = [
      ...codes.map((code) => failureAnswer(code, tone)),
      ...limits.map((limit) => limitAnswer(limit, tone, messages)),
      lastResort(messages, tone),
    ];
    for (const answer of answers) {
      expect(answer).not.toMatch(operatorText);
      expect(answer).toMatch(/^[A-Z].*[.…]$/s);
    }
  });

  it('nor has what an agent says that failed', () => {
    for (const code of codes) expect(partFailure(code)).not.toMatch(operatorText);
  });

  it('says whether it helps to ask again', () => {
    expect(failureAnswer('MODEL_RATE_LIMITED', 'natural')).toContain('try again');
    expect(failureAnswer('MODEL_REFUSED', 'natural')).toContain('Other words');
    expect(failureAnswer('MODEL_AUTH', 'natural')).not.toContain('again');
  });
});

it('an agent that failed has found nothing, and did not work', () => {
  expect(findingsOf(messages)).toEqual({
    asked: 'How tall are herons?',
    found: ['Up to 140 cm'],
    failed: ['math agent'],
  });
});

describe('a question to a person', () => {
  it.each(limits)('at the limit %s says what happened, what was asked, and what was found', (limit) => {
    const question = limitQuestion(limit, messages);
    expect(question).toContain('It was asked: “How tall are herons?”. It found so far: Up to 140 cm.');
    expect(question).toMatch(/^The assistant could not finish: .*How should it go on\?$/);
    // That is for the one who wrote the message.
    expect(question).not.toMatch(/\bI\b|write again|Just/);
    expect(question).not.toMatch(operatorText);
  });

  it('has the reason of whoever passed the conversation on', () => {
    expect(takeOverQuestion('May I refund 80 €?', messages)).toBe('May I refund 80 €?');
    expect(takeOverQuestion(undefined, messages)).toContain('“How tall are herons?”');
  });

  it('before a tool runs names the tool and its arguments in words, at a length that can be read', () => {
    const pay = { id: 'a', name: 'pay', args: { sum: 5, to: { name: 'Ann' }, tags: ['x', 'y'] } };
    expect(approvalQuestion([pay, { id: 'b', name: 'post', args: {} }])).toBe(
      'The assistant would like to use “pay” (sum: 5, to: name: Ann, tags: x; y) and “post”. Is that all right?',
    );
    const long = { id: 'c', name: 'post', args: { text: 'word '.repeat(1_000) } };
    expect(approvalQuestion([long]).length).toBeLessThan(500);
  });
});
