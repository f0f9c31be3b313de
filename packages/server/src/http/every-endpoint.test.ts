// A tour through the API: every endpoint does what it is for, once.
import { readFile } from 'node:fs/promises';
import { createClient } from '@cadence-agents/client';
import { endpoints, ruleOf } from '@cadence-agents/contracts';
import { startFakeModelServer } from '@cadence-agents/testkit';
import { expect, it, onTestFinished } from 'vitest';
import { packedPlugin } from './packed-plugin.fixture.ts';
import { adminKey, startServer } from './server.fixture.ts';

const shipped = new URL('../../../../workflows/2nChat.json', import.meta.url);

it('has every endpoint do what it is for', async () => {
  const model = await startFakeModelServer();
  onTestFinished(() => model.close());
  const server = await startServer({
    CADENCE_ADMIN_KEY: adminKey,
    CADENCE_ENABLE_UPLOADS: 'true',
    OPENAI_BASE_URL: model.url,
    OPENAI_API_KEY: 'none',
  });
  const succeeded = new Set<string>();
  const client = createClient({
    baseUrl: server.url,
    apiKey: adminKey,
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      if (response.ok) succeeded.add(nameOf(init?.method ?? 'GET', new URL(String(input)).pathname));
      return response;
    },
  });

  await client.health();
  await client.ready();
  expect(await client.whoAmI()).toMatchObject({ role: 'admin', keyRequired: true });
  await tourAccess();
  await tourSecrets();
  await tourSettings();
  await tourSafekeeping();
  await tourWorkflows();
  await tourConversations();
  await tourHandoffs();
  await tourSchedules();
  await tourWebhooks();
  await tourFiles();
  await tourPlugins();
  await tourOperation();
  expect([...succeeded].toSorted()).toEqual(Object.keys(endpoints).toSorted());
  await checkAudit();

  /** Every endpoint that promises an entry has a use case that leaves one, and no request leaves two. */
  async function checkAudit() {
    const { items } = await client.listAudit({ query: { limit: 200 } });
    // Those of the HTTP layer have a status.
    const done = items
      .filter(({ outcome, details }) => outcome === 'done' && !Object.hasOwn(Object(details), 'status'))
      .map(({ action }) => action);
    const promised = Object.values(endpoints)
      .map(({ action }) => action)
      .filter((action) => action !== 'public' && ruleOf(action).audited);
    expect([...new Set(done)].toSorted()).toEqual([...new Set(promised)].toSorted());
    const requests = items.map(({ requestId }) => requestId);
    expect(new Set(requests).size).toBe(requests.length);
  }

  async function tourAccess() {
    const made = await client.createKey({ body: { role: 'viewer', name: 'wall screen', expiresInDays: 1 } });
    expect(await server.as(made.key).whoAmI()).toMatchObject({ role: 'viewer', keyId: made.id });
    expect((await client.listKeys({ query: {} })).items).toMatchObject([
      { id: made.id, name: 'wall screen' },
    ]);
    const next = await client.rotateKey({ params: { id: made.id }, body: { graceDays: 1 } });
    expect(await server.as(next.key).whoAmI()).toMatchObject({ role: 'viewer', keyId: next.id });
    expect(next.replaces).toMatchObject({ id: made.id });
    await client.revokeKey({ params: { id: next.id } });
    await client.revokeKey({ params: { id: made.id } });
    await expect(server.as(made.key).whoAmI()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    const { items } = await client.listAudit({ query: {} });
    expect(items.map(({ action, outcome }) => [action, outcome])).toEqual([
      ['key.revoke', 'done'],
      ['key.revoke', 'done'],
      ['key.rotate', 'done'],
      ['key.create', 'done'],
    ]);
    await client.putProfile({ query: { userId: 'carol' }, body: { name: 'Carol' } });
    const kept = await client.exportPerson({ params: { id: 'carol' } });
    expect(kept.items).toMatchObject([{ kind: 'profile', data: { profile: { name: 'Carol' } } }]);
    const { erased } = await client.erasePerson({ params: { id: 'carol' } });
    expect(erased).toMatchObject({ profiles: 1, conversations: 0 });
    expect(await client.exportPerson({ params: { id: 'carol' } })).toEqual({ items: [] });
  }

  async function tourSecrets() {
    const params = { name: 'DESK_TOKEN' };
    const { updatedAt } = await client.putSecret({ params, body: { value: 'a token' } });
    expect((await client.listSecrets()).items).toEqual([{ ...params, updatedAt }]);
    await client.deleteSecret({ params });
    const desk = { params: { name: 'desk' } };
    const plugin = { params: { name: 'info' } };
    expect(await client.updatePlugin({ ...plugin, body: { off: true } })).toMatchObject({ status: 'off' });
    await client.updatePlugin({ ...plugin, body: { off: false } });
    const entered = await client.putMcpServer({ ...desk, body: { url: 'http://127.0.0.1:9/mcp' } });
    expect(entered).toMatchObject({ name: 'desk', status: 'failed' });
    expect(await client.getMcpServer(desk)).toMatchObject({ source: 'entered' });
    expect((await client.listMcpServers()).items).toHaveLength(1);
    expect(await client.updateMcpServer({ ...desk, body: { description: 'A desk.' } })).toMatchObject({
      entered: { url: 'http://127.0.0.1:9/mcp', description: 'A desk.' },
    });
    expect(await client.testMcpServer({ ...desk, body: {} })).toMatchObject({ status: 'failed' });
    expect(await client.reconnectMcpServer(desk)).toMatchObject({ name: 'desk', status: 'failed' });
    await client.deleteMcpServer(desk);
  }

  async function tourSettings() {
    const steps = { params: { name: 'maxSteps' } };
    const { value } = await client.putSetting({ ...steps, body: { value: 9 } });
    expect(value).toBe(9);
    await client.deleteSetting(steps);
    expect((await client.listProviders()).items.map(({ name }) => name)).toContain('openai');
    const model = await startFakeModelServer();
    onTestFinished(() => model.close());
    const listed = await client.listProviderModels({ params: { name: 'openai' }, body: { url: model.url } });
    expect(listed.items).toEqual(['openai:fake-model']);
    const sum = { params: { name: 'calculate' }, body: { args: { expression: '6 * 7' } } };
    expect(await client.tryTool(sum)).toMatchObject({
      output: expect.stringContaining('42'),
      isError: false,
    });
  }

  async function tourWorkflows() {
    const params = { id: 'mine' };
    const text = (await readFile(shipped, 'utf8')).replaceAll('"2nChat"', '"mine"');
    const body: Record<string, unknown> = JSON.parse(text);
    expect(await client.checkWorkflow({ body })).toMatchObject({ problems: [], valid: true });
    expect(await client.checkWorkflow({ body: { ...body, edges: 7 } })).toMatchObject({ valid: false });
    expect(await client.simulateDefinition({ body })).toMatchObject({ certainty: 'decided' });
    expect(await client.putWorkflow({ params, query: {}, body })).toMatchObject({
      version: 1,
      published: true,
    });
    expect(await client.simulateWorkflow({ params })).toMatchObject({ workflowId: 'mine', policies: [] });
    expect(await client.workflowCoverage({ params, query: {} })).toMatchObject({
      runs: 0,
      percent: { edges: 0 },
    });
    expect(await client.workflowCosts({ params, query: {} })).toMatchObject({
      runs: 0,
      worst: { steps: 15 },
    });
    const layout = {
      direction: 'RIGHT' as const,
      nodes: [
        { id: String(body.entrypointNodeId), x: 10, y: -20 },
        { id: 'nobody', x: 0, y: 0 },
      ],
      end: { x: 300, y: 0 },
    };
    expect(await client.getWorkflowLayout({ params })).toEqual({ layout: null });
    const kept = { ...layout, nodes: layout.nodes.slice(0, 1) };
    expect(await client.putWorkflowLayout({ params, body: layout })).toEqual(kept);
    const draft = { ...body, name: 'Mine' };
    await client.putWorkflow({ params, query: { draft: 'true' }, body: draft });
    expect(await client.getWorkflow({ params, query: {} })).toMatchObject({ version: 1, from: 'stored' });
    expect((await client.workflowVersions({ params })).items).toHaveLength(2);
    const second = { ...params, version: 2 };
    expect(await client.gateWorkflow({ params: second, body: {} })).toMatchObject({ passed: true });
    expect(await client.getWorkflowVersion({ params: second })).toMatchObject({ gate: { passed: true } });
    await client.publishWorkflow({ params: second, query: { gate: 'true' } });
    expect(await client.getWorkflowLayout({ params })).toEqual({ layout: kept });
    expect(await client.getWorkflow({ params, query: {} })).toMatchObject({ version: 2, name: 'Mine' });
    expect((await client.workflowPublications({ params })).items).toMatchObject([
      { version: 2, by: 'admin' },
      { version: 1, by: 'admin' },
    ]);
    expect((await client.workflowGraph({ params, query: {} })).mermaid).toMatch(/^(?:graph|flowchart)/);
    expect((await client.listWorkflows()).items.map(({ id }) => id)).toContain('mine');
    await client.deleteWorkflow({ params });
    const other: Record<string, unknown> = JSON.parse(JSON.stringify(draft).replaceAll('"mine"', '"draft"'));
    await client.putWorkflow({ params: { id: 'draft' }, query: { draft: 'true' }, body: other });
    const listed = (await client.listWorkflows()).items.find(({ id }) => id === 'draft');
    expect(listed).toMatchObject({ from: 'stored', version: null, name: 'Mine' });
    expect(await client.getWorkflow({ params: { id: 'draft' }, query: {} })).toMatchObject(listed ?? {});
    const agent = { name: 'Helper', systemPrompt: 'You help.' };
    await client.putAgent({ params, body: agent });
    expect(await client.getAgent({ params })).toMatchObject(agent);
    expect((await client.listAgents()).items).toHaveLength(1);
    await client.deleteAgent({ params });
    const tried = await client.tryAgent({ body: { agent: { ...agent, id: 'mine' }, message: 'Hello' } });
    await server.cadence.idle();
    await client.deleteConversation({ params: { id: tried.conversationId } });
    await model.script([JSON.stringify(draft)]);
    const written = { words: 'The same again.', definition: draft, model: 'openai:writer' };
    expect(await client.draftWorkflow({ body: written })).toMatchObject({ stopped: 'done', rounds: 1 });
    const trial = await client.tryWorkflow({ params, body: { definition: draft, message: 'Hello' } });
    await server.cadence.idle();
    await client.deleteConversation({ params: { id: trial.conversationId } });
    expect((await client.listNodeKinds()).items).toContainEqual(
      expect.objectContaining({ type: 'PLANNER', title: 'Planner', family: 'agent', plugin: null }),
    );
    expect((await client.listTools()).items).toContainEqual(
      expect.objectContaining({ name: 'calculate', plugin: 'math', readOnly: true }),
    );
  }

  async function tourConversations() {
    const params = { id: 'c' };
    await client.createConversation({ body: { id: 'c' } });
    const run = await client.sendMessage({ params, body: { message: 'What is 15 * 23?' } });
    expect(run.answer).toContain('345');
    await client.getConversation({ params });
    await client.updateConversation({ params, body: { title: 'Sums' } });
    expect((await client.listConversations({ query: {} })).items).toMatchObject([{ title: 'Sums' }]);
    expect((await client.listMessages({ params, query: {} })).items.length).toBeGreaterThan(2);
    const ofRun = { params: { id: run.id } };
    await client.getRun(ofRun);
    await client.listRuns({ query: {} });
    expect((await client.searchRuns({ query: { text: 'nowhere' } })).items).toEqual([]);
    const feedback = { value: 'down', note: 'It is 346.' } as const;
    expect(await client.putFeedback({ ...ofRun, body: feedback })).toMatchObject({ feedback });
    expect((await client.listRuns({ query: { feedback: 'down' } })).items).toHaveLength(1);
    expect(await client.deleteFeedback(ofRun)).not.toHaveProperty('feedback');
    await client.runEvents({ ...ofRun, query: {} });
    const { items: steps } = await client.runSteps(ofRun);
    await client.runStep({ params: { id: run.id, step: steps[1]?.checkpointId ?? '' } });
    await client.runRequest({ params: { id: run.id, step: steps[1]?.checkpointId ?? '' } });
    await client.runRecording(ofRun);
    expect((await client.runCalls(ofRun)).items).toHaveLength(run.usage.modelCalls);
    await client.runCall({ params: { id: run.id, number: 1 } });
    const tried = await client.tryCall({ params: { id: run.id, number: 1 }, body: {} });
    expect(tried.reply?.model).toBe('offline');
    expect(await client.replayRun({ ...ofRun, body: {} })).toMatchObject({ divergence: null });
    await client.cancelRun(ofRun);
    const again = await client.askInstead({ ...ofRun, body: { message: 'What is 15 * 24?' } });
    await server.cadence.idle();
    expect(await client.listBranches({ params })).toEqual({
      current: again.id,
      items: [{ after: null, runs: [run.id, again.id] }],
    });
    expect(await client.showBranch({ params, body: { runId: run.id } })).toMatchObject({ current: run.id });
    await client.forkRun({ ...ofRun, body: { step: steps[1]?.step ?? 0 } });
    await client.deleteConversation({ params });
  }

  async function tourHandoffs() {
    const workflowId = 'asks';
    await client.putWorkflow({
      params: { id: workflowId },
      query: {},
      body: {
        name: 'Asks',
        entrypointNodeId: 'person',
        nodes: [{ id: 'person', workflowId, nodeType: 'HUMAN_HANDOFF', nodeName: 'person' }],
        edges: [],
      },
    });
    const ask = (id: string) =>
      client.sendMessage({ params: { id }, body: { message: 'Help me.', workflowId } });
    const first = await ask('h1');
    expect(first).toMatchObject({ status: 'awaiting_human' });
    const [waiting] = (await client.listHandoffs({ query: {} })).items;
    expect(await client.getHandoff({ params: { id: waiting?.id ?? '' } })).toEqual(waiting);
    await client.answerHandoff({ params: { id: waiting?.id ?? '' }, body: { text: 'Yes.' } });
    const ofConversation = { params: { id: waiting?.conversationId ?? '' }, query: {} };
    expect((await client.listConversationHandoffs(ofConversation)).items).toMatchObject([
      { id: waiting?.id, status: 'answered', answer: { text: 'Yes.' } },
    ]);
    const ann = await client.createKey({ body: { role: 'operator', name: 'laptop', userId: 'ann' } });
    const third = await server.as(ann.key).sendMessage({
      params: { id: 'h3' },
      body: { message: 'Help me.', workflowId },
    });
    await server.as(ann.key).resumeRun({ params: { id: third.id }, body: { text: 'Mine.' } });
    const hers = await client.listConversationHandoffs({ params: { id: 'h3' }, query: {} });
    expect(hers.items).toMatchObject([{ answer: { text: 'Mine.', by: ann.id, byName: 'ann' } }]);
    const second = await ask('h2');
    await client.resumeRun({ params: { id: second.id }, body: { text: 'No.' } });
    await server.cadence.idle();
    expect(await client.getRun({ params: { id: second.id } })).toMatchObject({ answer: 'No.' });
  }

  async function tourSchedules() {
    const body = { message: 'Good morning', cron: '0 8 * * *', timeZone: 'Asia/Tokyo' };
    const made = await client.createSchedule({ body });
    expect(made).toMatchObject({ ...body, enabled: true, conversationId: null });
    expect(made.nextAt).toMatch(/T23:00:00.000Z$/);
    const ofIt = { params: { id: made.id } };
    expect(await client.getSchedule(ofIt)).toEqual(made);
    expect((await client.listSchedules({ query: {} })).items).toEqual([made]);
    const paused = await client.updateSchedule({ ...ofIt, body: { enabled: false } });
    expect(paused).toMatchObject({ enabled: false, nextAt: null });
    expect(await client.listFirings({ ...ofIt, query: {} })).toEqual({ items: [] });
    await client.deleteSchedule(ofIt);
  }

  async function tourFiles() {
    const made = await client.attach(new Blob(['Cadence counts.'], { type: 'text/plain' }), 'notes.txt');
    expect(made).toMatchObject({ name: 'notes.txt', mediaType: 'text/plain', size: 15 });
    const ofIt = { params: { id: made.id } };
    expect(await client.getFile(ofIt)).toBe('Cadence counts.');
    expect(await client.describeFile(ofIt)).toEqual(made);
    await client.deleteFile(ofIt);
  }

  async function tourWebhooks() {
    const body = { message: 'What is 2 + 2?', webhook: 'http://127.0.0.1:9/hook' };
    const run = await client.sendMessage({ params: { id: 'told' }, body });
    const { items } = await client.listDeliveries({ query: { runId: run.id } });
    expect(items).toMatchObject([{ runId: run.id, url: body.webhook, event: 'completed' }]);
    await client.redeliver({ params: { id: items[0]?.id ?? '' } });
    expect((await client.webhookSecret()).secret).toMatch(/^whsec_/);
  }

  async function tourPlugins() {
    expect((await client.listPlugins()).items.map(({ slug }) => slug)).toEqual(['info', 'math', 'search']);
    expect(await client.getPlugin({ params: { name: 'math' } })).toMatchObject({ status: 'loaded' });
    const uploaded = await client.upload(await packedPlugin('greeter'), 'greeter-1.0.0.tgz');
    expect(uploaded).toMatchObject({
      slug: 'greeter',
      source: 'uploaded',
      status: 'loaded',
      tools: ['greet'],
    });
    expect(uploaded.isolation).not.toBe('none');
    await client.upload(await packedPlugin('greeter', `() => 'Hi'`, '1.1.0'), 'greeter-1.1.0.tgz');
    const restored = await client.restorePlugin({ params: { name: 'greeter', version: '1.0.0' } });
    expect(restored).toMatchObject({ version: '1.0.0', versions: ['1.0.0', '1.1.0'] });
    const greeter = { params: { name: 'greeter' } };
    const formal = await client.putPluginConfig({ ...greeter, body: { value: { formal: true } } });
    expect(formal).toMatchObject({ config: { values: { formal: true } } });
    await client.deletePluginConfig(greeter);
    await client.deletePlugin(greeter);
    expect(await client.reloadPlugins()).toMatchObject({ added: [], changed: [], removed: [], failed: [] });
  }

  async function tourOperation() {
    const profile = { name: 'Ann', roles: [], preferences: {} };
    await client.putProfile({ query: {}, body: profile });
    expect(await client.getProfile({ query: {} })).toEqual(profile);
    expect((await client.listModels()).items).toMatchObject([{ name: 'offline', problem: null }]);
    expect(await client.testModel({ body: { model: 'offline' } })).toMatchObject({ model: 'offline' });
    const { items } = await client.listSettings();
    expect(items.find(({ env }) => env === 'CADENCE_ADMIN_KEY')).toMatchObject({ value: null, secret: true });
    expect(await client.metrics()).toContain('cadence_runs_total{');
    expect((await client.usage({ query: { groupBy: 'workflow' } })).items.length).toBeGreaterThan(0);
    expect(await client.getDeployment()).toMatchObject({ findings: [], storage: { kind: 'sqlite' } });
    expect((await client.listPeople({ query: {} })).items).toContainEqual(
      expect.objectContaining({ id: 'local', name: 'Ann', hasProfile: true }),
    );
  }

  async function tourSafekeeping() {
    expect(await client.getRetention()).toMatchObject({ retentionDays: null });
    expect(await client.sweepNow()).toEqual({ removed: 0, archived: 0 });
    const { name } = await client.createBackup();
    expect((await client.listBackups()).items).toMatchObject([{ name }]);
    expect(await client.downloadBackup({ params: { name } })).toMatch(/^SQLite format 3/);
    await client.deleteBackup({ params: { name } });
    expect(await client.getSafety()).toMatchObject({ blockedPatterns: [] });
    expect(await client.trySafety({ body: { text: 'Hello' } })).toMatchObject({ refused: false });
  }
}, 60_000);

function nameOf(method: string, path: string): string {
  const found = Object.entries(endpoints).filter(
    ([, endpoint]) =>
      endpoint.method === method && new RegExp(`^${endpoint.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(path),
  );
  // A fixed address goes before one with a parameter.
  const [best] = found.toSorted(([, a], [, b]) => a.path.split(':').length - b.path.split(':').length);
  return best?.[0] ?? `${method} ${path}`;
}
