// What the settings do to a running Cadence: each in its effect, not in its value.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localOwner, type RunEvent, type WorkflowDefinition } from '@cadence-agents/contracts';
import { type Log, silentLog } from '@cadence-agents/engine';
import { langGraphRuntime } from '@cadence-agents/langgraph';
import { type Behaviour, type FakeModelServer, startFakeModelServer } from '@cadence-agents/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Cadence, openCadence } from './cadence.ts';
import { readSettings } from './settings/read-settings.ts';

let folder: string;
let model: FakeModelServer;
let cadence: Cadence | undefined;
beforeAll(async () => {
  model = await startFakeModelServer();
});
afterAll(() => model.close());
beforeEach(async () => {
  await model.reset();
  folder = mkdtempSync(join(tmpdir(), 'cadence-settings-'));
});
afterEach(async () => {
  await cadence?.close();
  cadence = undefined;
  rmSync(folder, { recursive: true });
});

async function open(settings: Record<string, string> = {}, log: Log = silentLog): Promise<Cadence> {
  const env = {
    CADENCE_DATA_DIR: join(folder, 'data'),
    CADENCE_DEFAULT_MODEL: 'openai:settings',
    OPENAI_BASE_URL: model.url,
    ...settings,
  };
  cadence = await openCadence({ ...(await readSettings(folder, env)), log });
  return cadence;
}

/** Answers a message by the coordinator. */
async function ask(opened: Cadence, script: Behaviour[], more: { tone?: string | null } = {}) {
  await model.script(script);
  const sent = await opened.send({ message: 'What is 15 * 23?', workflowId: 'coordinator', ...more });
  const run = await opened.wait(sent.id);
  const events: RunEvent[] = await opened.store.events.read(run.id, 0);
  const path = events.flatMap(({ type, node }) => (type === 'on_node_start' ? [node] : []));
  const reasons = events.flatMap((event) =>
    event.type === 'on_route' && event.data.to === 'suspend' ? [event.data.reason] : [],
  );
  const asked = (await model.requests()).map(({ body }) => JSON.stringify(body));
  return { run, path, reasons, asked };
}

const reply = (text: string, more: Partial<Extract<Behaviour, { kind: 'reply' }>> = {}): Behaviour => ({
  kind: 'reply',
  text,
  ...more,
});
const call = (name: string, args: Record<string, string> = {}): Behaviour => ({
  kind: 'reply',
  toolCalls: [{ name, arguments: args }],
});
const toMath = call('goto_math_agent');
const calculate = call('calculate', { expression: '15 * 23' });
const finalize = call('goto_finalize');

/** A plugin in a folder of its own. */
function writePlugin(place: string, name: string, metadata = ''): string {
  const home = join(folder, place);
  mkdirSync(home, { recursive: true });
  const manifest = { name, version: '1.0.0', type: 'module', cadence: { plugin: './index.ts' } };
  writeFileSync(join(home, 'package.json'), JSON.stringify(manifest));
  writeFileSync(
    join(home, 'index.ts'),
    `import { defineAgent, definePlugin } from '@cadence-agents/sdk';
    export default definePlugin({
      metadata: { name: '${name}', version: '1.0.0', description: 'Does ${name}.', ${metadata} },
      createAgent: () => defineAgent({ systemPrompt: 'You are ${name}.', tools: [] }),
    });`,
  );
  return home;
}

describe('the limits in the settings', () => {
  it('are 25 agent hops, 50 tool hops and 5 times the same agent where none is set', async () => {
    const { settings } = await readSettings(folder, {});
    expect(settings).toMatchObject({
      maxAgentHops: 25,
      maxToolHops: 50,
      consecutiveAgentRouteLimit: 5,
      allowedCoordinatorTerminate: false,
      useStructuredSynthesizer: 'model',
      enableDirectoryPlugins: true,
    });
  });

  it.each([
    ['CADENCE_MAX_AGENT_HOPS', 'maxAgentHops', [toMath, reply('4'), toMath]],
    ['CADENCE_MAX_TOOL_HOPS', 'maxToolHops', [toMath, calculate, toMath, calculate]],
    ['CADENCE_COORDINATOR_CONSECUTIVE_AGENT_ROUTE_LIMIT', 'maxSameAgentRoutes', [toMath, reply('4'), toMath]],
  ])('%s=1 suspends what goes beyond it', async (name, reason, script) => {
    const { run, path, reasons } = await ask(await open({ [name]: '1' }), [...script, reply('Enough.')]);
    expect(run).toMatchObject({ status: 'suspended', answer: 'Enough.' });
    expect(path.at(-1)).toBe('suspend');
    expect(reasons).toEqual([reason]);
  });

  it('speak before LangGraph’s recursion limit', async () => {
    const settings = {
      CADENCE_RUNTIME: 'langgraph',
      CADENCE_MAX_AGENT_HOPS: '30',
      CADENCE_COORDINATOR_CONSECUTIVE_AGENT_ROUTE_LIMIT: '30',
    };
    const script = Array.from({ length: 30 }, () => [toMath, reply('4')]).flat();
    const { run, path } = await ask(await open(settings), [...script, toMath, reply('Enough.')]);
    expect(run).toMatchObject({ status: 'suspended', answer: 'Enough.' });
    expect(path).toHaveLength(92);
  });
});

