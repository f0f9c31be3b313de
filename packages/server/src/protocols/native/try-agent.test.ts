import { roleSchema, type StreamedEvent } from '@cadence-agents/contracts';
import { expect, it } from 'vitest';
import { adminKey, startServer } from '../../http/server.fixture.ts';

const agent = { id: 'adder', name: 'Adder', systemPrompt: 'You calculate.', tools: ['calculate'] };
const body = { agent, message: 'What is 15 * 23?' };

it('tries an agent that is stored nowhere, with its tools', async () => {
  const { client } = await startServer();
  const run = await client.tryAgent({ body });
  const events: StreamedEvent[] = [];
  for await (const event of client.follow(run.id)) events.push(event);
  expect(events.find(({ type }) => type === 'on_tool_end')).toMatchObject({ data: { tool: 'calculate' } });
  expect(events.at(-1)).toMatchObject({ type: 'on_run_end', data: { status: 'completed' } });
  expect((await client.getRun({ params: { id: run.id } })).answer).toContain('345');
  expect((await client.listAgents()).items).toEqual([]);
  expect((await client.listWorkflows()).items.map(({ id }) => id)).not.toContain(run.workflowId);
});

it('tries an agent without tools', async () => {
  const { client, cadence } = await startServer();
  const { tools: _, ...talker } = agent;
  const { id } = await client.tryAgent({ body: { ...body, agent: talker } });
  await cadence.idle();
  expect(await client.getRun({ params: { id } })).toMatchObject({ status: 'completed' });
});

it('names the tool that there is not', async () => {
  const { client } = await startServer();
  const trying = client.tryAgent({ body: { ...body, agent: { ...agent, tools: ['calculat'] } } });
  await expect(trying).rejects.toMatchObject({
    code: 'WORKFLOW_INVALID',
    message: expect.stringContaining('"calculat"'),
  });
});

it('is for authors, and not for a key that is bound to some workflows', async () => {
  const server = await startServer({ CADENCE_ADMIN_KEY: adminKey });
  const outcomes = await Promise.all(
    roleSchema.options.map(async (role) => {
      const { key } = await server.client.createKey({ body: { role } });
      return server
        .as(key)
        .tryAgent({ body })
        .then(
          () => 'run',
          (error) => error.code,
        );
    }),
  );
  expect(outcomes).toEqual(['FORBIDDEN', 'FORBIDDEN', 'run', 'run']);
  const { key } = await server.client.createKey({ body: { role: 'author', scopes: ['coordinator'] } });
  await expect(server.as(key).tryAgent({ body })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await server.cadence.idle();
});
