import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cadenceIn, temporaryFolder, writeFiles } from './cli.fixture.ts';

const files = {
  'parcels/package.json': JSON.stringify({
    ...{ name: 'parcels', version: '1.0.0', type: 'module' },
    cadence: { plugin: './index.ts' },
  }),
  'parcels/index.ts': `import { defineAgent, definePlugin } from '@cadence-agents/sdk';
    import { z } from 'zod';
    export default definePlugin({
      metadata: { name: 'Parcels', version: '1.0.0', description: 'Knows parcels.' },
      config: z.strictObject({
        carrier: z.string().min(1).default('post'),
        perKg: z.number().min(0).default(2),
      }),
      createAgent: ({ config }) => defineAgent({ systemPrompt: 'You ask ' + config.carrier, tools: [] }),
    });`,
  'good.json': '{"perKg": 3}',
  'bad.json': '{"perKg": -3, "weight": 1}',
};

it('the config of a plugin is shown, changed, refused field by field, and taken back', async () => {
  const folder = writeFiles(temporaryFolder(), files);
  const run = cadenceIn(folder, { CADENCE_PLUGINS_DIR: join(folder, 'parcels') });
  const config = async (...args: string[]) => {
    const { stdout } = await run('plugin', 'config', 'parcels', ...args, '--json');
    return JSON.parse(stdout);
  };
  expect(await config()).toMatchObject({ values: { carrier: 'post', perKg: 2 }, entered: null });
  // A field for text takes what looks like a number as it is.
  expect(await config('--set', 'carrier=17', 'perKg=2.5')).toMatchObject({
    entered: { carrier: '17', perKg: 2.5 },
  });
  const { stdout } = await run('plugin', 'config', 'parcels');
  expect(stdout).toMatch(/carrier +"17" +entered\nperKg +2\.5 +entered\n/);
  expect(await config('--file', 'good.json')).toMatchObject({
    values: { carrier: 'post', perKg: 3 },
    entered: { perKg: 3 },
  });
  const refused = await run('plugin', 'config', 'parcels', '--file', 'bad.json');
  expect(refused.code).not.toBe(0);
  expect(refused.stderr).toMatch(/body\.value\.perKg: .*body\.value\.weight: There is no such field/);
  expect(await config('--reset')).toMatchObject({ values: { perKg: 2 }, entered: null });
  expect((await run('plugin', 'config', 'math', '--reset')).stderr).toContain('nothing to set');

  const check = (file: string) => run('plugin', 'check', './parcels', '--config', file);
  expect((await check('good.json')).stdout).toContain('0 errors, 0 warnings');
  expect(await check('bad.json')).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/config\.perKg[\s\S]*config\.weight[\s\S]*2 errors/),
  });
}, 120_000);
