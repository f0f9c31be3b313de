// The databases that earlier releases wrote, and one that this program writes now, opened by this program: all that was
// told of them is told again, and all that was under way goes on.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CadenceClient, createClient } from '@cadence-agents/client';
import { sharedPostgres } from '@cadence-agents/storage/testing';
import { type FakeModelServer, startFakeModelServer } from '@cadence-agents/testkit';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Server, serve } from '../serve.ts';
import { readSettings } from '../settings/read-settings.ts';
import { abandoned, adminKey, tell, waiting } from './lived-in.fixture.ts';
import {
  databaseKinds,
  makeRelease,
  placeRelease,
  readRelease,
  releaseSettings,
  type Told,
} from './release.fixture.ts';

const releases = join(import.meta.dirname, 'releases');
const cases = [...readdirSync(releases), 'this program'].flatMap((version) =>
  databaseKinds.map((kind) => ({ version, kind })),
);

const postgres = sharedPostgres();
let model: FakeModelServer;
beforeAll(async () => {
  model = await startFakeModelServer();
});
afterAll(async () => {
  await Promise.all([postgres.drop(), model.close()]);
});

describe.each(cases)('the database of $version on $kind', ({ version, kind }) => {
  let dataDir: string;
  let told: Told;
  let toldNow: Awaited<ReturnType<typeof tell>>;
  let server: Server;
  let client: CadenceClient;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'cadence-upgrade-'));
    const folder = join(releases, version);
    const isKept = existsSync(folder);
    const release = isKept
      ? await readRelease(folder, kind)
      : await makeRelease(kind, postgres.emptyDatabase);
    told = release.told;
    const places = await placeRelease(dataDir, kind, release, postgres.emptyDatabase);
    // Of a time when what was installed lay beside the database.
    const plugins = join(folder, 'plugins.tgz');
    if (existsSync(plugins)) execFileSync('tar', ['-xzf', plugins, '-C', dataDir]);
    const env = { ...releaseSettings, CADENCE_WATCHDOG_MS: '0', OPENAI_BASE_URL: model.url, ...places };
    const start = async (worker: boolean, more: Record<string, string> = {}) =>
      serve({
        ...(await readSettings(dataDir, { ...env, ...more })),
        logger: pino({ level: 'silent' }),
        worker,
      });
    // Before anything goes on.
    const looking = await start(false);
    toldNow = await tell(createClient({ baseUrl: looking.url, apiKey: adminKey }));
    await looking.close();
    // What was installed is in the database now, wherever it was before.
    server = await start(true, { CADENCE_STORE_PLUGIN: join(dataDir, 'unpacked elsewhere') });
    client = createClient({ baseUrl: server.url, apiKey: adminKey });
  }, 60_000);
  afterAll(async () => {
    await server?.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const expectRun = (id = '') => expect.poll(() => client.getRun({ params: { id } }), { timeout: 20_000 });
  const send = (id: string, message: string, workflowId: string) =>
    client.sendMessage({ params: { id }, body: { message, workflowId } });

  it('has every conversation, run, workflow, key, profile and figure that it had', () => {
    const { key: _, ...expected } = told;
    expect(Object.keys(toldNow.conversations).toSorted()).toEqual(
      Object.keys(expected.conversations).toSorted(),
    );
    expect(toldNow).toMatchObject(expected);
  });

  it('has its run that waits for a person answered', async () => {
    const [handoff] = (await client.listHandoffs({ query: {} })).items;
    const { id } = await client.answerHandoff({
      params: { id: handoff?.id ?? '' },
      body: { text: 'Yes, go ahead.' },
    });
    await expectRun(id).toMatchObject({ conversationId: waiting, status: 'completed' });
    const { items } = await client.listMessages({ params: { id: waiting }, query: {} });
    expect(items.map(({ content }) => content)).toContain('Yes, go ahead.');
  });

  it('has its abandoned run taken up, and no effect repeated', async () => {
    const [run] = (await client.listRuns({ query: { conversationId: abandoned } })).items;
    await expectRun(run?.id).toMatchObject({ status: 'completed', attempt: 2 });
    const { items } = await client.listMessages({ params: { id: abandoned }, query: {} });
    const results = items.filter(({ role }) => role === 'tool');
    expect(results).toMatchObject([{ content: expect.stringMatching(/outcome unknown/i) }]);
  });

  it('lets in whoever has one of its keys', async () => {
    const bob = createClient({ baseUrl: server.url, apiKey: told.key });
    expect(await bob.whoAmI()).toMatchObject({ userId: 'bob', role: 'operator' });
  });

  it('has secrets that can be used', async () => {
    await model.reset();
    await client.testModel({ body: { model: 'openai:any' } });
    expect(await model.requests()).toMatchObject([{ hasAuthorization: true }]);
  });

  it('has plugins that can be used', async () => {
    const run = await send('new', 'Greet Bob', 'greetings');
    expect(run).toMatchObject({ status: 'completed', answer: expect.stringMatching(/Hello, .*Bob/) });
  });

  it('has conversations that go on', async () => {
    for (const [id, workflowId] of [
      ['coordinated', 'coordinator'],
      ['planned', 'plan-verify'],
      ['declared', 'assistant'],
      ['failed', 'assistant'],
    ] as const) {
      const run = await send(id, 'What is 6 * 7?', workflowId);
      expect(run).toMatchObject({ status: 'completed', answer: expect.stringContaining('42') });
    }
  });
});
