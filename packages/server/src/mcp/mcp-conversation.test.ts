// Tools of MCP servers in conversations: routed to, planned with, approved by a person, lost on the way.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type JsonObject, localOwner, type RunEvent } from '@cadence-agents/contracts';
import {
  type Behaviour,
  type FakeModelServer,
  freePort,
  startFakeModelServer,
} from '@cadence-agents/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Cadence, openCadence } from '../cadence.ts';
import type { McpServersConfig } from '../settings/mcp-servers-schema.ts';
import { readSettings } from '../settings/read-settings.ts';
import { changing, everything, isAlive, startEverything } from './client/mcp-server.fixture.ts';

let folder: string;
let model: FakeModelServer;
const toClose: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  model = await startFakeModelServer();
});
afterAll(() => model.close());
beforeEach(async () => {
  await model.reset();
  folder = mkdtempSync(join(tmpdir(), 'cadence-mcp-talk-'));
});
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
  rmSync(folder, { recursive: true });
});

async function open(servers: McpServersConfig): Promise<Cadence> {
  const env = {
    CADENCE_DATA_DIR: join(folder, 'data'),
    CADENCE_DEFAULT_MODEL: 'openai:any',
    CADENCE_MCP_SERVERS: JSON.stringify(servers),
    OPENAI_BASE_URL: model.url,
  };
  const cadence = await openCadence(await readSettings(folder, env));
  toClose.push(() => cadence.close());
  await cadence.mcpServers.tried();
  return cadence;
}

const call = (name: string, args: JsonObject = {}): Behaviour => ({
  kind: 'reply',
  toolCalls: [{ name, arguments: args }],
});
const say = (text: string | object): Behaviour => ({
  kind: 'reply',
  text: typeof text === 'string' ? text : JSON.stringify(text),
});

async function ask(cadence: Cadence, script: Behaviour[], workflowId = 'coordinator') {
  await model.script(script);
  return cadence.wait((await cadence.send({ message: 'Say hello', workflowId })).id);
}

async function toolResults(cadence: Cadence, runId: string) {
  const events: RunEvent[] = await cadence.store.events.read(runId, 0);
  return events.flatMap((event) =>
    event.type === 'on_tool_end' ? [{ output: event.data.output, isError: event.data.isError }] : [],
  );
}

/** What the server counts, asked for beside the conversation. */
async function counted(cadence: Cadence): Promise<unknown> {
  const nothing = () => {};
  const { signal } = new AbortController();
  const context = {
    signal,
    idempotencyKey: 'k',
    userId: 'u',
    conversationId: 'c',
    fetch: globalThis.fetch,
    log: nothing,
    emit: nothing,
  };
  return cadence
    .tools()
    .find(({ name }) => name === 'changing_count')
    ?.run({}, context);
}

const sum = [
  call('goto_everything_agent'),
  call('everything_get-sum', { a: 15, b: 23 }),
  call('goto_finalize'),
  say('It is 38.'),
];

