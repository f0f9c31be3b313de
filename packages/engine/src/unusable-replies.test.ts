// What models do on a bad day, in all three designs: whatever it is, the run ends in words, and what tools found is in them.
import {
  CadenceError,
  isJsonObject,
  type JsonObject,
  parseJson,
  type Tool,
  type WorkflowDefinition,
} from '@cadence-agents/contracts';
import { type Script, type ScriptedReply, scriptedModel } from '@cadence-agents/testkit';
import { runs } from '@cadence-agents/testkit/random-runs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runTurn } from './conversation/run-turn.ts';
import { coordinate, goto, search as searchPlugin } from './coordinator.fixture.ts';
import { generate, good, plan, playPlan } from './plan-verify.fixture.ts';
import { call, play } from './run.fixture.ts';
import { compileWorkflow } from './workflow/compile-workflow.ts';
import { coordinatorWorkflow } from './workflow/coordinator-workflow.ts';
import { planVerifyWorkflow } from './workflow/plan-verify-workflow.ts';
import { sketch } from './workflow.fixture.ts';

const fact = 'Herons stand up to 140 cm tall';
const search: Tool = {
  name: 'search',
  description: 'Searches documents',
  input: z.object({ query: z.string() }),
  run: () => fact,
};
const weather: Tool = {
  name: 'weather',
  description: 'Tells the weather',
  input: z.object({ city: z.string() }),
  run: () => '{"city":"Tokyo","sky":"clear","degrees":21}',
};
const lookUp = { toolCalls: [{ name: 'search', args: { query: 'herons' } }] };
const answer = `Grey herons: ${fact}.`;
const down = new CadenceError('MODEL_UNAVAILABLE', 'The model "x" answered HTTP 503.', {
  hint: 'Check OPENAI_API_KEY.',
});
const malformed = (name: string, text: string) => ({ toolCalls: [{ name, malformed: text }] });
const route = (args = {}) => ({ toolCalls: [{ name: 'route', args }] });
const end = (args = {}) => ({ toolCalls: [{ name: 'end', args }] });

const planned = (...calls: object[]) => JSON.stringify({ next: 'tool_use', calls });
const circle = [
  { id: 'b', tool: 'weather', args: { city: 'Oslo' }, after: ['c'] },
  { id: 'c', tool: 'weather', args: { city: 'Rome' }, after: ['b'] },
];

/** As it comes over the wire: no `-0`, no `__proto__` that is more than a name. */
function toJsonObject(value: unknown): JsonObject {
  const json = parseJson(JSON.stringify(value));
  return isJsonObject(json) ? json : {};
}

/** What every row has to show. */
interface Ended {
  status: string;
  answer: string;
  degraded: readonly string[];
  usage: { modelCalls: number };
  events: readonly { type: string; data: object }[];
}

/** An agent with tools that may pass on to a second one. */
const chat = sketch({
  agents: { A: { tools: ['search', 'weather'] }, RC2: {} },
  toolNodes: ['tools'],
  edges: [
    ['A', 'tool_executor', 'tools'],
    ['A', 'RC2', 'RC2'],
    ['A', 'END', null],
    ['RC2', 'A', 'A'],
    ['RC2', 'END', null],
  ],
  conversational: true,
});
const chatting = (A: Script, more: Record<string, Script> = {}, lastWords: Script = [answer]) =>
  play(
    chat,
    { A, ...more },
    { tools: [search, weather], message: 'How tall are herons?', writer: lastWords },
  );
const planning = (scripts: Parameters<typeof playPlan>[0]) =>
  playPlan({ verifier: [good], generator: [answer], ...scripts }, { tools: [search, weather] });
const coordinating = (roles: Partial<Parameters<typeof coordinate>[0]>) =>
  coordinate({
    coordinator: [goto('search_agent'), goto('finalize')],
    search: [lookUp, 'It is in the documents.'],
    synthesizer: [answer],
    ...roles,
  });

interface Row {
  what: string;
  run: () => Promise<Ended>;
  /** Default `completed`. */
  status?: string;
  /** What the answer has to contain. */
  says?: string | RegExp;
  degraded?: string[];
  /** The most model calls it may take. */
  calls: number;
}

