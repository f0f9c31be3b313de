// Several processes, one set of plugins: what is uploaded at one is used by all, and a run goes where its tools are.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CadenceClient } from '@cadence-agents/client';
import type { WorkflowDefinition } from '@cadence-agents/contracts';
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

/** The same, once somebody has said who is to be greeted. */
const askedFirst: WorkflowDefinition = {
  ...greeting,
  id: 'asked-first',
  entrypointNodeId: 'person',
  nodes: [...greeting.nodes, { id: 'person', nodeType: 'HUMAN_HANDOFF', nodeName: 'person' }].map((node) => ({
    ...node,
    workflowId: 'asked-first',
  })),
  edges: [
    ...greeting.edges,
    { id: 'go', sourceNodeId: 'person', targetNodeId: 'greeter', conditionType: 'ALWAYS' as const },
  ].map((edge) => ({ ...edge, workflowId: 'asked-first' })),
};

/** A plugin whose tool tells its version. */
async function upload({ url }: ServerProcess, version: string): Promise<void> {
  const form = new FormData();
  form.set('file', await packedPlugin('greeter', `() => '${version}'`, version), 'greeter.tgz');
  const { status } = await fetch(`${url}/api/v1/plugins`, { method: 'POST', body: form });
  expect(status).toBe(201);
}

const publish = ({ client }: ServerProcess, workflow = greeting) =>
  client.putWorkflow({ params: { id: workflow.id }, body: { ...workflow }, query: {} });

/** What the tool said to one more message. */
async function greeted({ client }: ServerProcess): Promise<string[]> {
  const sent = await client.sendMessage({
    params: { id: crypto.randomUUID() },
    body: { message: 'Greet somebody called Ann', workflowId: greeting.id },
  });
  expect(sent).toMatchObject({ status: 'completed' });
  return toolResults(client, sent.id);
}

async function toolResults(client: CadenceClient, runId: string, after = 0): Promise<string[]> {
  const said: string[] = [];
  for await (const event of client.follow(runId, { after }))
    if (event.type === 'on_tool_end') said.push(event.data.output);
  return said;
}

/** The number of its last event: that it ended, or waits for a person. */
async function lastEvent(client: CadenceClient, runId: string): Promise<number> {
  let last = 0;
  for await (const { seq } of client.follow(runId)) last = seq ?? last;
  return last;
}

/** A plugin in a folder, whose tool tells which process it runs in. */
async function directoryPlugin({ folder }: Deployment): Promise<Record<string, string>> {
  const home = join(folder, 'only-here', 'greeter');
  await mkdir(home, { recursive: true });
  const manifest = { name: 'greeter', version: '1.0.0', type: 'module', cadence: { plugin: './index.ts' } };
  await writeFile(join(home, 'package.json'), JSON.stringify(manifest));
  await writeFile(
    join(home, 'index.ts'),
    `import { defineAgent, definePlugin, tool } from '@cadence-agents/sdk';
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
    expect(await greeted(front)).toEqual(['1.0.0']);
  });

  it('what only one process has is carried out there, while the other goes on with the rest', async () => {
    const deployment = await open();
    const here = await deployment.start('a', await directoryPlugin(deployment));
    const elsewhere = await deployment.start('b');
    await publish(here);
    const said = await Promise.all(Array.from({ length: 6 }, () => greeted(elsewhere)));
    expect(said).toEqual(said.map(() => [String(here.pid)]));

    // Who answers a question need not have it either.
    await publish(here, askedFirst);
    const asked = await here.client.sendMessage({
      params: { id: 'asked' },
      body: { message: 'Greet somebody', workflowId: askedFirst.id },
    });
    expect(asked).toMatchObject({ status: 'awaiting_human' });
    const question = await lastEvent(here.client, asked.id);
    await elsewhere.client.answerHandoff({
      params: { id: asked.handoff?.id ?? '' },
      body: { text: 'Greet somebody called Ann' },
    });
    expect(await toolResults(here.client, asked.id, question)).toEqual([String(here.pid)]);

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
