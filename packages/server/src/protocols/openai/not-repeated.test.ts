// A run that failed after its tools had effects, or whose reply was lost, is not run again by accident.
import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startMailServer } from './mail-server.fixture.ts';
import { clientOf, failure, user } from './openai-client.fixture.ts';

let server: Awaited<ReturnType<typeof startMailServer>>;
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.stop());
afterEach(() => server.model.reset());

const asked = (text: string) => ({ model: 'mail', messages: [user(text)] });
const runs = async () => (await server.cadence.store.runs.list('local', { workflowId: 'mail' })).items.length;

/** Statuses for which no client sends a request again: neither OpenAI's, nor AI SDK's, nor LangChain's. */
const notRetried = [400, 401, 402, 403, 404, 405, 406, 407];

it.each([false, true])('tells of the failure so that nobody sends it again; streamed: %s', async (stream) => {
  const before = { sent: await server.sent(), runs: await runs() };
  await server.failAfterTool();
  const client = clientOf(server.url).withOptions({ maxRetries: 3 });
  const body = asked(`Write to Ann ${stream}.`);
  const ask = async () => {
    if (!stream) return client.chat.completions.create(body);
    for await (const _ of await client.chat.completions.create({ ...body, stream: true }));
  };
  const error = await failure(ask());
  expect(error).toMatchObject({ code: 'RUN_NOT_REPEATABLE' });
  if (!stream) {
    expect(notRetried).toContain(error.status);
    expect(error.headers?.get('x-should-retry')).toBe('false');
  }
  // Whoever sends it again all the same is told the same, and nothing is done.
  expect(await failure(ask())).toMatchObject({ code: 'RUN_NOT_REPEATABLE' });
  expect(await server.sent()).toBe(before.sent + 1);
  expect(await runs()).toBe(before.runs + 1);
});

it('gives a request whose client had gone the reply of its run', async () => {
  const before = await runs();
  await server.model.script([{ kind: 'reply', text: 'Here I am.', delayMs: 300 }, 'Another.']);
  const body = JSON.stringify(asked('Where are you?'));
  const first = request(`${server.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
  });
  first.on('error', () => {});
  first.end(body);
  await server.model.arrived(0);
  first.destroy();
  const found = async () => {
    const { items } = await server.cadence.store.runs.list('local', { workflowId: 'mail', limit: 1 });
    return items[0]?.id;
  };
  const id = await found();
  await expect.poll(() => foundBy(id)).toBe(true);
  const again = await clientOf(server.url).chat.completions.create(asked('Where are you?'));
  expect(again.choices[0]?.message.content).toBe('Here I am.');
  expect(await runs()).toBe(before + 1);
  // It has arrived: the same question is another one from now on.
  const next = await clientOf(server.url).chat.completions.create(asked('Where are you?'));
  expect(next.choices[0]?.message.content).toBe('Another.');
  expect(await runs()).toBe(before + 2);
});

/** Whether the run is noted as one whose reply did not arrive. */
async function foundBy(id: string | undefined): Promise<boolean> {
  const { requestDigest } = await import('./history-digest.ts');
  const owner = { tenantId: 'local', ownerId: 'local' };
  const digest = requestDigest('/v1/chat/completions', asked('Where are you?'));
  return (await server.cadence.store.runs.findBy(owner, digest))?.id === id;
}

it('answers a body that is too large, instead of breaking off the connection', async () => {
  const content = 'x'.repeat(6_000_000);
  const error = await failure(clientOf(server.url).chat.completions.create(asked(content)));
  expect(error).toMatchObject({ status: 413, code: 'BODY_TOO_LARGE' });
});
