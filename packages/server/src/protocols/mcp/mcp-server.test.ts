// The MCP client of the SDK against /mcp, in both versions of the protocol.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localOwner } from '@cadence-agents/contracts';
import { silentLog } from '@cadence-agents/engine';
import {
  type Behaviour,
  type FakeModelServer,
  operatorText,
  startFakeModelServer,
} from '@cadence-agents/testkit';
import { type Client, type ElicitResult, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { localPrincipal, type Principal } from '../../app/access/principal.ts';
import { appContext } from '../../app/app-context.ts';
import { changing } from '../../mcp/client/mcp-server.fixture.ts';
import { createApiKeys, type KeyRequest } from '../../security/api-keys.ts';
import { createLogger, type Server, serve } from '../../serve.ts';
import { readSettings } from '../../settings/read-settings.ts';
import { ask, connectClient, eras, names, textOf } from './mcp-client.fixture.ts';
import { createMcpHandler } from './mcp-handler.ts';

let folder: string;
let model: FakeModelServer;
const toClose: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  model = await startFakeModelServer();
});
afterAll(() => model.close());
beforeEach(async () => {
  await model.reset();
  folder = mkdtempSync(join(tmpdir(), 'cadence-mcp-server-'));
});
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
  rmSync(folder, { recursive: true });
});

async function start(env: Record<string, string> = {}): Promise<Server> {
  const read = await readSettings(folder, {
    CADENCE_DATA_DIR: join(folder, 'data'),
    CADENCE_PORT: '0',
    CADENCE_LOG_LEVEL: 'silent',
    OPENAI_BASE_URL: model.url,
    ...env,
  });
  const server = await serve({ ...read, logger: createLogger(read) });
  toClose.push(server.close);
  return server;
}

async function connect(...where: Parameters<typeof connectClient>): Promise<Client> {
  const client = await connectClient(...where);
  toClose.push(() => client.close());
  return client;
}

const scripted = { CADENCE_DEFAULT_MODEL: 'openai:any' };
const reply = (name: string): Behaviour => ({ kind: 'reply', toolCalls: [{ name, arguments: {} }] });

