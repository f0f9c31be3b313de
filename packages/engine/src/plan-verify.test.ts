// The plan–execute–verify design, arrow by arrow, under a scripted model.
import { readFileSync } from 'node:fs';
import type { JsonValue, RunEvent, Tool } from '@cadence-agents/contracts';
import { runs } from '@cadence-agents/testkit/random-runs';
import { check } from '@cadence-agents/workflow';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { resumeTurn, runTurn } from './conversation/run-turn.ts';
import { generate, good, plan, playPlan, search, verdict } from './plan-verify.fixture.ts';
import { planSlot } from './planning/scratchpad.ts';
import { compileWorkflow } from './workflow/compile-workflow.ts';
import { planVerifyWorkflow } from './workflow/plan-verify-workflow.ts';

const herons = { id: 'a', tool: 'search', args: { query: 'herons' } };
const tool = (name: string, run: Tool['run'], more: Partial<Tool> = {}): Tool => ({
  name,
  description: `The tool ${name}`,
  input: z.looseObject({}),
  run,
  ...more,
});
const simple = { planner: [generate], generator: ['Hello.'] };
const complex = { planner: [plan(herons)], verifier: [good], generator: ['Herons wade (search).'] };
const counting = () => {
  let count = 0;
  return () => `id${++count}`;
};

describe('planVerifyWorkflow', () => {
  it('has no problems, and a certificate', () => {
    const definition = planVerifyWorkflow([search], { windowTokens: 4000 });
    const { problems, certificate } = check(definition, { tools: ['search'] });
    expect(problems).toEqual([]);
    expect(certificate).toMatchObject({ bounded: true });
    expect(certificate?.maxSteps).toBeGreaterThan(10);
  });

  it('is refused with a tool that does not exist, at its place', () => {
    const { problems } = check(planVerifyWorkflow([search]), { tools: ['serch'] });
    expect(problems).toMatchObject([
      { code: 'TOOL_UNKNOWN', path: '$.nodes[1].config.tools[0]', hint: 'Did you mean "serch"?' },
      { code: 'TOOL_UNKNOWN', path: '$.nodes[3].config.tools[0]' },
    ]);
  });

  it('has no problems without any tool', () => {
    expect(check(planVerifyWorkflow([]), { tools: [] }).problems).toEqual([]);
  });
});

