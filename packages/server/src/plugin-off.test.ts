// Plugins that are turned off and on while the deployment runs, and how the processes of isolated ones are doing.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startServer } from './http/server.fixture.ts';

const math = { params: { name: 'math' } };
const sums = {
  ...{ id: 'sums', name: 'Sums', entrypointNodeId: 'sum' },
  nodes: [
    { id: 'sum', workflowId: 'sums', nodeType: 'AGENT', nodeName: 'sum', agentId: 'plugin:math' },
    { id: 'tools', workflowId: 'sums', nodeType: 'TOOL_EXECUTOR', nodeName: 'tools' },
    { id: 'other', workflowId: 'sums', nodeType: 'AGENT', nodeName: 'other', agentId: 'own' },
  ],
  edges: ['sum', 'other'].flatMap((from) => [
    {
      ...{ id: `${from}-tools`, workflowId: 'sums', sourceNodeId: from, targetNodeId: 'tools' },
      ...{ conditionType: 'CONDITIONAL', conditionValue: 'tools' },
    },
    {
      ...{ id: `${from}-on`, workflowId: 'sums', sourceNodeId: from },
      ...(from === 'sum'
        ? { targetNodeId: 'other', conditionType: 'ALWAYS' }
        : { targetNodeId: null, conditionType: 'CONDITIONAL', conditionValue: 'END' }),
    },
  ]),
  agents: [{ id: 'own', name: 'Own', systemPrompt: 'You add.', tools: ['calculate'] }],
};

it('a plugin is turned off for every process, a definition that names it is told so, and it is turned on again', async () => {
  const { client, dataDir } = await startServer();
  const other = await startServer({ CADENCE_DATA_DIR: dataDir });
  expect(await client.checkWorkflow({ body: sums })).toMatchObject({ valid: true });

  const off = await client.updatePlugin({ ...math, body: { off: true } });
  expect(off).toMatchObject({ slug: 'math', status: 'off', version: expect.any(String) });
  const { valid, problems } = await client.checkWorkflow({ body: sums });
  expect(valid).toBe(false);
  expect(problems.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([
    'Node "sum" names the agent of the plugin "math", which is turned off.',
    'Agent "own" uses the tool "calculate" of the plugin "math", which is turned off.',
  ]);
  const hasTool = async (on: typeof client) =>
    (await on.listTools()).items.some(({ name }) => name === 'calculate');
  expect(await hasTool(client)).toBe(false);
  await expect.poll(() => hasTool(other.client), { timeout: 15_000 }).toBe(false);
  expect(await other.client.getPlugin(math)).toMatchObject({ status: 'off' });
  // A reload and a start leave it off.
  expect(await client.reloadPlugins()).toMatchObject({ added: [], failed: [] });
  const later = await startServer({ CADENCE_DATA_DIR: dataDir });
  expect(await later.client.getPlugin(math)).toMatchObject({
    status: 'off',
    tools: expect.arrayContaining(['calculate']),
  });

  expect(await later.client.updatePlugin({ ...math, body: { off: false } })).toMatchObject({
    status: 'loaded',
  });
  await expect.poll(() => hasTool(client), { timeout: 15_000 }).toBe(true);
  expect(await client.checkWorkflow({ body: sums })).toMatchObject({ valid: true });
  await expect(client.updatePlugin({ params: { name: 'none' }, body: { off: true } })).rejects.toMatchObject({
    code: 'PLUGIN_NOT_FOUND',
  });
}, 60_000);

const frail = `import { defineAgent, definePlugin, tool } from '@cadence-agents/sdk';
import { z } from 'zod';
const input = z.object({});
export default definePlugin({
  metadata: { name: 'Frail', version: '1.0.0', description: 'Falls.' },
  createAgent: () => defineAgent({
    systemPrompt: 'You fall.',
    tools: [
      tool({ name: 'stand', description: 'Stands.', input, run: () => 'standing' }),
      tool({ name: 'fall', description: 'Falls.', input, run: () => process.exit(3) }),
    ],
  }),
});
`;

it('the process of an isolated plugin tells how it is doing, and ends when the plugin is turned off', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cadence-frail-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'frail'));
  const cadence = { plugin: './index.ts', isolated: true };
  const manifest = { name: 'frail', version: '1.0.0', type: 'module', cadence };
  writeFileSync(join(folder, 'frail', 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'frail', 'index.ts'), frail);
  const { client } = await startServer({ CADENCE_PLUGINS_DIR: folder });
  const params = { name: 'frail' };
  const call = (name: string) => client.tryTool({ params: { name }, body: { args: {} } });
  const report = async () => (await client.getPlugin({ params })).process;
  expect(await report()).toMatchObject({ state: 'running', restarts: 0, lastFailure: null });
  expect(await call('fall')).toMatchObject({ isError: true });
  const fallen = { restarts: 1, lastFailure: { reason: expect.any(String) } };
  expect(await report()).toMatchObject({ state: 'idle', ...fallen });
  expect(await call('stand')).toMatchObject({ output: 'standing' });
  expect(await report()).toMatchObject({ state: 'running', ...fallen });

  expect(await client.updatePlugin({ params, body: { off: true } })).toMatchObject({ process: null });
  await expect(call('stand')).rejects.toMatchObject({ code: 'TOOL_NOT_FOUND' });
  await client.updatePlugin({ params, body: { off: false } });
  expect(await call('stand')).toMatchObject({ output: 'standing' });
  expect(await report()).toMatchObject({ state: 'running', restarts: 0 });
}, 60_000);