describe.each(eras)('with protocol %s', (version, mode) => {
  it('offers the workflows, and answers through them, telling of the progress', async () => {
    const { url, cadence } = await start();
    const client = await connect(url, mode);
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    expect(await names(client)).toEqual(
      expect.arrayContaining(['ask_coordinator', 'ask_plan-verify', 'ask_2nChat']),
    );
    const told: (string | undefined)[] = [];
    const result = await client.callTool(
      { name: 'ask_coordinator', arguments: { message: 'What is 15 * 23?', tone: 'concise' } },
      { onprogress: ({ message }) => told.push(message) },
    );
    expect(textOf(result)).toContain('345');
    expect(result.isError).toBeUndefined();
    expect(result.structuredContent).toEqual({
      answer: expect.stringContaining('345'),
      conversationId: expect.any(String),
      runId: expect.any(String),
      status: 'completed',
    });
    expect(told).toEqual([
      'coordinator',
      'control_tools',
      'math_agent',
      'math_tools',
      'math_tools: calculate',
      'coordinator',
      'control_tools',
      'synthesizer',
    ]);
    const [run] = (await cadence.store.runs.list(localOwner.tenantId)).items;
    expect(run).toMatchObject({ tone: 'concise', workflowId: 'coordinator' });
  });

  it('goes on with a conversation', async () => {
    const { url, cadence } = await start();
    const client = await connect(url, mode);
    const first = await ask(client, { message: 'What is 2 + 2?' });
    const { conversationId } = Object(first.structuredContent);
    const second = await ask(client, { message: 'What is 3 + 3?', conversationId });
    expect(second.structuredContent).toMatchObject({ conversationId, status: 'completed' });
    expect((await cadence.store.runs.list(localOwner.tenantId, { conversationId })).items).toHaveLength(2);
  });

  it('says what is wrong with a call', async () => {
    const { url } = await start();
    const client = await connect(url, mode);
    const empty = await ask(client, { message: '' });
    expect(empty.isError).toBe(true);
    expect(textOf(empty)).toMatch(/The arguments of "ask_coordinator" do not fit:[\s\S]*at message/);
    const lost = await ask(client, { message: 'Hello', conversationId: 'none' });
    expect(lost.isError).toBe(true);
    expect(textOf(lost)).toContain('There is no conversation "none".');
    await expect(client.callTool({ name: 'ask_nobody' })).rejects.toThrow('There is no tool "ask_nobody".');
  });

  it('reports a run that failed as an error, in words', async () => {
    await model.script([{ kind: 'refuse', status: 401, repeat: true }]);
    const { url } = await start({ ...scripted, OPENAI_API_KEY: 'wrong' });
    const result = await ask(await connect(url, mode), { message: 'Hello' });
    expect(result).toMatchObject({ isError: true, structuredContent: { status: 'failed' } });
    expect(textOf(result)).toMatch(/^I could not answer this/);
    expect(textOf(result)).not.toMatch(operatorText);
  });

  it('says that an answer breaks off', async () => {
    const cut: Behaviour = { kind: 'reply', text: 'The first half,', finishReason: 'length', repeat: true };
    await model.script([reply('goto_finalize'), cut]);
    const { url } = await start(scripted);
    const result = await ask(await connect(url, mode), { message: 'Hello' });
    expect(result.structuredContent).toMatchObject({ status: 'completed', degraded: ['answer_cut'] });
  });

  it('cancels the run when the call is cancelled', async () => {
    await model.script([{ kind: 'hang', repeat: true }]);
    const { url, cadence } = await start(scripted);
    const client = await connect(url, mode);
    const stop = new AbortController();
    const call = client.callTool(
      { name: 'ask_coordinator', arguments: { message: 'Hello' } },
      { signal: stop.signal },
    );
    await model.arrived(0);
    stop.abort();
    await expect(call).rejects.toThrow();
    const [run] = (await cadence.store.runs.list(localOwner.tenantId)).items;
    expect(await cadence.wait(run?.id ?? '')).toMatchObject({ status: 'cancelled' });
    const audit = async () =>
      (await cadence.store.audit.list(localOwner.tenantId, { action: 'run.cancel' })).items;
    const entry = { outcome: 'done', target: run?.id, ip: '127.0.0.1', requestId: expect.any(String) };
    await expect.poll(audit).toMatchObject([entry]);
  });

  it('hands the question of a run that waits for a person over, and it is no error', async () => {
    await model.script([
      reply('goto_changing_agent'),
      reply('changing_count'),
      reply('goto_finalize'),
      { kind: 'reply', text: 'Counted.' },
    ]);
    const servers = JSON.stringify({ changing: { ...changing, approve: true } });
    const { url, cadence } = await start({ ...scripted, CADENCE_MCP_SERVERS: servers });
    const client = await connect(url, mode);
    const waiting = await ask(client, { message: 'Count' });
    expect(waiting.isError).toBeUndefined();
    const { handoff, conversationId, runId } = Object(waiting.structuredContent);
    expect(waiting.structuredContent).toMatchObject({
      status: 'awaiting_human',
      handoff: {
        question: 'The assistant would like to use “changing_count”. Is that all right?',
        choices: ['approve', 'reject'],
      },
    });
    expect(textOf(waiting)).toContain(
      'This waits for a person to answer: The assistant would like to use “changing_count”. Is that all right?',
    );
    expect(textOf(waiting)).toContain(handoff.id);
    // Whoever asks again is told the same, in place of a wait without end.
    const again = await ask(client, { message: 'And?', conversationId });
    expect(again.structuredContent).toMatchObject({ runId, handoff: { id: handoff.id } });
    expect(textOf(again)).toContain('The message was not taken: it is none of the choices.');
    const answered = await ask(client, { message: 'approve', conversationId });
    expect(answered.structuredContent).toMatchObject({ runId, status: 'completed', answer: 'Counted.' });
    const audit = await cadence.store.audit.list(localOwner.tenantId, { action: 'handoff.answer' });
    expect(audit.items).toMatchObject([{ target: handoff.id, outcome: 'done' }]);
  });

  it('offers tools where the settings say so, but none that needs approval', async () => {
    const servers = JSON.stringify({ changing: { ...changing, approve: ['grow'] } });
    const { url } = await start({ CADENCE_MCP_EXPOSE: 'tools', CADENCE_MCP_SERVERS: servers });
    const client = await connect(url, mode);
    const offered = await names(client);
    expect(offered).toEqual(expect.arrayContaining(['calculate', 'changing_count']));
    expect(offered).not.toContain('changing_grow');
    expect(offered.filter((name) => name.startsWith('ask_'))).toEqual([]);
    const result = await client.callTool({ name: 'calculate', arguments: { expression: '15 * 23' } });
    expect(textOf(result)).toContain('345');
    const wrong = await client.callTool({ name: 'calculate', arguments: {} });
    expect(wrong.isError).toBe(true);
    expect(textOf(wrong)).toContain('The arguments of "calculate" do not fit');
    const failed = await client.callTool({ name: 'changing_fail', arguments: { why: 'No luck.' } });
    expect(failed).toMatchObject({ isError: true, content: [{ type: 'text', text: 'No luck.' }] });
  });

  it('takes the keys that all routes take', async () => {
    const { url, cadence } = await start({ CADENCE_ADMIN_KEY: 'a-long-admin-key' });
    const connectWith = (key: string) => {
      const requestInit = { headers: { authorization: `Bearer ${key}` } };
      return connect(url, mode, {}, new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit }));
    };
    const keys = createApiKeys({ store: cadence.store.keys });
    const makeKey = async (given: Omit<KeyRequest, 'tenantId'>) =>
      (await keys.createKey({ tenantId: localOwner.tenantId, ...given })).key;
    await expect(connectWith('wrong')).rejects.toThrow(/401|UNAUTHENTICATED/);
    await expect(connectWith(await makeKey({ role: 'viewer' }))).rejects.toThrow(/403|FORBIDDEN/);
    const bound = await makeKey({ role: 'operator', userId: 'ann', scopes: ['coordinator'] });
    expect(await names(await connectWith(bound))).toEqual(['ask_coordinator']);
    expect(await names(await connectWith('a-long-admin-key'))).toContain('ask_plan-verify');
  });
});

