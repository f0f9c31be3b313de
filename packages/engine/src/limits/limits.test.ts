import { CadenceError, type Tool, toneSchema } from '@cadence-agents/contracts';
import { hang } from '@cadence-agents/testkit';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { resumeTurn } from '../conversation/run-turn.ts';
import { call, go, play } from '../run.fixture.ts';
import { sketch } from '../workflow.fixture.ts';

const pingPong = (limits: Parameters<typeof sketch>[0]['limits'], handoff?: { name: string }) =>
  sketch({
    agents: { A: {}, B: {} },
    edges: [
      ['A', 'B', 'B'],
      ['B', 'A', 'A'],
      ...(handoff ? ([['Human', null, 'A']] as [string, null, string][]) : []),
    ],
    ...(limits && { limits }),
    ...(handoff && { handoff }),
  });
const forever = { A: () => go('B'), B: () => go('A') };
/** Hands over with something new each time, so that it is no circle. */
const further = (next: string) => (_: unknown, index: number) => ({
  content: `Thought ${index} of ${next}.`,
  ...go(next),
});

describe('a limit', () => {
  it('of N steps permits N', async () => {
    const { path, status } = await play(pingPong({ maxSteps: 4 }), {
      A: () => go('B'),
      B: [go('A'), 'done'],
    });
    expect({ path, status }).toEqual({ path: ['A', 'B', 'A', 'B'], status: 'completed' });
  });

  it('defaults to 15 steps for a workflow that sets none', async () => {
    const { path, status, receipts } = await play(
      pingPong({ maxAgentHops: null, maxSameAgentRoutes: null }),
      { A: further('B'), B: further('A') },
    );
    expect(path).toHaveLength(15);
    expect(status).toBe('suspended');
    expect(receipts.at(-1)).toMatchObject({ rule: 'limit', reason: 'maxSteps', to: null });
  });

  it.each([
    ['maxAgentHops', { maxAgentHops: 3 }, 4],
    ['maxTokens', { maxTokens: 40 }, 3],
    ['maxSteps', { maxSteps: 2 }, 2],
  ] as const)('on %s ends in an answer, status suspended', async (name, limits, steps) => {
    const { status, answer, counters, receipts, messages } = await play(pingPong(limits), forever);
    expect(status).toBe('suspended');
    expect(counters.steps).toBe(steps);
    expect(receipts.at(-1)).toMatchObject({ rule: 'limit', reason: name });
    expect(answer).toMatch(/stop before I was done.*write again/);
    expect(messages.at(-1)).toMatchObject({ role: 'assistant', content: answer });
  });

  it('on tool calls leaves the calls beyond it undone', async () => {
    const workflow = sketch({
      agents: { A: { tools: ['t'] } },
      toolNodes: ['tools'],
      edges: [['A', 'tools', 'tools']],
      limits: { maxToolHops: 2 },
    });
    const { counters, events, status } = await play(workflow, { A: () => call('t') });
    expect(status).toBe('suspended');
    expect(events.filter((event) => event.type === 'on_tool_end')).toHaveLength(2);
    expect(counters.toolHops).toBe(2);
  });

  it('on the same agent in a row stops the sixth', async () => {
    const workflow = sketch({
      agents: { A: {}, B: {} },
      edges: [
        ['A', 'A', 'A'],
        ['A', 'B', 'B'],
      ],
    });
    const { path, receipts } = await play(workflow, { A: further('A') });
    expect(path).toHaveLength(6);
    expect(receipts.at(-1)).toMatchObject({ reason: 'maxSameAgentRoutes', counters: { sameAgentRoutes: 5 } });
  });

  it('says how far it came, in each tone in other words', async () => {
    const answers = new Set<string>();
    for (const tone of toneSchema.options) {
      const { answer } = await play(
        pingPong({ maxSteps: 1 }),
        { A: [{ content: 'The first half is 12.', ...go('B') }] },
        { tone },
      );
      expect(answer).toContain('The first half is 12.');
      expect(answer).not.toMatch(/node|hop|limit|agent/i);
      answers.add(answer);
    }
    expect(answers.size).toBe(5);
  });
});

