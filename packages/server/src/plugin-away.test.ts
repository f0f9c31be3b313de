// A run whose plugin is away waits for it, whoever wants it to go on.
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localOwner, type WorkflowDefinition } from '@cadence-agents/contracts';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { type Cadence, type CadenceOptions, openCadence } from './cadence.ts';
import { readSettings } from './settings/read-settings.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cadence-away-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await installPlugin();
});

const home = () => join(folder, 'plugins', 'triage');
const guide = new URL('../../../packages/engine/src/plugins/triage-plugin.fixture.ts', import.meta.url);

async function installPlugin(): Promise<void> {
  await mkdir(home(), { recursive: true });
  await cp(guide, join(home(), 'index.ts'));
  const cadence = { plugin: './index.ts' };
  const manifest = { name: 'triage', version: '1.0.0', type: 'module', cadence };
  await writeFile(join(home(), 'package.json'), JSON.stringify(manifest));
}

async function open(options: Partial<CadenceOptions> = {}): Promise<Cadence> {
  const read = await readSettings(folder, {
    CADENCE_DATA_DIR: join(folder, 'data'),
    CADENCE_PLUGINS_DIR: join(folder, 'plugins'),
  });
  const cadence = await openCadence({ ...read, worker: { leaseMs: 300 }, ...options });
  onTestFinished(() => cadence.close(0));
  return cadence;
}

const node = (id: string, nodeType: string, config?: Record<string, unknown>) => ({
  id,
  workflowId: 'triage',
  nodeType,
  nodeName: id,
  ...(config && { config }),
});
const edge = (id: string, sourceNodeId: string, targetNodeId: string, conditionValue: string) => ({
  id,
  workflowId: 'triage',
  sourceNodeId,
  targetNodeId,
  conditionType: conditionValue === 'ALWAYS' ? ('ALWAYS' as const) : ('CONDITIONAL' as const),
  conditionValue,
});
const triage = {
  id: 'triage',
  name: 'Triage',
  entrypointNodeId: 'sort',
  nodes: [
    node('sort', 'TRIAGE_SORT', { words: ['fire'] }),
    node('person', 'HUMAN_HANDOFF'),
    node('answer', 'SYNTHESIZER'),
  ],
  edges: [
    edge('1', 'sort', 'person', 'urgent'),
    edge('2', 'sort', 'answer', 'normal'),
    edge('3', 'person', 'answer', 'ALWAYS'),
  ],
} as WorkflowDefinition;

/** A run that waits for a person. */
async function asked({ store, send, wait }: Cadence) {
  await store.workflows.put(localOwner.tenantId, triage, { publish: true });
  const { id } = await send({ message: 'There is a fire.', workflowId: 'triage' });
  const run = await wait(id);
  expect(run.status).toBe('awaiting_human');
  return { id, handoffId: run.handoff?.id ?? '' };
}

it('lets nobody answer its hand-off meanwhile, and says why', async () => {
  const cadence = await open();
  const { id, handoffId } = await asked(cadence);
  await rm(home(), { recursive: true });
  await cadence.plugins.reload();
  await expect(cadence.answer(handoffId, { text: 'Call them.' })).rejects.toMatchObject({
    code: 'PLUGIN_AWAY',
    message: expect.stringContaining('"triage"'),
  });
  expect(await cadence.store.runs.get(localOwner.tenantId, id)).toMatchObject({ status: 'awaiting_human' });

  await installPlugin();
  await cadence.plugins.reload();
  await cadence.answer(handoffId, { text: 'Call them.' });
  expect(await cadence.wait(id)).toMatchObject({ status: 'completed' });
});

it('waits when it is taken up meanwhile, says so once, and goes on when the plugin is back', async () => {
  const first = await open();
  const { id, handoffId } = await asked(first);
  await first.close();
  const front = await open({ worker: false });
  await front.answer(handoffId, { text: 'Call them.' });
  await front.close();

  await rm(home(), { recursive: true });
  const { store, plugins, send, wait, runs } = await opened();
  const events = async () =>
    (await store.events.read(id, 0)).filter(({ type }) => type === 'on_custom_event');
  await expect
    .poll(events)
    .toMatchObject([
      { data: { status: 'waiting_for_plugin', message: expect.stringContaining('"triage"') } },
    ]);
  // Once to see that it cannot be carried out, once to say so; then others go on as if it were not there.
  const { id: other } = await send({ message: 'Hello', workflowId: 'coordinator' });
  await wait(other);
  expect(runs.filter((each) => each === id)).toHaveLength(2);
  expect(await events()).toHaveLength(1);
  expect(await store.runs.get(localOwner.tenantId, id)).toMatchObject({
    status: 'queued',
    attempt: expect.toSatisfy((n) => n < 4),
  });

  await installPlugin();
  await plugins.reload();
  expect(await wait(id)).toMatchObject({ status: 'completed' });
});

/** With the ids of the runs that are taken up. */
async function opened() {
  const runs: string[] = [];
  const cadence = await open({
    observe: (run) => {
      runs.push(run.id);
      return { onEvent() {}, onLeft() {} };
    },
  });
  return { ...cadence, runs };
}