describe('the arrows of the picture', () => {
  it('start → ingress → planner', async () => {
    const { path } = await playPlan(simple);
    expect(path.slice(0, 2)).toEqual(['ingress', 'planner']);
  });

  it('planner → generator for a simple query', async () => {
    const { path, answer, status } = await playPlan(simple);
    expect(path).toEqual(['ingress', 'planner', 'generator', 'summarizer']);
    expect({ answer, status }).toEqual({ answer: 'Hello.', status: 'completed' });
  });

  it('planner → tool router for a complex task', async () => {
    const { receipts } = await playPlan(complex);
    expect(receipts[1]).toMatchObject({ from: 'planner', to: 'tool_router', label: 'tool_use' });
  });

  it('tool router → executor with the tools selected', async () => {
    const { receipts, events } = await playPlan(complex);
    expect(receipts[2]).toMatchObject({ from: 'tool_router', to: 'tool_executor' });
    expect(events.find(({ type }) => type === 'on_tool_start')).toMatchObject({
      node: 'tool_executor',
      data: { tool: 'search', input: { query: 'herons' } },
    });
  });

  it('executor → verifier with the results', async () => {
    const { receipts, asked } = await playPlan(complex);
    expect(receipts[3]).toMatchObject({ from: 'tool_executor', to: 'verifier' });
    expect(asked('verifier')[0]?.messages.at(-1)?.content).toContain(
      '→ <result>found {"query":"herons"}</result>',
    );
  });

  it('verifier → generator on success', async () => {
    const { receipts, answer } = await playPlan(complex);
    expect(receipts[4]).toMatchObject({ from: 'verifier', to: 'generator', label: 'success' });
    expect(answer).toBe('Herons wade (search).');
  });

  it('verifier → planner when nothing was found, without asking a model', async () => {
    const { receipts, asked, path, custom } = await playPlan(
      { planner: [plan(herons), generate], verifier: [], generator: ['Nothing.'] },
      { tools: [{ ...search, run: () => ({ results: [], message: 'No document.' }) }] },
    );
    expect(receipts[4]).toMatchObject({ from: 'verifier', to: 'planner', label: 'replan' });
    expect(asked('verifier')).toHaveLength(0);
    expect(path.slice(-3)).toEqual(['planner', 'generator', 'summarizer']);
    expect(custom).toMatchObject([{ status: 'planning_retry', attempt: 1 }]);
  });

  it('verifier → planner when a tool failed and the model sees another way', async () => {
    const { receipts, asked } = await playPlan(
      {
        planner: [plan(herons), plan({ ...herons, args: { query: 'waders' } })],
        verifier: [verdict('replan', { missing: 'herons' }), good],
        generator: ['Found.'],
      },
      {
        tools: [
          {
            ...search,
            run: (args) => {
              if (JSON.stringify(args).includes('herons')) throw new Error('broken');
              return 'waders wade';
            },
          },
        ],
      },
    );
    expect(receipts[4]).toMatchObject({ label: 'replan', to: 'planner', reason: 'herons' });
    expect(asked('verifier')[0]?.note).toContain('search failed');
    const again = asked('planner')[1]?.note;
    expect(again).toContain('search {"query":"herons"}: failed');
    expect(again).toContain('Still missing: herons');
  });

  it('generator → summarizer → end', async () => {
    const { receipts } = await playPlan(simple);
    expect(receipts.slice(-2)).toMatchObject([
      { from: 'generator', to: 'summarizer' },
      { from: 'summarizer', to: null },
    ]);
  });
});

/** An event without what differs between runs. */
const timeless = ({ time: _, runId: __, ...event }: RunEvent) => event;

describe('the events of a run', () => {
  it('with one re-plan are those that are stored', async () => {
    const { events } = await playPlan(
      {
        planner: [plan(herons), plan({ id: 'b', tool: 'search', args: { query: 'waders' } })],
        verifier: [good],
        generator: ['Waders wade (search).'],
      },
      {
        newId: counting(),
        tools: [{ ...search, run: (args) => (JSON.stringify(args).includes('waders') ? 'waders wade' : []) }],
      },
    );
    const stored: unknown = JSON.parse(
      readFileSync(new URL('./plan-verify.events.json', import.meta.url), 'utf8'),
    );
    expect(JSON.parse(JSON.stringify(events.map(timeless)))).toEqual(stored);
  });

  it('stream tokens from the generator alone', async () => {
    const { events } = await playPlan(complex);
    const streaming = events.filter(({ type }) => type === 'on_chat_model_stream');
    expect(new Set(streaming.map(({ node }) => node))).toEqual(new Set(['generator']));
    expect(streaming.length).toBeGreaterThan(1);
    const starting = events.filter(({ type }) => type === 'on_chat_model_start').map(({ node }) => node);
    expect(starting).toEqual(['planner', 'verifier', 'generator']);
  });
});

describe('the state of a turn', () => {
  it('has phase, scratchpad, retry count, user context, usage and tokens', async () => {
    const { state, usage, counters } = await playPlan(complex, { runId: 'r' });
    expect(state.turn.runId).toBe('r');
    expect(planSlot.get(state.turn)).toMatchObject({
      phase: 'generate',
      retryCount: 0,
      userContext: { roles: [], tools: null },
      scratchpad: { plan: [herons], tried: [{ tool: 'search', outcome: 'found something' }] },
    });
    expect(usage).toEqual({ inputTokens: 30, outputTokens: 15, modelCalls: 3 });
    expect(counters.tokens).toBe(45);
  });
});

