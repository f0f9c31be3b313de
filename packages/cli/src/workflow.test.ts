import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cadence, cadenceIn, temporaryFolder, writeFiles } from './cli.fixture.ts';

const twoNChat = join(import.meta.dirname, '../../../workflows/2nChat.json');
const broken = join(import.meta.dirname, '../fixtures/2nChat-undefined-node.json');
const nothing = join(writeFiles(temporaryFolder(), { 'nothing.json': 'null' }), 'nothing.json');

describe('cadence workflow check and draw', () => {
  it('rejects the example that points at an undefined node, naming exactly its three edges', async () => {
    const { code, stdout } = await cadence(['workflow', 'check', '--json', broken]);
    expect(code).toBe(1);
    const { problems } = JSON.parse(stdout);
    expect(problems.map(({ code: name, path }: { code: string; path: string }) => [name, path])).toEqual([
      ['EDGE_TARGET_UNDEFINED', '$.edges[14].targetNodeId'],
      ['EDGE_SOURCE_UNDEFINED', '$.edges[15].sourceNodeId'],
      ['EDGE_TARGET_UNDEFINED', '$.edges[16].targetNodeId'],
    ]);
  });

  it('passes the repaired one and shows its certificate', async () => {
    const { code, stdout } = await cadence(['workflow', 'check', twoNChat]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/0 errors, 0 warnings[\s\S]*at most 15 steps/);
  });

  it('draws a file, and the coordinator that is generated from the plugins', async () => {
    expect((await cadence(['workflow', 'draw', twoNChat])).stdout).toMatch(/^flowchart/);
    expect((await cadence(['workflow', 'draw', twoNChat, '-f', 'svg'])).stdout).toMatch(
      /^<svg[\s\S]*<\/svg>\s*$/,
    );
    expect((await cadence(['workflow', 'draw', twoNChat, '-f', 'png'])).code).toBe(1);
    const { stdout } = await cadence(['workflow', 'draw', 'coordinator']);
    expect(stdout).toMatch(/^flowchart[\s\S]*math_agent/);
  });

  it('knows the tools, agents and models that are here, as the server does', async () => {
    const folder = temporaryFolder();
    const run = cadenceIn(folder);
    const agent = {
      id: 'a',
      name: 'A',
      systemPrompt: 'Help.',
      tools: ['calculat'],
      model: 'nobody:knows',
    };
    const workflowId = 'mine';
    const node = (id: string, agentId: string) => ({
      id,
      workflowId,
      nodeType: 'AGENT',
      nodeName: id,
      agentId,
    });
    const edge = (id: string, sourceNodeId: string, targetNodeId: string | null) => ({
      ...{ id, workflowId, sourceNodeId, targetNodeId },
      ...{ conditionType: 'ALWAYS', conditionValue: targetNodeId === null ? 'END' : null },
    });
    const definition = {
      ...{ id: workflowId, name: 'Mine', entrypointNodeId: 'one', agents: [agent] },
      nodes: [
        node('one', 'a'),
        node('two', 'plugin:maths'),
        { id: 'tools', workflowId, nodeType: 'TOOL_EXECUTOR', nodeName: 'tools' },
      ],
      edges: [
        edge('1', 'one', 'two'),
        { ...edge('2', 'one', 'tools'), conditionType: 'CONDITIONAL', conditionValue: 'tools' },
        edge('3', 'two', null),
      ],
    };
    writeFiles(folder, { 'mine.json': JSON.stringify(definition) });
    const { code, stdout } = await run('workflow', 'check', '--json', 'mine.json');
    const problems: { code: string; path: string; hint: string }[] = JSON.parse(stdout).problems;
    expect(problems.map(({ code: name, path, hint }) => [name, path, hint])).toEqual([
      ['PLUGIN_AGENT_UNKNOWN', '$.nodes[1].agentId', 'Did you mean "plugin:math"?'],
      ['TOOL_UNKNOWN', '$.agents[0].tools[0]', 'Did you mean "calculate"?'],
      ['MODEL_UNUSABLE', '$.agents[0].model', 'Set its key, or name another model.'],
    ]);
    expect(code).toBe(1);
    expect((await run('workflow', 'push', 'mine.json')).code).toBe(1);
    expect((await run('workflow', 'check', '--alone', 'mine.json')).stdout).not.toContain('TOOL_UNKNOWN');
  });

  it('mends a file, tells what it did, and leaves what only a person can know', async () => {
    const folder = temporaryFolder();
    const run = cadenceIn(folder);
    const definition = {
      ...{ id: 'mine', name: 'Mine', entrypointNodeId: 'frist', limits: { maxSteps: -1 } },
      agents: [{ id: 'a', name: 'A', systemPrompt: 'Help.', tools: ['calculat'] }],
      nodes: [
        { id: 'first', nodeType: 'AGENT', nodeName: 'first', agentId: 'a' },
        { id: 'human', nodeType: 'HUMAN_HANDOFF', nodeName: 'human', config: { choices: ['yes'] } },
      ],
      edges: [{ sourceNodeId: 'first', targetNodeId: 'human', conditionValue: 'ask' }],
      policies: [{ rule: 'never', what: { node: 'first' } }],
    };
    writeFiles(folder, { 'mine.json': JSON.stringify(definition) });
    const before = await run('workflow', 'check', '--json', 'mine.json');
    expect(JSON.parse(before.stdout).problems.length).toBeGreaterThan(3);

    const { code, stdout } = await run('workflow', 'check', '--fix', '--json', 'mine.json');
    const { fixed, problems }: { fixed: { title: string }[]; problems: { code: string }[] } =
      JSON.parse(stdout);
    expect(fixed.map(({ title }) => title)).toEqual([
      'Set "limits maxSteps" to 1',
      'Start at "first"',
      'Add a node that runs the tools',
      'Use the tool "calculate"',
      'Go to the end otherwise',
    ]);
    expect(problems.map((problem) => problem.code)).toEqual(['POLICY_BROKEN']);
    expect(code).toBe(1);
    const mended: typeof definition = JSON.parse(readFileSync(join(folder, 'mine.json'), 'utf8'));
    expect(mended).toMatchObject({ entrypointNodeId: 'first', agents: [{ tools: ['calculate'] }] });

    const { policies: _, ...rest } = mended;
    writeFiles(folder, { 'mine.json': JSON.stringify({ ...rest, limits: { maxSteps: 0 } }) });
    const again = await run('workflow', 'check', '--fix', 'mine.json');
    expect(again.stdout).toMatch(/mended FIELD_VALUE[\s\S]*0 errors[\s\S]*at most 2 steps/);
    expect(again.code).toBe(0);
    const stored = await run('workflow', 'check', '--fix', 'coordinator');
    expect(stored.stderr).toContain('is not a file');
  });

  it('says where a file is not JSON', async () => {
    const folder = writeFiles(temporaryFolder(), { 'x.json': '{"id": ' });
    const { code, stderr } = await cadence(['workflow', 'check', join(folder, 'x.json')]);
    expect(code).toBe(1);
    expect(stderr).toContain('is not JSON');
  });

  it('says which workflows there are, each once', async () => {
    const { code, stderr } = await cadence(['workflow', 'check', 'something-else']);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /no workflow "something-else"[\s\S]*There are: coordinator, plan-verify, 2nChat, approved-plan, assistant\./,
    );
  });
});

