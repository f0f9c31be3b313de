import { type RunPins, roleSchema, type StreamedEvent } from '@cadence-agents/contracts';
import { describe, expect, it } from 'vitest';
import { adminKey, startServer, type TestServer } from '../../http/server.fixture.ts';

const node = (id: string) => ({
  ...{ id, workflowId: 'desk', nodeType: 'AGENT', nodeName: id, agentId: id },
});
const agent = (id: string) => ({ id, name: id, systemPrompt: `You are the ${id}.` });
const always = (from: string, to: string) => ({
  ...{ id: `${from}-${to}`, workflowId: 'desk', sourceNodeId: from, targetNodeId: to },
  conditionType: 'ALWAYS',
});

/** Drafter, writer, editor, one after the other. */
const definition = {
  id: 'desk',
  name: 'Desk',
  entrypointNodeId: 'drafter',
  nodes: [node('drafter'), node('writer'), node('editor')],
  edges: [always('drafter', 'writer'), always('writer', 'editor')],
  agents: [agent('drafter'), agent('writer'), agent('editor')],
};
const params = { id: 'desk' };
const replies = (said: Record<string, string>): RunPins => ({
  replies: Object.fromEntries(Object.entries(said).map(([name, content]) => [name, { content }])),
});
const said = replies({ drafter: 'A draft.', writer: 'A text.', editor: 'The text.' });

async function ended({ client }: TestServer, id: string) {
  const events: StreamedEvent[] = [];
  for await (const event of client.follow(id)) events.push(event);
  return { run: await client.getRun({ params: { id } }), events };
}

