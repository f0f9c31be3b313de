// What falls out of the window of any workflow is summed up first.
import type { Message, ModelRequest, RunEvent } from '@cadence-agents/contracts';
import { type ScriptedReply, scriptedModel } from '@cadence-agents/testkit';
import { describe, expect, it } from 'vitest';
import { runTurn } from './conversation/run-turn.ts';
import { compileWorkflow } from './workflow/compile-workflow.ts';
import { sketch } from './workflow.fixture.ts';

const history = (turns: number): Message[] =>
  Array.from({ length: turns }, (_, index): Message[] => [
    { id: `u${index}`, role: 'user', content: `Question ${index}` },
    { id: `a${index}`, role: 'assistant', content: `Answer ${index}: ${'so it is. '.repeat(20)}` },
  ]).flat();

const isSummary = ({ responseSchema }: ModelRequest) =>
  JSON.stringify(responseSchema ?? '').includes('summary');

async function converse(
  turns: number,
  summarizer: ScriptedReply = '{"summary":"All that was said."}',
  windowTokens = 2000,
) {
  const workflow = sketch({
    agents: { A: {}, B: {} },
    edges: [['A', null, 'B']],
    limits: { windowTokens },
  });
  const model = scriptedModel((request) => (isSummary(request) ? summarizer : 'Hello.'));
  const events: RunEvent[] = [];
  const result = await runTurn(compileWorkflow(workflow, { model: () => model }), {
    message: 'And now?',
    history: history(turns),
    summary: 'Ann asked.',
    onEvent: (event) => events.push(event),
  });
  const statuses = events.flatMap((event) => (event.type === 'on_custom_event' ? [event.data.status] : []));
  const [summaries, others] = [
    model.requests.filter(isSummary),
    model.requests.filter((one) => !isSummary(one)),
  ];
  return { ...result, events, statuses, summaries, others };
}

describe('the summary of a conversation', () => {
  it('is left as it is while there is room, and told to every model', async () => {
    const { summaries, others, state } = await converse(3);
    expect(summaries).toEqual([]);
    expect(others).toHaveLength(2);
    for (const { system } of others) expect(system).toMatch(/^I am [AB]\..*in short:\nAnn asked\.$/s);
    expect(state.turn.summary).toBe('Ann asked.');
  });

  it('is left out where no model can be had for it, and the run goes on', async () => {
    const definition = sketch({ agents: { A: {} }, edges: [], limits: { windowTokens: 2000 } });
    const workflow = {
      ...compileWorkflow(definition, { model: () => scriptedModel(() => 'Hello.') }),
      writerAt: () => {
        throw new Error('There is no model.');
      },
    };
    const { status, answer } = await runTurn(workflow, { message: 'And now?', history: history(20) });
    expect({ status, answer }).toEqual({ status: 'completed', answer: 'Hello.' });
  });

  it('takes the oldest turns in before a conversation no longer fits, counted and told', async () => {
    const { summaries, others, state, messages, statuses, usage, status, answer } = await converse(20);
    expect({ status, answer, summary: state.turn.summary }).toEqual({
      status: 'completed',
      answer: 'Hello.',
      summary: 'All that was said.',
    });
    expect(summaries).toHaveLength(1);
    expect(summaries[0]?.system).toContain('The summary so far:\nAnn asked.');
    expect(summaries[0]?.system).not.toContain('in short:');
    expect(summaries[0]?.messages[0]?.content).toContain('User: Question 0');
    for (const { system } of others) expect(system).toContain('in short:\nAll that was said.');
    expect(messages[0]?.role).toBe('user');
    expect(messages.length).toBeLessThan(30);
    expect(messages.at(-3)).toMatchObject({ role: 'user', content: 'And now?' });
    expect(statuses).toEqual(['summarized']);
    expect(usage.modelCalls).toBe(3);
  });

  it('is put off for the turn when it cannot be made, and what was said stays', async () => {
    const { summaries, others, state, messages, status, answer } = await converse(20, new Error('down'));
    expect({ status, answer, summary: state.turn.summary }).toEqual({
      status: 'completed',
      answer: 'Hello.',
      summary: 'Ann asked.',
    });
    expect(summaries).toHaveLength(1);
    expect(others).toHaveLength(2);
    expect(messages).toHaveLength(43);
  });

  it('is made for the model that takes least', async () => {
    const models = {
      big: scriptedModel(() => 'Hi.', { name: 'openai:gpt-4o' }),
      small: scriptedModel(() => '{"summary":"All."}', { name: 'openai:gpt-4' }),
    };
    const workflow = sketch({
      agents: { A: { model: 'big' }, B: { model: 'small' } },
      edges: [['A', null, 'B']],
    });
    const compiled = compileWorkflow(workflow, {
      model: (name) => (name === 'small' ? models.small : models.big),
    });
    const { state } = await runTurn(compiled, { message: 'And now?', history: history(100) });
    expect(models.big.requests.some(isSummary)).toBe(true);
    expect(state.turn.summary).not.toBe('');
    expect(state.messages.length).toBeLessThan(100);
  });
});