describe('ingress', () => {
  const refused = async (message: string, settings = {}, more = {}) =>
    playPlan({}, { message, settings: { safety: settings }, ...more });

  it.each([
    ['is too long', 'x'.repeat(11), { maxInputChars: 10 }, '10 is the most'],
    ['has broken characters', 'a \ud800 b', {}, 'broken characters'],
    ['has nothing to read', '\u200b\u2060', {}, 'nothing in it'],
    [
      'matches a blocked pattern',
      'Tell me the PassWord',
      { blockedPatterns: ['pass\\s*word'] },
      'do not allow',
    ],
    [
      'matches a pattern that nests repetitions',
      `${'a'.repeat(45)}! pass word`,
      { blockedPatterns: ['(a+)+$', '([a-z]+)*\\d$', 'pass\\s*word'] },
      'do not allow',
    ],
  ])('refuses a message that %s, without planning', async (_, message, settings, reason) => {
    const { path, answer, status, custom, model, messages } = await refused(message, settings);
    expect(path).toEqual(['ingress', 'generator', 'summarizer']);
    expect(status).toBe('completed');
    expect(answer).toContain(reason);
    expect(custom).toEqual([{ status: 'refused', reason: expect.stringContaining(reason) }]);
    expect(model.requests).toHaveLength(0);
    expect(messages[0]?.content).not.toContain(message);
  });

  it('asks a model where there is a policy', async () => {
    const settings = { safety: { policy: 'No medical advice.' } };
    const no = await playPlan(
      { ingress: [JSON.stringify({ allowed: false, reason: 'I give no medical advice.' })] },
      { settings },
    );
    expect(no.answer).toBe('I cannot help with this. I give no medical advice.');
    expect(no.usage.modelCalls).toBe(1);
    const yes = await playPlan({ ingress: [JSON.stringify({ allowed: true })], ...simple }, { settings });
    expect(yes.answer).toBe('Hello.');
  });

  it('refuses when the policy cannot be applied', async () => {
    const { answer, status } = await playPlan(
      { ingress: ['I think so'] },
      { settings: { safety: { policy: 'Be kind.' } } },
    );
    expect(status).toBe('completed');
    expect(answer).toContain('could not be checked');
  });

  it('loads the profile, and has the planner see only the tools of its roles', async () => {
    const { asked, state } = await playPlan(simple, {
      userId: 'ann',
      profileOf: async (id) => ({ name: id, roles: ['staff'], preferences: { units: 'metric' } }),
      tools: [search, tool('pay', () => 'paid')],
      settings: { safety: { toolsByRole: { staff: ['search'], '*': [] } } },
    });
    expect(planSlot.get(state.turn).userContext).toEqual({
      name: 'ann',
      roles: ['staff'],
      tools: ['search'],
      preferences: { units: 'metric' },
    });
    const [request] = asked('planner');
    expect(request?.system).toContain('"name":"search"');
    expect(request?.system).not.toContain('"name":"pay"');
    expect(request?.system).toContain('preferences {"units":"metric"}');
  });

  it('grants people without a listed role what "*" has, and what their profile names', async () => {
    const toolsOf = async (profile: { roles: string[]; tools?: string[] } | undefined) => {
      const { state } = await playPlan(
        { generator: ['Hello.'], planner: [generate] },
        {
          userId: 'ann',
          profileOf: async () => profile && { ...profile, preferences: {} },
          settings: { safety: { toolsByRole: { staff: ['search'], '*': ['help'] } } },
        },
      );
      return planSlot.get(state.turn).userContext?.tools;
    };
    expect(await toolsOf(undefined)).toEqual(['help']);
    expect(await toolsOf({ roles: ['guest'] })).toEqual(['help']);
    expect(await toolsOf({ roles: ['guest'], tools: ['search'] })).toEqual(['help', 'search']);
  });
});

