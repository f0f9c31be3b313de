// MCP servers that are entered over HTTP: what is taken, what is told of them, and what comes first.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@cadence/testkit';
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
