import { once } from 'node:events';
import type { StreamedEvent } from '@cadence-agents/contracts';
import { asRecorded, startFakeModelServer } from '@cadence-agents/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cadence, serving, startCadence, temporaryFolder, writeFiles } from './cli.fixture.ts';

/** A folder with a plugin whose tool does this before it returns. */
const carelessPlugin = (code: string) =>
  writeFiles(temporaryFolder(), {
    'plugins/careless/package.json': JSON.stringify({
      name: 'careless',
      version: '1.0.0',
      type: 'module',
      cadence: { plugin: './index.ts' },
    }),
    'plugins/careless/index.ts': `
      import { defineAgent, definePlugin, tool } from '@cadence-agents/sdk';
      import { z } from 'zod';
      const secret = 'hunter2-' + 'is-secret';
      export default definePlugin({
        metadata: { name: 'careless', version: '1.0.0', description: 'Sends parcels.', capabilities: ['parcels'] },
        createAgent: () => defineAgent({
          systemPrompt: 'Sends parcels.',
          tools: [tool({
            name: 'send_parcel', description: 'Sends a parcel.', input: z.object({}), readOnly: true,
            run: () => {
              ${code}
              return 'sent';
            },
          })],
        }),
      });`,
  });

describe('cadence serve', () => {
  it('refuses to listen to the world without a key', async () => {
    const { code, stderr } = await cadence(['serve', '--host', '0.0.0.0', '--port', '0']);
    expect(code).toBe(1);
    expect(stderr).toContain('CADENCE_ADMIN_KEY');
  });

  it('says where it listens, and that it answers to this machine alone', async () => {
    const { url, child, client } = await serving(temporaryFolder(), {});
    expect(await client.health()).toMatchObject({ status: 'ok' });
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('says how to get a real model, as it is typed there, until there is one', async () => {
    const welcome = async (env: Record<string, string>) => {
      const { child, finished } = startCadence(['serve', '--port', '0'], { env });
      child.stdout.on('data', (chunk: string) => chunk.includes('listens on') && child.kill('SIGTERM'));
      return (await finished).stdout;
    };
    expect(await welcome({})).toMatch(/offline model .* For a real one: cadence setup$/m);
    expect(await welcome({ PATH: '/nowhere' })).toMatch(/For a real one: \S+bin\/cadence\.js setup$/m);
    const real = { CADENCE_DEFAULT_MODEL: 'openai:gpt-5-mini', OPENAI_API_KEY: 'sk-none' };
    expect(await welcome(real)).not.toMatch(/offline|setup/);
  });

  it('goes on when a plugin’s rejections and exceptions escape, and says whose they are', async () => {
    const cwd = carelessPlugin(`
      setTimeout(() => { Promise.reject(new Error(secret)) }, 1);
      setTimeout(() => { throw new Error(secret) }, 2);
      setTimeout(() => { throw secret }, 3);`);
    const env = { CADENCE_PLUGINS_DIR: 'plugins', CADENCE_LOG_LEVEL: 'error' };
    const { url, child, client } = await serving(cwd, env);
    let said = '';
    child.stderr?.on('data', (chunk) => (said += chunk));
    child.stdout?.on('data', (chunk) => (said += chunk));
    const send = { params: { id: 'c' }, body: { message: 'Send a parcel.', workflowId: 'coordinator' } };
    expect(await client.sendMessage(send)).toMatchObject({ status: 'completed', attempt: 1 });
    const counted = async () =>
      /^cadence_escaped_errors_total\{plugin="careless"\} (\d+)$/m.exec(
        await (await fetch(`${url}/metrics`)).text(),
      )?.[1];
    await expect.poll(counted, { timeout: 30_000 }).toBe('3');
    expect(await client.sendMessage(send)).toMatchObject({ status: 'completed', attempt: 1 });
    await expect.poll(counted, { timeout: 30_000 }).toBe('6');
    // Enough of it.
    const listed = async () => (await client.listPlugins()).items.find(({ slug }) => slug === 'careless');
    await expect.poll(listed).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('6 of its errors were handled by nobody within a minute'),
    });
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(said).toMatch(/a rejection that nobody handled/);
    expect(said).toMatch(/an exception that nobody caught/);
    expect(said).toContain('careless');
    expect(said).not.toMatch(/hunter2|^\s+at /m);
  });

  it('goes on when a plugin wants to end the process', async () => {
    const cwd = carelessPlugin('process.exit(3);');
    const { child, client } = await serving(cwd, {
      CADENCE_PLUGINS_DIR: 'plugins',
      CADENCE_LOG_LEVEL: 'warn',
    });
    let said = '';
    child.stderr?.on('data', (chunk) => (said += chunk));
    const send = { params: { id: 'c' }, body: { message: 'Send a parcel.', workflowId: 'coordinator' } };
    expect(await client.sendMessage(send)).toMatchObject({ status: 'completed', attempt: 1 });
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(said).toContain('The plugin \\"careless\\" wanted to end the process.');
  });

  it('leaves runs to a worker beside it, on the same SQLite database, when told to', async () => {
    const cwd = temporaryFolder();
    const quiet = { CADENCE_LOG_LEVEL: 'error' };
    const { child, client, url } = await serving(cwd, quiet, '0', ['--no-worker']);
    const accepted = await fetch(`${url}/api/v1/conversations/c/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', prefer: 'respond-async' },
      body: JSON.stringify({ message: 'What is 15 * 23?', workflowId: 'coordinator' }),
    });
    expect(accepted.status).toBe(202);
    const [{ id } = { id: '' }] = (await client.listRuns({ query: {} })).items;
    expect(await client.getRun({ params: { id } })).toMatchObject({ status: 'queued' });

    const worker = startCadence(['worker', '--concurrency', '2'], { cwd, env: quiet });
    onTestFinished(() => void worker.child.kill('SIGKILL'));
    await expect
      .poll(() => client.getRun({ params: { id } }), { timeout: 30_000 })
      .toMatchObject({ status: 'completed', answer: expect.stringContaining('345') });
    const later: StreamedEvent[] = [];
    for await (const event of client.stream('c', { message: 'What is 6 * 7?', workflowId: 'coordinator' }))
      later.push(event);
    expect(later.at(-1)).toMatchObject({
      data: { status: 'completed', answer: expect.stringContaining('42') },
    });

    worker.child.kill('SIGTERM');
    const { code, stdout } = await worker.finished;
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^Carrying out runs, up to 2 conversations at once\.\nStopping/),
    });
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('killed in the middle of 100 streams, finishes all of them after its next start', async () => {
    const model = await startFakeModelServer();
    onTestFinished(() => model.close());
    const text = Array.from({ length: 40 }, (_, index) => `word${index}`).join(' ');
    await model.script([{ kind: 'reply', text, tokenDelayMs: 40, repeat: true }]);
    const cwd = temporaryFolder();
    const env = {
      CADENCE_DEFAULT_MODEL: 'openai:m',
      OPENAI_BASE_URL: model.url,
      OPENAI_API_KEY: 'x',
      CADENCE_LEASE_MS: '2000',
      CADENCE_LOG_LEVEL: 'error',
    };
    const first = await serving(cwd, env);
    const seen = new Map<string, StreamedEvent[]>();
    const half = Promise.withResolvers<void>();
    let tokens = 0;
    const follow = async (id: string) => {
      const events: StreamedEvent[] = [];
      seen.set(id, events);
      const message = { message: 'Tell me something.', workflowId: 'assistant' };
      for await (const event of first.client.stream(id, message, { retries: 40 })) {
        events.push(event);
        if (event.type === 'on_chat_model_stream' && ++tokens > 1_500) half.resolve();
      }
    };
    const streams = Promise.all(Array.from({ length: 100 }, (_, index) => follow(`c${index}`)));
    await half.promise;
    first.child.kill('SIGKILL');
    await once(first.child, 'exit');
    const { client } = await serving(cwd, env, new URL(first.url).port);
    await streams;

    let takenUp = 0;
    for (const streamed of seen.values()) {
      // Every byte that was shown is one of the record, or of a message that the record calls void.
      const events = asRecorded(streamed);
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
      expect(events.at(-1)).toMatchObject({
        type: 'on_run_end',
        data: { status: 'completed', answer: text },
      });
      const id = events[0]?.runId ?? '';
      expect((await client.runEvents({ params: { id }, query: {} })).items).toEqual(events);
      if ((await client.getRun({ params: { id } })).attempt > 1) takenUp++;
    }
    expect(seen.size).toBe(100);
    expect(takenUp).toBeGreaterThan(0);
  }, 120_000);
});