describe('the planner', () => {
  it('has no tools of its own, and sees conversation, summary and catalogue', async () => {
    const { asked } = await playPlan(simple, {
      history: [
        { id: '1', role: 'user', content: 'Earlier question' },
        { id: '2', role: 'assistant', content: 'Earlier answer' },
      ],
      summary: 'The user is called Ann.',
    });
    const [request] = asked('planner');
    expect(request?.tools).toEqual([]);
    expect(request?.messages.map(({ content }) => content)).toEqual([
      'Earlier question',
      'Earlier answer',
      'What is known of herons?',
    ]);
    expect(request?.system).toContain('The user is called Ann.');
    expect(request?.system).toContain('Searches documents');
  });

  it('is told once what is wrong with a malformed plan', async () => {
    const { asked, answer, custom } = await playPlan({
      planner: [plan({ id: 'a', tool: 'serach', args: {} }), plan(herons)],
      verifier: [good],
      generator: ['Found.'],
    });
    expect(asked('planner')[1]?.note).toContain('names the tool "serach", which does not exist');
    expect(custom).toMatchObject([{ status: 'plan_malformed' }]);
    expect(answer).toBe('Found.');
  });

  it('that fails twice leaves it to the generator', async () => {
    const { path, receipts, usage } = await playPlan({
      planner: ['no JSON', '{"next": 1}'],
      generator: ['As far as I know…'],
    });
    expect(path).toEqual(['ingress', 'planner', 'generator', 'summarizer']);
    expect(receipts[1]?.warning).toContain('The plan could not be used');
    expect(usage.modelCalls).toBe(3);
  });

  it('whose model fails leaves it to the generator', async () => {
    const { answer, receipts } = await playPlan({ planner: [new Error('down')], generator: ['Hm.'] });
    expect(answer).toBe('Hm.');
    expect(receipts[1]?.warning).toContain('The planner failed');
  });
});