describe('the trial of a draft', () => {
  it('runs a definition that is stored nowhere, apart from the workflow itself', async () => {
    const server = await startServer();
    const { client } = server;
    await client.putWorkflow({ params, query: {}, body: definition });
    const draft = { ...definition, name: 'Changed' };
    const first = await client.tryWorkflow({
      params,
      body: { definition: draft, message: 'Hello', pins: said },
    });
    expect(first).toMatchObject({ workflowId: 'draft:desk', workflowVersion: 1 });
    const { run } = await ended(server, first.id);
    expect(run).toMatchObject({ status: 'completed', answer: 'The text.', usage: { modelCalls: 0 } });
    const { conversationId } = first;
    const second = await client.tryWorkflow({
      params,
      body: { definition: draft, message: 'Again', conversationId, pins: said },
    });
    await ended(server, second.id);
    expect((await client.listMessages({ params: { id: conversationId }, query: {} })).items).toHaveLength(8);
    expect(await client.getConversation({ params: { id: conversationId } })).toMatchObject({
      metadata: { trial: 'desk' },
    });
    // What is tried changes nothing of what is published, and nothing of what is known of it.
    expect((await client.listWorkflows()).items.filter(({ id }) => id.includes('desk'))).toHaveLength(1);
    expect((await client.workflowVersions({ params })).items).toHaveLength(1);
    expect(await client.workflowCoverage({ params, query: {} })).toMatchObject({ runs: 0 });
    const gate = await client.gateWorkflow({ params: { ...params, version: 1 }, body: {} });
    expect(gate).toMatchObject({ unchanged: 0, skipped: 0, passed: true });
    expect(await client.replayRun({ params: { id: run.id }, body: {} })).toMatchObject({ divergence: null });
  });

  it('waits before nodes, is changed there, and goes on to the next of them', async () => {
    const server = await startServer();
    const { client } = server;
    const first = await client.tryWorkflow({
      params,
      body: { definition, message: 'Hello', pauseBefore: ['writer'], pins: said },
    });
    const { run: waiting } = await ended(server, first.id);
    expect(waiting).toMatchObject({ status: 'awaiting_human', handoff: { node: 'writer', pause: true } });
    const messages = (await client.listMessages({ params: { id: waiting.conversationId }, query: {} })).items;
    expect(messages.map(({ content }) => content)).toEqual(['Hello', 'A draft.']);
    const drafted = messages.at(-1);
    if (drafted?.role !== 'assistant') throw new Error('There is no draft.');
    const resume = { params: { id: first.id } };
    await client.resumeRun({
      ...resume,
      body: { text: '', pauseBefore: ['*'], messages: [{ ...drafted, content: 'Another draft.' }] },
    });
    await server.cadence.idle();
    expect(await client.getRun(resume)).toMatchObject({ handoff: { node: 'editor', pause: true } });
    await client.resumeRun({
      ...resume,
      body: { text: '', pauseBefore: [], pins: replies({ editor: 'Pinned late.' }) },
    });
    await server.cadence.idle();
    expect(await client.getRun(resume)).toMatchObject({ status: 'completed', answer: 'Pinned late.' });
    const left = (await client.listMessages({ params: { id: waiting.conversationId }, query: {} })).items;
    expect(left.map(({ content }) => content)).toEqual([
      ...['Hello', 'Another draft.', 'A text.', 'Pinned late.'],
    ]);
  });

  it('goes on elsewhere and knows something else where that is changed at a pause, within its form', async () => {
    const server = await startServer();
    const { client } = server;
    const body = { definition, message: 'Hello', pauseBefore: ['writer'], pins: said };
    const { id } = await client.tryWorkflow({ params, body });
    await server.cadence.idle();
    const resume = (turn: Record<string, unknown>) =>
      client.resumeRun({ params: { id }, body: { text: '', turn } });
    await expect(resume({ at: 'nowhere', slots: { plan: {} } })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      details: expect.arrayContaining([
        { path: 'body.turn.at', message: 'is the id of no node: "nowhere"' },
        { path: 'body.turn.slots.plan', message: 'is not there to be changed' },
      ]),
    });
    await expect(resume({ slots: { trial: { pins: {} } } })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    await expect(resume({ status: 'completed' })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    await resume({ at: 'editor', summary: 'They greeted.' });
    await server.cadence.idle();
    const { items } = await client.runSteps({ params: { id } });
    const last = await client.runStep({ params: { id, step: items.at(-1)?.checkpointId ?? '' } });
    expect(last.turn).toMatchObject({ summary: 'They greeted.', status: 'completed' });
    const run = await client.getRun({ params: { id } });
    const left = (await client.listMessages({ params: { id: run.conversationId }, query: {} })).items;
    expect(left.map(({ content }) => content)).not.toContain('A text.');
    expect(await client.replayRun({ params: { id }, body: {} })).toMatchObject({ divergence: null });
    await expect(resume({ at: 'editor' })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  });

  it('is replayed as it was, also where it was told to wait elsewhere on the way', async () => {
    const server = await startServer();
    const { client } = server;
    const body = { definition, message: 'Hello', pauseBefore: ['*'], pins: said };
    const { id } = await client.tryWorkflow({ params, body });
    await server.cadence.idle();
    await client.resumeRun({ params: { id }, body: { text: '', pauseBefore: ['editor'] } });
    await server.cadence.idle();
    expect(await client.getRun({ params: { id } })).toMatchObject({ handoff: { node: 'editor' } });
    await client.resumeRun({ params: { id }, body: { text: '' } });
    await server.cadence.idle();
    expect(await client.getRun({ params: { id } })).toMatchObject({ status: 'completed' });
    expect(await client.replayRun({ params: { id }, body: {} })).toMatchObject({ divergence: null });
  });

  it('gives what is pinned in the place of a tool', async () => {
    const server = await startServer();
    const adder = {
      ...{ id: 'adder', name: 'Adder', systemPrompt: 'You calculate.', tools: ['calculate'] },
    };
    const sums = {
      ...{ id: 'sums', name: 'Sums', entrypointNodeId: 'adder', agents: [adder] },
      nodes: [
        { id: 'adder', workflowId: 'sums', nodeType: 'AGENT', nodeName: 'adder', agentId: 'adder' },
        { id: 'tools', workflowId: 'sums', nodeType: 'TOOL_EXECUTOR', nodeName: 'tools' },
      ],
      edges: [
        {
          ...{ id: 'calls', workflowId: 'sums', sourceNodeId: 'adder', targetNodeId: 'tools' },
          ...{ conditionType: 'CONDITIONAL', conditionValue: 'tools' },
        },
      ],
    };
    const { id } = await server.client.tryWorkflow({
      params: { id: 'sums' },
      body: { definition: sums, message: 'What is 15 * 23?', pins: { results: { calculate: '999' } } },
    });
    const { run, events } = await ended(server, id);
    expect(events.find(({ type }) => type === 'on_tool_end')).toMatchObject({ data: { output: '999' } });
    expect(run.answer).toContain('999');
  });

  it('tells what is wrong before anything runs, and refuses to help a run that is no trial', async () => {
    const { client, cadence } = await startServer();
    const broken = { ...definition, entrypointNodeId: 'nowhere' };
    await expect(
      client.tryWorkflow({ params, body: { definition: broken, message: 'Hello' } }),
    ).rejects.toMatchObject({ code: 'WORKFLOW_INVALID' });
    expect((await client.listRuns({ query: {} })).items).toEqual([]);
    await client.putWorkflow({ params, query: {}, body: definition });
    const run = await client.sendMessage({
      params: { id: 'c' },
      body: { message: 'Hello', workflowId: 'desk' },
    });
    await cadence.idle();
    await expect(
      client.resumeRun({ params: { id: run.id }, body: { text: '', pins: said } }),
    ).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  });

  it('is for authors, and for a key that is bound to the workflow', async () => {
    const server = await startServer({ CADENCE_ADMIN_KEY: adminKey });
    const body = { definition, message: 'Hello', pins: said };
    const tried = (key: string) =>
      server
        .as(key)
        .tryWorkflow({ params, body })
        .then(
          async ({ id }) => (await server.as(key).getRun({ params: { id } })).workflowId,
          (error) => error.code,
        );
    const outcomes = await Promise.all(
      roleSchema.options.map(async (role) => tried((await server.client.createKey({ body: { role } })).key)),
    );
    expect(outcomes).toEqual(['FORBIDDEN', 'FORBIDDEN', 'draft:desk', 'draft:desk']);
    const bound = async (id: string) =>
      (await server.client.createKey({ body: { role: 'author', scopes: [id] } })).key;
    expect(await tried(await bound('desk'))).toBe('draft:desk');
    expect(await tried(await bound('coordinator'))).toBe('WORKFLOW_NOT_FOUND');
    await server.cadence.idle();
    const listed = await server.as(await bound('desk')).listRuns({ query: {} });
    expect(listed.items.length).toBe(3);
  });
});
