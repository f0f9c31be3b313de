// What a plugin's tool returns beside words, up to the model that called it.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFakeModelServer } from '@cadence-agents/testkit';
import { expect, it, onTestFinished } from 'vitest';
import { startServer } from '../http/server.fixture.ts';

const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(60_000, 7)]);
const plugin = `
import { defineAgent, definePlugin, tool } from '@cadence-agents/sdk';
import { z } from 'zod';

const chart = tool({
  name: 'chart',
  description: 'Draws.',
  input: z.object({}),
  redact: [/\\d{4}/, /[A-Z]{3}/],
  run: () => ({
    content: [
      { type: 'text', text: 'The pin is 1234.' },
      { type: 'image', mimeType: 'image/png', data: '${png.toString('base64')}' },
    ],
  }),
});

export default definePlugin({
  metadata: { name: 'charts', version: '1.0.0', description: 'Draws.', capabilities: ['charts'] },
  createAgent: () => defineAgent({ systemPrompt: 'You draw.', tools: [chart] }),
});
`;

async function writePlugin(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cadence-charts-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'charts'));
  const about = { name: 'charts', version: '1.0.0', type: 'module', cadence: { plugin: './index.ts' } };
  await writeFile(join(folder, 'charts', 'package.json'), JSON.stringify(about));
  await writeFile(join(folder, 'charts', 'index.ts'), plugin);
  return folder;
}

it('is a picture for the model, now and later, and no base64 in a text', async () => {
  const model = await startFakeModelServer();
  onTestFinished(() => model.close());
  const { client, cadence } = await startServer({
    CADENCE_DEFAULT_MODEL: 'openai:test',
    CADENCE_PLUGINS_DIR: await writePlugin(),
    OPENAI_BASE_URL: model.url,
    OPENAI_API_KEY: 'x',
  });
  const node = (id: string, nodeType: string, more = {}) => {
    return { id, workflowId: 'draw', nodeType, nodeName: id, ...more };
  };
  await cadence.store.workflows.put('local', {
    id: 'draw',
    name: 'Draw',
    entrypointNodeId: 'a',
    nodes: [node('a', 'AGENT', { agentId: 'a' }), node('tools', 'TOOL_EXECUTOR')],
    edges: [
      {
        id: 'e',
        workflowId: 'draw',
        sourceNodeId: 'a',
        targetNodeId: 'tools',
        conditionType: 'CONDITIONAL',
        conditionValue: 'tools',
      },
    ],
    agents: [{ id: 'a', name: 'a', systemPrompt: 'I draw.', tools: ['chart'] }],
  });
  await model.script([
    { kind: 'reply', toolCalls: [{ name: 'chart', arguments: {}, id: 'c1' }] },
    { kind: 'reply', text: 'A chart.' },
    { kind: 'reply', text: 'The same.' },
  ]);
  const send = (message: string) =>
    client.sendMessage({ params: { id: 'c' }, body: { message, workflowId: 'draw' } });
  await send('Draw');
  await send('And?');
  const url = `data:image/png;base64,${png.toString('base64')}`;
  const requests = await model.requests();
  expect(requests).toHaveLength(3);
  for (const { body } of requests.slice(1)) {
    const { messages } = JSON.parse(JSON.stringify(body));
    const result = messages.findIndex(({ role }: { role: string }) => role === 'tool');
    expect(messages[result].content).toBe('The pin is [redacted].');
    expect(messages[result + 1].content).toContainEqual({ type: 'image_url', image_url: { url } });
    const words = JSON.stringify(messages).replaceAll(url, '');
    expect(words.length).toBeLessThan(2_000);
  }
  const { items } = await client.listMessages({ params: { id: 'c' }, query: {} });
  const drawn = items.find(({ role }) => role === 'tool');
  expect(drawn).toMatchObject({ parts: [{ type: 'text' }, { type: 'file', mediaType: 'image/png' }] });
  expect(JSON.stringify(items).length).toBeLessThan(4_000);
}, 60_000);