describe('cadence workflow push --gate', () => {
  it('publishes what changes no run, and says where another does', async () => {
    const folder = temporaryFolder();
    const run = cadenceIn(folder);
    const assistant = readFileSync(join(import.meta.dirname, '../../../workflows/assistant.json'), 'utf8');
    const definition = { ...JSON.parse(assistant), id: 'mine' };
    for (const part of [...definition.nodes, ...definition.edges]) part.workflowId = 'mine';
    const [agent, ...agents] = definition.agents;
    const bolder = { ...agent, systemPrompt: `${agent.systemPrompt} Be bold.` };
    writeFiles(folder, {
      'mine.json': JSON.stringify(definition),
      'same.json': JSON.stringify({ ...definition, name: 'The same' }),
      'other.json': JSON.stringify({ ...definition, agents: [bolder, ...agents] }),
    });
    await run('workflow', 'push', 'mine.json');
    const asked = await run('ask', '--json', '--workflow', 'mine', 'What is 15 * 23?');
    const { id } = JSON.parse(asked.stdout);

    const same = await run('workflow', 'push', 'same.json', '--gate');
    expect(same).toMatchObject({ code: 0, stdout: expect.stringContaining('1 run: 1 unchanged.') });
    expect(same.stdout).toContain('Stored "mine" as version 2; new runs start on it.');

    const other = await run('workflow', 'push', 'other.json', '--gate', '--last', '1', '--json');
    expect(other.code).toBe(1);
    const found = { runId: id, verdict: 'diverged', visit: 1, path: '/system' };
    expect(JSON.parse(other.stdout)).toMatchObject({
      ...{ id: 'mine', version: 3, published: false },
      gate: { diverged: 1, findings: [found] },
    });
    const told = await run('workflow', 'push', 'other.json', '--gate');
    expect(told.stdout).toMatch(/diverged +visit 1 \S+ +\/system/);
    expect(told.stdout).toContain('new runs do not start on it');
    const hint = /cadence run replay (.*)$/m.exec(told.stdout)?.[1]?.split(' ') ?? [];
    expect((await run('run', 'replay', ...hint)).stdout).toContain('Be bold.');
    expect(JSON.parse((await run('workflow', 'pull', 'mine')).stdout).name).toBe('The same');
    expect((await run('workflow', 'push', 'other.json')).stdout).toContain('version 3; new runs start on it');
  }, 120_000);
});

