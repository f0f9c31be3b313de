// The loop of a recorded run: exported, replayed, changed, told apart, accepted.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { cadenceIn, temporaryFolder, writeFiles } from './cli.fixture.ts';

const root = join(import.meta.dirname, '../../..');
const shipped = JSON.parse(readFileSync(join(root, 'workflows/assistant.json'), 'utf8'));
const schema = JSON.parse(readFileSync(join(root, 'docs/recording.schema.json'), 'utf8'));

const assistant = {
  ...shipped,
  agents: [{ ...shipped.agents[0], tools: ['calculate', 'weigh'] }],
};

/** A plugin with one tool. */
const pluginFiles = (folder: string, description: string) => ({
  [`${folder}/package.json`]: JSON.stringify({
    name: 'scales',
    version: '1.0.0',
    type: 'module',
    cadence: { plugin: './index.ts' },
  }),
  [`${folder}/index.ts`]: `
    import { defineAgent, definePlugin, tool } from '@cadence-agents/sdk';
    import { z } from 'zod';
    export default definePlugin({
      metadata: { name: 'scales', version: '1.0.0', description: 'Weighs.', capabilities: ['weighing'] },
      createAgent: () => defineAgent({
        systemPrompt: 'Weighs.',
        tools: [tool({ name: 'weigh', description: '${description}', input: z.object({}), run: () => '20 g' })],
      }),
    });`,
});

const withPrompt = (prompt: string) => ({
  ...assistant,
  agents: [{ ...assistant.agents[0], systemPrompt: prompt }],
});

