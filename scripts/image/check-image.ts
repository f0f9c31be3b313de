// What an image must do, tried on its files: `node check-image.ts FILES CONFIG`, in a network of its own.
import assert from 'node:assert/strict';
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@cadence-agents/client';
import type { StreamedEvent } from '@cadence-agents/contracts';
import { fillSchema5, startPostgres } from '@cadence-agents/storage/testing';
import { startFakeModelServer, startRedis } from '@cadence-agents/testkit';
import { packedPlugin } from '../../packages/server/src/http/packed-plugin.fixture.ts';
import { imageConfigSchema } from './buildah.ts';
import { output } from './command.ts';
import { type Container, startContainer, untilHealthy } from './container.ts';

const [files = '', config = ''] = process.argv.slice(2);
const image = { files, config: imageConfigSchema.parse(JSON.parse(config)) };
const user = Number.parseInt(image.config.User, 10);
const url = 'http://127.0.0.1:8000';
const adminKey = 'a-key-of-sixteen-characters';
const client = createClient({ baseUrl: url, apiKey: adminKey });
const drainMs = 3000;
/** In which streams and traces end: see docs/operations.md. */
const afterDrainMs = 10_000;
const most = 250_000_000;

const volumes: string[] = [];
const containers: Container[] = [];
const model = await startFakeModelServer();

/** A new volume, the user's own. */
function newVolume(): string {
  const volume = mkdtempSync(join(tmpdir(), 'cadence-volume-'));
  volumes.push(volume);
  chownSync(volume, user, user);
  return volume;
}

async function start(
  volume: string,
  env: Record<string, string> = {},
  command?: string[],
): Promise<Container> {
  const settings = { CADENCE_ADMIN_KEY: adminKey, CADENCE_DRAIN_MS: `${drainMs}`, CADENCE_LOG_LEVEL: 'warn' };
  const container = await startContainer(image, volume, { ...settings, ...env }, command);
  containers.push(container);
  await untilHealthy(container);
  return container;
}

/** How a run ends, and its answer. */
async function endOf(events: AsyncIterable<StreamedEvent>): Promise<string> {
  for await (const event of events)
    if (event.type === 'on_run_end') return `${event.data.status}: ${event.data.answer}`;
  throw new Error('It did not end.');
}

const ask = (conversationId: string, message: string) => endOf(client.stream(conversationId, { message }));

/** Begins a run, and waits until its model has been asked. */
async function begin(conversationId: string): Promise<string> {
  await model.reset();
  await model.script([{ kind: 'hang' }]);
  for await (const { runId } of client.stream(conversationId, { message: 'Birds?' })) {
    await model.arrived(0);
    return runId;
  }
  throw new Error('It did not begin.');
}

async function stop(container: Container): Promise<number> {
  const since = performance.now();
  container.signal('SIGTERM');
  assert.equal(await container.ended(drainMs + afterDrainMs), 0, container.said());
  return performance.now() - since;
}

const withModel = {
  CADENCE_DEFAULT_MODEL: 'openai:birds',
  OPENAI_BASE_URL: model.url,
  OPENAI_API_KEY: 'none',
};

const greeting = {
  id: 'greeting',
  name: 'Greeting',
  entrypointNodeId: 'greeter',
  nodes: [
    { id: 'greeter', nodeType: 'AGENT', nodeName: 'greeter', agentId: 'greeter' },
    { id: 'tools', nodeType: 'TOOL_EXECUTOR', nodeName: 'tools' },
  ],
  edges: [
    { sourceNodeId: 'greeter', targetNodeId: 'tools', conditionType: 'CONDITIONAL', conditionValue: 'tools' },
  ],
  agents: [{ id: 'greeter', name: 'Greeter', systemPrompt: 'You greet people.', tools: ['greet'] }],
};