const declarative: Row[] = [
  {
    what: 'end without words',
    run: () => chatting([end()]),
    says: fact,
    degraded: ['answer_missing'],
    calls: 2,
  },
  {
    what: 'end without words after tool results',
    run: () => chatting([lookUp, end()]),
    says: fact,
    degraded: ['answer_missing'],
    calls: 3,
  },
  {
    what: 'end without words, and nothing from the writer either',
    run: () => chatting([lookUp, end()], {}, ['', '']),
    says: fact,
    degraded: ['answer_missing', 'answer_without_model'],
    calls: 4,
  },
  {
    what: 'end without words, and the writer is down',
    run: () => chatting([lookUp, end()], {}, [down]),
    says: fact,
    degraded: ['answer_missing', 'answer_without_model'],
    calls: 2,
  },
  {
    what: 'filler before a tool call, then end without words',
    run: () => chatting([{ content: 'Let me look that up for you.', ...lookUp }, end()]),
    says: fact,
    degraded: ['answer_missing'],
    calls: 3,
  },
  {
    what: 'JSON results and no words at all',
    run: () => chatting([{ toolCalls: [{ name: 'weather', args: { city: 'Tokyo' } }] }, end()], {}, [down]),
    says: /^[^{}]*city: Tokyo[^{}]*$/,
    degraded: ['answer_missing', 'answer_without_model'],
    calls: 2,
  },
  {
    what: 'the model is down after the tools answered',
    run: () => chatting([lookUp, down]),
    status: 'failed',
    says: fact,
    degraded: ['answer_without_model'],
    calls: 1,
  },
];

const passOn = (next: string) => () => route({ next });
declarative.push(
  {
    what: 'two agents that send each other back and forth',
    run: () => chatting(passOn('RC2'), { RC2: passOn('A') }),
    status: 'suspended',
    says: 'without getting further',
    degraded: ['cycle'],
    calls: 6,
  },
  {
    what: 'the same call again and again, with the same result',
    run: () => chatting(() => lookUp),
    status: 'suspended',
    says: fact,
    degraded: ['cycle'],
    calls: 4,
  },
);

const found = { RC2: [{ content: answer, ...end() }] };
const routes: [string, ScriptedReply[]][] = [
  ['in other letters', [route({ next: 'rc2' })]],
  ['with other signs', [route({ next: 'RC-2' })]],
  ['under another argument', [route({ to: 'RC2' })]],
  ['with arguments as a string', [malformed('route', '"{\\"next\\":\\"RC2\\"}"')]],
  ['with a comma too many', [malformed('route', '{"next":"RC2",}')]],
  ['with a namespace', [{ toolCalls: [{ name: 'functions.route', args: { next: 'RC2' } }] }]],
  ['to nobody, then corrected', [route({ next: 'nobody' }), route({ next: 'RC2' })]],
  ['without an argument, then corrected', [route(), route({ next: 'RC2' })]],
  ['with JSON cut off, then corrected', [malformed('route', '{"next":"RC'), route({ next: 'RC2' })]],
];
declarative.push(
  ...routes.map(([how, A]) => ({
    what: `route ${how}`,
    run: () => chatting(A, found),
    says: fact,
    calls: A.length + 1,
  })),
);
for (const [how, bad] of [
  ['to nobody', route({ next: 'nobody' })],
  ['without an argument', route()],
  ['with JSON cut off', malformed('route', '{"next":"RC')],
] as const) {
  declarative.push({
    what: `route ${how}, twice`,
    run: () => chatting([lookUp, bad, bad]),
    says: fact,
    degraded: ['reply_unusable', 'answer_missing'],
    calls: 4,
  });
}
const toolCalls: [string, ScriptedReply[]][] = [
  ['with a namespace', [{ toolCalls: [{ name: 'functions.search', args: { query: 'herons' } }] }]],
  ['in other letters', [{ toolCalls: [{ name: 'Search', args: { query: 'herons' } }] }]],
  ['with a comma too many', [malformed('search', '{"query":"herons",}')]],
  ['with arguments in a fence', [malformed('search', '```json\n{"query":"herons"}\n```')]],
  ['by a wrong name, then corrected', [{ toolCalls: [{ name: 'find_birds' }] }, lookUp]],
  ['with arguments cut off, then corrected', [malformed('search', '{"query":"her'), lookUp]],
  ['after an empty reply', ['', lookUp]],
  ['after thoughts alone', ['<think>Birds…</think>', lookUp]],
];
declarative.push(
  ...toolCalls.map(([how, A]) => ({
    what: `a tool called ${how}`,
    run: () => chatting([...A, end()], {}, [down]),
    says: fact,
    degraded: ['answer_missing', 'answer_without_model'],
    calls: A.length + 1,
  })),
  {
    what: 'two calls under one id',
    run: () =>
      chatting(
        [
          {
            toolCalls: [
              { id: 'same', name: 'search', args: { query: 'herons' } },
              { id: 'same', name: 'weather', args: { city: 'Tokyo' } },
            ],
          },
          end(),
        ],
        {},
        [down],
      ),
    says: /140 cm tall.*city: Tokyo/,
    degraded: ['answer_missing', 'answer_without_model'],
    calls: 2,
  },
  {
    what: 'a tool name that does not exist, for ever',
    run: () => chatting(() => ({ toolCalls: [{ name: 'find_birds' }] })),
    says: fact,
    degraded: ['reply_unusable', 'answer_missing'],
    calls: 3,
  },
  {
    what: 'thoughts before the answer',
    run: () => chatting([{ content: `<think>Let me see.</think>\n\n${answer}`, ...end() }]),
    says: new RegExp(`^${answer}$`),
    calls: 1,
  },
  {
    what: 'last words under another name',
    run: () => chatting([end({ text: answer })]),
    says: fact,
    calls: 1,
  },
  {
    what: 'nothing at all, for ever, after the tools answered',
    run: () => chatting([lookUp, '', '']),
    status: 'failed',
    says: fact,
    degraded: ['answer_without_model'],
    calls: 3,
  },
);

