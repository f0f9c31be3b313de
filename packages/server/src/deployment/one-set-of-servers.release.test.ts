// Several processes, one set of MCP servers: what is entered at one is used by all.
import type { CadenceClient } from '@cadence-agents/client';
import { freePort, startFakeModelServer } from '@cadence-agents/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { changing, startEverything } from '../mcp/client/mcp-server.fixture.ts';
import { deployments, type ServerProcess } from './processes.fixture.ts';

/** An agent that has one tool, and the place where it is run. */
const using = (tool: string) => {
  const workflowId = `uses-${tool}`;
  return {
    id: workflowId,
    name: workflowId,
    entrypointNodeId: 'agent',
    nodes: [
      { id: 'agent', workflowId, nodeType: 'AGENT', nodeName: 'agent', agentId: 'agent' },
      { id: 'tools', workflowId, nodeType: 'TOOL_EXECUTOR', nodeName: 'tools' },
    ],
    edges: [
      {
        ...{ id: 'calls', workflowId, sourceNodeId: 'agent', targetNodeId: 'tools' },
        ...{ conditionType: 'CONDITIONAL' as const, conditionValue: 'tools' },
      },
    ],
    agents: [{ id: 'agent', name: 'Agent', systemPrompt: 'You use your tool.', tools: [tool] }],
  };
};

async function publish({ client }: ServerProcess, tool: string): Promise<string> {
  const workflow = using(tool);
  await client.putWorkflow({ params: { id: workflow.id }, body: { ...workflow }, query: {} });
  return workflow.id;
}

const enter = ({ client }: ServerProcess, body: Parameters<CadenceClient['putMcpServer']>[0]['body']) =>
  client.putMcpServer({ params: { name: 'desk' }, body });

describe.each(deployments())('on $name', ({ open }) => {
  it('what is entered at one process is used by the others, also when it was changed, until it is removed', async () => {
    const model = await startFakeModelServer();
    onTestFinished(() => model.close());
    const started = await startEverything(await freePort());
    onTestFinished(started.stop);
    const env = {
      CADENCE_DEFAULT_MODEL: 'openai:any',
      OPENAI_BASE_URL: model.url,
      CADENCE_ALLOWED_HOSTS: '127.0.0.1',
      CADENCE_MCP_COMMANDS: 'true',
      CADENCE_SECRET_KEY: 'of the whole deployment',
    };
    const deployment = await open();
    const front = await deployment.start('a', env, { worker: false });
    const worker = await deployment.start('b', env);
    const send = async (workflowId: string, tool: string, args = {}) => {
      await model.script([
        { kind: 'reply', toolCalls: [{ name: tool, arguments: args }] },
        { kind: 'reply', text: 'Done.', repeat: true },
      ]);
      return front.client.sendMessage({
        params: { id: crypto.randomUUID() },
        body: { message: 'Use it', workflowId },
      });
    };
    const results = async (runId: string) => {
      const said: string[] = [];
      for await (const event of front.client.follow(runId))
        if (event.type === 'on_tool_end') said.push(event.data.output);
      return said;
    };

    const entered = await enter(front, { url: started.url });
    expect(entered).toMatchObject({ name: 'desk', source: 'entered', status: 'connected' });
    const echoes = await publish(front, 'desk_echo');
    const echoed = await send(echoes, 'desk_echo', { message: 'hello' });
    expect(echoed).toMatchObject({ status: 'completed' });
    expect(await results(echoed.id)).toEqual(['Echo: hello']);

    // Another server under the same name, which is a command.
    expect(await enter(front, changing)).toMatchObject({ status: 'connected', transport: 'stdio' });
    const reads = await publish(front, 'desk_read');
    const read = await send(reads, 'desk_read');
    expect(await results(read.id)).toEqual(['The boat is green.']);

    // The same one with another rule: whoever carries the run out keeps to it.
    await enter(front, { ...changing, approve: ['read'] });
    const waiting = await send(reads, 'desk_read');
    expect(waiting).toMatchObject({ status: 'awaiting_human' });

    await front.client.deleteMcpServer({ params: { name: 'desk' } });
    await expect(front.client.getMcpServer({ params: { name: 'desk' } })).rejects.toMatchObject({
      code: 'MCP_SERVER_NOT_FOUND',
    });
    const left = async () => (await worker.client.listMcpServers()).items;
    await expect.poll(left, { timeout: 15_000 }).toEqual([]);

    // One that starts later has what is entered by then.
    await enter(front, { url: started.url });
    const later = await deployment.start('c', env);
    const there = async () => (await later.client.listMcpServers()).items.map(({ status }) => status);
    await expect.poll(there, { timeout: 15_000 }).toEqual(['connected']);
  }, 120_000);
});
