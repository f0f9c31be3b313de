import { describe, expect, it } from 'vitest';
import { call, echoTools, go, play } from './run.fixture.ts';
import { sketch } from './workflow.fixture.ts';

describe('leaving a tool executor', () => {
  const agents = { Caller: { tools: ['alpha', 'beta', 'gamma'] }, Reader: {}, Desk: {} };
  const toTools: [string, string, string] = ['Caller', 'tools', 'tools'];

  it('follows the edge named after the tool (tier 1)', async () => {
    const workflow = sketch({
      agents,
      toolNodes: ['tools'],
      edges: [toTools, ['tools', 'alpha', 'Reader'], ['tools', null, 'Desk']],
    });
    const { path, receipts, answer } = await play(workflow, { Caller: [call('alpha')], Reader: ['read'] });
    expect(path).toEqual(['Caller', 'tools', 'Reader']);
    expect(receipts[1]).toMatchObject({ from: 'tools', to: 'Reader', label: 'alpha', rule: 'label' });
    expect(answer).toBe('read');
  });

  it('follows the ALWAYS edge when the tool has none of its own (tier 2)', async () => {
    const workflow = sketch({
      agents,
      toolNodes: ['tools'],
      edges: [toTools, ['tools', 'alpha', 'Reader'], ['tools', null, 'Desk']],
    });
    const { path, receipts } = await play(workflow, { Caller: [call('beta')], Desk: ['done'] });
    expect(path).toEqual(['Caller', 'tools', 'Desk']);
    expect(receipts[1]).toMatchObject({ to: 'Desk', label: null, rule: 'always' });
  });

  it('goes back to the caller without any edge (tier 3)', async () => {
    const workflow = sketch({ agents: { Caller: agents.Caller }, toolNodes: ['tools'], edges: [toTools] });
    const { path, receipts, answer, messages } = await play(workflow, { Caller: [call('beta'), 'got it'] });
    expect(path).toEqual(['Caller', 'tools', 'Caller']);
    expect(receipts[1]).toMatchObject({ to: 'Caller', rule: 'caller' });
    expect(answer).toBe('got it');
    expect(messages.map((message) => message.role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
  });

  it('follows the tools’ own edges when several calls agree on one target', async () => {
    const workflow = sketch({
      agents,
      toolNodes: ['tools'],
      edges: [toTools, ['tools', 'alpha', 'Reader'], ['tools', 'beta', 'Reader'], ['tools', null, 'Desk']],
    });
    const { path, messages } = await play(workflow, { Caller: [call('alpha', 'beta')], Reader: ['read'] });
    expect(path).toEqual(['Caller', 'tools', 'Reader']);
    expect(messages.filter((message) => message.role === 'tool')).toHaveLength(2);
  });

  it.each([
    ['disagree', ['alpha', 'gamma']],
    ['have no edge', ['alpha', 'beta']],
  ])('follows the ALWAYS edge when several calls %s', async (_, tools) => {
    const workflow = sketch({
      agents,
      toolNodes: ['tools'],
      edges: [toTools, ['tools', 'alpha', 'Reader'], ['tools', 'gamma', 'Caller'], ['tools', null, 'Desk']],
    });
    const { path } = await play(workflow, { Caller: [call(...tools)], Desk: ['done'] });
    expect(path).toEqual(['Caller', 'tools', 'Desk']);
  });
});

describe('an agent’s way', () => {
  it('ends by an END edge', async () => {
    const workflow = sketch({
      agents: { A: {}, B: {} },
      edges: [
        ['A', 'B', 'B'],
        ['A', 'END', null],
      ],
    });
    const { path, receipts, status } = await play(workflow, {
      A: [{ content: 'bye', ...go('END') }],
    });
    expect({ path, status }).toEqual({ path: ['A'], status: 'completed' });
    expect(receipts[0]).toMatchObject({ to: null, label: 'END', rule: 'label' });
  });

  it('ends by the end tool, whose answer is the run’s', async () => {
    const workflow = sketch({ agents: { A: {} }, edges: [['A', 'END', null]], conversational: true });
    const played = await play(workflow, {
      A: [{ toolCalls: [{ name: 'end', args: { answer: 'So long.' } }] }],
    });
    expect(played.answer).toBe('So long.');
    expect(played.receipts[0]).toMatchObject({ label: 'END', rule: 'label', to: null });
    expect(played.messages.at(-1)).toMatchObject({ role: 'assistant', content: 'So long.', agent: 'A' });
  });

  it('offers the end tool and its instruction only where the workflow is conversational', async () => {
    const edges: [string, string, null][] = [['A', 'END', null]];
    const talking = await play(sketch({ agents: { A: {} }, edges, conversational: true }), { A: ['hi'] });
    const silent = await play(sketch({ agents: { A: {} }, edges }), { A: ['hi'] });
    const names = (played: typeof talking) => played.model.requests[0]?.tools.map((tool) => tool.name);
    expect(names(talking)).toEqual(['end']);
    expect(names(silent)).toEqual(['route']);
    expect(talking.model.requests[0]?.system).toContain('call the tool "end"');
    expect(silent.model.requests[0]?.system).not.toContain('"end"');
  });

  it('offers its own labels, and no others, by the route tool', async () => {
    const workflow = sketch({
      agents: { A: { tools: ['t'] }, B: {}, C: {} },
      toolNodes: ['tools'],
      edges: [
        ['A', 'B', 'B'],
        ['A', 'C', 'C'],
        ['A', 'tools', 'tools'],
        ['B', null, 'A'],
      ],
    });
    const { model } = await play(workflow, { A: ['hi'] });
    const route = model.requests[0]?.tools.find((tool) => tool.name === 'route');
    expect(route?.parameters).toMatchObject({ properties: { next: { enum: ['B', 'C'] } } });
  });

  it('takes the ALWAYS edge for an unmatched label', async () => {
    const workflow = sketch({
      agents: { A: {}, B: {}, C: {} },
      edges: [
        ['A', 'B', 'B'],
        ['A', null, 'C'],
      ],
    });
    const { path, receipts } = await play(workflow, {
      A: [go('Nowhere'), go('Nowhere')],
      C: ['here'],
    });
    expect(path).toEqual(['A', 'C']);
    expect(receipts[0]).toMatchObject({ label: 'Nowhere', rule: 'always' });
  });

  it('ends with a warning for an unmatched label and no ALWAYS edge', async () => {
    const workflow = sketch({ agents: { A: {}, B: {} }, edges: [['A', 'B', 'B']] });
    const nowhere = { content: 'hm', ...go('Nowhere') };
    const { path, receipts, status } = await play(workflow, { A: [nowhere, nowhere] });
    expect({ path, status }).toEqual({ path: ['A'], status: 'completed' });
    expect(receipts[0]).toMatchObject({ rule: 'unmatched', to: null });
    expect(receipts[0]?.warning).toContain('"Nowhere"');
  });

  it('prefers tool calls over a chosen route', async () => {
    const workflow = sketch({
      agents: { A: { tools: ['t'] }, B: {} },
      toolNodes: ['tools'],
      edges: [
        ['A', 'B', 'B'],
        ['A', 'tools', 'tools'],
      ],
    });
    const both = { toolCalls: [...go('B').toolCalls, ...call('t').toolCalls] };
    const { path } = await play(workflow, { A: [both, 'done'] });
    expect(path).toEqual(['A', 'tools', 'A']);
  });

  it('tells the next agent who handed over and why, and keeps routing calls out of the conversation', async () => {
    const workflow = sketch({ agents: { A: {}, B: {} }, edges: [['A', 'B', 'B']] });
    const { model, messages, receipts } = await play(workflow, {
      A: [go('B', 'It is about bees.')],
      B: ['bzz'],
    });
    expect(model.requests[1]?.note).toContain('A handed over to you: It is about bees.');
    expect(receipts[0]?.reason).toBe('It is about bees.');
    expect(messages.map((message) => message.role)).toEqual(['user', 'assistant']);
  });

  it('lists every candidate and the counters in its receipt', async () => {
    const workflow = sketch({
      agents: { A: {}, B: {}, C: {} },
      edges: [
        ['A', 'B', 'B'],
        ['A', null, 'C'],
      ],
    });
    const { receipts } = await play(workflow, { A: [go('B')], B: ['b'] });
    expect(receipts[0]).toEqual({
      from: 'A',
      to: 'B',
      label: 'B',
      rule: 'label',
      candidates: [
        { label: 'B', to: 'B' },
        { label: null, to: 'C' },
      ],
      counters: { steps: 1, agentHops: 1, toolHops: 0, sameAgentRoutes: 1, tokens: 15 },
    });
  });
});

describe('an agent’s tools', () => {
  const agents = { Caller: { tools: ['alpha', 'beta'] } };
  it('are warmed up before the model is asked, and are offered although that fails', async () => {
    const told: string[] = [];
    const [alpha, beta] = echoTools('alpha', 'beta');
    if (!alpha || !beta) throw new Error('There are two tools.');
    const broken = () => {
      told.push('alpha');
      throw new Error('It is cold.');
    };
    const tools = [
      { ...alpha, warmUp: broken },
      { ...beta, warmUp: () => void told.push('beta') },
    ];
    const workflow = sketch({ agents, toolNodes: ['tools'], edges: [['Caller', 'tools', 'tools']] });
    const script = () => {
      told.push('model');
      return told.filter((who) => who === 'model').length === 1 ? call('alpha') : 'done';
    };
    const { answer } = await play(workflow, { Caller: script }, { tools });
    expect(answer).toBe('done');
    expect(told).toEqual(['alpha', 'beta', 'model', 'alpha', 'beta', 'model']);
  });
});

describe('shapes', () => {
  it('runs a pipeline', async () => {
    const workflow = sketch({
      agents: { One: {}, Two: {}, Three: {} },
      edges: [
        ['One', null, 'Two'],
        ['Two', null, 'Three'],
        ['Three', null, null],
      ],
    });
    const { path, answer } = await play(workflow, { One: ['1'], Two: ['2'], Three: ['3'] });
    expect({ path, answer }).toEqual({ path: ['One', 'Two', 'Three'], answer: '3' });
  });

  it('runs a tree', async () => {
    const workflow = sketch({
      agents: { Root: {}, Left: {}, Right: {}, Leaf: {} },
      edges: [
        ['Root', 'Left', 'Left'],
        ['Root', 'Right', 'Right'],
        ['Right', 'Leaf', 'Leaf'],
      ],
    });
    expect((await play(workflow, { Root: [go('Left')], Left: ['l'] })).path).toEqual(['Root', 'Left']);
    const right = await play(workflow, { Root: [go('Right')], Right: [go('Leaf')], Leaf: ['x'] });
    expect(right.path).toEqual(['Root', 'Right', 'Leaf']);
  });

  it('runs a mesh', async () => {
    const names = ['A', 'B', 'C'];
    const workflow = sketch({
      agents: { A: {}, B: {}, C: {} },
      edges: names.flatMap((from) =>
        names.filter((to) => to !== from).map((to): [string, string, string] => [from, to, to]),
      ),
    });
    const { path, counters } = await play(workflow, {
      A: [go('C'), go('B')],
      B: [go('C'), 'enough'],
      C: [go('A'), go('B')],
    });
    expect(path).toEqual(['A', 'C', 'A', 'B', 'C', 'B']);
    expect(counters).toMatchObject({ steps: 6, agentHops: 5 });
  });
});