const gotos: [string, ScriptedReply[]][] = [
  ['in other letters', [goto('Search_Agent')]],
  ['with a letter wrong', [goto('serch_agent')]],
  ['with a namespace', [{ toolCalls: [{ name: 'functions.goto_search_agent' }] }]],
  ['after an agent that does not exist', [goto('wizard_agent'), goto('search_agent')]],
  ['after a tool that is not its own', [call('calculate'), goto('search_agent')]],
  ['after an empty reply', ['', goto('search_agent')]],
];
const coordinator: Row[] = [
  ...gotos.map(([how, replies]) => ({
    what: `an agent chosen ${how}`,
    run: () => coordinating({ coordinator: [...replies, goto('finalize')], synthesizer: [down] }),
    says: 'asyncio came in 2014',
    degraded: ['answer_without_model'],
    calls: replies.length + 3,
  })),
  {
    what: 'the synthesizer is down',
    run: () => coordinating({ search: [lookUp, 'Found.'], synthesizer: [down] }),
    says: 'asyncio came in 2014',
    degraded: ['answer_without_model'],
    calls: 4,
  },
  {
    what: 'the synthesizer only calls a tool, once',
    run: () => coordinating({ synthesizer: [call('search'), answer] }),
    says: fact,
    calls: 6,
  },
  {
    what: 'the synthesizer only calls tools',
    run: () => coordinating({ synthesizer: [call('search'), call('search')] }),
    says: 'asyncio came in 2014',
    degraded: ['answer_without_model'],
    calls: 6,
  },
];

