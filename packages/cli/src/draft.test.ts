import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startFakeModelServer } from '@cadence-agents/testkit';
import { expect, it, onTestFinished } from 'vitest';
import { cadence, startCadence, temporaryFolder } from './cli.fixture.ts';

const definition = {
  ...{ id: 'hello', name: 'Hello', entrypointNodeId: 'greter' },
  nodes: [{ id: 'greeter', nodeType: 'AGENT', nodeName: 'greeter', agentId: 'greeter' }],
  edges: [],
  agents: [{ id: 'greeter', name: 'Greeter', systemPrompt: 'Greet.' }],
};

it('writes a definition from words into a file, and changes it there', async () => {
  const model = await startFakeModelServer();
  onTestFinished(() => model.close());
  const cwd = temporaryFolder();
  const env = {
    CADENCE_DEFAULT_MODEL: 'openai:fake',
    OPENAI_BASE_URL: model.url,
    OPENAI_API_KEY: 'none',
  };
  const draft = (...args: string[]) => cadence(['workflow', 'draft', ...args], { cwd, env });
  await model.script([JSON.stringify(definition), JSON.stringify({ ...definition, name: 'Hello, all' })]);
  const first = await draft('Greet people.', '--into', 'hello.json');
  expect(first.code).toBe(0);
  expect(first.stderr).toMatch(/0 errors[\s\S]*Mended: Start at "greeter"[\s\S]*1 round/);
  expect(first.stderr).not.toContain('Writing');
  const read = () => JSON.parse(readFileSync(join(cwd, 'hello.json'), 'utf8'));
  expect(read()).toMatchObject({ entrypointNodeId: 'greeter' });
  const second = await draft('Greet everybody.', '--into', 'hello.json', '--json');
  expect(JSON.parse(second.stdout)).toMatchObject({ problems: [], stopped: 'done' });
  expect(read()).toMatchObject({ name: 'Hello, all' });
});

it('tells a terminal how far it is, and ends the model call with the command', async () => {
  const model = await startFakeModelServer();
  onTestFinished(() => model.close());
  const env = {
    CADENCE_DEFAULT_MODEL: 'openai:fake',
    OPENAI_BASE_URL: model.url,
    OPENAI_API_KEY: 'none',
    NO_COLOR: '1',
  };
  await model.script(['No.', JSON.stringify(definition), { kind: 'hang', repeat: true }]);
  const within = ['sh', '-c', 'script --quiet --return --command "$*" /dev/null', 'sh'];
  const { stdout } = await startCadence(['workflow', 'draft', 'Greet'], { env, within }).finished;
  expect(stdout).toMatch(
    /Writing…[\s\S]*no definition[\s\S]*put right, 1 of 3…[\s\S]*Checked: no errors\. Mended: ENTRYPOINT_UNDEFINED\.[\s\S]*every route/,
  );
  const { child, finished } = startCadence(['workflow', 'draft', 'Greet'], { env });
  await model.arrived(2);
  child.kill('SIGINT');
  await model.closed(2);
  expect((await finished).code).not.toBe(0);
});

it('says plainly that the offline model cannot', async () => {
  const { code, stderr } = await cadence(['workflow', 'draft', 'Greet people.']);
  expect(code).not.toBe(0);
  expect(stderr).toMatch(/offline model cannot write workflows[\s\S]*OPENAI_API_KEY/);
});