describe('a conversation', () => {
  it.each(['stdio', 'http'])('is routed to an MCP server, over %s', async (transport) => {
    let config: McpServersConfig[string] = everything;
    if (transport === 'http') {
      const { url, stop } = await startEverything(await freePort());
      toClose.push(stop);
      config = { url };
    }
    const cadence = await open({ everything: { ...config, description: 'Adds, echoes and more.' } });
    const run = await ask(cadence, sum);
    expect(run).toMatchObject({ status: 'completed', answer: 'It is 38.' });
    expect(await toolResults(cadence, run.id)).toEqual([
      { output: 'The sum of 15 and 23 is 38.', isError: false },
    ]);
    const [route, work] = (await model.requests()).map(({ body }) => JSON.stringify(body));
    expect(route).toContain('goto_everything_agent: Adds, echoes and more.');
    // The schema is the server's own.
    expect(work).toContain('"a":{"type":"number","description":"First number"}');
    expect(run.metadata.plugins).toMatchObject({ everything: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  it('goes through any workflow that names its agent, beside that of a plugin', async () => {
    const cadence = await open({ everything });
    const workflowId = 'both';
    const agent = (id: string, agentId: string) => ({
      ...{ id, workflowId, nodeType: 'AGENT', nodeName: id, agentId },
    });
    const edge = (sourceNodeId: string, targetNodeId: string | null, label: string | null) => ({
      id: `${sourceNodeId}-${label}`,
      ...{ workflowId, sourceNodeId, targetNodeId },
      conditionType: label === null ? 'ALWAYS' : 'CONDITIONAL',
      conditionValue: label ?? (targetNodeId === null ? 'END' : null),
    });
    const definition = {
      ...{ id: workflowId, name: 'Both', entrypointNodeId: 'adds' },
      nodes: [
        agent('adds', 'mcp:everything'),
        agent('counts', 'plugin:math'),
        { id: 'tools', workflowId, nodeType: 'TOOL_EXECUTOR', nodeName: 'tools' },
      ],
      edges: [
        edge('adds', 'tools', 'tools'),
        edge('adds', 'counts', null),
        edge('counts', 'tools', 'tools'),
        edge('counts', null, null),
      ],
    };
    const { definition: sound, problems } = await cadence.check(localOwner.tenantId, definition);
    expect(problems).toEqual([]);
    if (sound) await cadence.store.workflows.put(localOwner.tenantId, sound, { publish: true });
    const run = await ask(
      cadence,
      [
        call('everything_get-sum', { a: 15, b: 23 }),
        say('38'),
        call('calculate', { expression: '38 * 2' }),
        say('76'),
      ],
      workflowId,
    );
    expect(run).toMatchObject({ status: 'completed', answer: '76' });
    expect(await toolResults(cadence, run.id)).toMatchObject([
      { output: 'The sum of 15 and 23 is 38.', isError: false },
      { output: expect.stringContaining('76'), isError: false },
    ]);
    const { parts } = await cadence.recordedParts(run);
    expect(parts.agents.map(({ id }) => id)).toEqual(['plugin:math', 'mcp:everything']);
  });

  it('plans with its tools', async () => {
    const cadence = await open({ everything });
    const echo = { id: 'e', tool: 'everything_echo', args: { message: 'hello' }, after: [] };
    const run = await ask(
      cadence,
      [
        say({ next: 'tool_use', calls: [echo] }),
        say({ verdict: 'success', missing: '', question: '' }),
        say('It echoed.'),
      ],
      'plan-verify',
    );
    expect(run).toMatchObject({ status: 'completed', answer: 'It echoed.' });
    expect(await toolResults(cadence, run.id)).toEqual([{ output: 'Echo: hello', isError: false }]);
  });

  it('may use no tool that the allowlist leaves out', async () => {
    const cadence = await open({ everything: { ...everything, tools: ['echo'] } });
    const run = await ask(cadence, sum);
    expect(await toolResults(cadence, run.id)).toEqual([]);
    const told = JSON.stringify(await model.requests());
    expect(told).toMatch(/There is no tool [^.]*everything_get-sum/);
    expect(told).toContain('everything_echo');
  });

  it('has a file once in what the model reads, and a picture as a picture', async () => {
    const cadence = await open({ changing });
    const run = await ask(cadence, [
      call('goto_changing_agent'),
      call('changing_read'),
      call('goto_changing_agent'),
      call('changing_view'),
      call('goto_finalize'),
      say('Green.'),
    ]);
    expect(run).toMatchObject({ status: 'completed', answer: 'Green.' });
    const seen = JSON.stringify((await model.requests()).at(4)?.body);
    expect(seen.match(/The boat is green\./g)).toHaveLength(1);
    const [url = ''] = /data:image\/png;base64,[^"]+/.exec(seen) ?? [];
    expect(url.length).toBeGreaterThan(80_000);
    expect(seen.replaceAll(url, '')).not.toMatch(/BwcHBwcH/);
    const state = await cadence.store.states.latest(run.conversationId);
    const viewed = state?.messages.find(
      (message) => message.role === 'tool' && message.toolName === 'changing_view',
    );
    expect(viewed).toMatchObject({ parts: [{ type: 'file', mediaType: 'image/png', size: 60_008 }] });
    expect(JSON.stringify(state?.messages).length).toBeLessThan(5_000);
  });

  it('waits for the approval of a person where the settings ask for it', async () => {
    const cadence = await open({ everything: { ...everything, approve: true } });
    const waiting = await ask(cadence, sum);
    expect(waiting).toMatchObject({
      status: 'awaiting_human',
      handoff: {
        question: 'The assistant would like to use “everything_get-sum” (a: 15, b: 23). Is that all right?',
      },
    });
    expect(await toolResults(cadence, waiting.id)).toEqual([]);
    await cadence.answer(waiting.handoff?.id ?? '', { text: '', label: 'approve' });
    expect(await cadence.wait(waiting.id)).toMatchObject({ status: 'completed', answer: 'It is 38.' });
    expect(await toolResults(cadence, waiting.id)).toEqual([
      { output: 'The sum of 15 and 23 is 38.', isError: false },
    ]);
  });

  it('goes on when a server is killed in mid-call, and the next one finds it again', async () => {
    const cadence = await open({ changing });
    const pid = cadence.mcpServers.list()[0]?.pid ?? 0;
    await model.script([
      call('goto_changing_agent'),
      call('changing_wait'),
      call('goto_finalize'),
      say('It broke off.'),
    ]);
    const run = await cadence.send({ message: 'Wait', workflowId: 'coordinator' });
    await vi.waitFor(async () => expect(await counted(cadence)).toBe('1 waited, 0 cancelled'), 10_000);
    process.kill(pid, 'SIGKILL');
    expect(await cadence.wait(run.id)).toMatchObject({ status: 'completed', answer: 'It broke off.' });
    expect(await toolResults(cadence, run.id)).toEqual([
      {
        output: expect.stringContaining('The connection to the MCP server "changing" broke off'),
        isError: true,
      },
    ]);
    const count = [call('goto_changing_agent'), call('changing_count'), call('goto_finalize'), say('Done.')];
    const next = await ask(cadence, count);
    expect(await toolResults(cadence, next.id)).toEqual([
      { output: '0 waited, 0 cancelled', isError: false },
    ]);
    const now = cadence.mcpServers.list()[0]?.pid ?? 0;
    await cadence.close();
    expect([pid, now].map(isAlive)).toEqual([false, false]);
  });

  it('tells the server when it is cancelled', async () => {
    const cadence = await open({ changing });
    await model.script([call('goto_changing_agent'), call('changing_wait')]);
    const run = await cadence.send({ message: 'Wait', workflowId: 'coordinator' });
    await vi.waitFor(async () => expect(await counted(cadence)).toBe('1 waited, 0 cancelled'), 10_000);
    await cadence.cancel(run.id);
    expect(await cadence.wait(run.id)).toMatchObject({ status: 'cancelled' });
    expect(await counted(cadence)).toBe('1 waited, 1 cancelled');
  });
});
