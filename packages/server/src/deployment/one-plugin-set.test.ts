// Several processes, one set of plugins: what is uploaded at one is used by all, and a run goes where its tools are.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CadenceClient } from '@cadence/client';
import type { WorkflowDefinition } from '@cadence/contracts';
import { describe, expect, it } from 'vitest';
import { packedPlugin } from '../http/packed-plugin.fixture.ts';
import { type Deployment, deployments, type ServerProcess } from './processes.fixture.ts';

const greeting: WorkflowDefinition = {
  id: 'greeting',
  name: 'Greeting',
  entrypointNodeId: 'greeter',
  nodes: [
    { id: 'greeter', workflowId: 'greeting', nodeType: 'AGENT', nodeName: 'greeter', agentId: 'greeter' },
    { id: 'tools', workflowId: 'greeting', nodeType: 'TOOL_EXECUTOR', nodeName: 'tools' },
  ],
  edges: [
    {
      id: 'use',
      workflowId: 'greeting',
      sourceNodeId: 'greeter',
      targetNodeId: 'tools',
      conditionType: 'CONDITIONAL',
      conditionValue: 'tools',
    },
  ],
  agents: [{ id: 'greeter', name: 'Greeter', systemPrompt: 'You greet people.', tools: ['greet'] }],
};

/** A plugin whose tool tells its version. */
async function upload({ url }: ServerProcess, version: string): Promise<void> {
  const form = new FormData();
  form.set('file', await packedPlugin('greeter', `() => '${version}'`, version), 'greeter.tgz');
  const { status } = await fetch(`${url}/api/v1/plugins`, { method: 'POST', body: form });
  expect(status).toBe(201);
}

const publish = ({ client }: ServerProcess) =>
  client.putWorkflow({ params: { id: greeting.id }, body: { ...greeting }, query: {} });

/** What the tool said to one more message. */
async function greeted({ client }: ServerProcess): Promise<string[]> {
  const sent = await client.sendMessage({
    params: { id: crypto.randomUUID() },
    body: { message: 'Greet somebody called Ann', workflowId: greeting.id },
  });
  expect(sent).toMatchObject({ status: 'completed' });
  return toolResults(client, sent.id);
}

async function toolResults(client: CadenceClient, runId: string): Promise<string[]> {
  const said: string[] = [];
  for await (const event of client.follow(runId))
    if (event.type === 'on_tool_end') said.push(event.data.output);
  return said;
}

/** A plugin in a folder, whose tool tells which process it runs in. */
async function directoryPlugin({ folder }: Deployment): Promise<Record<string, string>> {
  const home = join(folder, 'only-here', 'greeter');
  await mkdir(home, { recursive: true });
  const manifest = { name: 'greeter', version: '1.0.0', type: 'module', cadence: { plugin: './index.ts' } };
  await writeFile(join(home, 'package.json'), JSON.stringify(manifest));
  await writeFile(
    join(home, 'index.ts'),
    `import { defineAgent, definePlugin, tool } from '@cadence/sdk';
import { z } from 'zod';
const greet = tool({ name: 'greet', description: 'Greet somebody', input: z.object({ who: z.string() }),
  run: () => String(process.pid) });
export default definePlugin({
  metadata: { name: 'greeter', version: '1.0.0', description: 'Greets people by name' },
  createAgent: () => defineAgent({ systemPrompt: 'You greet people.', tools: [greet] }),
});
`,
  );
  return { CADENCE_PLUGINS_DIR: join(folder, 'only-here') };
}

describe.each(deployments())('on $name', ({ open }) => {
  it('what is uploaded at one process is carried out by another, also its next version', async () => {
    const deployment = await open();
    const front = await deployment.start('a', {}, { worker: false });
    await deployment.start('b');
    await upload(front, '1.0.0');
    await publish(front);
    expect(await greeted(front)).toEqual(['1.0.0']);
    await upload(front, '2.0.0');
    expect(await greeted(front)).toEqual(['2.0.0']);
    await front.client.restorePlugin({ params: { name: 'greeter', version: '1.0.0' } });
    await expect.poll(() => greeted(front), { timeout: 20_000 }).toEqual(['1.0.0']);
  });

  it('what only one process has is carried out there, while the other goes on with the rest', async () => {
    const deployment = await open();
    const here = await deployment.start('a', await directoryPlugin(deployment));
    const elsewhere = await deployment.start('b');
    await publish(here);
    const said = await Promise.all(Array.from({ length: 6 }, () => greeted(elsewhere)));
    expect(said).toEqual(said.map(() => [String(here.pid)]));

    // What it began with is recorded by a process that has it.
    const front = await deployment.start('c', await directoryPlugin(deployment), { worker: false });
    await here.stop();
    const waiting = greeted(front);
    const rest = await elsewhere.client.sendMessage({
      params: { id: 'rest' },
      body: { message: 'What is 2 + 2?' },
    });
    expect(rest).toMatchObject({ status: 'completed' });
    const again = await deployment.start('a', await directoryPlugin(deployment));
    expect(await waiting).toEqual([String(again.pid)]);
  });
});
