// What is wrong with a workflow is the same to the command, the API, the editor and the engine that is to run it.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CadenceError } from '@cadence-agents/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessibilityProblems } from './accessible.ts';
import { servePage } from './page.fixture.ts';

const { open, client } = servePage();
const cli = fileURLToPath(new URL('../../cli/bin/cadence.js', import.meta.url));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cadence-checked-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const agentOf = { clerk: 'clerk', typist: 'clrk', stamper: 'plugin:nowhere', server: 'mcp:nowhere' };
const wrong = (id: string) => ({
  ...{ id, name: 'Wrong', entrypointNodeId: 'clerk' },
  nodes: Object.entries(agentOf).map(([name, agentId]) => ({
    ...{ id: name, workflowId: id, nodeType: 'AGENT', nodeName: name, agentId },
  })),
  edges: Object.keys(agentOf)
    .slice(1)
    .map((name) => ({
      ...{ id: `clerk-${name}`, workflowId: id, sourceNodeId: 'clerk', targetNodeId: name },
      ...{ conditionType: 'CONDITIONAL' as const, conditionValue: name },
    })),
  agents: [
    { id: 'clerk', name: 'Clerk', systemPrompt: 'Write.', model: 'nobody:has-it', tools: ['calculat'] },
  ],
});

interface Found {
  code: string;
  path: string;
  message: string;
}
const told = (problems: readonly Found[]) =>
  problems.map(({ code, path, message }) => `${code} ${path} ${message}`).toSorted();

async function byCommand(definition: object): Promise<readonly Found[]> {
  const file = join(folder, `${crypto.randomUUID()}.json`);
  await writeFile(file, JSON.stringify(definition));
  const args = [cli, 'workflow', 'check', '--json', file];
  const env = { ...process.env, CADENCE_DATA_DIR: join(folder, 'data') };
  // It ends with a code of its own where something is wrong.
  const { stdout } = await promisify(execFile)(process.execPath, args, { env }).catch(
    (error: { stdout: string }) => error,
  );
  return JSON.parse(stdout).problems;
}

async function byEngine(id: string, definition: object): Promise<readonly Found[]> {
  const tried = client().tryWorkflow({
    params: { id },
    body: { definition: { ...definition }, message: 'Hello' },
  });
  const error: unknown = await tried.catch((reason: unknown) => reason);
  if (!CadenceError.is(error) || !Array.isArray(error.details)) throw new Error('It was run.');
  return error.details;
}

it('names tools, agents and models that are not here in the same words everywhere, with ways to mend them', async () => {
  const definition = wrong('wrong');
  const { problems } = await client().checkWorkflow({ body: definition });
  expect(problems.map(({ code }) => code).toSorted()).toEqual([
    'AGENT_TOOLS_UNREACHABLE',
    'AGENT_UNDEFINED',
    'MODEL_UNUSABLE',
    'PLUGIN_AGENT_UNKNOWN',
    'PLUGIN_AGENT_UNKNOWN',
    'TOOL_UNKNOWN',
  ]);
  expect(told(await byCommand(definition))).toEqual(told(problems));
  expect(told(await byEngine('wrong', definition))).toEqual(told(problems));

  await client().putWorkflow({ params: { id: 'wrong' }, query: { draft: 'true' }, body: definition });
  const { page, complaints } = await open('/workflows/wrong');
  const list = page.getByRole('region', { name: 'Problems' });
  const shown = list.getByRole('listitem');
  await expect.poll(() => shown.count()).toBe(problems.length);
  for (const { message } of problems) await list.getByText(message).first().waitFor();
  // The model is known to the server alone, and mended like all the rest.
  await list.getByRole('button', { name: 'Use the default model' }).click();
  await list.getByText('nobody:has-it').waitFor({ state: 'detached' });
  await list.getByRole('button', { name: 'Use the tool "calculate"' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

it('says of a limit that cannot be where it stands', async () => {
  const { agents, nodes, edges, ...rest } = wrong('limited');
  const limited = {
    ...rest,
    nodes: nodes.slice(0, 1),
    edges: [],
    agents: [{ id: 'clerk', name: 'Clerk', systemPrompt: 'Write.' }],
  };
  await client().putWorkflow({ params: { id: 'limited' }, query: {}, body: limited });
  const definition = { ...limited, limits: { maxSteps: -1 } };
  const { problems } = await client().checkWorkflow({ body: definition });
  expect(problems).toMatchObject([{ code: 'FIELD_VALUE', path: '$.limits.maxSteps' }]);
  expect(told(await byCommand(definition))).toEqual(told(problems));
  expect(told(await byEngine('limited', definition))).toEqual(told(problems));

  const { page, complaints } = await open('/workflows/limited');
  await page.getByRole('tab', { name: 'JSON' }).click();
  const json = page.getByLabel('Definition as JSON');
  await json.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(JSON.stringify(definition));
  await page
    .getByRole('region', { name: 'Problems' })
    .getByText(problems[0]?.message ?? '')
    .waitFor();
  await page.getByRole('tab', { name: 'Edit' }).click();
  const steps = page.getByLabel('Most steps');
  expect(await steps.getAttribute('aria-invalid')).toBe('true');
  expect(complaints).toEqual([]);
});