describe('the tool router and the executor', () => {
  it('let three independent tools overlap', async () => {
    const log: string[] = [];
    let open = 0;
    const { promise: allStarted, resolve } = Promise.withResolvers<void>();
    const slow = (name: string) =>
      tool(name, async () => {
        log.push(`${name} starts`);
        if (++open === 3) resolve();
        await allStarted;
        log.push(`${name} ends`);
        return name;
      });
    const { path } = await playPlan(
      {
        planner: [plan(...['x', 'y', 'z'].map((name) => ({ id: name, tool: name })))],
        verifier: [good],
        generator: ['Done.'],
      },
      { tools: ['x', 'y', 'z'].map(slow) },
    );
    expect(log.slice(0, 3).every((line) => line.endsWith('starts'))).toBe(true);
    expect(path.filter((name) => name === 'tool_executor')).toHaveLength(1);
  });

  it('keep the order of a chain, and fill results in', async () => {
    const given: JsonValue[] = [];
    const seen = (name: string, result: JsonValue, input: z.ZodType = z.looseObject({})) =>
      tool(
        name,
        (args) => {
          given.push({ [name]: JSON.parse(JSON.stringify(args)) });
          return result;
        },
        { input },
      );
    const { path, answer, counters } = await playPlan(
      {
        planner: [
          plan(
            { id: 'c', tool: 'third', args: { text: 'year {{a.year}} is {{b}}', count: '{{b}}' } },
            { id: 'b', tool: 'second', args: { from: '{{a.year}}' }, after: ['a'] },
            { id: 'a', tool: 'first' },
          ),
        ],
        verifier: [good],
        generator: ['Done.'],
      },
      {
        tools: [
          seen('first', { year: 2018 }),
          seen('second', 8),
          seen('third', 'end', z.object({ text: z.string(), count: z.number() })),
        ],
      },
    );
    expect(given).toEqual([
      { first: {} },
      { second: { from: '2018' } },
      { third: { text: 'year 2018 is 8', count: 8 } },
    ]);
    expect(path.filter((name) => name === 'tool_executor')).toHaveLength(3);
    expect(path.filter((name) => name === 'verifier')).toHaveLength(3);
    expect(counters.toolHops).toBe(3);
    expect(answer).toBe('Done.');
  });

  it('carry out every plan without a circle: each call once, after all it waits for', async () => {
    // Call n may wait for any of those before it; the plan lists them in any order.
    const plans = fc
      .array(fc.array(fc.nat(6), { maxLength: 3 }), { minLength: 1, maxLength: 7 })
      .map((waits) =>
        waits.map((before, n) => ({
          id: `n${n}`,
          tool: 'note',
          args: { n },
          after: [...new Set(before.filter((other) => other < n).map((other) => `n${other}`))],
        })),
      )
      .chain((calls) => fc.shuffledSubarray(calls, { minLength: calls.length }));
    await fc.assert(
      fc.asyncProperty(plans, async (calls) => {
        const log: string[] = [];
        const note = tool('note', async (args) => {
          const id = `n${z.object({ n: z.number() }).parse(args).n}`;
          log.push(`${id} starts`);
          await Promise.resolve();
          log.push(`${id} ends`);
          return id;
        });
        await playPlan(
          { planner: [plan(...calls)], verifier: [good], generator: ['Done.'] },
          { tools: [note] },
        );
        expect(log).toHaveLength(2 * calls.length);
        for (const { id, after } of calls)
          for (const other of after)
            expect(log.indexOf(`${other} ends`)).toBeLessThan(log.indexOf(`${id} starts`));
      }),
      { numRuns: runs(40, 10) },
    );
  });

  it('cut one that hangs, and use the results of the others', async () => {
    const { asked, messages } = await playPlan(
      {
        planner: [plan({ id: 'h', tool: 'hangs' }, { id: 'f', tool: 'fast' })],
        verifier: [verdict('success', { missing: 'what hangs would have said' })],
        generator: ['Fast says 1 (fast).'],
      },
      { tools: [tool('hangs', () => new Promise(() => {}), { timeoutMs: 20 }), tool('fast', () => 1)] },
    );
    const material = asked('generator')[0]?.messages.at(-1)?.content;
    expect(material).toContain('fast({}) → <result>1</result>');
    expect(material).toContain('hangs({}) → failed: <result>It took longer than 20 ms');
    expect(asked('generator')[0]?.note).toContain('Still missing: what hangs would have said');
    expect(messages.filter(({ role }) => role === 'tool')).toHaveLength(2);
  });

  it('let a flaky one succeed on retry', async () => {
    let attempts = 0;
    const flaky = tool(
      'flaky',
      () => {
        if (++attempts < 3) throw new Error('not yet');
        return 'at last';
      },
      { retries: 2, readOnly: true },
    );
    const { asked } = await playPlan(
      { planner: [plan({ id: 'a', tool: 'flaky' })], verifier: [good], generator: ['Done.'] },
      { tools: [flaky] },
    );
    expect(asked('generator')[0]?.messages.at(-1)?.content).toContain('flaky({}) → <result>at last</result>');
  });

  it('refuse a call whose results would come to far too much, in words', async () => {
    const page = tool('page', () => 'x'.repeat(20_000));
    const calls = [
      { id: 'a', tool: 'page' },
      { id: 'b', tool: 'search', args: { query: '{{a}}'.repeat(5_000) } },
    ];
    const { messages } = await playPlan(
      { planner: [plan(...calls)], verifier: [good], generator: ['Done.'] },
      { tools: [page, search] },
    );
    const results = messages.filter(({ role }) => role === 'tool');
    expect(results).toMatchObject([
      {},
      { isError: true, content: expect.stringContaining('more than 200000') },
    ]);
  });

  it('make identical calls once, also over plans', async () => {
    let runs = 0;
    const { messages } = await playPlan(
      {
        planner: [
          plan(herons, { ...herons, id: 'b' }),
          plan({ ...herons, id: 'c' }, { id: 'd', tool: 'search', args: { query: 'waders' } }),
        ],
        verifier: [verdict('replan'), good],
        generator: ['Done.'],
      },
      { tools: [{ ...search, run: () => `run ${++runs}` }] },
    );
    expect(runs).toBe(2);
    expect(messages.filter(({ role }) => role === 'tool')).toHaveLength(2);
  });

  it('refuse a tool that the user may not use, and what waits for it', async () => {
    const ran: string[] = [];
    const noting = (name: string) => tool(name, () => String(ran.push(name)));
    const { messages, events } = await playPlan(
      {
        planner: [
          plan(
            { id: 'a', tool: 'pay' },
            { id: 'b', tool: 'post', args: { text: '{{a}}' } },
            { id: 'c', tool: 'post' },
          ),
        ],
        verifier: [verdict('success', { missing: 'the payment' })],
        generator: ['Not paid.'],
      },
      {
        tools: ['pay', 'post'].map(noting),
        settings: { safety: { toolsByRole: { '*': ['post'] } } },
      },
    );
    expect(ran).toEqual(['post']);
    expect(messages.flatMap((message) => (message.role === 'tool' ? [message.content] : []))).toEqual([
      'This user may not use the tool "pay".',
      '1',
      'It needed the result of "a", which failed.',
    ]);
    expect(events.filter(({ type }) => type === 'on_tool_end')).toHaveLength(3);
  });

  it('ask a person before a tool that needs approval, with its exact arguments', async () => {
    const paid: JsonValue[] = [];
    const pay = tool('pay', (args) => `paid ${paid.push(JSON.stringify(args))}`, { requiresApproval: true });
    const scripts = { planner: [plan({ id: 'a', tool: 'pay', args: { sum: 5 } })] };
    const waiting = await playPlan(scripts, { tools: [pay] });
    expect(waiting.status).toBe('awaiting_human');
    expect(waiting.handoff?.question).toBe(
      'The assistant would like to use “pay” (sum: 5). Is that all right?',
    );
    expect(paid).toEqual([]);
    const workflow = await compileWorkflow(planVerifyWorkflow([pay]), {
      tools: [pay],
      model: () => ({
        name: 'm',
        generate: async ({ responseSchema }) => ({
          content: responseSchema ? good : 'Paid (pay).',
          toolCalls: [],
          usage: { inputTokens: 1, outputTokens: 1, modelCalls: 1 },
          finishReason: 'stop',
          model: 'm',
        }),
      }),
    });
    const answer = { handoffId: waiting.handoff?.id ?? '', text: 'approve' };
    await expect(
      resumeTurn(workflow, waiting.state, { ...answer, args: { nobody: { sum: 1 } } }),
    ).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    expect(paid).toEqual([]);
    const resumed = await resumeTurn(workflow, waiting.state, answer);
    expect(paid).toEqual(['{"sum":5}']);
    expect(resumed.answer).toBe('Paid (pay).');
  });
});