it('has the client ask its user what a run waits for, and goes on with what the user says', async () => {
  const servers = JSON.stringify({ changing: { ...changing, approve: true } });
  const { url, cadence } = await start({ ...scripted, CADENCE_MCP_SERVERS: servers });
  const client = await connect(url, { pin: '2026-07-28' }, { capabilities: { elicitation: {} } });
  const asked: unknown[] = [];
  const answers: ElicitResult[] = [
    { action: 'decline' },
    { action: 'accept', content: { answer: 'approve' } },
  ];
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    asked.push(params);
    return answers.shift() ?? { action: 'cancel' };
  });
  const count = [reply('goto_changing_agent'), reply('changing_count'), reply('goto_finalize')];
  await model.script([...count.slice(0, 2), ...count, { kind: 'reply', text: 'Counted.' }]);
  const declined = await ask(client, { message: 'Count' });
  expect(declined.structuredContent).toMatchObject({ status: 'awaiting_human' });
  const answered = await ask(client, { message: 'Count' });
  expect(answered.structuredContent).toMatchObject({ status: 'completed', answer: 'Counted.' });
  const question = 'The assistant would like to use “changing_count”. Is that all right?';
  const properties = { answer: { type: 'string', enum: ['approve', 'reject'] } };
  const form = { message: question, requestedSchema: { properties, required: ['answer'] } };
  expect(asked).toMatchObject([form, form]);
  expect((await cadence.store.runs.list(localOwner.tenantId)).items).toHaveLength(2);
});

