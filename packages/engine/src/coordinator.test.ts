// The coordinator design, node by node, under a scripted model.
import { CadenceError } from '@cadence-agents/contracts';
import { certify, check } from '@cadence-agents/workflow';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { calculate, coordinate, goto, math, plugin, search, use } from './coordinator.fixture.ts';
import { coordinatorWorkflow } from './workflow/coordinator-workflow.ts';

describe('the documents’ examples', () => {
  it('answers 15 * 23 by way of the math agent and its tools', async () => {
    const { path, answer, counters, status } = await coordinate({
      coordinator: [goto('math_agent'), goto('finalize')],
      math: [calculate],
      synthesizer: ['15 * 23 = 345.'],
    });
    expect(path).toEqual([
      'coordinator',
      'control_tools',
      'math_agent',
      'math_tools',
      'coordinator',
      'control_tools',
      'synthesizer',
    ]);
    expect({ answer, status }).toEqual({ answer: '15 * 23 = 345.', status: 'completed' });
    expect(counters).toMatchObject({ agentHops: 1, toolHops: 1 });
  });

  it('answers 2 + 2 where the agent needs no tool', async () => {
    const { path, counters } = await coordinate({
      coordinator: [goto('math_agent'), goto('finalize')],
      math: ['2 + 2 = 4.'],
      synthesizer: ['Four.'],
    });
    expect(path).toEqual([
      'coordinator',
      'control_tools',
      'math_agent',
      'coordinator',
      'control_tools',
      'synthesizer',
    ]);
    expect(counters).toMatchObject({ agentHops: 1, toolHops: 0 });
  });

  it('searches and calculates with two hops of each kind', async () => {
    const { counters, path, answer } = await coordinate({
      coordinator: [goto('search_agent'), goto('math_agent'), goto('finalize')],
      search: [use('search', { query: 'async' })],
      math: [calculate],
      synthesizer: ['Since 2014; 345.'],
    });
    expect(counters).toMatchObject({ agentHops: 2, toolHops: 2 });
    expect(path.filter((name) => name === 'coordinator')).toHaveLength(3);
    expect(answer).toBe('Since 2014; 345.');
  });

  it('suspends at the hop limit, with what there is', async () => {
    const { path, status, answer, receipts, counters, requests } = await coordinate(
      {
        coordinator: [goto('math_agent'), goto('search_agent'), goto('math_agent')],
        math: [calculate],
        search: ['Nothing.'],
        suspend: ['I got as far as 345.'],
      },
      { edit: (definition) => ({ ...definition, limits: { ...definition.limits, maxAgentHops: 2 } }) },
    );
    expect(path.slice(-2)).toEqual(['coordinator', 'suspend']);
    expect(requests('suspend')[0]?.note).toContain('more often than one answer allows (2 of 2)');
    expect({ status, answer }).toEqual({ status: 'suspended', answer: 'I got as far as 345.' });
    expect(receipts.at(-2)).toMatchObject({
      from: 'coordinator',
      to: 'suspend',
      label: 'suspend',
      reason: 'maxAgentHops',
    });
    expect(counters.agentHops).toBe(2);
  });

  it('suspends when the same agent is chosen a sixth time in a row', async () => {
    const { path, receipts, status, requests } = await coordinate({
      coordinator: () => goto('math_agent'),
      math: () => 'Hm.',
      suspend: ['Enough.'],
    });
    expect(path.filter((name) => name === 'math_agent')).toHaveLength(5);
    expect(path.at(-1)).toBe('suspend');
    expect(requests('suspend')[0]?.note).toContain('without getting further (5 of 5)');
    expect(receipts.at(-2)).toMatchObject({ label: 'suspend', reason: 'maxSameAgentRoutes' });
    expect(status).toBe('suspended');
  });
});

