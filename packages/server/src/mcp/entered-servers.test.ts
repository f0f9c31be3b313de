// MCP servers that are entered over HTTP: what is taken, what is told of them, and what comes first.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@cadence-agents/testkit';
import { expect, it, onTestFinished } from 'vitest';
import { startServer } from '../http/server.fixture.ts';
import { changing, everything, startEverything } from './client/mcp-server.fixture.ts';

const params = { name: 'desk' };
const token = 'a-token-that-nobody-is-to-read';

it('a command is taken where the settings say so, and run nowhere else', async () => {
  const { client } = await startServer();
  await expect(client.putMcpServer({ params, body: changing })).rejects.toMatchObject({
    code: 'MCP_COMMANDS_DISABLED',
  });
  const mixed = { url: 'https://tickets.example.org/mcp', args: ['x'] };
  await expect(client.putMcpServer({ params, body: mixed })).rejects.toMatchObject({
    code: 'INPUT_INVALID',
    message: expect.stringContaining('args'),
  });
  await expect(client.putMcpServer({ params, body: {} })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  expect((await client.listMcpServers()).items).toEqual([]);
});

it('an address of the own network is called where it is allowed; what was entered is told to nobody', async () => {
  const started = await startEverything(await freePort());
  onTestFinished(started.stop);
  const body = { url: started.url, headers: { authorization: `Bearer ${token}` } };
  const guarded = await startServer();
  const refused = await guarded.client.putMcpServer({ params, body });
  expect(refused).toMatchObject({
    status: 'failed',
    tools: [],
    reason: expect.stringContaining('may not be called: it is not public'),
  });

  const { client, cadence, dataDir } = await startServer({ CADENCE_ALLOWED_HOSTS: '127.0.0.1' });
  const entered = await client.putMcpServer({ params, body });
  expect(entered).toMatchObject({ name: 'desk', source: 'entered', transport: 'http', status: 'connected' });
  expect(entered.tools).toContain('desk_echo');
  expect(await client.getMcpServer({ params })).toEqual(entered);
  expect(cadence.mask(`It said ${token}.`)).not.toContain(token);
  const { items } = await client.listPlugins();
  expect(JSON.stringify([entered, items])).not.toContain(token);
  const file = readFileSync(join(dataDir, 'cadence.db'));
  expect(file.includes(token)).toBe(false);
  await client.deleteMcpServer({ params });
  expect((await client.listMcpServers()).items).toEqual([]);
  await expect(client.deleteMcpServer({ params })).rejects.toMatchObject({ code: 'MCP_SERVER_NOT_FOUND' });
});

it('a server of the settings comes before one that is entered under its name, which says so', async () => {
  const { client } = await startServer({
    CADENCE_MCP_SERVERS: JSON.stringify({ desk: everything }),
    CADENCE_MCP_COMMANDS: 'true',
  });
  await client.putMcpServer({ params, body: changing });
  expect((await client.listMcpServers()).items).toMatchObject([
    { source: 'settings', status: 'connected' },
    {
      source: 'entered',
      status: 'failed',
      reason: 'The settings have the MCP server "desk", which comes first.',
    },
  ]);
  expect((await client.getMcpServer({ params })).source).toBe('settings');
});

it('a part of what was entered is changed without saying the rest again, and a tool is tried by itself', async () => {
  const started = await startEverything(await freePort());
  onTestFinished(started.stop);
  const { client } = await startServer({ CADENCE_ALLOWED_HOSTS: '127.0.0.1' });
  const headers = { authorization: `Bearer ${token}`, 'x-team': 'desk' };
  const url = `${started.url}?key=${token}`;
  await client.putMcpServer({ params, body: { url, headers, description: 'Says things.' } });
  const changed = await client.updateMcpServer({
    params,
    body: { headers: { 'x-team': null, 'x-new': token }, approve: ['echo'] },
  });
  expect(changed).toMatchObject({
    status: 'connected',
    entered: {
      ...{ url: started.url, headers: ['authorization', 'x-new'], command: null, variables: [] },
      ...{ description: 'Says things.', approve: ['echo'] },
    },
  });
  expect(JSON.stringify(changed)).not.toContain(token);

  const echo = { params: { name: 'desk_echo' } };
  const args = { message: `hello ${token}` };
  await expect(client.tryTool({ ...echo, body: { args } })).rejects.toMatchObject({
    code: 'TOOL_NEEDS_APPROVAL',
  });
  const approved = await client.tryTool({ ...echo, body: { args, approved: true } });
  expect(approved).toMatchObject({ output: 'Echo: hello [redacted]', isError: false });
  const wrong = await client.tryTool({ ...echo, body: { args: { message: 7 }, approved: true } });
  expect(wrong).toMatchObject({ isError: true, output: expect.stringContaining('message') });
  const { items } = await client.listAudit({ query: { action: 'tool.try' } });
  expect(items.map(({ target, outcome }) => [target, outcome])).toEqual([
    ['desk_echo', 'done'],
    ['desk_echo', 'done'],
    ['desk_echo', 'failed'],
  ]);
  await expect(client.updateMcpServer({ params: { name: 'none' }, body: {} })).rejects.toMatchObject({
    code: 'MCP_SERVER_NOT_FOUND',
  });
});

it('a server is tested before it is kept, with the guards of a real connection, and nothing of it stays', async () => {
  const started = await startEverything(await freePort());
  onTestFinished(started.stop);
  const headers = { authorization: `Bearer ${token}` };
  const guarded = await startServer();
  const body = { url: started.url, headers };
  expect(await guarded.client.testMcpServer({ params, body })).toMatchObject({
    ...{ status: 'failed', tools: [], reason: expect.stringContaining('may not be called') },
  });
  await expect(guarded.client.testMcpServer({ params, body: changing })).rejects.toMatchObject({
    code: 'MCP_COMMANDS_DISABLED',
  });
  await expect(guarded.client.testMcpServer({ params, body: {} })).rejects.toMatchObject({
    code: 'INPUT_INVALID',
  });

  const { client } = await startServer({
    CADENCE_ALLOWED_HOSTS: '127.0.0.1',
    CADENCE_MCP_SERVERS: JSON.stringify({ tickets: changing }),
  });
  const tested = await client.testMcpServer({ params, body: { ...body, approve: ['echo', 'none'] } });
  expect(tested).toMatchObject({ status: 'connected', reason: null, ms: expect.any(Number) });
  expect(tested.tools).toContainEqual(expect.objectContaining({ name: 'desk_echo', requiresApproval: true }));
  expect(tested.problems).toContainEqual(expect.stringContaining('"none"'));
  expect((await client.listMcpServers()).items.map(({ name }) => name)).toEqual(['tickets']);
  expect(await client.testMcpServer({ params: { name: 'tickets' }, body })).toMatchObject({
    ...{ status: 'failed', reason: expect.stringContaining('which comes first') },
  });
  // What was entered before is known, and changed for the test alone.
  await client.putMcpServer({ params, body });
  const nowhere = `http://127.0.0.1:${await freePort()}/mcp`;
  expect(await client.testMcpServer({ params, body: {} })).toMatchObject({ status: 'connected' });
  expect(await client.testMcpServer({ params, body: { url: nowhere } })).toMatchObject({
    ...{ status: 'failed', reason: expect.stringContaining('ECONNREFUSED') },
  });
  expect(await client.getMcpServer({ params })).toMatchObject({ status: 'connected' });
});

it('a server is connected to anew by hand, in every process, one of the settings too, and its last failure is told', async () => {
  const servers = { CADENCE_MCP_SERVERS: JSON.stringify({ desk: changing }) };
  const { client, cadence, dataDir } = await startServer(servers);
  const other = await startServer({ ...servers, CADENCE_DATA_DIR: dataDir });
  const pidIn = (of: typeof cadence) => of.mcpServers.list()[0]?.pid;
  await Promise.all([cadence.mcpServers.tried(), other.cadence.mcpServers.tried()]);
  const before = [pidIn(cadence), pidIn(other.cadence)];
  const anew = await client.reconnectMcpServer({ params });
  expect(anew).toMatchObject({ source: 'settings', status: 'connected', lastFailure: null });
  expect(pidIn(cadence)).not.toBe(before[0]);
  await expect.poll(() => pidIn(other.cadence) ?? before[1]).not.toBe(before[1]);

  process.kill(pidIn(cadence) ?? 0);
  await expect
    .poll(async () => (await client.getMcpServer({ params })).lastFailure?.reason, { timeout: 10_000 })
    .toEqual(expect.any(String));
  await expect.poll(async () => (await client.getMcpServer({ params })).status).toBe('connected');
  const { items } = await client.listAudit({ query: { action: 'mcp.reconnect' } });
  expect(items).toMatchObject([{ target: 'desk', outcome: 'done' }]);
  await expect(client.reconnectMcpServer({ params: { name: 'none' } })).rejects.toMatchObject({
    code: 'MCP_SERVER_NOT_FOUND',
  });
});
