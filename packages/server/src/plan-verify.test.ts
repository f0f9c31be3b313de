// The plan–execute–verify workflow on stored conversations.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localOwner, type ModelRequest, type RunEvent, type Tool } from '@cadence-agents/contracts';
import {
  compileWorkflow,
  type Log,
  planVerifyWorkflow,
  type Workflow,
  type WorkflowParts,
} from '@cadence-agents/engine';
import { scriptedModel } from '@cadence-agents/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openConversations } from './stored-conversations.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'cadence-plan-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const workflowId = 'plan-verify';
type Reply = (request: ModelRequest) => string;

async function openPlans(
  reply: Reply,
  tools: Tool[],
  {
    log,
    settings,
    ...parts
  }: Partial<WorkflowParts> & {
    log?: Log;
    settings?: Parameters<typeof planVerifyWorkflow>[1];
  } = {},
) {
  const model = scriptedModel(reply);
  const definition = planVerifyWorkflow(tools, settings);
  let workflow: Workflow | undefined;
  const silent = { debug() {}, info() {}, warn() {}, error() {} };
  const conversations = await openConversations({
    storage: { dataDir },
    log: log ?? silent,
    workflowFor: async () => {
      workflow ??= compileWorkflow(definition, { model: () => model, tools, ...parts });
      return workflow;
    },
  });
  const say = async (message: string) => {
    const run = await conversations.send({ workflowId, conversationId: 'c', message });
    return conversations.wait(run.id);
  };
  return { ...conversations, model, say };
}

const isPlanner = ({ system }: ModelRequest) => system.startsWith('Plan how');
const isSummarizer = ({ system }: ModelRequest) => system.startsWith('Keep the summary');
const plan = (...tools: string[]) =>
  JSON.stringify({ next: 'tool_use', calls: tools.map((tool) => ({ id: tool, tool, args: {}, after: [] })) });
const generate = JSON.stringify({ next: 'generate', calls: [] });
const tool = (name: string, run: Tool['run']): Tool => ({
  name,
  description: name,
  input: z.looseObject({}),
  run,
});

/** Everything that is on disk, byte by byte. */
const stored = () =>
  readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');

describe('a secret in what a tool returns', () => {
  it('reaches neither the model, the events, the log nor the database', async () => {
    const canary = `ghp_${'cAnArY09'.repeat(5)}`;
    const own = 'KESTREL-4711';
    const logged: string[] = [];
    const write = (message: string, fields?: object) =>
      logged.push(message, JSON.stringify(fields), String(Reflect.get(fields ?? {}, 'error')));
    const tools = [
      tool('leak', (_, { log, emit }) => {
        log(`got ${canary}`, { canary });
        emit({ canary });
        return { token: canary, file: own, harmless: 'MARKER' };
      }),
      tool('fail', () => {
        throw new Error(`refused ${canary} for ${own}`);
      }),
    ];
    const talk = await openPlans(
      (request) =>
        isPlanner(request)
          ? plan('leak', 'fail')
          : request.responseSchema
            ? JSON.stringify({ verdict: 'success', missing: '', question: '' })
            : `Seen: ${request.messages.at(-1)?.content}`,
      tools,
      { secretPatterns: [/KESTREL-\d+/], log: { debug: write, info: write, warn: write, error: write } },
    );
    const run = await talk.say('Read the file');
    const events: RunEvent[] = [];
    for await (const event of talk.follow(run.id)) events.push(event);
    await talk.close();

    const places = {
      model: JSON.stringify(talk.model.requests),
      events: JSON.stringify(events),
      log: logged.join('\n'),
      database: stored(),
    };
    for (const [place, text] of Object.entries(places)) {
      expect(text.includes(canary), place).toBe(false);
      expect(text.includes(own), place).toBe(false);
      expect(text.includes('[redacted]'), place).toBe(true);
    }
    expect(places.database).toContain('MARKER');
    expect(run.answer).toContain('MARKER');
  });
});

describe('a stored conversation', () => {
  it('carries its summary from turn to turn, and over a restart', async () => {
    const reply: Reply = (request) => {
      if (isPlanner(request)) return generate;
      if (isSummarizer(request)) return JSON.stringify({ summary: 'The boat is called Kittiwake.' });
      return request.system.includes('Kittiwake') ? 'It is Kittiwake.' : 'long '.repeat(150);
    };
    const settings = { windowTokens: 1000 };
    const first = await openPlans(reply, [tool('x', () => 'x')], { settings });
    for (let turn = 0; turn < 4; turn++) await first.say(`Remark ${turn}`);
    await first.close();

    const second = await openPlans(reply, [tool('x', () => 'x')], { settings });
    expect((await second.say('What is my boat called?')).answer).toBe('It is Kittiwake.');
    const state = await second.store.states.latest('c');
    expect(state).toMatchObject({
      turn: { summary: 'The boat is called Kittiwake.', slots: { plan: { value: { phase: 'generate' } } } },
    });
    expect(JSON.stringify(state)).not.toContain('Remark 0');
    await second.close();
  });

  it('loads the profile of the user from the store', async () => {
    const talk = await openPlans(
      (request) => (isPlanner(request) ? generate : 'Hello.'),
      [tool('x', () => 'x')],
    );
    const { tenantId, ownerId } = localOwner;
    await talk.store.profiles.put(tenantId, ownerId, {
      name: 'Ann',
      roles: [],
      preferences: { units: 'metric' },
    });
    await talk.say('Hello');
    expect(talk.model.requests[0]?.system).toContain(
      'About the user: name Ann; preferences {"units":"metric"}',
    );
    await talk.close();
  });
});
