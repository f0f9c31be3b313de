import type { ModelRequest } from '@cadence-agents/contracts';
import { describe, expect, it } from 'vitest';
import { scriptByAgent } from './script-by-agent.ts';

const ask = (system: string): ModelRequest => ({ system, messages: [], tools: [] });
const call = { signal: new AbortController().signal };

describe('scriptByAgent', () => {
  it('answers each agent from its own script', async () => {
    const model = scriptByAgent({ Router: ['r1', 'r2'], Math: (_request, index) => `m${index}` });
    const answers: string[] = [];
    for (const system of ['You are Router.', 'You are Math.', 'You are Router.', 'You are Math.']) {
      answers.push((await model.generate(ask(system), call)).content);
    }
    expect(answers).toEqual(['r1', 'm0', 'r2', 'm1']);
    expect(model.requests).toHaveLength(4);
  });

  it('prefers the script written first when two match', async () => {
    const model = scriptByAgent({ 'the coordinator of Math': ['coordinator'], Math: ['math'] });
    expect(await model.generate(ask('You are the coordinator of Math.'), call)).toMatchObject({
      content: 'coordinator',
    });
  });

  it('keeps tool call ids apart between agents', async () => {
    const model = scriptByAgent({ A: [{ toolCalls: [{ name: 'x' }] }], B: [{ toolCalls: [{ name: 'x' }] }] });
    const a = await model.generate(ask('A'), call);
    const b = await model.generate(ask('B'), call);
    expect([a.toolCalls[0]?.id, b.toolCalls[0]?.id]).toEqual(['call_1', 'call_2']);
  });

  it('names the prompt that no script is for', async () => {
    await expect(scriptByAgent({ A: ['a'] }).generate(ask('nobody'), call)).rejects.toThrow(
      'No script is for the system prompt "nobody"; there are "A".',
    );
  });

  it('names the agent whose script runs out', async () => {
    await expect(scriptByAgent({ Router: [] }).generate(ask('Router'), call)).rejects.toThrow(
      /script of "Router" has 0 replies/,
    );
  });
});