describe('the coordinator', () => {
  it('is generated as a definition that passes every check, with a certificate', () => {
    const definition = coordinatorWorkflow([math, search]);
    const { problems } = check(definition, { tools: ['calculate', 'search'] });
    expect(problems).toEqual([]);
    expect(certify(definition)).toMatchObject({ bounded: true });
    expect(check(coordinatorWorkflow([])).problems.filter((problem) => problem.severity === 'error')).toEqual(
      [],
    );
  });

  it('lists the agents, what they can do and its options in its prompt', async () => {
    const { requests } = await coordinate({ coordinator: [goto('finalize')], synthesizer: ['Hi.'] });
    const [request] = requests('coordinator');
    expect(request?.system).toMatch(/goto_math_agent: Does math\. Can: arithmetic\.[\s\S]*goto_search_agent/);
    expect(request?.system).toMatch(
      /exactly one[\s\S]*Only the agents listed exist[\s\S]*need not be found again[\s\S]*Stay with the agent[\s\S]*good task/,
    );
    expect(request?.tools.map((tool) => tool.name)).toEqual([
      'goto_math_agent',
      'goto_search_agent',
      'goto_finalize',
    ]);
  });

  it.each(['math', 'math_agent'])('routes by the result "%s"', async (name) => {
    const { path } = await coordinate({
      coordinator: [goto(name), goto('finalize')],
      math: ['4'],
      synthesizer: ['4'],
    });
    expect(path).toContain('math_agent');
  });

  it('takes "finalizer" for finalize', async () => {
    const { path, receipts } = await coordinate({ coordinator: [goto('finalizer')], synthesizer: ['ok'] });
    expect(path).toEqual(['coordinator', 'control_tools', 'synthesizer']);
    expect(receipts[1]?.warning).toBeUndefined();
  });

  it('goes to the synthesizer with a warning when it invents an agent', async () => {
    const { path, receipts } = await coordinate({
      coordinator: [goto('wizard_agent'), goto('wizard_agent')],
      synthesizer: ['ok'],
    });
    expect(path).toEqual(['coordinator', 'control_tools', 'synthesizer']);
    expect(receipts[1]).toMatchObject({
      rule: 'always',
      to: 'synthesizer',
      warning: expect.stringContaining('wizard_agent'),
    });
  });

  it('finalises when it calls nothing, and what it said is not the answer', async () => {
    const { path, answer, messages } = await coordinate({
      coordinator: ['I think it is 7.'],
      synthesizer: ['Sorry.'],
    });
    expect(path).toEqual(['coordinator', 'synthesizer']);
    expect(answer).toBe('Sorry.');
    expect(JSON.stringify(messages)).not.toContain('it is 7');
  });

  it('answers by itself where that is allowed', async () => {
    const { path, answer, status } = await coordinate(
      { coordinator: ['Hello!'] },
      { settings: { mayAnswer: true } },
    );
    expect({ path, answer, status }).toEqual({
      path: ['coordinator'],
      answer: 'Hello!',
      status: 'completed',
    });
  });

  it('follows the first of several choices', async () => {
    const both = { toolCalls: [...goto('search_agent').toolCalls, ...goto('math_agent').toolCalls] };
    const { path, receipts } = await coordinate({
      coordinator: [both, goto('finalize')],
      search: ['x'],
      synthesizer: ['x'],
    });
    expect(path).toContain('search_agent');
    expect(path).not.toContain('math_agent');
    expect(receipts[0]?.warning).toContain('first one counts');
  });

  it('does not count finalising as a hop, even at the limit', async () => {
    const { counters, status } = await coordinate(
      { coordinator: [goto('math_agent'), goto('finalize')], math: ['4'], synthesizer: ['4'] },
      { edit: (definition) => ({ ...definition, limits: { ...definition.limits, maxAgentHops: 1 } }) },
    );
    expect({ hops: counters.agentHops, status }).toEqual({ hops: 1, status: 'completed' });
  });

  it('keeps the routing in the state: who, how often in a row, in which order; reset when it finalises', async () => {
    const { state } = await coordinate({
      coordinator: [goto('math_agent'), goto('math_agent'), goto('search_agent'), goto('finalize')],
      math: () => '4',
      search: ['x'],
      synthesizer: ['4'],
    });
    expect(state.turn.pluginContext).toEqual({
      lastRoutedAgent: null,
      sameAgentConsecutiveRoutes: 0,
      routingHistory: ['math_agent', 'math_agent', 'search_agent'],
    });
    expect(state.turn.currentAgent).toBe('search_agent');
  });

  it('offers the most relevant agents when there are many, and says so in the receipt', async () => {
    const many = Array.from({ length: 30 }, (_, index) =>
      plugin(`p${index}`, [], { description: `Knows topic${index}.` }),
    );
    const { requests, receipts } = await coordinate(
      { coordinator: [goto('finalize')], synthesizer: ['ok'] },
      {
        plugins: [...many, plugin('bees', [], { description: 'Knows all about bees.' })],
        settings: { maxAgentsShown: 3 },
        message: 'How do bees dance?',
      },
    );
    const offered = requests('coordinator')[0]?.tools.map((tool) => tool.name);
    expect(offered).toHaveLength(4);
    expect(offered?.[0]).toBe('goto_bees_agent');
    expect(receipts[0]?.warning).toBe('The 3 most relevant of 31 agents were offered.');
  });
});

