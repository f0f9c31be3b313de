import { expect, it } from 'vitest';
import { cadenceIn, temporaryFolder, writeFiles } from './cli.fixture.ts';

const plugin = `import { defineAgent, definePlugin } from '@cadence-agents/sdk';
setTimeout(() => Promise.reject(new Error('the canary sings')), 1);
setTimeout(() => { throw new TypeError('the canary sings'); }, 2);
export default definePlugin({
  metadata: { name: 'late', version: '1.0.0', description: 'Is late.', capabilities: ['being late'] },
  createAgent: () => defineAgent({ systemPrompt: 'You are late.', tools: [] }),
});
`;

it('goes on when a plugin leaves a failure behind, and tells of it without its words', async () => {
  const folder = writeFiles(temporaryFolder(), {
    'late/package.json':
      '{"name":"late","type":"module","version":"1.0.0","cadence":{"plugin":"./index.ts"}}',
    'late/index.ts': plugin,
  });
  const cadence = cadenceIn(folder, { CADENCE_PLUGINS_DIR: './late' });
  const { code, stdout, stderr } = await cadence('ask', 'What is 15 * 23?');
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('345') });
  expect(stderr).not.toContain('canary');
  expect(stderr).toMatch(/nobody handled: Error\n {2}at .*index\.ts/);
  expect(stderr).toContain('nobody handled: TypeError');
});
