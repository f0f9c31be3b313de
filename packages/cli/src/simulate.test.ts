import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cadenceIn, temporaryFolder, writeFiles } from './cli.fixture.ts';

const desk = {
  id: 'desk',
  name: 'Desk',
  entrypointNodeId: 'A',
  nodes: [
    { id: 'A', nodeType: 'AGENT', nodeName: 'A', agentId: 'a' },
    { id: 'T', nodeType: 'TOOL_EXECUTOR', nodeName: 'T' },
  ],
  edges: [
    { id: 'run', sourceNodeId: 'A', targetNodeId: 'T', conditionValue: 'tools' },
    { id: 'end', sourceNodeId: 'A', targetNodeId: null, conditionValue: 'END' },
  ],
  policies: [{ rule: 'atMost', name: 'calculate little', what: { tool: 'calculate' }, times: 2 }],
  agents: [{ id: 'a', name: 'A', systemPrompt: 'Calculate.', tools: ['calculate'] }],
};

it('simulates a workflow, plays what breaks its policy, and covers its edges', async () => {
  const folder = writeFiles(temporaryFolder(), { 'desk.json': JSON.stringify(desk, null, 2) });
  const run = (...args: string[]) => cadenceIn(folder)('workflow', ...args);

  const simulated = await run('simulate', 'desk.json', '--json');
  expect(simulated.code).toBe(1);
  const report = JSON.parse(simulated.stdout);
  expect(report.policies).toMatchObject([{ holds: false, certainty: 'decided', witness: 'policy-1' }]);

  writeFiles(folder, { 'broken.json': JSON.stringify(report.witnesses['policy-1']) });
  for (const witness of ['policy-1', 'broken.json']) {
    const played = await run('simulate', 'desk.json', '--run', witness, '--save', 'tests');
    expect(played.stdout).toContain('It breaks the policy: calculate little');
    expect(readdirSync(join(folder, 'tests'))).toEqual(['desk-policy-1.run.json']);
  }

  expect((await run('check', 'desk.json')).stdout).toContain('POLICY_BROKEN');
  expect((await run('simulate', 'desk.json', '--faults')).stdout).toMatch(/✓ +process killed/);

  const covered = await run('coverage', 'desk.json', '--generated', '-f', 'lcov', '--fail-under', '100');
  expect(covered).toMatchObject({ code: 0 });
  const lcov = readFileSync(join(folder, 'coverage/lcov.info'), 'utf8');
  const lines = JSON.stringify(desk, null, 2).split('\n');
  const lineOf = (text: string) => lines.findIndex((line) => line.includes(text)) + 1;
  expect(lcov).toMatch(new RegExp(`^DA:${lineOf('"id": "run"') - 1},[1-9]`, 'm'));
  expect(lcov).toMatch(new RegExp(`^FN:${lineOf('"id": "T"') - 1},T$`, 'm'));

  writeFiles(folder, { 'workflows/desk.json': JSON.stringify(desk, null, 2) });
  await run('simulate', 'desk.json', '--run', 'edge-end', '--save', 'few');
  const test = (...args: string[]) => cadenceIn(folder)('test', 'few', ...args);
  const few = await test('--coverage', '--fail-under', '100', '--cases', 'few');
  expect(few).toMatchObject({ code: 1, stderr: expect.stringContaining('50 % of the edges of "desk"') });
  expect(few.stdout).toMatch(/Never taken\n +run +A → T/);
  const all = await test('--coverage', '--fail-under', '100', '-f', 'lcov', '-o', 'by-tests');
  expect(all).toMatchObject({ code: 0 });
  expect(readFileSync(join(folder, 'by-tests/lcov.info'), 'utf8')).toMatch(
    /^SF:.*workflows\/desk\.json$[\s\S]*^FNH:2$/m,
  );
  const json = await test('--coverage', '-f', 'json');
  expect(JSON.parse(json.stdout)).toMatchObject({ workflowId: 'desk', percent: { edges: 100, limits: 100 } });

  await cadenceIn(folder)('ask', 'What is 15 * 23?');
  const production = await run('coverage', 'coordinator', '--fail-under', '90', '--cases', 'cases');
  expect(production).toMatchObject({ code: 1 });
  expect(production.stdout).toContain('Never visited: suspend');
  expect(existsSync(join(folder, 'cases'))).toBe(true);
  expect(readdirSync(join(folder, 'cases')).length).toBeGreaterThan(3);
  const costs = JSON.parse((await run('costs', 'coordinator', '--json')).stdout);
  expect(costs).toMatchObject({ runs: 1, worst: { steps: expect.any(Number) } });
  expect(costs.paths[0].path).toContain('math_agent → math_tools');
}, 180_000);