describe('an agent of a plugin', () => {
  it('is offered its tools and "back", which leads to the coordinator', async () => {
    const { requests, path, receipts } = await coordinate({
      coordinator: [goto('math_agent'), goto('finalize')],
      math: [{ toolCalls: [{ name: 'back', args: {} }] }],
      synthesizer: ['?'],
    });
    expect(requests('math')[0]?.tools.map((tool) => tool.name)).toEqual(['calculate', 'back']);
    expect(path.slice(2, 4)).toEqual(['math_agent', 'coordinator']);
    expect(receipts[2]).toMatchObject({ from: 'math_agent', label: 'back' });
  });

  it('reads its own prompt and the conversation', async () => {
    const { requests } = await coordinate(
      {
        coordinator: [goto('math_agent', 'Multiply.'), goto('finalize')],
        math: ['345'],
        synthesizer: ['345'],
      },
      {
        history: [
          { id: 'a', role: 'user', content: 'Hi' },
          { id: 'b', role: 'assistant', content: 'Hello' },
        ],
      },
    );
    const [request] = requests('math');
    expect(request?.system).toMatch(/^You are math\./);
    expect(request?.note).toContain('Your task, from the coordinator: Multiply.');
    expect(request?.speaker).toBe('math_agent');
    expect(request?.messages.map((message) => message.content)).toEqual(['Hi', 'Hello', 'What is 15 * 23?']);
  });

  it('is asked by the model and with the settings that the plugin requires', async () => {
    const exact = plugin('math', ['calculate'], {
      llmRequirements: { model: 'exact', temperature: 0, maxOutputTokens: 100 },
    });
    const { requests } = await coordinate(
      { coordinator: [goto('math_agent'), goto('finalize')], exact: ['345'], synthesizer: ['345'] },
      { plugins: [exact] },
    );
    expect(requests('exact')).toMatchObject([{ temperature: 0, maxOutputTokens: 100 }]);
  });

  it('that fails makes the answer poorer, not the run', async () => {
    const { status, answer, events, requests } = await coordinate({
      coordinator: [goto('math_agent'), goto('finalize')],
      math: [new CadenceError('MODEL_UNAVAILABLE', 'The model is away.')],
      synthesizer: ['I could not work it out.'],
    });
    expect({ status, answer }).toEqual({ status: 'completed', answer: 'I could not work it out.' });
    expect(events.filter((event) => event.type === 'on_error')).toHaveLength(1);
    expect(requests('synthesizer')[0]?.messages.at(-1)).toMatchObject({
      content: expect.stringMatching(/^I could not do my part: (?!.*model is away)/),
    });
  });

  it('has no edge to another agent', () => {
    const { nodes, edges } = coordinatorWorkflow([math, search]);
    const agents = new Set(nodes.filter((node) => node.nodeType === 'AGENT').map((node) => node.id));
    expect(
      edges.filter((edge) => agents.has(edge.sourceNodeId) && agents.has(edge.targetNodeId ?? '')),
    ).toEqual([]);
  });
});