describe('CADENCE_RUNTIME', () => {
  it.each([
    ['native', 0],
    ['langgraph', 1],
  ])(
    '%s carries out what is stored the same way, LangGraph only where it is asked for',
    async (name, runs) => {
      const onLangGraph = vi.spyOn(langGraphRuntime, 'run');
      const opened = await open({ CADENCE_RUNTIME: name });
      const { run, path } = await ask(opened, [toMath, calculate, finalize, reply('345.')]);
      expect(onLangGraph).toHaveBeenCalledTimes(runs);
      onLangGraph.mockRestore();
      expect(run).toMatchObject({ status: 'completed', answer: '345.' });
      const steps = await opened.store.states.list(run.conversationId, { runId: run.id });
      // An inline node is part of the step before it.
      expect(steps.map(({ node }) => node)).toEqual(path.filter((node) => node !== 'control_tools'));
    },
  );
});

describe('CADENCE_ALLOWED_COORDINATOR_TERMINATE', () => {
  it('lets the coordinator answer by itself, and only then', async () => {
    const allowed = await ask(await open({ CADENCE_ALLOWED_COORDINATOR_TERMINATE: 'true' }), [reply('Hi.')]);
    expect(allowed).toMatchObject({ path: ['coordinator'], run: { status: 'completed', answer: 'Hi.' } });
    await cadence?.close();
    const refused = await ask(await open(), [reply('Hi.'), reply('Written.')]);
    expect(refused).toMatchObject({ path: ['coordinator', 'synthesizer'], run: { answer: 'Written.' } });
  });
});

describe('CADENCE_USE_STRUCTURED_SYNTHESIZER', () => {
  it.each([
    ['model', /"response_format"/, { search: [] }],
    ['prompt', /It must fit this JSON Schema/, { search: [] }],
    ['none', /^(?!.*response_format)(?!.*JSON Schema)/, undefined],
    ['true', /"response_format"/, { search: [] }],
    ['FALSE', /^(?!.*response_format)(?!.*JSON Schema)/, undefined],
  ])('%s decides how an answer is made structured', async (mode, told, structured) => {
    const { run, asked } = await ask(await open({ CADENCE_USE_STRUCTURED_SYNTHESIZER: mode }), [
      call('goto_search_agent'),
      reply('Nothing found.'),
      finalize,
      reply('{"answer":"Nothing.","search":[]}'),
    ]);
    expect(asked.at(-1)).toMatch(told);
    expect(run.structured ?? undefined).toEqual(structured);
  });
});

describe('the settings for plugins', () => {
  it('CADENCE_ENABLE_DIRECTORY_PLUGINS=false leaves the folders out', async () => {
    writePlugin('mine', 'mine');
    const on = await open({ CADENCE_PLUGINS_DIR: join(folder, 'mine') });
    expect(on.plugins.get('mine')).toMatchObject({ source: 'directory' });
    await on.close();
    const off = await open({
      CADENCE_PLUGINS_DIR: join(folder, 'mine'),
      CADENCE_ENABLE_DIRECTORY_PLUGINS: 'false',
    });
    expect(off.plugins.get('mine')).toBeUndefined();
    expect(off.plugins.get('math')).toMatchObject({ source: 'package' });
  });

  it('CADENCE_STORE_PLUGIN is where uploaded ones are; the data folder has them otherwise', async () => {
    writePlugin('elsewhere/one', 'one');
    writePlugin('data/plugins/two', 'two');
    const set = await open({ CADENCE_STORE_PLUGIN: join(folder, 'elsewhere') });
    expect(set.plugins.get('one')).toMatchObject({ source: 'uploaded' });
    expect(set.plugins.get('two')).toBeUndefined();
    await set.close();
    const unset = await open();
    expect(unset.plugins.get('two')).toMatchObject({ source: 'uploaded' });
    // Once it was found it is installed: it is kept in the database.
    expect(unset.plugins.get('one')).toMatchObject({ source: 'uploaded' });
  });
});

