// Plugins in a running Cadence: found, used, changed on disk, reloaded and used again, while conversations go on.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localOwner, type RunEvent, type Signals } from '@cadence-agents/contracts';
import { createLocalSignals } from '@cadence-agents/engine';
import { type Behaviour, type FakeModelServer, startFakeModelServer } from '@cadence-agents/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { type Cadence, openCadence } from './cadence.ts';
import { type ReadSettings, readSettings } from './settings/read-settings.ts';

let folder: string;
let cadence: Cadence;
let model: FakeModelServer;
let signals: Signals;
let read: ReadSettings;
const logged: [string, Record<string, unknown> | undefined][] = [];

const pluginSource = (greeting: string) => `
import { defineAgent, definePlugin, tool } from '@cadence-agents/sdk';
import { z } from 'zod';
import { words } from './words.ts';

const greet = tool({
  name: 'greet',
  description: 'Greet a person by name.',
  input: z.object({ person: z.string() }),
  run: async ({ person }) => words + ' ' + person,
});

export default definePlugin({
  metadata: { name: 'greeter', version: '1.0.0', description: '${greeting} people.', capabilities: ['greeting'] },
  createAgent: () => defineAgent({ systemPrompt: 'You greet people with your tool.', tools: [greet] }),
});
`;

function writePlugin(word: string): void {
  const home = join(folder, 'plugins', 'greeter');
  mkdirSync(join(home, 'src'), { recursive: true });
  const manifest = {
    name: 'greeter',
    version: '1.0.0',
    type: 'module',
    cadence: { plugin: './src/index.ts' },
  };
  writeFileSync(join(home, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(home, 'src', 'words.ts'), `export const words = '${word}';\n`);
  writeFileSync(join(home, 'src', 'index.ts'), pluginSource(word));
}

beforeAll(async () => {
  model = await startFakeModelServer();
});
afterAll(() => model.close());
beforeEach(async () => {
  await model.reset();
  folder = mkdtempSync(join(tmpdir(), 'cadence-plugins-'));
  writePlugin('Hello');
  const env = {
    CADENCE_DATA_DIR: join(folder, 'data'),
    CADENCE_PLUGINS_DIR: join(folder, 'plugins'),
    CADENCE_DEFAULT_MODEL: 'openai:any',
    OPENAI_BASE_URL: model.url,
  };
  const note = (message: string, fields?: Record<string, unknown>) => void logged.push([message, fields]);
  read = await readSettings(folder, env);
  signals = createLocalSignals();
  cadence = await openCadence({
    ...read,
    signals,
    log: { debug: note, info: note, warn: note, error: note },
  });
});
afterEach(async () => {
  await cadence.close();
  rmSync(folder, { recursive: true });
});

const call = (name: string, args: Record<string, string> = {}): Behaviour => ({
  kind: 'reply',
  toolCalls: [{ name, arguments: args }],
});
const script = (delayMs = 0): Behaviour[] => [
  call('goto_greeter_agent'),
  { ...call('greet', { person: 'Ann' }), delayMs },
  call('goto_finalize'),
  { kind: 'reply', text: 'Done.' },
];

async function toolResults(runId: string): Promise<string[]> {
  const events: RunEvent[] = await cadence.store.events.read(runId, 0);
  return events.flatMap((event) => (event.type === 'on_tool_end' ? [event.data.output] : []));
}

it('uses a plugin, and its new version after a reload, without a restart', async () => {
  await model.script(script());
  const first = await cadence.wait(
    (await cadence.send({ message: 'Greet Ann', workflowId: 'coordinator' })).id,
  );
  expect(first).toMatchObject({ status: 'completed', answer: 'Done.' });
  expect(await toolResults(first.id)).toEqual(['Hello Ann']);

  writePlugin('Welcome');
  expect(await cadence.plugins.reload()).toMatchObject({ changed: ['greeter'], failed: [] });
  await model.script(script());
  const second = await cadence.send({
    message: 'Greet Ann again',
    workflowId: 'coordinator',
    conversationId: first.conversationId,
  });
  expect(await cadence.wait(second.id)).toMatchObject({ status: 'completed' });
  expect(await toolResults(second.id)).toEqual(['Welcome Ann']);
  const prompts = (await model.requests()).map((request) => JSON.stringify(request.body));
  expect(prompts[0]).toContain('goto_greeter_agent: Hello people.');
  expect(prompts[4]).toContain('goto_greeter_agent: Welcome people.');
});

it('lets a run that is under way finish with the plugins it started with', async () => {
  await model.script(script(300));
  const run = await cadence.send({ message: 'Greet Ann', workflowId: 'coordinator' });
  await model.arrived(1);
  writePlugin('Welcome');
  await cadence.plugins.reload();
  expect(await cadence.wait(run.id)).toMatchObject({ status: 'completed' });
  expect(await toolResults(run.id)).toEqual(['Hello Ann']);
});

it('goes on with the others when a plugin breaks, and offers it again once it is mended', async () => {
  writeFileSync(join(folder, 'plugins', 'greeter', 'src', 'index.ts'), 'throw new Error("oh no");');
  const report = await cadence.plugins.reload();
  expect(report.failed).toMatchObject([{ slug: 'greeter', reason: expect.stringContaining('oh no') }]);
  expect(cadence.plugins.list().find(({ slug }) => slug === 'math')).toMatchObject({ status: 'loaded' });
  writePlugin('Hi');
  expect(await cadence.plugins.reload()).toMatchObject({ changed: ['greeter'], failed: [] });
});

it('takes up what another process has reloaded', async () => {
  const other = await openCadence({ ...read, signals, worker: false });
  onTestFinished(() => other.close());
  const before = cadence.plugins.get('greeter')?.hash;
  writePlugin('Hi');
  await other.plugins.reload();
  await expect.poll(() => cadence.plugins.get('greeter')?.hash).not.toBe(before);
  expect(cadence.plugins.get('greeter')?.hash).toBe(other.plugins.get('greeter')?.hash);
});

it('records which plugins a run was made with, draws its graph in the debug log, and logs each decision', async () => {
  await model.script(script());
  const run = await cadence.wait(
    (await cadence.send({ message: 'Greet Ann', workflowId: 'coordinator' })).id,
  );
  expect(run.metadata).toMatchObject({
    plugins: { greeter: cadence.plugins.get('greeter')?.hash, math: expect.any(String) },
  });
  expect(logged).toContainEqual([
    'workflow compiled',
    expect.objectContaining({ graph: expect.stringContaining('greeter_agent') }),
  ]);
  expect(logged).toContainEqual([
    'routed',
    expect.objectContaining({ from: 'control_tools', to: 'greeter_agent', rule: 'label' }),
  ]);
  expect(JSON.stringify(logged)).not.toContain('Greet Ann');
});

it('loads fifty plugins and offers the ones that fit', async () => {
  for (let index = 0; index < 50; index++) {
    const home = join(folder, 'plugins', `p${index}`, 'src');
    mkdirSync(home, { recursive: true });
    writeFileSync(
      join(home, '..', 'package.json'),
      JSON.stringify({ name: `p${index}`, type: 'module', cadence: { plugin: './src/index.ts' } }),
    );
    writeFileSync(join(home, 'words.ts'), `export const words = 'p';`);
    writeFileSync(
      join(home, 'index.ts'),
      pluginSource(`Knows subject${index} of`).replace("name: 'greeter'", `name: 'p${index}'`),
    );
  }
  expect((await cadence.plugins.reload()).added).toHaveLength(50);
  await model.script([call('goto_finalize'), { kind: 'reply', text: 'Done.' }]);
  const run = await cadence.wait(
    (await cadence.send({ message: 'Tell me about subject42', workflowId: 'coordinator' })).id,
  );
  const [request] = await model.requests();
  expect(JSON.stringify(request?.body)).toContain('goto_p42_agent');
  const [receipt] = (await cadence.store.events.read(run.id, 0)).flatMap((event) =>
    event.type === 'on_route' ? [event.data] : [],
  );
  expect(receipt?.warning).toBe('The 20 most relevant of 54 agents were offered.');
  expect(localOwner.tenantId).toBe(run.tenantId);
});