const checks: Record<string, () => Promise<string>> = {
  'is small': async () => {
    const bytes = Number(output('du', '--summarize', '--bytes', files).split('\t')[0]);
    assert.ok(bytes < most, `It has ${bytes} bytes.`);
    return `${Math.round(bytes / 1e6)} MB`;
  },

  'serves as a user without rights, and writes to its volume alone': async () => {
    const volume = newVolume();
    const since = performance.now();
    const container = await start(volume);
    const ready = performance.now() - since;
    assert.notEqual(user, 0);
    assert.match(container.status(), new RegExp(`^Uid:\t${user}\t${user}\t${user}\t${user}$`, 'm'));
    assert.match(container.status(), /^CapBnd:\t0+$/m);
    for (const folder of ['/', '/app', '/etc', '/usr/local/bin'])
      assert.notEqual(container.attempt('touch', `${folder}/written`).code, 0, folder);
    assert.match(await ask('sums', 'What is 15 * 23?'), /^completed: .*345/);
    assert.deepEqual(await client.ready(), { status: 'ready' });
    const page = container.attempt(
      'node',
      '-e',
      `fetch('${url}').then(async (reply) => console.log(await reply.text()))`,
    );
    assert.match(page.said, /<title>/);
    assert.ok(readdirSync(volume).includes('cadence.db'));
    const took = await stop(container);
    return `healthy after ${Math.round(ready)} ms, stopped in ${Math.round(took)} ms`;
  },

  'stops within the drain time, and the run goes on at the next start': async () => {
    const volume = newVolume();
    const first = await start(volume, withModel);
    const run = await begin('birds');
    const took = await stop(first);
    assert.ok(took > drainMs * 0.9, `It gave the run ${took} ms.`);
    await model.script([{ kind: 'reply', text: 'Herons wade.', repeat: true }]);
    const second = await start(volume, withModel);
    assert.equal(await endOf(client.follow(run)), 'completed: Herons wade.');
    await stop(second);
    return `stopped in ${Math.round(took)} ms of ${drainMs} + ${afterDrainMs}`;
  },

  'is killed, and the run goes on at the next start': async () => {
    const volume = newVolume();
    const first = await start(volume, withModel);
    const run = await begin('birds');
    first.signal('SIGKILL');
    await first.ended(afterDrainMs);
    await model.script([{ kind: 'reply', text: 'Herons wade.', repeat: true }]);
    const since = performance.now();
    const second = await start(volume, withModel);
    assert.equal(await endOf(client.follow(run)), 'completed: Herons wade.');
    const took = performance.now() - since;
    await stop(second);
    return `answered ${Math.round(took)} ms after the start`;
  },

  'runs a plugin that was uploaded, in a process of its own': async () => {
    const container = await start(newVolume(), { CADENCE_ENABLE_UPLOADS: 'true' });
    const plugin = await client.upload(
      await packedPlugin('greeter', "() => 'by ' + process.pid"),
      'greeter.tgz',
    );
    await client.putWorkflow({ params: { id: 'greeting' }, body: greeting, query: {} });
    const message = { message: 'Greet somebody called Ann', workflowId: 'greeting' };
    const said: string[] = [];
    for await (const event of client.stream('greetings', message))
      if (event.type === 'on_tool_end') said.push(event.data.output);
    assert.match(said.join(), /^by \d+$/);
    assert.notEqual(said[0], 'by 1');
    await stop(container);
    return `${plugin.name} ${said[0]}`;
  },

  'takes up the data of an older version': async () => {
    const volume = newVolume();
    const expected = await fillSchema5({ dataDir: volume });
    for (const name of readdirSync(volume, { recursive: true, encoding: 'utf8' }))
      chownSync(join(volume, name), user, user);
    const container = await start(volume);
    const runs = await client.listRuns({ query: { conversationId: 'done' } });
    assert.equal(runs.items.at(-1)?.answer, 'You said "hello", message 1.');
    const waiting = await client.listRuns({ query: { conversationId: 'waiting' } });
    assert.equal(waiting.items[0]?.status, 'awaiting_human');
    assert.match(await ask('plan-done', 'What is 15 * 23?'), /^completed: .*345/);
    await stop(container);
    return `${Object.keys(expected).length} conversations`;
  },

  'shares its work by PostgreSQL and a bus, as servers and a worker': async () => {
    const postgres = await startPostgres();
    const bus = await startRedis();
    try {
      const shared = {
        CADENCE_ADMIN_KEY: adminKey,
        CADENCE_SECRET_KEY: 'another-key-of-many-characters',
        CADENCE_DATABASE_URL: await postgres.freshDatabase(),
        CADENCE_BUS_URL: bus.url,
      };
      const server = await start(newVolume(), shared, ['serve', '--no-worker']);
      const worker = await startContainer(image, newVolume(), shared, ['worker']);
      containers.push(worker);
      const run = await ask('sums', 'What is 15 * 23?');
      assert.match(run, /^completed: .*345/);
      const stopped = [await stop(server), await stop(worker)].map(Math.round);
      // Another server has it too, of which nothing was in the volume of the first.
      const other = await start(newVolume(), shared);
      const { items } = await client.listMessages({ params: { id: 'sums' }, query: {} });
      assert.match(JSON.stringify(items), /345/);
      await stop(other);
      return `server stopped in ${stopped[0]} ms, worker in ${stopped[1]} ms`;
    } finally {
      await bus.stop();
      await postgres.stop();
    }
  },
};

try {
  for (const [name, check] of Object.entries(checks)) console.log(`${name}: ${await check()}`);
} catch (error) {
  for (const container of containers) process.stderr.write(container.said());
  throw error;
} finally {
  for (const container of containers) await container.close();
  await model.close();
  for (const volume of volumes) rmSync(volume, { recursive: true, force: true });
}
