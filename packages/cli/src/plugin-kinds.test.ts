import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cadenceIn, temporaryFolder, writeFiles } from './cli.fixture.ts';

const guide = readFileSync(join(import.meta.dirname, '../../../docs/plugins.md'), 'utf8');
const fileOfGuide = (name: string) =>
  new RegExp(`^\`${name}\`\\n\\n\`\`\`\\w+\\n(.*?)^\`\`\`$`, 'ms').exec(guide)?.[1] ?? '';

it('checks, draws and stores a workflow with a node kind of a plugin', async () => {
  const folder = writeFiles(temporaryFolder(), {
    'triage/package.json':
      '{"name":"triage","type":"module","version":"1.0.0","cadence":{"plugin":"./src/index.ts"}}',
    'triage/src/index.ts': fileOfGuide('triage/src/index.ts'),
    'triage.json': fileOfGuide('triage.json'),
  });
  const run = cadenceIn(folder, { CADENCE_PLUGINS_DIR: './triage' });
  expect(await run('workflow', 'check', 'triage.json')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('at most 3 steps'),
  });
  expect((await run('workflow', 'draw', 'triage.json')).stdout).toContain('n0{"sort"}');
  expect((await run('workflow', 'schema')).stdout).toContain('"const": "TRIAGE_SORT"');
  expect((await run('workflow', 'push', 'triage.json')).code).toBe(0);
  expect(JSON.parse((await run('workflow', 'pull', 'triage')).stdout)).toMatchObject({
    nodes: [{ workflowId: 'triage' }, { workflowId: 'triage' }, { workflowId: 'triage' }],
    edges: [
      { id: 'edge-1', workflowId: 'triage', conditionType: 'CONDITIONAL' },
      { id: 'edge-2', workflowId: 'triage', conditionType: 'CONDITIONAL' },
    ],
  });
  expect((await run('ask', 'What a fire!', '--workflow', 'triage')).stderr).toContain('● sort');

  const without = await cadenceIn(folder)('workflow', 'check', 'triage.json');
  expect(without).toMatchObject({ code: 1, stdout: expect.stringContaining('NODE_TYPE_UNKNOWN') });
});
