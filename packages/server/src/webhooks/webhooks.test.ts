// Deliveries as their receiver sees them, verified by the package that the standard's own people publish.
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { json } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { expect, it, onTestFinished } from 'vitest';
import { startServer, type TestServer } from '../http/server.fixture.ts';
import { clientOf } from '../protocols/langgraph/langgraph-client.fixture.ts';

interface Received {
  headers: Record<string, string>;
  text: string;
  body: Record<string, unknown>;
}

/** Takes what it is sent, and answers with these one after the other, then with 204. */
async function startReceiver(answers: readonly number[] = []) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as Record<string, unknown>;
    received.push({ headers: plain(request.headers), text: JSON.stringify(body), body });
    response.writeHead(answers[received.length - 1] ?? 204, { location: 'http://127.0.0.1:9/' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return { url: `http://127.0.0.1:${port}/hook?for=ann`, received };
}

const plain = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

const allowed = { CADENCE_ALLOWED_HOSTS: '127.0.0.1' };
const patience = { timeout: 20_000, interval: 50 };

async function ask({ client }: TestServer, webhook: string) {
  return client.sendMessage({ params: { id: 'sums' }, body: { message: 'What is 15 * 23?', webhook } });
}

const deliveriesOf = async ({ client }: TestServer) => (await client.listDeliveries({ query: {} })).items;

it('tells an address that a run has ended, signed by Standard Webhooks', async () => {
  const receiver = await startReceiver();
  const server = await startServer(allowed);
  const run = await ask(server, receiver.url);
  await expect.poll(() => receiver.received.length, patience).toBe(1);
  const [told] = receiver.received;
  const { secret } = await server.client.webhookSecret();
  expect(new Webhook(secret).verify(told?.text ?? '', told?.headers ?? {})).toEqual({
    type: 'run.completed',
    timestamp: run.endedAt,
    data: run,
  });
  const forged = (told?.text ?? '').replace('345', '346');
  expect(() => new Webhook(secret).verify(forged, told?.headers ?? {})).toThrow();
  await expect
    .poll(() => deliveriesOf(server), patience)
    .toMatchObject([
      {
        ...{ id: told?.headers['webhook-id'], runId: run.id, status: 'delivered', attempts: 1 },
        ...{ responseStatus: 204, event: 'completed', nextAt: null },
      },
    ]);
});

it('tries again what was not taken, with the same id and words, and again when asked', async () => {
  const receiver = await startReceiver([503, 302, 410]);
  const server = await startServer(allowed);
  await ask(server, receiver.url);
  await expect
    .poll(() => deliveriesOf(server), patience)
    .toMatchObject([{ status: 'waiting', responseStatus: 503, error: 'It was answered 503.' }]);
  const [waiting] = await deliveriesOf(server);
  const wait = Date.parse(waiting?.nextAt ?? '') - Date.now();
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(5_500);
  await expect.poll(() => receiver.received.length, patience).toBe(2);
  await expect.poll(() => deliveriesOf(server), patience).toMatchObject([{ responseStatus: 302 }]);
  const [later] = await deliveriesOf(server);
  expect(Date.parse(later?.nextAt ?? '') - Date.now()).toBeGreaterThan(200_000);

  await server.client.redeliver({ params: { id: waiting?.id ?? '' } });
  await expect.poll(() => deliveriesOf(server), patience).toMatchObject([{ status: 'failed', attempts: 1 }]);
  await server.client.redeliver({ params: { id: waiting?.id ?? '' } });
  await expect.poll(() => deliveriesOf(server), patience).toMatchObject([{ status: 'delivered' }]);
  expect(new Set(receiver.received.map(({ text }) => text)).size).toBe(1);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(receiver.received).toHaveLength(4);
}, 60_000);

it('calls no address of this network, and does not try again', async () => {
  const receiver = await startReceiver();
  const server = await startServer();
  await ask(server, receiver.url);
  await expect
    .poll(() => deliveriesOf(server), patience)
    .toMatchObject([{ status: 'failed', nextAt: null, error: expect.stringContaining('127.0.0.1') }]);
  expect(receiver.received).toEqual([]);
});

it('is signed with the current key and with former ones', async () => {
  const receiver = await startReceiver();
  const before = await startServer({ ...allowed, CADENCE_SECRET_KEY: 'the first passphrase' });
  const { secret: former } = await before.client.webhookSecret();
  const server = await startServer({
    ...allowed,
    CADENCE_SECRET_KEY: 'the second passphrase',
    CADENCE_SECRET_KEYS_OLD: 'the first passphrase',
  });
  const { secret } = await server.client.webhookSecret();
  expect(secret).not.toBe(former);
  await ask(server, receiver.url);
  await expect.poll(() => receiver.received.length, patience).toBe(1);
  const [told] = receiver.received;
  for (const each of [secret, former])
    expect(new Webhook(each).verify(told?.text ?? '', told?.headers ?? {})).toMatchObject({
      type: 'run.completed',
    });
}, 30_000);

it('tells a run of LangGraph’s client in the form of its server', async () => {
  const receiver = await startReceiver();
  const server = await startServer(allowed);
  const client = clientOf(server.url);
  const { thread_id } = await client.threads.create();
  const input = { messages: [{ type: 'human', content: 'What is 15 * 23?' }] };
  const { run_id } = await client.runs.create(thread_id, 'coordinator', { input, webhook: receiver.url });
  await expect.poll(() => receiver.received.length, patience).toBe(1);
  expect(receiver.received[0]?.body).toMatchObject({
    ...{ run_id, thread_id, assistant_id: 'coordinator', status: 'success' },
    values: { messages: expect.arrayContaining([expect.objectContaining({ type: 'ai' })]) },
    webhook_sent_at: expect.any(String),
  });
});
