// A disk on which nothing can be written for a while, by a limit on the size of files that is set and lifted.
import { execFileSync } from 'node:child_process';
import { startFakeModelServer } from '@cadence-agents/testkit';
import { expect, it, onTestFinished } from 'vitest';
import { serving, temporaryFolder } from './cli.fixture.ts';

it('a server whose disk is full says so at once, and goes on when there is room', async () => {
  const model = await startFakeModelServer();
  onTestFinished(() => model.close());
  const { client, child } = await serving(temporaryFolder(), {
    CADENCE_DEFAULT_MODEL: 'openai:m',
    OPENAI_BASE_URL: model.url,
    OPENAI_API_KEY: 'x',
    CADENCE_LEASE_MS: '1000',
  });
  const allow = (bytes: string) => execFileSync('prlimit', ['--pid', String(child.pid), `--fsize=${bytes}:`]);
  const body = { message: 'Hello', workflowId: 'assistant' };
  await client.sendMessage({ params: { id: 'before' }, body });
  await client.ready();

  await model.script([{ kind: 'hang' }, { kind: 'reply', text: 'Here I am.', repeat: true }]);
  const cutOff = client.sendMessage({ params: { id: 'under-way' }, body: { ...body, message: 'Wait.' } });
  const outcome = cutOff.then(
    () => undefined,
    (error: unknown) => error,
  );
  await expect
    .poll(async () => (await client.listRuns({ query: { status: 'running' } })).items)
    .toHaveLength(1);
  allow('1');
  const refused = { code: expect.stringMatching(/^STORE_(?:FULL|UNWRITABLE)$/) };
  await expect(client.sendMessage({ params: { id: 'refused' }, body })).rejects.toMatchObject(refused);
  await expect
    .poll(() => client.ready().catch((error: unknown) => error), { timeout: 15_000 })
    .toMatchObject({ code: 'STORE_UNAVAILABLE', status: 503, details: refused });
  expect(await client.health()).toMatchObject({ status: 'ok' });
  expect((await client.listMessages({ params: { id: 'before' }, query: {} })).items).not.toEqual([]);
  // The run that was at work cannot be ended: whoever waits for it is told, and where to look.
  await model.reset();
  expect(await outcome).toMatchObject({ ...refused, details: { runId: expect.any(String) } });

  allow('unlimited');
  await expect
    .poll(() => client.ready().catch(() => undefined), { timeout: 15_000 })
    .toEqual({ status: 'ready' });
  await client.sendMessage({ params: { id: 'after' }, body });
  const finished = async () => (await client.listRuns({ query: { status: 'completed' } })).items.length;
  await expect.poll(finished, { timeout: 30_000 }).toBe(3);
}, 120_000);
