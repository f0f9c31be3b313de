// What is set of plugins while the deployment runs.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startServer } from './http/server.fixture.ts';

const fields = {
  first: `greeting: z.string().min(2).default('Hello'),
    times: z.int().min(1).max(3).default(1),
    name: z.string().refine((name) => name !== 'nobody', 'must be somebody').optional(),`,
  second: `greeting: z.enum(['Hi', 'Hello']).default('Hi'),`,
};

const source = (
  name: string,
  config: string,
) => `import { defineAgent, definePlugin, tool } from '@cadence-agents/sdk';
import { z } from 'zod';
export default definePlugin({
  metadata: { name: '${name}', version: '1.0.0', description: 'Greets.' },
  config: z.strictObject({ ${config} }),
  createAgent: ({ config }) => {
    if (config.greeting === 'Fail') throw new Error('no such greeting');
    const run = () => Array(config.times ?? 1).fill(config.greeting).join(' ');
    return defineAgent({
      systemPrompt: \`You say \${config.greeting}.\`,
      tools: [tool({ name: '${name.toLowerCase()}_greet', description: 'Greets.', input: z.object({}), run })],
    });
  },
});
`;

function pluginFolder(): {
  folder: string;
  write: (slug: string, isolated: boolean, config: string) => void;
} {
  const folder = mkdtempSync(join(tmpdir(), 'cadence-config-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return {
    folder,
    write(slug, isolated, config) {
      mkdirSync(join(folder, slug), { recursive: true });
      const manifest = { name: slug, version: '1.0.0', type: 'module' };
      const cadence = { plugin: './index.ts', isolated };
      writeFileSync(join(folder, slug, 'package.json'), JSON.stringify({ ...manifest, cadence }));
      writeFileSync(join(folder, slug, 'index.ts'), source(slug === 'near' ? 'Near' : 'Far', config));
    },
  };
}

it.each([
  ['near', false],
  ['far', true],
])(
  'a config is entered for the plugin "%s", holds in every process, and is taken back',
  async (slug, isolated) => {
    const { folder, write } = pluginFolder();
    write(slug, isolated, fields.first);
    const { client, dataDir } = await startServer({ CADENCE_PLUGINS_DIR: folder });
    const other = await startServer({ CADENCE_PLUGINS_DIR: folder, CADENCE_DATA_DIR: dataDir });
    const params = { name: slug };
    const greet = async (on: typeof client) =>
      (await on.tryTool({ params: { name: `${slug}_greet` }, body: { args: {} } })).output;
    const config = async (on = client) => (await on.getPlugin({ params })).config;
    expect(await greet(client)).toBe('Hello');
    expect(await config()).toMatchObject({
      schema: { type: 'object', properties: { times: { minimum: 1, maximum: 3, default: 1 } } },
      values: { greeting: 'Hello', times: 1 },
      entered: null,
      problems: [],
    });

    const put = (value: Record<string, string | number>) =>
      client.putPluginConfig({ params, body: { value } });
    await expect(put({ greeting: 'H', times: 9, tiems: 2, name: 'nobody' })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      details: [
        { path: 'body.value.greeting' },
        { path: 'body.value.times' },
        { path: 'body.value.name', message: 'must be somebody' },
        { path: 'body.value.tiems', message: 'There is no such field' },
      ],
    });
    await expect(put({ greeting: 'Fail' })).rejects.toMatchObject({ code: 'PLUGIN_INVALID' });
    expect(await config()).toMatchObject({ entered: null });
    expect(await greet(client)).toBe('Hello');

    const values = { greeting: 'Ahoy', times: 2 };
    expect(await put(values)).toMatchObject({ status: 'loaded', config: { values, entered: values } });
    expect(await greet(client)).toBe('Ahoy Ahoy');
    await expect.poll(() => greet(other.client), { timeout: 15_000 }).toBe('Ahoy Ahoy');
    expect(await client.reloadPlugins()).toMatchObject({ added: [], changed: [], failed: [] });
    expect(await greet(client)).toBe('Ahoy Ahoy');
    const { items } = await client.listAudit({ query: { action: 'plugin.update' } });
    expect(items[0]).toMatchObject({ target: slug, outcome: 'done', details: { config: 'entered' } });

    // Another version of the plugin, which has no such values.
    write(slug, isolated, fields.second);
    expect(await client.reloadPlugins()).toMatchObject({ changed: [slug], failed: [] });
    expect(await greet(client)).toBe('Hi');
    expect(await config()).toMatchObject({
      values: { greeting: 'Hi' },
      entered: values,
      problems: [{ path: 'greeting' }, { path: 'times', message: 'There is no such field' }],
    });
    await client.deletePluginConfig({ params });
    expect(await config()).toMatchObject({ values: { greeting: 'Hi' }, entered: null, problems: [] });
  },
  90_000,
);