describe('a tool executor that has calls approved', () => {
  const approving = async (answer: string) => {
    const ran: string[] = [];
    const noted = (name: string) => tool(name, () => `${name} ran ${ran.push(name)}`);
    const definition = planVerifyWorkflow([{ name: 'pay' }, { name: 'look' }]);
    const nodes = definition.nodes.map((node) =>
      node.nodeType === 'TOOL_EXECUTOR' ? { ...node, config: { ...node.config, approve: ['pay'] } } : node,
    );
    const replies = [
      plan({ id: 'a', tool: 'pay', args: { sum: 5 } }, { id: 'b', tool: 'look', args: {} }),
      good,
      'Done.',
    ];
    const workflow = await compileWorkflow(
      { ...definition, nodes },
      {
        tools: [noted('pay'), noted('look')],
        model: () => ({
          name: 'm',
          generate: async () => ({
            content: replies.shift() ?? '{"summary":""}',
            toolCalls: [],
            usage: { inputTokens: 1, outputTokens: 1, modelCalls: 1 },
            finishReason: 'stop',
            model: 'm',
          }),
        }),
      },
    );
    const waiting = await runTurn(workflow, { message: 'Pay.' });
    expect(waiting.handoff?.calls).toMatchObject([{ name: 'pay', args: { sum: 5 } }]);
    expect(ran).toEqual([]);
    await resumeTurn(workflow, waiting.state, { handoffId: waiting.handoff?.id ?? '', text: answer });
    return ran.toSorted();
  };

  it('runs them once a person has agreed', async () => {
    expect(await approving('approve')).toEqual(['look', 'pay']);
  });

  it('runs only the others when the person declines', async () => {
    expect(await approving('reject')).toEqual(['look']);
  });
});

