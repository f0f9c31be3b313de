import { randomUUID } from 'node:crypto';
import { CadenceError, type RunEvent, type StreamedEvent } from '@cadence-agents/contracts';
import { asRecorded } from '@cadence-agents/testkit';
import { describe, expect, it } from 'vitest';
import { startServer } from './server.fixture.ts';

const question = { message: 'What is 15 * 23?' };
const code = (wanted: string) => (error: unknown) => CadenceError.is(error) && error.code === wanted;

async function collect(events: AsyncIterable<StreamedEvent>): Promise<RunEvent[]> {
  return asRecorded(await Array.fromAsync(events));
}

describe('a message', () => {
  it('is answered with the finished run', async () => {
    const { client } = await startServer();
    const run = await client.sendMessage({ params: { id: 'c' }, body: question });
    expect(run).toMatchObject({ status: 'completed', conversationId: 'c', tone: 'natural' });
    expect(run.answer).toContain('345');
  });

  it('streams the events of its run, and they can be read again', async () => {
    const { client } = await startServer();
    const events = await collect(client.stream('c', question));
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(events.at(-1)).toMatchObject({ type: 'on_run_end', data: { status: 'completed' } });
    const runId = events[0]?.runId ?? '';
    expect(await collect(client.follow(runId))).toEqual(events);
    expect(await collect(client.follow(runId, { after: 10 }))).toEqual(events.slice(10));
    const { items } = await client.runEvents({ params: { id: runId }, query: {} });
    expect(items).toEqual(events);
  });

  it('is taken at once with Prefer: respond-async', async () => {
    const { url, client } = await startServer();
    const response = await fetch(`${url}/api/v1/conversations/c/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', prefer: 'respond-async' },
      body: JSON.stringify(question),
    });
    expect(response.status).toBe(202);
    const events = await collect(client.follow(response.headers.get('location')?.split('/').at(-1) ?? ''));
    expect(events.at(-1)).toMatchObject({ type: 'on_run_end' });
  });

  it('is sent once with an idempotency key, however often it is posted', async () => {
    const { client } = await startServer();
    const headers = { 'idempotency-key': randomUUID() };
    const send = () => client.sendMessage({ params: { id: 'c' }, body: question }, { headers });
    const [first, second] = await Promise.all([send(), send()]);
    expect(second.id).toBe(first.id);
    expect((await client.listRuns({ query: {} })).items).toHaveLength(1);
  });

  it('has a tone that is known, or none', async () => {
    const { client, url } = await startServer();
    const send = (tone: string) =>
      fetch(`${url}/api/v1/conversations/c/messages`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...question, tone }),
      });
    const refused = await send('shouting');
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      error: { code: 'INPUT_INVALID', details: [{ path: 'body.tone' }] },
    });
    const events = await collect(client.stream('c', question));
    expect(events[0]).toMatchObject({ type: 'on_run_start', data: { tone: 'natural' } });
  });

  it('cannot name a file as its workflow', async () => {
    const { client } = await startServer();
    const body = { ...question, workflowId: 'package.json' };
    await expect(client.sendMessage({ params: { id: 'c' }, body })).rejects.toSatisfy(
      code('WORKFLOW_NOT_FOUND'),
    );
  });
});

describe('conversations', () => {
  it('are made, listed in pages, renamed, read and removed', async () => {
    const { client } = await startServer();
    for (const id of ['a', 'b', 'c']) await client.createConversation({ body: { id, title: id } });
    const first = await client.listConversations({ query: { limit: 2 } });
    expect(first).toMatchObject({ items: [{ id: 'c' }, { id: 'b' }] });
    await client.updateConversation({ params: { id: 'b' }, body: { title: 'B' } });
    const after = first.next ?? '';
    expect(await client.listConversations({ query: { after } })).toMatchObject({
      items: [{ id: 'a' }],
      next: null,
    });
    await client.updateConversation({ params: { id: 'a' }, body: { title: 'Sums' } });
    await client.sendMessage({ params: { id: 'a' }, body: question });
    expect(await client.getConversation({ params: { id: 'a' } })).toMatchObject({ title: 'Sums' });
    const { items } = await client.listMessages({ params: { id: 'a' }, query: {} });
    expect(items[0]).toMatchObject({ role: 'user', content: question.message });
    await client.deleteConversation({ params: { id: 'a' } });
    await expect(client.getConversation({ params: { id: 'a' } })).rejects.toSatisfy(
      code('CONVERSATION_NOT_FOUND'),
    );
  });
});

describe('runs', () => {
  it('show what the model was sent in each step', async () => {
    const { client } = await startServer();
    await client.putProfile({ query: {}, body: { roles: [], preferences: { timeZone: 'Asia/Tokyo' } } });
    const first = await client.sendMessage({ params: { id: 'c' }, body: question });
    const { id } = await client.sendMessage({ params: { id: 'c' }, body: { ...question, tone: 'formal' } });
    const { items: steps } = await client.runSteps({ params: { id } });
    const requestOf = async (node: string) => {
      const step = steps.find((each) => each.node === node)?.checkpointId ?? '';
      return (await client.runRequest({ params: { id, step } })).request;
    };
    const coordinator = await requestOf('coordinator');
    expect(coordinator).toMatchObject({
      model: 'offline',
      system: expect.stringMatching(/^You coordinate these agents:\n- goto_/),
      note: expect.stringMatching(/^Today is .*\(Asia\/Tokyo\)\.$/),
    });
    expect(coordinator?.messages[0]).toMatchObject({ role: 'user', content: question.message });
    expect(coordinator?.messages.at(-1)).toMatchObject({ id: `${id}:input` });
    expect(coordinator?.tools.map(({ name }) => name)).toContain('goto_finalize');
    expect(await requestOf('math_agent')).toMatchObject({
      tools: expect.arrayContaining([expect.objectContaining({ name: 'calculate' })]),
    });
    expect(await requestOf('math_tools')).toBeNull();
    expect((await requestOf('synthesizer'))?.note).toContain('professional register');
    // Looking asks no model and runs no tool.
    expect((await client.getRun({ params: { id: first.id } })).usage).toEqual(first.usage);
    expect(
      (await client.listMessages({ params: { id: 'c' }, query: {} })).items.filter(
        ({ role }) => role === 'user',
      ),
    ).toHaveLength(2);
  });

  it('show their steps and the state after each, and fork from one', async () => {
    const { client } = await startServer();
    const { id } = await client.sendMessage({ params: { id: 'c' }, body: question });
    const { items: steps } = await client.runSteps({ params: { id } });
    expect(steps.map(({ node }) => node)).toContain('math_tools');
    const third = steps[3];
    const state = await client.runStep({ params: { id, step: String(third?.step) } });
    expect(state).toMatchObject({ checkpointId: third?.checkpointId });
    expect(state.messages[0]).toMatchObject({ role: 'user', content: question.message });
    const forked = await client.forkRun({
      params: { id },
      body: { step: third?.step ?? 0, message: 'What is 2 + 2?' },
    });
    const events = await collect(client.follow(forked.run?.id ?? ''));
    expect(events.at(-1)).toMatchObject({ data: { status: 'completed' } });
    expect((await client.listMessages({ params: { id: 'c' }, query: {} })).items[0]).toMatchObject({
      content: question.message,
    });
    const recording = await client.runRecording({ params: { id } });
    expect(recording).toMatchObject({ run: { id }, workflow: { id: 'coordinator' } });
  });

  it('that has ended is neither resumed nor changed by a cancel', async () => {
    const { client } = await startServer();
    const run = await client.sendMessage({ params: { id: 'c' }, body: question });
    expect(await client.cancelRun({ params: { id: run.id } })).toMatchObject({ status: 'completed' });
    const resume = client.resumeRun({ params: { id: run.id }, body: { text: 'go' } });
    await expect(resume).rejects.toSatisfy(code('RUN_NOT_RESUMABLE'));
  });
});