const herons = { id: 'a', tool: 'search', args: { query: 'herons' } };
const wholePlan = plan(herons);
const plans: [string, ScriptedReply[]][] = [
  ['in prose', [`Sure! Here is my plan: ${wholePlan} Shall I go on?`]],
  ['in a fence in prose', [`Of course:\n\`\`\`json\n${wholePlan}\n\`\`\``]],
  ['after thoughts', [`<think>{"next":"generate"}</think>${wholePlan}`]],
  ['with a comma too many', [wholePlan.replace(']}', '],}')]],
  ['with arguments as a string', [planned({ ...herons, args: '{"query":"herons"}' })]],
  ['with numbers for ids', [planned({ ...herons, id: 1, after: [] })]],
  ['with the tool in other letters', [planned({ ...herons, tool: 'functions.Search' })]],
  ['without saying what is next', [JSON.stringify({ calls: [herons] })]],
  ['with a wrong tool, then corrected', [planned({ ...herons, tool: 'fly' }), wholePlan]],
  ['after an empty reply', ['', wholePlan]],
];
const partlyBad: [string, string][] = [
  ['one tool that does not exist', planned(herons, { id: 'b', tool: 'fly', args: {} })],
  ['one call whose arguments do not fit', planned(herons, { id: 'b', tool: 'weather', args: { town: 1 } })],
  ['one call that waits for nobody', planned(herons, { ...herons, id: 'b', after: ['z'] })],
  ['two calls that wait for each other', planned(herons, ...circle)],
];
const planVerify: Row[] = [
  ...plans.map(([how, planner]) => ({
    what: `a plan ${how}`,
    run: () => planning({ planner, generator: [down] }),
    says: fact,
    degraded: ['answer_without_model'],
    calls: planner.length + 1,
  })),
  ...partlyBad.map(([what, partly]) => ({
    what: `a plan with ${what}, twice`,
    run: () => planning({ planner: [partly, partly], generator: [down] }),
    says: fact,
    degraded: ['plan_incomplete', 'answer_without_model'],
    calls: 3,
  })),
  {
    what: 'a partly bad plan, and no plan when asked again',
    run: () => planning({ planner: [partlyBad[0]?.[1] ?? '', 'Sorry.'], generator: [down] }),
    says: fact,
    degraded: ['plan_incomplete', 'answer_without_model'],
    calls: 3,
  },
  {
    what: 'no plan at all',
    run: () => planning({ planner: ['Hm.', 'Well…'] }),
    degraded: ['plan_incomplete'],
    calls: 3,
  },
  {
    what: 'a verdict in prose, then in form',
    run: () => planning({ planner: [wholePlan], verifier: ['It is all there.', good] }),
    says: fact,
    calls: 4,
  },
  {
    what: 'a verdict in prose, twice',
    run: () => planning({ planner: [wholePlan], verifier: ['It is all there.', 'As I said.'] }),
    says: fact,
    degraded: ['reply_unusable'],
    calls: 4,
  },
  {
    what: 'the generator is down',
    run: () =>
      planning({
        planner: [plan({ id: 'a', tool: 'search', args: { query: 'herons' } })],
        generator: [down],
      }),
    says: fact,
    degraded: ['answer_without_model'],
    calls: 2,
  },
  {
    what: 'the generator only calls a tool, once',
    run: () =>
      planning({
        planner: [plan({ id: 'a', tool: 'search', args: { query: 'herons' } })],
        generator: [call('search'), answer],
      }),
    says: fact,
    calls: 4,
  },
];

it('the generator is told what was planned and not done, and that nothing may be claimed of it', async () => {
  const partly = planned(herons, { id: 'b', tool: 'weather', args: { town: 'Tokyo' } });
  const { asked } = await planning({ planner: [partly, partly] });
  const [request] = asked('generator');
  expect(request?.note).toMatch(/Not done:\n- weather \{"town":"Tokyo"\}/);
  expect(request?.note).toContain('claim nothing');
});

it('a planner is told all that is wrong, and all tools that there are', async () => {
  const partly = planned(herons, { id: 'b', tool: 'fly' }, { id: 'c', tool: 'weather', args: { town: 1 } });
  const { asked } = await planning({ planner: [partly, wholePlan] });
  const told = asked('planner')[1]?.note ?? '';
  for (const words of ['"fly", which does not exist', 'do not fit "weather"', 'search, weather'])
    expect(told).toContain(words);
});

describe('a policy judge', () => {
  const judged = (ingress: ScriptedReply[]) =>
    playPlan(
      { ingress, planner: [generate], generator: [answer] },
      { settings: { safety: { policy: 'No weapons.' } } },
    );

  it.each([
    ['replies in prose, then in form', ['Fine by me.', '{"allowed":true,"reason":""}']],
    ['wraps its verdict in prose', ['I think {"allowed":true,"reason":""} is right.']],
    ['says it in words for a boolean', ['{"allowed":"yes"}']],
  ])('that %s lets the message in', async (_, replies) => {
    const ended = await judged(replies);
    expect(ended).toMatchObject({ status: 'completed', answer, error: null });
  });

  it('that cannot be understood has the message refused, with a code and words of its own', async () => {
    const { answer: said, events, usage } = await judged(['Fine by me.', 'As I said.']);
    expect(said).toContain('could not be checked');
    const errors = events.flatMap((event) => (event.type === 'on_error' ? [event.data.code] : []));
    expect(errors).toEqual(['POLICY_UNDECIDED']);
    expect(usage.modelCalls).toBe(2);
  });
});