describe('the verifier', () => {
  it('asks the user: the question is the answer', async () => {
    const { answer, status, asked, receipts } = await playPlan({
      planner: [plan(herons)],
      verifier: [verdict('ask', { question: 'Grey or purple herons?' })],
    });
    expect({ answer, status }).toEqual({ answer: 'Grey or purple herons?', status: 'completed' });
    expect(asked('generator')).toHaveLength(0);
    expect(receipts[4]).toMatchObject({ label: 'ask', to: 'generator' });
  });

  it('re-plans twice at most; then the answer says what is missing', async () => {
    const { custom, asked, receipts, state, status } = await playPlan({
      planner: ['a', 'b', 'c'].map((query) => plan({ id: query, tool: 'search', args: { query } })),
      verifier: () => verdict('replan', { missing: 'the wingspan' }),
      generator: ['I could not find the wingspan; I searched for a, b and c.'],
    });
    expect(custom).toEqual([
      { status: 'planning_retry', attempt: 1, reason: 'the wingspan' },
      { status: 'planning_retry', attempt: 2, reason: 'the wingspan' },
    ]);
    expect(asked('planner')).toHaveLength(3);
    expect(receipts.find(({ label }) => label === 'give_up')).toMatchObject({ to: 'generator' });
    expect(planSlot.get(state.turn).retryCount).toBe(2);
    expect(status).toBe('completed');
    const note = asked('generator')[0]?.note;
    expect(note).toContain('Still missing: the wingspan');
    expect(note).toContain('- search {"query":"c"}: found something');
  });

  it.each(['no JSON', new Error('down')])(
    'goes on to the answer when its model is of no use (%s)',
    async (reply) => {
      const { answer, receipts } = await playPlan({
        planner: [plan(herons)],
        verifier: [reply],
        generator: ['Found.'],
      });
      expect(answer).toBe('Found.');
      expect(receipts[4]?.warning).toBeDefined();
    },
  );
});

describe('secrets', () => {
  it('in results, errors, logs and events of tools reach neither the model nor the events', async () => {
    const canary = `sk-canary-${'a1b2'.repeat(6)}`;
    const other = 'CASE-77';
    const logged: unknown[] = [];
    const note = (...line: unknown[]) =>
      logged.push(line.map((part) => (part instanceof Error ? part.stack : part)));
    const leak = tool('leak', (_, { log, emit }) => {
      log(`saw ${canary}`, { key: canary });
      emit({ key: canary });
      return { key: canary, file: other };
    });
    const fails = tool('fails', () => {
      throw new Error(`no ${canary}`);
    });
    const { events, model, messages } = await playPlan(
      {
        planner: [plan({ id: 'a', tool: 'leak' }, { id: 'b', tool: 'fails' })],
        verifier: [good],
        generator: ['Done.'],
      },
      {
        tools: [leak, fails],
        secretPatterns: [/CASE-\d+/],
        log: {
          debug: note,
          info: note,
          error: note,
          warn: (message, fields) => note(message, fields, fields?.error),
        },
      },
    );
    const everything = JSON.stringify([events, model.requests, messages, logged]);
    expect(everything).toContain('[redacted]');
    expect(everything).not.toContain(canary);
    expect(everything).not.toContain(other);
    expect(logged.length).toBeGreaterThan(0);
  });
});
