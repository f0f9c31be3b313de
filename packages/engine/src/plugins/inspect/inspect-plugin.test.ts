import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pluginCode, temporaryFolder, writeFiles, writePlugin } from '../plugin-folder.fixture.ts';
import { inspectPlugin } from './inspect-plugin.ts';

const found = async (folder: string, options = {}) =>
  (await inspectPlugin(folder, options)).problems.map(
    ({ severity, code, path }) => `${severity} ${code} ${path}`,
  );

describe('inspectPlugin', () => {
  it('finds nothing wrong with a sound plugin', async () => {
    const { problems } = await inspectPlugin(await writePlugin(await temporaryFolder()));
    expect(problems).toEqual([]);
  });

  it('accepts a plugin that registers itself on import', async () => {
    const folder = await writePlugin(await temporaryFolder());
    await writeFiles(folder, {
      'src/plugin.ts': pluginCode({}),
      'src/index.ts': `import { registerPlugin } from '@cadence-agents/sdk'; import plugin from './plugin.ts'; registerPlugin(plugin);`,
    });
    expect((await inspectPlugin(folder)).problems).toEqual([]);
  });

  it('accepts a plain object of the right form', async () => {
    const folder = await writePlugin(await temporaryFolder());
    await writeFiles(folder, {
      'src/index.ts': `export default {
        metadata: { name: 'Plain', version: '1.0.0', description: 'Plain.' },
        createAgent: () => ({ systemPrompt: 'You are plain.', tools: [] }),
      };`,
    });
    expect((await inspectPlugin(folder)).problems).toEqual([]);
  });

  it('tells everything at once: package, metadata, agent and tools', async () => {
    const folder = await writePlugin(await temporaryFolder(), {
      manifest: { type: undefined, dependencies: { 'no-such-package': '1.0.0' } },
    });
    await writeFiles(folder, {
      'src/index.ts': `import { z } from 'zod';
      const tool = (name: string) => ({ name, description: 'x', input: z.object({}), run: () => 'x' });
      export default {
        metadata: { name: 'Odd', version: '2.0.0', description: 'Odd.' },
        createAgent: () => ({ systemPrompt: '', tools: [tool('back'), tool('two words'), tool('x'), tool('x')] }),
        validateDependencies: () => ['an API key in ODD_KEY'],
        healthCheck: async () => ({ healthy: false, details: 'no power' }),
      };`,
    });
    expect(await found(folder)).toEqual([
      'error DEPENDENCY_MISSING package.json:$.dependencies.no-such-package',
      'error AGENT_INVALID $.createAgent().systemPrompt',
      'error TOOL_NAME_INVALID $.createAgent().tools[0].name',
      'error TOOL_NAME_INVALID $.createAgent().tools[1].name',
      'error TOOL_NAME_TWICE $.createAgent().tools[3].name',
      'error DEPENDENCY_UNMET $.validateDependencies()',
      'error UNHEALTHY $.healthCheck()',
      'warning VERSION_DIFFERS $.metadata.version',
      'warning TYPE_MISSING package.json:$',
    ]);
  });

  it('tells what definePlugin refused, one by one', async () => {
    const folder = await writePlugin(await temporaryFolder(), { name: 'coordinator', version: 'one' });
    expect(await found(folder)).toEqual([
      'error PLUGIN_INVALID $.metadata.version',
      'error PLUGIN_NAME_INVALID $.metadata.name',
    ]);
  });

  it.each([
    ['"../outside.ts"', '../outside.ts', 'ENTRY_OUTSIDE'],
    ['what would be outside', '../gone.ts', 'ENTRY_OUTSIDE'],
    ['an absolute path', '/etc/hostname', 'ENTRY_OUTSIDE'],
    ['the folder itself', '.', 'ENTRY_OUTSIDE'],
    ['a file that is not there', './src/other.ts', 'ENTRY_NOT_FOUND'],
    ['a folder', './src', 'ENTRY_NOT_FOUND'],
    ['nothing', undefined, 'ENTRY_MISSING'],
  ])('refuses %s as the module', async (_, plugin, code) => {
    const parent = await temporaryFolder();
    await writeFiles(parent, { 'outside.ts': pluginCode({}) });
    const folder = await writePlugin(join(parent, 'plugin'), { manifest: { cadence: { plugin } } });
    expect(await found(folder)).toEqual([`error ${code} package.json:$.cadence.plugin`]);
  });

  it('refuses a module that a link leads out of the folder', async () => {
    const parent = await writeFiles(await temporaryFolder(), { 'outside/index.ts': pluginCode({}) });
    const linked = await writePlugin(join(parent, 'file'), {
      manifest: { cadence: { plugin: './link.ts' } },
    });
    await symlink(join(parent, 'outside/index.ts'), join(linked, 'link.ts'));
    const through = await writePlugin(join(parent, 'folder'), {
      manifest: { cadence: { plugin: './link/index.ts' } },
    });
    await symlink(join(parent, 'outside'), join(through, 'link'));
    expect(await found(linked)).toEqual(['error ENTRY_OUTSIDE package.json:$.cadence.plugin']);
    expect(await found(through)).toEqual(['error ENTRY_OUTSIDE package.json:$.cadence.plugin']);
  });

  it('accepts a plugin folder that is itself reached through a link', async () => {
    const parent = await temporaryFolder();
    await writePlugin(join(parent, 'real'));
    await symlink(join(parent, 'real'), join(parent, 'link'));
    expect(await found(join(parent, 'link'))).toEqual([]);
  });

  it('says that TypeScript inside node_modules does not run', async () => {
    const folder = await writePlugin(join(await temporaryFolder(), 'node_modules/sample'));
    expect(await found(folder)).toEqual(['error ENTRY_TYPESCRIPT package.json:$.cadence.plugin']);
  });

  it('says when there is no folder, no package.json, or none that can be read', async () => {
    const parent = await temporaryFolder();
    await mkdir(join(parent, 'empty'));
    await writeFiles(parent, { 'broken/package.json': '{', 'odd/package.json': { cadence: 'yes' } });
    expect(await found(join(parent, 'none'))).toEqual([`error FOLDER_NOT_FOUND ${join(parent, 'none')}`]);
    expect(await found(join(parent, 'empty'))).toEqual(['error PACKAGE_UNREADABLE package.json']);
    expect(await found(join(parent, 'broken'))).toEqual(['error PACKAGE_UNREADABLE package.json']);
    expect(await found(join(parent, 'odd'))).toEqual(['error PACKAGE_INVALID package.json:$.cadence']);
  });

  it.each([
    ['throws', { head: '\n\nthrow new Error("no luck");' }, 'error IMPORT_FAILED src/index.ts:5'],
    ['imports what is not there', { head: 'import "./gone.ts";' }, 'error IMPORT_FAILED src/index.ts'],
    ['hangs', { head: 'await new Promise(() => {});' }, 'error IMPORT_FAILED src/index.ts'],
    ['is no TypeScript', { head: 'const const = 1;' }, 'error IMPORT_FAILED src/index.ts:3'],
    ['uses what cannot be stripped', { head: 'enum A { B }' }, 'error IMPORT_FAILED src/index.ts:3'],
  ])('tells where a module %s', async (_, sketch, expected) => {
    const folder = await writePlugin(await temporaryFolder(), sketch);
    expect(await found(folder, { importTimeoutMs: 300 })).toEqual([expected]);
  });

  it('keeps addresses and versions out of its messages', async () => {
    const folder = await writePlugin(await temporaryFolder(), { head: 'import "./gone.ts";' });
    const [problem] = (await inspectPlugin(folder)).problems;
    expect(problem?.message).toMatch(/gone\.ts/);
    expect(problem?.message).not.toMatch(/file:|cadence=/);
    expect(problem?.hint).toMatch(/with its ending/);
  });

  it.each([
    ['nothing', 'export const x = 1;'],
    [
      'two plugins at once',
      `import { registerPlugin } from '@cadence-agents/sdk'; import p from './plugin.ts'; registerPlugin(p); registerPlugin(p);`,
    ],
  ])('refuses a module that offers %s', async (_, code) => {
    const folder = await writePlugin(await temporaryFolder());
    await writeFiles(folder, { 'src/plugin.ts': pluginCode({}), 'src/index.ts': code });
    expect(await found(folder)).toEqual(['error PLUGIN_MISSING src/index.ts']);
  });

  it.each(['null', '42', '"plugin"', '[]', '() => 1'])('refuses %s as a plugin', async (value) => {
    const folder = await writePlugin(await temporaryFolder());
    await writeFiles(folder, { 'src/index.ts': `export default ${value};` });
    expect((await found(folder))[0]).toMatch(/^error PLUGIN_INVALID/);
  });

  it.each([
    [
      'a health check that throws',
      `healthCheck: () => { throw new Error('no') },`,
      'HEALTH_CHECK_FAILED src/index.ts:11',
    ],
    [
      'a health check that hangs',
      'healthCheck: () => new Promise(() => {}),',
      'HEALTH_CHECK_FAILED src/index.ts',
    ],
    [
      'a health check that mumbles',
      `healthCheck: (): never => 'ok' as never,`,
      'HEALTH_UNKNOWN $.healthCheck()',
    ],
    [
      'validateDependencies that throws',
      `validateDependencies: () => { throw new Error('no') },`,
      'DEPENDENCIES_UNKNOWN src/index.ts:11',
    ],
    [
      'validateDependencies that mumbles',
      'validateDependencies: (): never => null as never,',
      'DEPENDENCIES_UNKNOWN $.validateDependencies()',
    ],
    [
      'createAgent that throws',
      `createAgent: () => { throw new Error('no') },`,
      'AGENT_FAILED $.createAgent()',
    ],
  ])('reports %s', async (_, more, expected) => {
    const folder = await writePlugin(await temporaryFolder(), { more });
    expect(await found(folder, { healthTimeoutMs: 50 })).toEqual([`error ${expected}`]);
  });
});