const operatorText = /HTTP|OPENAI|API_KEY|MODEL_|INTERNAL|CADENCE_|undefined|\[object/;

it('a circle is noticed where it closes, and the receipt says so', async () => {
  const { receipts } = await chatting(passOn('RC2'), { RC2: passOn('A') });
  expect(receipts.map(({ rule }) => rule)).toEqual(['label', 'label', 'label', 'label', 'label', 'cycle']);
  expect(receipts.at(-1)).toMatchObject({ to: null, reason: 'cycle' });
});

it('agents that get further may come back to each other', async () => {
  const draft = (name: string) => (_: unknown, index: number) => ({
    content: `${name} ${index}`,
    ...route({ next: name === 'Draft' ? 'RC2' : 'A' }),
  });
  const { path, state } = await chatting(draft('Draft'), { RC2: draft('Review') });
  expect(path).toHaveLength(15);
  expect(state.turn.limit).toBe('maxSteps');
});

it('a circle leads to a person where the workflow has one for limits', async () => {
  const workflow = sketch({
    agents: { A: {}, B: {} },
    handoff: { name: 'person', config: { question: 'Who should take this?' } },
    edges: [
      ['A', 'B', 'B'],
      ['B', 'A', 'A'],
      ['A', 'person', 'person'],
      ['person', null, null],
    ],
  });
  const { status, receipts } = await play(workflow, { A: passOn('B'), B: passOn('A') });
  expect(receipts.at(-1)).toMatchObject({ rule: 'cycle', to: 'person' });
  expect(status).toBe('awaiting_human');
});

it('a call that fails among others is told its fault, and every tool there is', async () => {
  const mixed = { toolCalls: [...lookUp.toolCalls, { name: 'find_birds' }] };
  const { messages } = await chatting([mixed, { content: answer, ...end() }]);
  const fault = messages.find((message) => message.role === 'tool' && message.isError);
  expect(fault?.content).toBe('There is no tool "find_birds". Available: search, weather, route, end.');
});

describe.each([
  ['declarative', declarative],
  ['coordinator', coordinator],
  ['plan-verify', planVerify],
])('%s', (_, rows) => {
  it.each(rows)('$what', async ({ run, status = 'completed', says = /\S/, degraded = [], calls }) => {
    const ended = await run();
    expect(ended).toMatchObject({ status, degraded });
    expect(ended.answer).toMatch(says);
    expect(ended.answer).not.toMatch(operatorText);
    expect(ended.usage.modelCalls).toBeLessThanOrEqual(calls);
    const last = ended.events.at(-1);
    expect(last).toMatchObject({ type: 'on_run_end', data: { status, answer: ended.answer } });
  });
});

describe('whatever a model replies', () => {
  const names = [
    'search',
    'weather',
    'route',
    'end',
    'goto_search_agent',
    'goto_finalize',
    'back',
    'fly',
    '',
  ];
  const labels = ['RC2', 'A', 'END', 'rc2', 'nobody', ''];
  const args = fc.oneof(
    fc.record({ next: fc.constantFrom(...labels), query: fc.string() }, { requiredKeys: [] }),
    fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })).map(toJsonObject),
  );
  const called = fc.record(
    { name: fc.constantFrom(...names), args, id: fc.constantFrom('x', 'y'), malformed: fc.string() },
    { requiredKeys: ['name'] },
  );
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '',
      '  ',
      '<think>',
      wholePlan,
      good,
      generate,
      '{"next":"tool_use","calls":[7]}',
      '\ud800',
    ),
  );
  const replies = fc.oneof(
    texts,
    fc.record({ content: texts, toolCalls: fc.array(called, { maxLength: 3 }) }, { requiredKeys: [] }),
    fc.constant(down),
  );
  const designs: Record<string, WorkflowDefinition> = {
    declarative: chat,
    coordinator: coordinatorWorkflow([searchPlugin]),
    'plan-verify': planVerifyWorkflow([search, weather]),
  };

  it.each(Object.entries(designs))('a run of the %s design ends in words', async (_, definition) => {
    await fc.assert(
      fc.asyncProperty(fc.array(replies, { minLength: 1, maxLength: 8 }), async (script) => {
        const model = scriptedModel((_request, index) => script[index % script.length] ?? '');
        const workflow = compileWorkflow(definition, { model: () => model, tools: [search, weather] });
        const ended = await runTurn(workflow, { message: 'How tall are herons?' });
        expect(ended.counters.steps).toBeLessThanOrEqual(workflow.certificate.maxSteps ?? 0);
        expect(['completed', 'suspended', 'failed']).toContain(ended.status);
        expect(ended.answer.trim()).not.toBe('');
        expect([undefined, 'MODEL_BAD_REPLY', down.code]).toContain(ended.error?.code);
      }),
      { numRuns: runs(150) },
    );
  });
});
