// Every way in which a run can end, over every way in which somebody can wait for it: whoever waits is told, and the
// connection is let go.
import { randomUUID } from 'node:crypto';
import {
  localOwner,
  noUsage,
  type RunEvent,
  type RunRecord,
  type StreamedEvent,
} from '@cadence-agents/contracts';
import { asRecorded, type Behaviour } from '@cadence-agents/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { removeOld } from '../retention.ts';
import { connectClient } from './mcp/mcp-client.fixture.ts';
import { type ProtocolServer, startProtocolServer } from './protocol-server.fixture.ts';

const { tenantId } = localOwner;
let server: ProtocolServer;
beforeAll(async () => {
  // Nobody looks for work by himself while a test has its hands on a run.
  server = await startProtocolServer({ CADENCE_LEASE_MS: '600000' });
  const talk = await server.cadence.store.workflows.get('local', 'talk');
  if (!talk) throw new Error('The workflow is not there.');
  const { definition } = talk;
  const nodes = definition.nodes.map((node) => ({ ...node, workflowId: 'brief' }));
  const edges = definition.edges.map((edge) => ({ ...edge, workflowId: 'brief' }));
  const brief = { ...definition, id: 'brief', nodes, edges, limits: { timeoutMs: 200 } };
  await server.cadence.store.workflows.put('local', brief);
});
afterAll(() => server.stop());
afterEach(() => server.model.reset());

/** A message that is taken and does not begin, since another process seems to be at work on its conversation. */
interface Waiting {
  conversationId: string;
  /** Has it begin. */
  release(): Promise<void>;
  /** The run of the message, as soon as it is there. */
  run(): Promise<RunRecord>;
  /** As if it had taken so many processes down. */
  strike(run: RunRecord, times: number): Promise<void>;
}

async function holdConversation(): Promise<Waiting> {
  const { store, cancel } = server.cadence;
  const conversationId = randomUUID();
  const before = { id: randomUUID(), conversationId, input: 'before', tone: 'natural' } as const;
  const waiting = {
    ...localOwner,
    ...before,
    workflowId: 'talk',
    workflowVersion: null,
    onBusy: 'enqueue',
  } as const;
  // At once, or the server's own worker might be faster.
  const { claimed: held } = await store.runs.acceptAndClaim(waiting, 'another process', 600_000);
  if (!held) throw new Error('It was not claimed.');
  const { lease } = held;
  const finish = () =>
    store.runs.finish(lease, before.id, {
      status: 'completed',
      answer: 'done',
      usage: noUsage,
      error: null,
      handoff: null,
    });
  // What was done in the store by hand has woken nobody.
  const wake = () => cancel(before.id);
  return {
    conversationId,
    async release() {
      await finish();
      await wake();
    },
    async run() {
      const newest = async () => (await store.runs.list(tenantId, { conversationId, limit: 1 })).items[0];
      await expect.poll(async () => (await newest())?.position).toBe(2);
      const run = await newest();
      if (!run) throw new Error('There is no run.');
      return run;
    },
    async strike({ id }, times) {
      await store.runs.addStrikes(id, times);
      await finish();
      await wake();
    },
  };
}

interface Ending {
  name: string;
  workflowId?: string;
  model?: Behaviour;
  /** Brings it about. */
  end(waiting: Waiting, run: RunRecord): Promise<unknown>;
  status: string;
}

const atWork = (run: RunRecord) =>
  expect
    .poll(async () => (await server.cadence.store.events.read(run.id, 0)).map(({ type }) => type))
    .toContain('on_chat_model_start');
const post = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const hang: Behaviour = { kind: 'hang', text: 'And so on', afterTokens: 2 };
const deleteConversation = ({ conversationId }: Waiting) =>
  fetch(`${server.url}/api/v1/conversations/${conversationId}`, { method: 'DELETE' });

