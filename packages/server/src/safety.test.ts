// CADENCE_SAFETY holds in every workflow, on both runtimes: where a message comes in, and where a tool is called.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  localOwner,
  type RunEvent,
  type RunRecord,
  type WorkflowDefinition,
} from '@cadence-agents/contracts';
import { type Behaviour, type FakeModelServer, startFakeModelServer } from '@cadence-agents/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { localPrincipal } from './app/access/principal.ts';
import { appContext } from './app/app-context.ts';
import { callTool } from './app/call-tool.ts';
import { type Cadence, openCadence } from './cadence.ts';
import { readSettings } from './settings/read-settings.ts';

let folder: string;
let model: FakeModelServer;
let cadence: Cadence;
beforeAll(async () => {
  model = await startFakeModelServer();
});
afterAll(() => model.close());
beforeEach(async () => {
  await model.reset();
  folder = mkdtempSync(join(tmpdir(), 'cadence-safety-'));
});
afterEach(async () => {
  await cadence.close();
  rmSync(folder, { recursive: true });
});

const edge = (id: string, source: string, label: string, target: string | null) => ({
  id,
  workflowId: 'desk',
  sourceNodeId: source,
  targetNodeId: target,
  conditionType: 'CONDITIONAL' as const,
  conditionValue: label,
});
const node = (id: string, nodeType: string, agentId: string | null = null) => ({
  id,
  workflowId: 'desk',
  nodeType,
  nodeName: id,
  agentId,
  config: {},
});
/** One agent that calculates, or asks a person. */
const desk: WorkflowDefinition = {
  id: 'desk',
  name: 'Desk',
  isConversational: true,
  entrypointNodeId: 'clerk',
  nodes: [node('clerk', 'AGENT', 'clerk'), node('tools', 'TOOL_EXECUTOR'), node('person', 'HUMAN_HANDOFF')],
  edges: [
    edge('1', 'clerk', 'tools', 'tools'),
    edge('2', 'clerk', 'person', 'person'),
    edge('3', 'clerk', 'END', null),
    edge('4', 'person', 'back', 'clerk'),
  ],
  agents: [{ id: 'clerk', name: 'Clerk', systemPrompt: 'Help.', tools: ['calculate'] }],
};

type Rules = Record<string, unknown>;
const runtimes = ['native', 'langgraph'];
const designs = ['coordinator', 'plan-verify', 'desk'] as const;
const everywhere = [...designs.map((design) => [design, 'native'] as const), ['desk', 'langgraph'] as const];

async function open(safety: Rules, runtime = 'native'): Promise<void> {
  const env = {
    CADENCE_DATA_DIR: join(folder, 'data'),
    CADENCE_DEFAULT_MODEL: 'openai:safety',
    CADENCE_RUNTIME: runtime,
    CADENCE_SAFETY: JSON.stringify(safety),
    OPENAI_BASE_URL: model.url,
  };
  cadence = await openCadence(await readSettings(folder, env));
  await cadence.store.workflows.put(localOwner.tenantId, desk, { publish: true });
}

async function ask(message: string, workflowId: string, script: Behaviour[] = []) {
  await model.script(script);
  const sent = await cadence.send({ message, workflowId, conversationId: 'c' });
  return ended(await cadence.wait(sent.id));
}

async function ended(run: RunRecord) {
  const events: RunEvent[] = await cadence.store.events.read(run.id, 0);
  const { messages = [] } = (await cadence.store.states.latest(run.conversationId)) ?? {};
  const asked = (await model.requests()).map(({ body }) => JSON.stringify(body));
  return { run, events, messages, asked };
}

const reply = (text: string): Behaviour => ({ kind: 'reply', text });
const call = (name: string, args: Record<string, string> = {}): Behaviour => ({
  kind: 'reply',
  toolCalls: [{ name, arguments: args }],
});
const calculate = { expression: '15 * 23' };
/** How each design comes to call a tool, and to its end. */
const calculating: Record<(typeof designs)[number], Behaviour[]> = {
  coordinator: [
    call('goto_math_agent'),
    call('calculate', calculate),
    call('goto_finalize'),
    reply('I may not do that.'),
  ],
  'plan-verify': [
    reply(JSON.stringify({ next: 'tool_use', calls: [{ id: 'a', tool: 'calculate', args: calculate }] })),
    reply('{"verdict":"success","missing":"","question":""}'),
    reply('I may not do that.'),
  ],
  desk: [call('calculate', calculate), reply('I may not do that.')],
};

