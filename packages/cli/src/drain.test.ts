import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type CadenceClient, createClient } from '@cadence-agents/client';
import type { StreamedEvent } from '@cadence-agents/contracts';
import { asRecorded, type FakeModelServer, startFakeModelServer } from '@cadence-agents/testkit';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startCadence, temporaryFolder } from './cli.fixture.ts';

let model: FakeModelServer;
beforeEach(async () => {
  model = await startFakeModelServer();
  onTestFinished(() => model.close());
});

interface Serving {
  url: string;
  client: CadenceClient;
  child: ChildProcess;
  /** Resolves when it says that it stops. */
  stopping: Promise<void>;
}

/** `cadence serve`, once it listens. */
async function serving(env: Record<string, string> = {}): Promise<Serving> {
  const { child, finished } = startCadence(['serve', '--port', '0'], {
    cwd: temporaryFolder(),
    env: {
      CADENCE_DEFAULT_MODEL: 'openai:m',
      OPENAI_BASE_URL: model.url,
      OPENAI_API_KEY: 'x',
      CADENCE_LOG_LEVEL: 'error',
      ...env,
    },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const stopping = Promise.withResolvers<void>();
  const listening = Promise.withResolvers<string>();
  createInterface(child.stdout).on('line', (line) => {
    const url = /listens on (\S+)/.exec(line)?.[1];
    if (url !== undefined) listening.resolve(url);
    if (line.startsWith('Stopping')) stopping.resolve();
  });
  finished.then(({ stderr }) => listening.reject(new Error(`It did not begin to listen: ${stderr}`)));
  const url = await listening.promise;
  return { url, child, client: createClient({ baseUrl: url }), stopping: stopping.promise };
}

/** Reads one stream over one connection, and asks the server to stop once it has said the third word. */
async function readStream({ url, child }: Serving): Promise<StreamedEvent[]> {
  const response = await fetch(`${url}/api/v1/conversations/c/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ message: 'Tell me something.', workflowId: 'assistant' }),
  });
  const events: StreamedEvent[] = [];
  let said = '';
  let rest = '';
  for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const frames = (rest + text).split('\n\n');
    rest = frames.pop() ?? '';
    for (const frame of frames) {
      const data = /^data: (.*)$/m.exec(frame)?.[1];
      if (data === undefined) continue;
      const event: StreamedEvent = JSON.parse(data);
      events.push(event);
      if (event.type !== 'on_chat_model_stream') continue;
      const wasSaid = said.includes('word2');
      said += event.data.chunk;
      if (!wasSaid && said.includes('word2')) child.kill('SIGTERM');
    }
  }
  return events;
}

describe('cadence serve, told to stop', () => {
  const text = Array.from({ length: 40 }, (_, index) => `word${index}`).join(' ');

  const isWhole = (events: readonly StreamedEvent[]) =>
    asRecorded(events).every(({ seq }, index) => seq === index + 1);

  it('lets a stream end whole, and ends well', async () => {
    await model.script([{ kind: 'reply', text, tokenDelayMs: 20 }]);
    const server = await serving();
    const exit = once(server.child, 'exit');
    const events = await readStream(server);
    expect(isWhole(events)).toBe(true);
    expect(events.at(-1)).toMatchObject({ type: 'on_run_end', data: { status: 'completed', answer: text } });
    expect(await exit).toEqual([0, null]);
  });

  it('refuses new work while a run is under way, and takes orders to stop it', async () => {
    await model.script([{ kind: 'hang', text, afterTokens: 3 }]);
    const server = await serving();
    const { client, child, stopping } = server;
    const exit = once(child, 'exit');
    const stream = readStream(server);
    await stopping;
    const refused = { code: 'SHUTTING_DOWN', status: 503 };
    const body = { message: 'One more', workflowId: 'assistant', tone: 'natural' as const };
    await expect(client.sendMessage({ params: { id: 'd' }, body })).rejects.toMatchObject(refused);
    await expect(client.ready()).rejects.toMatchObject(refused);
    expect(await client.health()).toMatchObject({ status: 'ok' });
    const { items } = await client.listRuns({ query: {} });
    await client.cancelRun({ params: { id: items[0]?.id ?? '' } });
    const events = await stream;
    expect(isWhole(events)).toBe(true);
    expect(events.at(-1)).toMatchObject({ type: 'on_run_end', data: { status: 'cancelled' } });
    expect(await exit).toEqual([0, null]);
  });

  it('leaves a run that takes too long to the next start', async () => {
    await model.script([{ kind: 'hang', text, afterTokens: 3 }]);
    const server = await serving({ CADENCE_DRAIN_MS: '100' });
    const exit = once(server.child, 'exit');
    const events = await readStream(server);
    expect(events.at(-1)?.type).toBe('on_chat_model_stream');
    expect(await exit).toEqual([0, null]);
  });

  it('ends well when it is told before it has started', async () => {
    const cwd = temporaryFolder();
    const { child, finished } = startCadence(['worker'], { cwd });
    onTestFinished(() => void child.kill('SIGKILL'));
    await expect.poll(() => existsSync(join(cwd, '.cadence/cadence.db')), { interval: 1 }).toBe(true);
    child.kill('SIGTERM');
    expect(await finished).toMatchObject({ code: 0 });
  });

  it('ends at once when it is told again', async () => {
    await model.script([{ kind: 'hang', text, afterTokens: 3 }]);
    const server = await serving();
    const exit = once(server.child, 'exit');
    const stream = readStream(server);
    stream.catch(() => {});
    await server.stopping;
    server.child.kill('SIGTERM');
    expect(await exit).toEqual([143, null]);
    await expect(stream).rejects.toThrow();
  });
});