describe('cadence workflow push, pull, list, versions and delete', () => {
  it('keeps every version, runs the latest, and has the built-in one back in the end', async () => {
    const folder = temporaryFolder();
    const run = cadenceIn(folder);
    const definition = JSON.parse(readFileSync(twoNChat, 'utf8'));
    writeFiles(folder, { 'mine.json': JSON.stringify({ ...definition, name: 'Mine' }) });
    const list = async () => JSON.parse((await run('workflow', 'list', '--json')).stdout);
    const entry = async () => (await list()).find(({ id }: { id: string }) => id === '2nChat');

    expect(await entry()).toMatchObject({ from: 'built in', version: null });
    expect((await run('workflow', 'push', twoNChat)).stdout).toContain('Stored "2nChat" as version 1');
    expect((await run('workflow', 'push', twoNChat)).stdout).toContain('version 1 already');
    expect((await run('workflow', 'push', 'mine.json')).stdout).toContain('as version 2');
    expect(await entry()).toMatchObject({ name: 'Mine', from: 'stored', version: 2 });

    expect(JSON.parse((await run('workflow', 'pull', '2nChat')).stdout).name).toBe('Mine');
    expect(JSON.parse((await run('workflow', 'pull', '2nChat', '--version', '1')).stdout)).toEqual(
      definition,
    );
    const versions = JSON.parse((await run('workflow', 'versions', '2nChat', '--json')).stdout);
    expect(versions).toMatchObject([
      { version: 1, published: false },
      { version: 2, published: true },
    ]);

    expect((await run('workflow', 'delete', '2nChat')).stdout).toContain('Deleted "2nChat"');
    expect(await entry()).toMatchObject({ from: 'built in', version: null });
  });

  it('does not list what was only run as stored', async () => {
    const run = cadenceIn(temporaryFolder());
    await run('ask', 'What is 2 + 2?');
    const { stdout } = await run('workflow', 'list');
    expect(stdout).toMatch(/^coordinator +built in +Coordinator$/m);
    expect(await run('workflow', 'delete', 'coordinator')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The workflow "coordinator" is built in.'),
    });
  });

  it('refuses to run a file that holds nothing, in words', async () => {
    const { code, stderr } = await cadence(['ask', 'Hi', '--workflow', nothing]);
    expect(code).toBe(1);
    expect(stderr).toContain('The workflow has a problem.');
    expect(stderr).not.toMatch(/TypeError|^ {4}at /m);
  });

  it.each([
    ['a broken file', ['push', broken], /EDGE_TARGET_UNDEFINED[\s\S]*was not stored/],
    [
      'a version that is not there',
      ['pull', '2nChat', '--version', '3'],
      /no workflow "2nChat" in version 3/,
    ],
    ['a file that holds nothing', ['push', nothing], /DOCUMENT_NOT_OBJECT[\s\S]*was not stored/],
    ['versions of what was never stored', ['versions', '2nChat'], /No version of "2nChat" is stored/],
  ])('refuses %s', async (_, args, told) => {
    const { code, stderr } = await cadence(['workflow', ...args]);
    expect(code).toBe(1);
    expect(stderr).toMatch(told);
  });
});