const endings: Ending[] = [
  { name: 'it completes', end: ({ release }) => release(), status: 'completed' },
  {
    name: 'it fails',
    model: { kind: 'refuse', status: 400 },
    end: ({ release }) => release(),
    status: 'failed',
  },
  {
    name: 'its time is up',
    workflowId: 'brief',
    model: hang,
    end: ({ release }) => release(),
    status: 'suspended',
  },
  {
    name: 'it asks a person',
    workflowId: 'desk',
    end: ({ release }) => release(),
    status: 'awaiting_human',
  },
  {
    name: 'it is cancelled before it begins',
    end: (_, { id }) => post(`/api/v1/runs/${id}/cancel`),
    status: 'cancelled',
  },
  {
    name: 'it is cancelled at work',
    model: hang,
    async end({ release }, run) {
      await release();
      await atWork(run);
      await post(`/api/v1/runs/${run.id}/cancel`);
    },
    status: 'cancelled',
  },
  ...(['interrupt', 'rollback'] as const).map(
    (onBusy): Ending => ({
      name: `another message takes its place (${onBusy})`,
      model: hang,
      async end({ release, conversationId }, run) {
        await release();
        await atWork(run);
        const next = { message: 'Rather this.', workflowId: 'talk', onBusy };
        await post(`/api/v1/conversations/${conversationId}/messages`, next);
      },
      status: 'cancelled',
    }),
  ),
  {
    name: 'it took its process down too often',
    end: ({ strike }, run) => strike(run, 2),
    status: 'failed',
  },
  { name: 'its conversation is deleted before it begins', end: deleteConversation, status: 'cancelled' },
  {
    name: 'its conversation is deleted while it is at work',
    model: hang,
    async end(waiting, run) {
      await waiting.release();
      await atWork(run);
      await deleteConversation(waiting);
    },
    status: 'cancelled',
  },
];

/** How somebody waits; resolves with how it ended for him once the connection is let go. */
type Wait = (conversationId: string, workflowId: string) => Promise<string>;

const message = 'How are you?';
const framesIn = (text: string) =>
  text.split('\n\n').flatMap((block) => {
    const data = /^data: (.*)$/m.exec(block)?.[1];
    return data === undefined ? [] : [{ event: /^event: (.*)$/m.exec(block)?.[1], data }];
  });

function endOfNative(text: string): string {
  const events = asRecorded(framesIn(text).map(({ data }): StreamedEvent => JSON.parse(data)));
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  const last = events.at(-1);
  return last?.type === 'on_run_end' ? last.data.status : `not ended: ${JSON.stringify(last)}`;
}

const endOfOpenAi = (text: string) => {
  const last = framesIn(text).at(-1)?.data ?? '';
  if (last === '[DONE]') return 'answered';
  return last.startsWith('{"error"') ? 'error' : `not ended: ${last}`;
};
const endOfLangGraph = (text: string) => framesIn(text).at(-1)?.event ?? 'not ended';
const readText = async (response: Promise<Response>) => (await response).text();

const replySchema = z.looseObject({
  id: z.string().default(''),
  run_id: z.string().default(''),
  status: z.string().optional(),
  error: z.object({ code: z.string().optional() }).nullish(),
  choices: z.array(z.unknown()).optional(),
});
const replyOf = async (response: Promise<Response>) => replySchema.parse(await (await response).json());

const native = (conversationId: string, workflowId: string, headers: Record<string, string>) =>
  post(`/api/v1/conversations/${conversationId}/messages`, { message, workflowId }, headers);
const openAi = (conversation_id: string, model: string, stream: boolean) =>
  post('/v1/chat/completions', {
    model,
    stream,
    conversation_id,
    messages: [{ role: 'user', content: message }],
  });
const langGraph = (conversationId: string, assistant_id: string, how: string) =>
  post(`/threads/${conversationId}/runs${how}`, {
    assistant_id,
    input: { messages: [{ role: 'user', content: message }] },
  });

const answered = new Set(['completed', 'suspended', 'awaiting_human']);
const isDeleted = ({ name }: Ending) => name.includes('deleted');

