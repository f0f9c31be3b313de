import type { Message, ModelRequest, Tool } from '@cadence-agents/contracts';
import { scriptByAgent } from '@cadence-agents/testkit';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runTurn } from './conversation/run-turn.ts';
import { openaiDialect } from './models/openai/dialect.ts';
import { shareCacheable, shareInCache } from './prefix-cache.fixture.ts';
import { go } from './run.fixture.ts';
import { compileWorkflow } from './workflow/compile-workflow.ts';
import { sketch } from './workflow.fixture.ts';

const topics = [
  'a charge of 88 euros on 3 May that the customer does not know',
  'a router that has lost its connection since the storm',
  'a refund that was promised on the phone',
  'the speed of the line, which is half of what was sold',
  'a change of address to Lindenweg 14 from June',
];
const sentences = (topic: string, count: number) =>
  Array.from(
    { length: count },
    (_, index) => `Point ${index + 1} about ${topic}: it has been looked at.`,
  ).join(' ');

const tool = (name: string): Tool => ({
  name,
  description: `Looks up what is known under "${name}", by the words of a query; returns notes with their dates.`,
  input: z.object({ query: z.string().describe('What to look for, in a few words.') }),
  run: (args) => sentences(z.object({ query: z.string() }).parse(args).query, 3),
});

const instructions = (name: string, field: string) =>
  `I am ${name}. You are at the help desk of a telephone company, where you look after ${field}. ${sentences(field, 25)}`;

const desk = sketch({
  agents: {
    Router: { systemPrompt: instructions('Router', 'all that comes in'), description: 'Decides who helps.' },
    Billing: {
      systemPrompt: instructions('Billing', 'bills and refunds'),
      description: 'Bills, charges, refunds.',
      tools: ['invoices', 'payments'],
    },
    Network: {
      systemPrompt: instructions('Network', 'lines and devices'),
      description: 'Lines, routers, faults.',
      tools: ['invoices', 'faults'],
    },
  },
  toolNodes: ['tools'],
  edges: [
    ['Router', 'Billing', 'Billing'],
    ['Router', 'Network', 'Network'],
    ['Billing', 'continue', 'tools'],
    ['Network', 'continue', 'tools'],
  ],
});

const tones = ['natural', 'formal', 'concise'];
const day = 86_400_000;

/** Ten turns: the router hands over with a reason of its own, the agent uses its tools three times and answers. */
async function requestsOfTenTurns(): Promise<readonly ModelRequest[]> {
  let turn = 0;
  const topic = () => topics[turn % topics.length] ?? '';
  const atWork = (first: string, second: string) => (request: ModelRequest) => {
    const done = request.messages.slice(request.messages.findLastIndex(({ role }) => role === 'user')).length;
    const [name] = [[first], [], [second], [], [first]][done - 1] ?? [];
    if (name === undefined) return sentences(topic(), 3);
    return { toolCalls: [{ name, args: { query: `${topic()} ${done}` } }] };
  };
  const model = scriptByAgent({
    'I am Router.': () => go(turn % 2 === 0 ? 'Billing' : 'Network', `It is about ${topic()}; turn ${turn}.`),
    'I am Billing.': atWork('invoices', 'payments'),
    'I am Network.': atWork('faults', 'invoices'),
  });
  const workflow = compileWorkflow(desk, {
    model: () => model,
    tools: ['invoices', 'payments', 'faults'].map(tool),
  });
  let history: Message[] = [];
  for (; turn < 10; turn += 1) {
    const result = await runTurn(workflow, {
      message: `I am writing about ${topic()}. What can be done?`,
      history,
      tone: tones[turn % tones.length] ?? 'natural',
      now: () => Date.parse('2026-05-01T12:00:00Z') + turn * day,
    });
    expect(result.status).toBe('completed');
    history = result.messages;
  }
  return model.requests;
}

const openai = openaiDialect('gpt-5', 'api.openai.com');
const local = openaiDialect('llama', 'localhost');

describe('ten turns with hand-overs, new tones and new days', () => {
  let requests: readonly ModelRequest[] = [];
  /** As it was once: what changes stands at the end of the system prompt. */
  let changing: readonly ModelRequest[] = [];
  /** With nothing that changes, which no order of the parts can better. */
  let unchanging: readonly ModelRequest[] = [];
  beforeAll(async () => {
    requests = await requestsOfTenTurns();
    unchanging = requests.map(({ note: _, ...request }) => request);
    changing = requests.map(({ note = '', ...request }) => ({
      ...request,
      system: `${request.system}\n\n${note}`,
    }));
  });

  it('are five calls each, told who handed over, the day and the tone', () => {
    expect(requests).toHaveLength(50);
    expect(new Set(requests.map(({ note }) => note)).size).toBe(20);
    const last = requests.at(-1)?.note;
    expect(last).toMatch(/^Today is Sunday,? 10 May 2026 \(.+\)\./);
    expect(last).toContain('Router handed over to you: It is about a change of address');
  });

  it('have prompts of which at least nine tenths can be cached', () => {
    expect(shareCacheable(requests, openai)).toBeGreaterThan(0.9);
    expect(shareCacheable(requests, local)).toBeGreaterThan(0.9);
    expect(shareCacheable(changing, openai)).toBeLessThan(0.8);
  });

  it('find in the cache nearly all that any order of the parts could find there', () => {
    const most = shareInCache(unchanging, openai);
    expect(shareInCache(requests, openai) / most).toBeGreaterThan(0.98);
    expect(shareInCache(requests, local) / most).toBeGreaterThan(0.95);
    expect(shareInCache(changing, openai) / most).toBeLessThan(0.8);
  });

  it('send each agent the same system prompt and the same tools every time', () => {
    const bySpeaker = Map.groupBy(requests, ({ speaker }) => speaker);
    expect([...bySpeaker.keys()]).toEqual(['Router', 'Billing', 'Network']);
    for (const own of bySpeaker.values()) {
      expect(new Set(own.map(({ system, tools }) => JSON.stringify([system, tools]))).size).toBe(1);
    }
  });
});
