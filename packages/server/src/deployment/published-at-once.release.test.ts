// A version that is published at one process is the one that messages to any other get from then on, although each
// remembers what was published.
import type { WorkflowDefinition } from '@cadence-agents/contracts';
import { describe, expect, it } from 'vitest';
import { deployments } from './processes.fixture.ts';

const TIMES = 10;

const desk = (greeting: string, id = 'desk'): WorkflowDefinition => ({
  id,
  name: 'Desk',
  entrypointNodeId: 'n1',
  nodes: [{ id: 'n1', nodeName: 'speaker', workflowId: id, nodeType: 'AGENT', agentId: 'ada' }],
  edges: [],
  agents: [{ id: 'ada', name: 'ada', systemPrompt: greeting }],
});

describe.each(deployments())('on $name', ({ open }) => {
  it.each([
    { who: 'a process that carries it out', worker: true },
    { who: 'a process that leaves it to others', worker: false },
  ])(
    'what is published is what $who accepts a message for, in new conversations and known ones',
    async ({ worker }) => {
      const deployment = await open();
      const publisher = await deployment.start('a');
      const { client } = await deployment.start('b', {}, { worker });
      const ask = async (id: string) => {
        const body = { message: 'Hello', workflowId: 'desk' };
        return (await client.sendMessage({ params: { id }, body })).workflowVersion;
      };
      const publish = async (greeting: string) => {
        const put = { params: { id: 'desk' }, query: {}, body: desk(greeting) };
        return (await publisher.client.putWorkflow(put)).version;
      };
      for (let time = 0; time < TIMES; time++) {
        const version = await publish(`I am number ${time}.`);
        expect(await ask(`new ${time}`)).toBe(version);
        expect(await ask('known')).toBe(version);
        expect(await ask('known')).toBe(version);
      }
      await publisher.client.deleteWorkflow({ params: { id: 'desk' } });
      await expect(ask('known')).rejects.toMatchObject({ code: 'WORKFLOW_NOT_FOUND' });
      const back = await publish('I am back.');
      expect(await ask('known')).toBe(back);
    },
    120_000,
  );

  it('a workflow that comes with Cadence gives way to one that is stored under its name, and comes back', async () => {
    const deployment = await open();
    const publisher = await deployment.start('a');
    const { client } = await deployment.start('b');
    const nameRun = async (id: string) => {
      const run = await client.sendMessage({
        params: { id },
        body: { message: 'Hello', workflowId: 'assistant' },
      });
      const { definition } = await client.getWorkflowVersion({
        params: { id: 'assistant', version: run.workflowVersion ?? 0 },
      });
      return definition.name;
    };
    const own = { ...desk('I am here instead.', 'assistant'), name: 'Stand-in' };
    const before = await nameRun('a');
    expect(before).not.toBe(own.name);
    await publisher.client.putWorkflow({ params: { id: 'assistant' }, query: {}, body: own });
    expect(await nameRun('b')).toBe(own.name);
    await publisher.client.deleteWorkflow({ params: { id: 'assistant' } });
    expect(await nameRun('c')).toBe(before);
  }, 120_000);
});