const waits: { name: string; wait: Wait; expected: (ending: Ending) => string }[] = [
  {
    name: 'the stream of a message',
    wait: async (...args) => endOfNative(await readText(native(...args, { accept: 'text/event-stream' }))),
    expected: ({ status }) => status,
  },
  {
    name: 'the stream of a run',
    async wait(...args) {
      const { id } = await replyOf(native(...args, { prefer: 'respond-async' }));
      return endOfNative(await readText(fetch(`${server.url}/api/v1/runs/${id}/events`)));
    },
    expected: ({ status }) => status,
  },
  {
    name: 'the reply to a message',
    async wait(...args) {
      const { status, error } = await replyOf(native(...args, {}));
      return status ?? error?.code ?? 'neither';
    },
    expected: (ending) => (isDeleted(ending) ? 'RUN_NOT_FOUND' : ending.status),
  },
  {
    name: 'a stream of OpenAI',
    wait: async (...args) => endOfOpenAi(await readText(openAi(...args, true))),
    expected: ({ status }) => (answered.has(status) ? 'answered' : 'error'),
  },
  {
    name: 'a reply of OpenAI',
    async wait(...args) {
      const { choices } = await replyOf(openAi(...args, false));
      return choices ? 'answered' : 'error';
    },
    expected: ({ status }) => (answered.has(status) ? 'answered' : 'error'),
  },
  {
    name: 'a stream of LangGraph',
    wait: async (...args) => endOfLangGraph(await readText(langGraph(...args, '/stream'))),
    expected: () => 'end',
  },
  {
    name: 'a stream of LangGraph that is joined',
    async wait(conversationId, workflowId) {
      const { run_id } = await replyOf(langGraph(conversationId, workflowId, ''));
      const address = `${server.url}/threads/${conversationId}/runs/${run_id}/stream`;
      return endOfLangGraph(await readText(fetch(address)));
    },
    expected: () => 'end',
  },
  {
    name: 'a reply of LangGraph',
    async wait(...args) {
      await readText(langGraph(...args, '/wait'));
      return 'replied';
    },
    expected: () => 'replied',
  },
  {
    name: 'a call over MCP',
    async wait(conversationId, workflowId) {
      const client = await connectClient(server.url, { pin: '2026-07-28' });
      const call = { name: `ask_${workflowId}`, arguments: { message, conversationId } };
      const { isError = false } = await client.callTool(call);
      await client.close();
      return isError ? 'error' : 'answered';
    },
    expected: ({ status }) => (answered.has(status) ? 'answered' : 'error'),
  },
];

describe.each(endings)('when $name', (ending) => {
  const { workflowId = 'talk', model, end } = ending;

  it.each(waits)('$name ends', async ({ wait, expected }) => {
    await server.model.script(model ? [model] : [{ kind: 'reply', text: 'Fine.', repeat: true }]);
    const waiting = await holdConversation();
    const outcome = wait(waiting.conversationId, workflowId);
    await end(waiting, await waiting.run());
    expect(await outcome).toBe(expected(ending));
  });
});

describe('a run that has ended', () => {
  async function ended(workflowId = 'talk') {
    const conversationId = randomUUID();
    await server.model.script([{ kind: 'reply', text: 'Fine.', repeat: true }]);
    const { id } = await replyOf(native(conversationId, workflowId, {}));
    const events = await server.cadence.store.events.read(id, 0);
    return { id, conversationId, last: events.length };
  }
  const follow = (id: string, after: number) =>
    readText(
      fetch(`${server.url}/api/v1/runs/${id}/events`, { headers: { 'last-event-id': String(after) } }),
    );

  it('has a stream that ends, however much of it the reader has seen', async () => {
    const { id, last } = await ended();
    for (const seen of [0, 1, last - 1, last, last + 1, 1_000_000])
      expect(framesIn(await follow(id, seen))).toHaveLength(Math.max(0, last - seen));
  });

  it('keeps whoever has seen its question waiting until that is answered', async () => {
    const { id, last } = await ended('desk');
    const waiting = follow(id, last);
    await post(`/api/v1/runs/${id}/resume`, { text: 'yes' });
    const [first, ...rest] = framesIn(await waiting).map(({ data }): RunEvent => JSON.parse(data));
    expect(first?.seq).toBe(last + 1);
    expect(rest.at(-1)).toMatchObject({ type: 'on_run_end', data: { status: 'completed' } });
  });

  it('ends also for clients that come back by themselves', async () => {
    const { id, last } = await ended();
    const events = [];
    for await (const event of server.client.follow(id, { after: last })) events.push(event);
    expect(events).toEqual([]);
  });

  it('has a last frame for a reader that is in the middle of it when it is removed for its age', async () => {
    const { id } = await ended();
    const reader = server.cadence.follow(id, { afterSeq: 1 });
    await reader.next();
    await removeOld(server.cadence.store, 1, Date.now() + 2 * 86_400_000);
    const late = server.cadence.follow(id, { afterSeq: 1 });
    expect((await late.next()).value).toMatchObject({ type: 'on_run_end', data: { status: 'cancelled' } });
    expect((await late.next()).done).toBe(true);
    for await (const { type } of reader) if (type === 'on_run_end') break;
  });
});