it('leaves a run of the older protocol alone when its client goes away', async () => {
  await model.script([
    { ...reply('goto_finalize'), delayMs: 300 },
    { kind: 'reply', text: 'Done.' },
  ]);
  const { url, cadence } = await start(scripted);
  const client = await connect(url, 'legacy');
  const call = ask(client, { message: 'Hello' });
  await model.arrived(0);
  await client.close();
  await expect(call).rejects.toThrow();
  const [run] = (await cadence.store.runs.list(localOwner.tenantId)).items;
  expect(await cadence.wait(run?.id ?? '')).toMatchObject({ status: 'completed', answer: 'Done.' });
});

it('tells clients that listen when the tools are others', async () => {
  const { url, cadence } = await start({ CADENCE_MCP_EXPOSE: 'tools' });
  const told = vi.fn();
  const listChanged = { tools: { onChanged: (_: unknown, tools: unknown) => told(tools) } };
  const client = await connect(url, { pin: '2026-07-28' }, { listChanged });
  expect(await names(client)).toContain('calculate');
  await cadence.plugins.unload('math');
  await vi.waitFor(() => expect(told).toHaveBeenCalled(), 5_000);
  expect(JSON.stringify(told.mock.calls[0])).not.toContain('"calculate"');
});

describe('a client', () => {
  /** A client of the handler itself, as whoever it is said to be. */
  async function connectAs({ cadence }: Server, who: Partial<Principal>, expose = 'workflows,tools') {
    const read = await readSettings(folder, { CADENCE_MCP_EXPOSE: expose });
    const handler = createMcpHandler(appContext({ ...cadence, settings: read.settings }, silentLog));
    toClose.push(handler.close);
    const principal = { ...localPrincipal, ...who };
    const transport = new StreamableHTTPClientTransport(new URL('http://127.0.0.1/mcp'), {
      fetch: (url, init) => {
        const body = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
        return handler.fetch(new Request(url, init), { principal, body });
      },
    });
    return connect('', 'legacy', {}, transport);
  }

  it('sees what its key is for, and what is exposed', async () => {
    const server = await start();
    expect(await names(await connectAs(server, { scopes: ['coordinator'] }))).toEqual(['ask_coordinator']);
    expect(await names(await connectAs(server, {}, 'plan-verify, calculate'))).toEqual([
      'ask_plan-verify',
      'calculate',
    ]);
    expect(await names(await connectAs(server, {}))).toEqual(
      expect.arrayContaining(['ask_coordinator', 'calculate']),
    );
  });

  it('cannot speak in the conversation of somebody else', async () => {
    const server = await start();
    const ann = await connectAs(server, { userId: 'ann', role: 'operator' });
    const bob = await connectAs(server, { userId: 'bob', role: 'operator' });
    const { conversationId } = Object((await ask(ann, { message: 'What is 2 + 2?' })).structuredContent);
    const refused = await ask(bob, { message: 'And 3 + 3?', conversationId });
    expect(textOf(refused)).toContain(`There is no conversation "${conversationId}".`);
    expect((await ask(ann, { message: 'And 3 + 3?', conversationId })).isError).toBeUndefined();
  });

  it('cannot cancel the call of another one with the same id', async () => {
    await model.script([{ kind: 'hang', repeat: true }]);
    const server = await start(scripted);
    const cancelRun = vi.fn(server.cadence.cancel);
    const cadence = { ...server.cadence, cancel: cancelRun };
    const handler = createMcpHandler(appContext(cadence, silentLog));
    toClose.push(handler.close);
    const post = (session: string, body: object) =>
      handler.fetch(
        new Request('http://127.0.0.1/mcp', {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
            'mcp-session-id': session,
          },
          body: JSON.stringify(body),
        }),
        { principal: localPrincipal, body },
      );
    const params = { name: 'ask_coordinator', arguments: { message: 'Hello' } };
    const response = await post('one', { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    await model.arrived(0);
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    await post('two', cancel);
    expect(cancelRun).not.toHaveBeenCalled();
    await post('one', cancel);
    const [run] = (await cadence.store.runs.list(localOwner.tenantId)).items;
    expect(await cadence.wait(run?.id ?? '')).toMatchObject({ status: 'cancelled' });
    await response.body?.cancel();
  });
});
