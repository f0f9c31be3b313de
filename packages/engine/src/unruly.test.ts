// What models do on a bad day, in all three designs: whatever it is, the run ends in words, and what tools found is in them.
import { CadenceError, type Tool } from '@cadence/contracts';
import type { Script, ScriptedReply } from '@cadence/testkit';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { coordinate, goto } from './coordinator.fixture.ts';
import { good, plan, playPlan } from './plan-verify.fixture.ts';
import { call, play } from './run.fixture.ts';
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
const lookUp: ScriptedReply = { toolCalls: [{ name: 'search', args: { query: 'herons' } }] };
const answer = `Grey herons: ${fact}.`;
const down = new CadenceError('MODEL_UNAVAILABLE', 'The model "x" answered HTTP 503.', {
  hint: 'Check OPENAI_API_KEY.',
});
const end = (args = {}) => ({ toolCalls: [{ name: 'end', args }] });

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

const coordinator: Row[] = [
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

const planVerify: Row[] = [
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

const operatorText = /HTTP|OPENAI|API_KEY|MODEL_|INTERNAL|CADENCE_|undefined|\[object/;

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
