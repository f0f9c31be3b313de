// The guide's plugin that brings a node kind, from its folder to the events of a run.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startServer } from './http/server.fixture.ts';

const guide = readFileSync(new URL('../../../docs/plugins.md', import.meta.url), 'utf8');

/** The code that stands under this file name. */
const fileOfGuide = (name: string) =>
  new RegExp(`^\`${name}\`\\n\\n\`\`\`\\w+\\n(.*?)^\`\`\`$`, 'ms').exec(guide)?.[1] ?? '';

async function writeGuide(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cadence-kinds-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const manifest = {
    name: 'triage',
    version: '1.0.0',
    type: 'module',
    cadence: { plugin: './src/index.ts' },
  };
  const files = {
    'triage/package.json': JSON.stringify(manifest),
    'triage/src/index.ts': fileOfGuide('triage/src/index.ts'),
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return join(folder, 'triage');
}

it('lets a workflow use the node kind that a plugin brings', async () => {
  const { client, cadence } = await startServer({ CADENCE_PLUGINS_DIR: await writeGuide() });
  const body: Record<string, unknown> = JSON.parse(fileOfGuide('triage.json'));
  const params = { id: 'triage' };

  expect(await client.checkWorkflow({ body })).toEqual({ valid: true, problems: [], maxSteps: 3 });
  await client.putWorkflow({ params, query: {}, body });
  const { mermaid } = await client.workflowGraph({ params, query: {} });
  expect(mermaid).toContain('n0{"sort"}');
  expect(mermaid).toContain('class n0 router');
  expect((await client.listNodeKinds()).items.at(-1)).toMatchObject({
    type: 'TRIAGE_SORT',
    title: 'Sort',
    icon: 'filter',
    labels: ['urgent', 'normal'],
    config: { properties: { words: { type: 'array' } }, required: ['words'] },
    plugin: 'triage',
  });

  await client.createConversation({ body: { id: 'c' } });
  const send = { message: 'There is a fire in the kitchen.', workflowId: 'triage' };
  const run = await client.sendMessage({ params: { id: 'c' }, body: send });
  expect(run.status).toBe('awaiting_human');
  const events = await cadence.store.events.read(run.id, 0);
  expect(events).toContainEqual(
    expect.objectContaining({
      type: 'on_node_start',
      node: 'sort',
      data: { nodeType: 'TRIAGE_SORT', step: 1 },
    }),
  );
  expect(events.find(({ type }) => type === 'on_route')?.data).toMatchObject({
    from: 'sort',
    to: 'person',
    label: 'urgent',
    rule: 'label',
    reason: 'It says "fire".',
  });
});

it('checks the config and the edges of such a node', async () => {
  const { client } = await startServer({ CADENCE_PLUGINS_DIR: await writeGuide() });
  const text = fileOfGuide('triage.json').replace('["fire"]', '"fire"').replace('"urgent"', '"urgnt"');
  const { valid, problems } = await client.checkWorkflow({ body: JSON.parse(text) });
  expect(valid).toBe(false);
  expect(problems.map(({ code, path }) => `${code} ${path}`)).toContain('FIELD_TYPE $.nodes[0].config.words');
  const served = fileOfGuide('triage.json').replace('"urgent"', '"urgnt"');
  expect((await client.checkWorkflow({ body: JSON.parse(served) })).problems).toMatchObject([
    {
      code: 'LABEL_UNSERVED',
      hint: 'Did you mean "urgnt"? Otherwise add an edge with the condition "urgent".',
    },
    { code: 'EDGE_NEVER_TAKEN' },
  ]);
});

it('does not know the kind where the plugin is not', async () => {
  const { client } = await startServer();
  const { problems } = await client.checkWorkflow({ body: JSON.parse(fileOfGuide('triage.json')) });
  expect(problems[0]).toMatchObject({ code: 'NODE_TYPE_UNKNOWN', path: '$.nodes[0].nodeType' });
});