describe('a recorded run', { timeout: 120_000 }, () => {
  const folder = temporaryFolder();
  const run = cadenceIn(folder, { CADENCE_PLUGINS_DIR: 'scales' });
  const inFolder = (...path: string[]) => join(folder, ...path);
  const prompt: string = assistant.agents[0].systemPrompt;
  let id = '';
  beforeAll(async () => {
    writeFiles(folder, {
      ...pluginFiles('scales', 'Weighs a letter.'),
      'workflows/assistant.json': JSON.stringify(assistant),
      'other.json': JSON.stringify(withPrompt(`${prompt} Be brief.`)),
      'brief.txt': `${prompt} Be brief.`,
    });
    await run('workflow', 'push', 'workflows/assistant.json');
    id = JSON.parse((await run('ask', '--json', '--workflow', 'assistant', 'What is 15 * 23?')).stdout).id;
    mkdirSync(inFolder('tests'));
    writeFileSync(inFolder('tests/sums.run.json'), (await run('run', 'export', id)).stdout);
  }, 120_000);

  it('is exported as a file that fits its schema', () => {
    const file = JSON.parse(readFileSync(inFolder('tests/sums.run.json'), 'utf8'));
    const fits = new Ajv2020({ strict: false }).compile(schema);
    expect([fits(file), fits.errors]).toEqual([true, null]);
    expect(file).toMatchObject({ format: 'cadence-run/2', before: null });
    expect(fits({ ...file, recorded: [{ type: 'model', ms: 'long' }] })).toBe(false);
  });

  it('shows what its models were sent and what they said', async () => {
    const { stdout } = await run('run', 'show', id, '--calls');
    expect(stdout).toContain(prompt);
    expect(stdout).toMatch(/reply .*calculate \{"expression":"15 \* 23"\}/);
    const { calls, divergence } = JSON.parse((await run('run', 'show', id, '--calls', '--json')).stdout);
    expect(divergence).toBeNull();
    expect(calls[1].request.messages.at(-1)).toMatchObject({ role: 'tool', content: '345' });
  });

  it('is replayed by its id and from its file, as it was', async () => {
    for (const target of [id.slice(0, 8), 'tests/sums.run.json'])
      expect(await run('run', 'replay', target)).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/^\d+ events, 2 model calls: all as recorded\.\n$/),
      });
  });

  it('is told apart from a changed prompt, definition and version, side by side and as JSON', async () => {
    const pushed = await run('workflow', 'push', 'other.json');
    expect(pushed.code).toBe(0);
    const changes = [
      ['--prompt', 'assistant=brief.txt'],
      ['--workflow', 'other.json'],
      ['--workflow', 'assistant@2'],
    ];
    for (const change of changes) {
      const shown = await run('run', 'replay', 'tests/sums.run.json', ...change);
      expect(shown.code).toBe(1);
      expect(shown.stdout).toMatch(
        /diverged at visit 1 \(assistant\), event \d+: .*\n {2}\/system\n {2}recorded +│ now\n/,
      );
      const { stdout } = await run('run', 'replay', id, ...change, '--json');
      const { divergence } = JSON.parse(stdout);
      expect(divergence).toMatchObject({ kind: 'request', visit: 1, node: 'assistant', path: '/system' });
      expect(divergence.after.replace(' Be brief.', '')).toBe(divergence.before);
    }
    expect(await run('run', 'replay', id, '--workflow', 'assistant@77')).toMatchObject({
      stderr: expect.stringContaining('There is no version 77 of "assistant".'),
    });
  });

  it('is told apart from a tool that a plugin describes otherwise', async () => {
    writeFiles(folder, pluginFiles('other-scales', 'Weighs a letter or a parcel.'));
    expect((await run('run', 'replay', id, '--plugin', 'scales')).code).toBe(0);
    const { code, stdout } = await run('run', 'replay', id, '--plugin', 'other-scales', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout).divergence).toMatchObject({
      kind: 'request',
      visit: 1,
      node: 'assistant',
      path: expect.stringMatching(/^\/tools\/\d\/description$/),
      before: 'Weighs a letter.',
      after: 'Weighs a letter or a parcel.',
    });
  });

  it('is a test: with a summary, JUnit XML and an exit code, until the change is accepted', async () => {
    const same = await run('test', '--junit', 'junit.xml');
    expect(same).toMatchObject({ code: 0, stdout: '✓ tests/sums.run.json\n1 recording replayed\n' });
    expect(readFileSync(inFolder('junit.xml'), 'utf8')).toMatch(
      /tests="1" failures="0"[\s\S]*sums\.run\.json/,
    );
    writeFiles(folder, { 'workflows/assistant.json': JSON.stringify(withPrompt(`${prompt} Be brief.`)) });
    const changed = await run('test', '--junit', 'junit.xml');
    expect(changed.code).toBe(1);
    expect(changed.stdout).toMatch(
      /^✗ tests\/sums\.run\.json\ndiverged at visit 1 [\s\S]*1 recording replayed, 1 diverged\n/,
    );
    expect(readFileSync(inFolder('junit.xml'), 'utf8')).toMatch(
      /failures="1"[\s\S]*<failure message="\/system: /,
    );
    const [result] = JSON.parse((await run('test', '--json')).stdout);
    expect(result.failure.divergence).toMatchObject({ path: '/system' });
    expect(await run('test', '--as-recorded')).toMatchObject({ code: 0 });
    expect((await run('test', '--update')).stdout).toBe(
      '✓ tests/sums.run.json (updated)\n1 recording replayed, 1 updated\n',
    );
    expect(await run('test')).toMatchObject({ code: 0 });
    expect(await run('test', '--as-recorded')).toMatchObject({ code: 0 });
    writeFiles(folder, { 'workflows/assistant.json': JSON.stringify(assistant) });
    expect((await run('test')).code).toBe(1);
  });

  it('is made a file of with others, as many and as young as are asked for', async () => {
    await run('ask', '--workflow', 'assistant', 'What is 2 + 2?');
    const young = await run(
      'test',
      'sample',
      '--from-runs',
      '--since',
      '1d',
      '--sample',
      '1',
      '--as-recorded',
    );
    expect(young).toMatchObject({ code: 0, stdout: expect.stringContaining('1 recording replayed') });
    const all = await run('test', 'all', '--from-runs', '--since', '1d', '--as-recorded');
    expect(all.stdout).toContain('2 recordings replayed');
    const none = await run('test', 'none');
    expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('There are no recordings')]);
  });
});