describe.each(everywhere)('%s on %s', (design, runtime) => {
  it.each<[string, Rules, string, RegExp]>([
    ['too long', { maxInputChars: 10 }, 'What is 15 * 23?', /10 is the most/],
    ['a blocked pattern', { blockedPatterns: ['pass\\s*word'] }, 'Your PassWord?', /do not allow/],
    ['nothing to read', { maxInputChars: 10 }, '\u200b\u2060', /nothing in it/],
  ])('refuses a message that has %s, and asks no model', async (_, safety, message, words) => {
    await open(safety, runtime);
    const { run, events, messages, asked } = await ask(message, design);
    expect(run).toMatchObject({ status: 'completed', error: null });
    expect(run.answer).toMatch(words);
    expect(run.answer).toMatch(/^I cannot help with this/);
    expect(asked).toEqual([]);
    const custom = events.flatMap(({ type, data }) => (type === 'on_custom_event' ? [data.status] : []));
    expect(custom).toEqual(['refused']);
    expect(events.flatMap(({ type, data }) => (type === 'on_route' ? [data.rule] : []))).toEqual(['refused']);
    // No later prompt carries it.
    expect(JSON.stringify(messages)).not.toContain(message);
    expect(messages).toHaveLength(2);
  });

  it('has a policy judged, once, before anything else', async () => {
    await open({ policy: 'No sums.' }, runtime);
    const { run, asked } = await ask('What is 15 * 23?', design, [
      reply('{"allowed":false,"reason":"I do no sums."}'),
    ]);
    expect(run).toMatchObject({ status: 'completed', answer: 'I cannot help with this. I do no sums.' });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain('No sums.');
    expect(run.usage.modelCalls).toBe(1);
    const allowed = await ask('Hello', design, [
      reply('{"allowed":true,"reason":""}'),
      ...calculating[design],
    ]);
    expect(allowed.run.answer).toBe('I may not do that.');
    expect(allowed.asked.filter((body) => body.includes('No sums.'))).toHaveLength(2);
  });

  it('refuses when the judge cannot be understood, with a code and words of its own', async () => {
    await open({ policy: 'No sums.' }, runtime);
    const { run, events, asked } = await ask('What is 15 * 23?', design, [reply('Fine.'), reply('Go on.')]);
    expect(run).toMatchObject({ status: 'completed', degraded: ['policy_undecided'] });
    expect(run.answer).toContain('could not be checked');
    expect(asked).toHaveLength(2);
    const codes = events.flatMap(({ type, data }) => (type === 'on_error' ? [data.code] : []));
    expect(codes).toEqual(['POLICY_UNDECIDED']);
  });

  it('runs no tool that the user may not use, and offers none', async () => {
    await open({ toolsByRole: { staff: ['calculate'], '*': ['search'] } }, runtime);
    const { run, messages, asked } = await ask('What is 15 * 23?', design, calculating[design]);
    expect(run).toMatchObject({ status: 'completed', answer: 'I may not do that.' });
    const results = messages.flatMap((message) => (message.role === 'tool' ? [message] : []));
    expect(results).toMatchObject([
      { isError: true, content: 'This user may not use the tool "calculate".' },
    ]);
    for (const body of asked.slice(0, -1))
      expect(body).not.toMatch(/"name\\?":\\?"calculate\\?","description/);
  });

  it('runs the tools of the roles that the user has', async () => {
    await open({ toolsByRole: { staff: ['calculate'], '*': ['search'] } }, runtime);
    const { tenantId, ownerId } = localOwner;
    await cadence.store.profiles.put(tenantId, ownerId, { roles: ['staff'], preferences: {} });
    const { messages } = await ask('What is 15 * 23?', design, calculating[design]);
    const results = messages.flatMap((message) => (message.role === 'tool' ? [message] : []));
    expect(results).toMatchObject([{ content: expect.stringContaining('345') }]);
  });
});

describe.each(runtimes)('a hand-off on %s', (runtime) => {
  it('takes no answer that the rules refuse', async () => {
    await open({ blockedPatterns: ['pass\\s*word'] }, runtime);
    const waiting = await ask('Hello', 'desk', [call('route', { next: 'person' })]);
    expect(waiting.run.status).toBe('awaiting_human');
    await model.script([reply('Thanks.')]);
    await cadence.answer(waiting.run.handoff?.id ?? '', { text: 'The password is x', label: 'back' });
    const { run, messages } = await ended(await cadence.wait(waiting.run.id));
    expect(run.answer).toContain('do not allow');
    expect(JSON.stringify(messages)).not.toContain('password');
    // What was asked before stands.
    expect(messages[0]?.content).toBe('Hello');
  });
});

it('a tool that is called on its own is held to the same rules', async () => {
  await open({ toolsByRole: { '*': ['search'] } });
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const context = appContext(cadence, log);
  const tool = cadence.tools().find(({ name }) => name === 'calculate');
  if (!tool) throw new Error('There is no such tool.');
  const input = { tool, args: calculate, signal: new AbortController().signal, onProgress: () => {} };
  expect(await callTool(context, localPrincipal, input)).toEqual({
    isError: true,
    text: 'This user may not use the tool "calculate".',
  });
});
