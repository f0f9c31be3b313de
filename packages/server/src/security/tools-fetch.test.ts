// What tools fetch at addresses that a model chose goes where the administrator lets it, and nowhere else.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startServer } from '../http/server.fixture.ts';

const plugin = `import { defineAgent, definePlugin, tool } from '@cadence-agents/sdk';
import { z } from 'zod';
const get = tool({
  name: 'get_page', description: 'Reads a page.', input: z.object({ url: z.string() }),
  run: async ({ url }, ctx) => (await ctx.fetch(url)).text(),
});
export default definePlugin({
  metadata: { name: 'reader', version: '1.0.0', description: 'Reads.', capabilities: ['reading'] },
  createAgent: () => defineAgent({ systemPrompt: 'You read.', tools: [get] }),
});
`;

/** A folder with the plugin. */
async function pluginsDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cadence-reader-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'reader'));
  const manifest = { name: 'reader', type: 'module', cadence: { plugin: './index.ts' } };
  await writeFile(join(folder, 'reader/package.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'reader/index.ts'), plugin);
  return folder;
}

async function call(env: Record<string, string>, url: string): Promise<string> {
  const { url: server } = await startServer({
    CADENCE_PLUGINS_DIR: await pluginsDir(),
    CADENCE_MCP_EXPOSE: 'tools',
    ...env,
  });
  const response = await fetch(`${server}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'get_page', arguments: { url } },
    }),
  });
  return response.text();
}

it('keeps tools from addresses that are not public, unless they are allowed', async () => {
  let hits = 0;
  const inside = createServer((_, response) => {
    hits++;
    response.end('the inside');
  });
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void inside.close());
  const url = `http://127.0.0.1:${(inside.address() as AddressInfo).port}/`;
  expect(await call({}, url)).toContain('may not be called');
  expect(hits).toBe(0);
  expect(await call({ CADENCE_ALLOWED_HOSTS: '127.0.0.1' }, url)).toContain('the inside');
  expect(hits).toBe(1);
});
