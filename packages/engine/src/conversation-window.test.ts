// A conversation of 300 turns in a window of 4,000 tokens.
import type { Message, ModelRequest, Tool } from '@cadence/contracts';
import { scriptedModel } from '@cadence/testkit';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runTurn } from './conversation/run-turn.ts';
import { generate, good, plan, roleOf } from './plan-verify.fixture.ts';
import { compileWorkflow } from './workflow/compile-workflow.ts';
import { planVerifyWorkflow } from './workflow/plan-verify-workflow.ts';

const windowTokens = 4000;
const report: Tool = {
  name: 'report',
  description: 'Reports on a number',
  input: z.object({ number: z.number() }),
  // Now and then one that is longer than the window by itself.
  run: (args) => 'finding '.repeat(JSON.stringify(args).includes('50') ? 5000 : 60),
};
const first = 'My boat is called Kittiwake.';
const lastQuestion = 'What is my boat called?';

/** Keeps of a conversation what a careful model would: the names in it. */
const summaryOf = ({ system, messages }: ModelRequest) => {
  const names = new Set(`${system} ${messages.map(({ content }) => content).join(' ')}`.match(/called \w+/g));
  return JSON.stringify({ summary: `The user's boat is ${[...names].join(' and ')}.` });
};

const lastAsked = (messages: readonly Message[]) =>
  messages.findLast(({ role }) => role === 'user')?.content ?? '';

function reply(request: ModelRequest): string {
  const question = lastAsked(request.messages);
  const number = Number(/\d+/.exec(question)?.[0] ?? 0);
  switch (roleOf(request.system)) {
    case 'planner':
      return (number % 3 === 0 || number % 50 === 0) && number > 0
        ? plan({ id: 'a', tool: 'report', args: { number } })
        : generate;
    case 'verifier':
      return good;
    case 'summarizer':
      return summaryOf(request);
    default:
      return question === lastQuestion
        ? `It is ${/called \w+/.exec(request.system)?.[0] ?? 'unknown'}.`
        : `Noted: ${question} ${'words '.repeat(20)}`;
  }
}

function tokensOf({ system, messages, tools, responseSchema }: ModelRequest): number {
  const calls = messages.flatMap((message) =>
    message.role === 'assistant' ? (message.toolCalls ?? []) : [],
  );
  const extra = [...tools, ...calls, ...(responseSchema ? [responseSchema] : [])];
  const chars = messages.reduce((sum, { content }) => sum + content.length, system.length);
  return (chars + extra.reduce((sum, each) => sum + JSON.stringify(each).length, 0)) / 4;
}

describe('300 turns in a window of 4,000 tokens', () => {
  it('stay inside it at every call, remember the first turn, and never part a call from its result', async () => {
    const model = scriptedModel(reply);
    const workflow = await compileWorkflow(planVerifyWorkflow([report], { windowTokens }), {
      model: () => model,
      tools: [report],
    });
    let history: Message[] = [];
    let summary = '';
    let answer = '';
    for (let turn = 1; turn <= 300; turn++) {
      const message = turn === 1 ? first : turn === 300 ? lastQuestion : `This is remark ${turn}.`;
      const result = await runTurn(workflow, { message, history, summary });
      expect(result.status).toBe('completed');
      ({ messages: history, answer } = result);
      ({ summary } = result.state.turn);
      const calls = history.flatMap((each) =>
        each.role === 'assistant' ? (each.toolCalls ?? []).map(({ id }) => id) : [],
      );
      const results = history.flatMap((each) => (each.role === 'tool' ? [each.toolCallId] : []));
      expect(results).toEqual(calls);
    }
    expect(history.some(({ content }) => content === first)).toBe(false);
    expect(answer).toBe('It is called Kittiwake.');
    expect(Math.max(...model.requests.map(tokensOf))).toBeLessThanOrEqual(windowTokens);
    expect(model.requests.flatMap(({ messages }) => messages).filter(({ role }) => role === 'tool')).toEqual(
      [],
    );
    const summaries = model.requests.filter(({ system }) => roleOf(system) === 'summarizer').length;
    expect(summaries).toBeGreaterThan(5);
    expect(summaries).toBeLessThan(100);
  });
});