describe('a hand-off', () => {
  it('is where a limit leads in a workflow that has one, and goes on with the person’s answer', async () => {
    const workflow = pingPong({ maxSteps: 2 }, { name: 'Human' });
    const first = await play(workflow, { A: [go('B'), 'Thanks, done.'], B: [go('A')] });
    expect(first.path).toEqual(['A', 'B', 'Human']);
    expect(first.status).toBe('awaiting_human');
    expect(first.receipts.at(-1)).toMatchObject({ rule: 'limit', to: 'Human', reason: 'maxSteps' });
    const handoffId = first.handoff?.id ?? '';
    expect(first.events.find((event) => event.type === 'on_interrupt')?.data).toMatchObject({ handoffId });

    const second = await resumeTurn(first.workflow, first.state, { handoffId, text: 'Use the blue one.' });
    expect(second).toMatchObject({ status: 'completed', answer: 'Thanks, done.' });
    expect(first.model.requests.at(-1)?.messages.at(-1)).toMatchObject({
      role: 'user',
      content: 'Use the blue one.',
    });
    expect(second.runId).toBe(first.runId);
  });

  const approval = sketch({
    agents: { A: {}, Yes: {}, No: {} },
    handoff: { name: 'Boss', config: { question: 'May we?' } },
    edges: [
      ['A', 'ask', 'Boss'],
      ['Boss', 'yes', 'Yes'],
      ['Boss', 'no', 'No'],
    ],
  });

  it('offers its edges as choices and follows the one picked', async () => {
    const asked = await play(approval, { A: [go('ask')], Yes: ['Off we go.'], No: ['Then not.'] });
    expect(asked.handoff).toMatchObject({ question: 'May we?', choices: ['yes', 'no'] });
    const answer = { handoffId: asked.handoff?.id ?? '', text: 'no' };
    expect(await resumeTurn(asked.workflow, asked.state, answer)).toMatchObject({ answer: 'Then not.' });
    const picked = { ...answer, text: 'Fine by me.', label: 'yes' };
    expect(await resumeTurn(asked.workflow, asked.state, picked)).toMatchObject({ answer: 'Off we go.' });
  });

  it('refuses an answer that is none of the choices, and one to another hand-off', async () => {
    const asked = await play(approval, { A: [go('ask')] });
    const answer = { handoffId: asked.handoff?.id ?? '', text: 'perhaps' };
    await expect(resumeTurn(asked.workflow, asked.state, answer)).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      hint: expect.stringContaining('yes, no'),
    });
    const other = { handoffId: 'gone', text: 'yes' };
    await expect(resumeTurn(asked.workflow, asked.state, other)).rejects.toMatchObject({
      code: 'HANDOFF_NOT_WAITING',
    });
  });

  it('asks before a tool that needs approval, and tells the model when it was declined', async () => {
    let runs = 0;
    const wipe = {
      name: 'wipe',
      description: 'Wipes',
      input: z.object({}),
      requiresApproval: true,
      run: () => `wiped ${++runs}`,
    };
    const workflow = sketch({
      agents: { A: { tools: ['wipe'] } },
      toolNodes: ['tools'],
      edges: [['A', 'tools', 'tools']],
    });
    const asked = await play(workflow, { A: [call('wipe'), 'First.', 'Second.'] }, { tools: [wipe] });
    expect(asked).toMatchObject({ status: 'awaiting_human', handoff: { choices: ['approve', 'reject'] } });
    expect(runs).toBe(0);
    const handoffId = asked.handoff?.id ?? '';
    const declined = await resumeTurn(asked.workflow, asked.state, {
      handoffId,
      text: 'too risky',
      label: 'reject',
    });
    expect(declined.messages.at(-2)).toMatchObject({
      role: 'tool',
      isError: true,
      content: 'A person declined this call: too risky',
    });
    expect(runs).toBe(0);
    await resumeTurn(asked.workflow, asked.state, { handoffId, text: 'approve' });
    expect(runs).toBe(1);
  });

  it('runs a call with the arguments that a person gave it instead', async () => {
    const runs: unknown[] = [];
    const pay: Tool = {
      name: 'pay',
      description: 'Pays',
      input: z.object({ amount: z.number() }),
      requiresApproval: true,
      run: (args) => {
        runs.push(args);
        return 'paid';
      },
    };
    const workflow = sketch({
      agents: { A: { tools: ['pay'] } },
      toolNodes: ['tools'],
      edges: [['A', 'tools', 'tools']],
    });
    const asked = await play(
      workflow,
      { A: [{ toolCalls: [{ name: 'pay', args: { amount: 100 } }] }, 'Done.'] },
      { tools: [pay] },
    );
    const [waiting] = asked.handoff?.calls ?? [];
    expect(waiting).toMatchObject({ name: 'pay', args: { amount: 100 } });
    const paid = await resumeTurn(asked.workflow, asked.state, {
      handoffId: asked.handoff?.id ?? '',
      text: 'approve',
      args: { [waiting?.id ?? '']: { amount: 10 } },
    });
    expect(runs).toEqual([{ amount: 10 }]);
    const calls = paid.messages.flatMap((message) =>
      message.role === 'assistant' ? (message.toolCalls ?? []) : [],
    );
    expect(calls).toMatchObject([{ args: { amount: 10 } }]);
  });
});

describe('time', () => {
  it('that runs out ends in an answer, and aborts what is in flight', async () => {
    const { status, answer, receipts, error } = await play(pingPong({ timeoutMs: 50 }), { A: [hang] });
    expect({ status, error }).toEqual({ status: 'suspended', error: null });
    expect(answer).toContain('longer than one answer may take');
    expect(receipts.at(-1)).toMatchObject({ rule: 'limit', reason: 'timeoutMs' });
  });

  it('that runs out leads to a person where there is one', async () => {
    const { status, path } = await play(pingPong({ timeoutMs: 50 }, { name: 'Human' }), { A: [hang] });
    expect({ status, path }).toEqual({ status: 'awaiting_human', path: ['A', 'Human'] });
  });

  it('that runs out inside a tool stops the tool', async () => {
    const { z } = await import('zod');
    let stopped: unknown;
    const slow = {
      name: 'slow',
      description: 'Never ends',
      input: z.object({}),
      run: (_: unknown, { signal }: { signal: AbortSignal }) =>
        new Promise<string>(() => signal.addEventListener('abort', () => (stopped = signal.reason))),
    };
    const workflow = sketch({
      agents: { A: { tools: ['slow'] } },
      toolNodes: ['tools'],
      edges: [['A', 'tools', 'tools']],
      limits: { timeoutMs: 100 },
    });
    const { status } = await play(workflow, { A: [call('slow')] }, { tools: [slow] });
    expect(status).toBe('suspended');
    expect(CadenceError.is(stopped)).toBe(true);
  });

  it('can be cut short by the caller', async () => {
    const cancel = new AbortController();
    const promise = play(pingPong({}), { A: [hang] }, { signal: cancel.signal });
    setTimeout(() => cancel.abort(), 20);
    const { status, messages } = await promise;
    expect(status).toBe('cancelled');
    expect(messages).toHaveLength(1);
  });
});