describe('the model of a plugin’s agent', () => {
  const modelsAsked = (asked: string[]) => asked.map((body) => JSON.parse(body).model);
  const script = [call('goto_mine_agent'), reply('Mine.'), finalize, reply('Done.')];

  it('is the plugin’s own, else that of the settings', async () => {
    writePlugin('own', 'mine', "llmRequirements: { model: 'openai:own' }");
    const own = await ask(await open({ CADENCE_PLUGINS_DIR: join(folder, 'own') }), script);
    expect(modelsAsked(own.asked)).toEqual(['settings', 'own', 'settings', 'settings']);
    await cadence?.close();
    await model.reset();
    writePlugin('plain', 'mine');
    const plain = await ask(await open({ CADENCE_PLUGINS_DIR: join(folder, 'plain') }), script);
    expect(modelsAsked(plain.asked)).toEqual(['settings', 'settings', 'settings', 'settings']);
  });

  it.each(['nowhere:x', 'anthropic:without-a-key'])(
    'is that of the settings when %s cannot be made, with a warning',
    async (name) => {
      const warned: unknown[] = [];
      const log: Log = { ...silentLog, warn: (message, fields) => void warned.push([message, fields]) };
      writePlugin('own', 'mine', `llmRequirements: { model: '${name}' }`);
      const { run, asked } = await ask(await open({ CADENCE_PLUGINS_DIR: join(folder, 'own') }, log), script);
      expect(run).toMatchObject({ status: 'completed', answer: 'Done.' });
      expect(modelsAsked(asked)).toEqual(['settings', 'settings', 'settings', 'settings']);
      expect(warned).toContainEqual([
        'model of a plugin not usable, the default one is used',
        expect.objectContaining({ plugin: 'mine', model: name, problem: expect.any(String) }),
      ]);
    },
  );
});

describe('an agent', () => {
  it('of the database has its own prompt, model and tools in a stored workflow', async () => {
    const common = { workflowId: 'sums', config: null };
    const sums: WorkflowDefinition = {
      id: 'sums',
      name: 'Sums',
      entrypointNodeId: 'adder',
      nodes: [
        { ...common, id: 'adder', nodeType: 'AGENT', nodeName: 'Adder', agentId: 'adder' },
        { ...common, id: 'tools', nodeType: 'TOOL_EXECUTOR', nodeName: 'tools', agentId: null },
      ],
      edges: [
        {
          id: 'calls',
          workflowId: 'sums',
          sourceNodeId: 'adder',
          targetNodeId: 'tools',
          conditionType: 'CONDITIONAL',
          conditionValue: 'tools',
        },
      ],
    };
    const { store, send, wait } = await open();
    const { tenantId } = localOwner;
    await store.agents.put(tenantId, {
      id: 'adder',
      name: 'Adder',
      systemPrompt: 'You add up.',
      model: 'openai:adder',
      tools: ['calculate'],
    });
    await store.workflows.put(tenantId, sums);
    await model.script([calculate, reply('It is 345.')]);
    const run = await wait((await send({ message: 'What is 15 * 23?', workflowId: 'sums' })).id);
    expect(run).toMatchObject({ status: 'completed', answer: 'It is 345.' });
    const bodies = (await model.requests()).map(({ body }) => JSON.stringify(body));
    expect(bodies).toHaveLength(2);
    for (const body of bodies) {
      expect(JSON.parse(body)).toMatchObject({
        model: 'adder',
        tools: [{ function: { name: 'calculate' } }],
      });
      expect(body).toContain('You add up.');
    }
  });
});

describe('a stored run', () => {
  it.each([undefined, null, ' ', 'angry'])('has the natural tone where %j is given', async (tone) => {
    const { run } = await ask(await open(), [finalize, reply('Hi.')], tone === undefined ? {} : { tone });
    expect(run.tone).toBe('natural');
  });

  it('has the tone that was given', async () => {
    const { run, asked } = await ask(await open(), [finalize, reply('Hi.')], { tone: ' Formal ' });
    expect(run.tone).toBe('formal');
    expect(asked.at(-1)).toContain('professional register');
  });

  it('ends well although the log fails at every call', async () => {
    const broken = () => {
      throw new Error('disk full');
    };
    const log = { debug: broken, info: broken, warn: broken, error: broken };
    const { run } = await ask(await open({}, log), [toMath, calculate, finalize, reply('345.')]);
    expect(run).toMatchObject({ status: 'completed', answer: '345.' });
  });
});