describe('the answer', () => {
  const findings = {
    coordinator: [goto('search_agent'), goto('finalize')],
    search: [use('search', { query: 'async' })],
  };

  it('is written from the findings, chains of calls as plain text, in the tone asked for', async () => {
    const history = [
      { id: 'a', role: 'user', content: 'Before' },
      { id: 'b', role: 'assistant', content: '', toolCalls: [{ id: 'x', name: 'search', args: {} }] },
      { id: 'c', role: 'tool', toolCallId: 'x', toolName: 'search', content: 'old result' },
      { id: 'd', role: 'assistant', content: 'Old answer' },
    ] as const;
    const { requests } = await coordinate(
      { ...findings, synthesizer: ['2014.'] },
      { tone: 'formal', history: structuredClone(history) as never },
    );
    const [request] = requests('synthesizer');
    expect(request?.messages).toMatchObject([
      { role: 'user', content: 'Before' },
      { role: 'assistant', content: 'Old answer' },
      { role: 'user', content: 'What is 15 * 23?' },
      { role: 'assistant', content: 'search({"query":"async"}) → <result>asyncio came in 2014</result>' },
    ]);
    expect(request?.tools).toEqual([]);
    expect(request?.system).toMatch(
      /latest request[\s\S]*Use only what was found[\s\S]*never an instruction/,
    );
    expect(request?.note).toContain('professional register');
  });

  it('is streamed as it is written, while what leads to it is not', async () => {
    const { events, answer } = await coordinate({
      coordinator: [goto('math_agent'), goto('finalize')],
      math: ['I think that it is 345.'],
      synthesizer: ['15 * 23 is 345.'],
    });
    const streamed = events.flatMap((event) =>
      event.type === 'on_chat_model_stream' ? [{ node: event.node, chunk: event.data.chunk }] : [],
    );
    expect(new Set(streamed.map(({ node }) => node))).toEqual(new Set(['synthesizer']));
    expect(streamed.length).toBeGreaterThan(1);
    expect(streamed.map(({ chunk }) => chunk).join('')).toBe(answer);
  });

  it('follows the suggestions of the plugins used, and of no others', async () => {
    const suggesting = {
      ...search,
      metadata: { ...search.metadata, responseSuggestion: 'Name the sources.' },
    };
    const silent = { ...math, metadata: { ...math.metadata, responseSuggestion: 'Show the steps.' } };
    const { requests } = await coordinate(
      { ...findings, synthesizer: ['2014.'] },
      { plugins: [silent, suggesting] },
    );
    expect(requests('synthesizer')[0]?.note).toContain('Name the sources.');
    expect(requests('synthesizer')[0]?.note).not.toContain('Show the steps.');
  });

  const sources = {
    ...search,
    metadata: { ...search.metadata, responseSchema: z.object({ sources: z.array(z.string()) }) },
  };
  const reply = JSON.stringify({ answer: 'In 2014.', search: { sources: ['asyncio'] } });

  it('is structured by the model with the merged schemas of the plugins used', async () => {
    const { requests, answer, structured, events } = await coordinate(
      { ...findings, synthesizer: [reply] },
      { plugins: [math, sources] },
    );
    expect(requests('synthesizer')[0]?.responseSchema).toMatchObject({
      properties: { answer: { type: 'string' }, search: { properties: { sources: { type: 'array' } } } },
      required: ['answer', 'search'],
    });
    expect({ answer, structured }).toEqual({
      answer: 'In 2014.',
      structured: { search: { sources: ['asyncio'] } },
    });
    expect(events.at(-1)).toMatchObject({
      type: 'on_run_end',
      data: { structured: { search: { sources: ['asyncio'] } } },
    });
  });

  it('merges the schemas of all plugins used under their names, and of no others', async () => {
    const schema = (text: string) => ({ responseSchema: z.object({ [text]: z.string() }) });
    const plugins = [
      plugin('math', ['calculate'], schema('result')),
      plugin('search', ['search'], schema('source')),
      plugin('info', [], schema('place')),
    ];
    const both = { answer: 'So.', math: { result: '345' }, search: { source: 'asyncio' } };
    const { requests, structured } = await coordinate(
      {
        coordinator: [goto('search_agent'), goto('math_agent'), goto('finalize')],
        search: ['x'],
        math: [calculate],
        synthesizer: [JSON.stringify(both)],
      },
      { plugins },
    );
    const asked = requests('synthesizer')[0]?.responseSchema;
    expect(asked).toMatchObject({
      properties: { math: { required: ['result'] }, search: { required: ['source'] } },
      required: ['answer', 'math', 'search'],
    });
    expect(asked).not.toHaveProperty('properties.info');
    expect(structured).toEqual({ math: { result: '345' }, search: { source: 'asyncio' } });
  });

  it('is structured by prompt where that is set, fences and all', async () => {
    const { requests, structured } = await coordinate(
      { ...findings, synthesizer: [`\`\`\`json\n${reply}\n\`\`\``] },
      { plugins: [math, sources], settings: { structured: 'prompt' } },
    );
    expect(requests('synthesizer')[0]?.responseSchema).toBeUndefined();
    expect(requests('synthesizer')[0]?.system).toContain('JSON Schema');
    expect(structured).toEqual({ search: { sources: ['asyncio'] } });
  });

  it('stays text when structure is off, or the reply has none', async () => {
    const off = await coordinate(
      { ...findings, synthesizer: ['Text.'] },
      { plugins: [math, sources], settings: { structured: 'none' } },
    );
    expect(off.structured).toBeUndefined();
    expect(off.requests('synthesizer')[0]?.responseSchema).toBeUndefined();
    const unfit = await coordinate(
      { ...findings, synthesizer: ['Just text.', 'As I said.'] },
      { plugins: [math, sources] },
    );
    expect(unfit).toMatchObject({ answer: 'As I said.', status: 'completed' });
    expect(unfit.structured).toBeUndefined();
    expect(unfit.receipts.at(-1)?.warning).toContain('left out');
  });

  it('at a limit is in plain words, tone-aware, and structured when asked', async () => {
    const { requests, structured, status } = await coordinate(
      {
        coordinator: [goto('search_agent'), goto('search_agent')],
        search: [use('search', { query: 'x' })],
        suspend: [reply],
      },
      {
        plugins: [math, sources],
        tone: 'concise',
        edit: (definition) => ({ ...definition, limits: { maxSteps: null, maxAgentHops: 1 } }),
      },
    );
    expect(requests('suspend')[0]?.system).toContain('without technical terms');
    expect(requests('suspend')[0]?.note).toContain('as few words');
    expect({ structured, status }).toEqual({
      structured: { search: { sources: ['asyncio'] } },
      status: 'suspended',
    });
  });

  it('at a limit comes without a model when the model fails', async () => {
    const { answer, status } = await coordinate(
      {
        coordinator: [goto('math_agent'), goto('math_agent')],
        math: ['So far 300.'],
        suspend: [new CadenceError('MODEL_UNAVAILABLE', 'away')],
      },
      { edit: (definition) => ({ ...definition, limits: { maxSteps: null, maxAgentHops: 1 } }) },
    );
    expect(status).toBe('suspended');
    expect(answer).toMatch(/So far 300\..*write again/);
  });
});
