import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { toolContext } from '../isolated/isolated.fixture.ts';
import { temporaryFolder, writeFiles, writePlugin } from '../plugin-folder.fixture.ts';
import type { PluginBundle } from './plugin-bundle.ts';
import { createPluginHost, type PluginHost } from './plugin-host.ts';
import type { ReloadReport } from './select-plugins.ts';

async function setUp() {
  const root = await temporaryFolder();
  const places = { roots: [root], pluginsDir: join(root, 'dir'), storeDir: join(root, 'store') };
  await writeFiles(root, { 'package.json': { workspaces: ['packages/*'] }, 'dir/readme.txt': '' });
  return { root, host: createPluginHost({ ...places, importTimeoutMs: 500, healthTimeoutMs: 500 }) };
}
const ask = (bundle: PluginBundle | undefined) => bundle?.tools[0]?.run({}, toolContext());
const overview = (host: PluginHost) =>
  host.list().map(({ slug, source, status }) => `${slug} ${source} ${status}`);

describe('load', () => {
  it('makes a bundle of each plugin', async () => {
    const { root, host } = await setUp();
    await writePlugin(join(root, 'dir/sample'), {
      name: 'Sample Agent',
      head: 'const model = { llmRequirements: { model: "openai:x" } };',
      more: `get metadata() { return { name: 'Sample Agent', version: '1.0.0', description: 'Answers.', ...model }; },`,
    });
    await host.load();
    const bundle = host.get('sample');
    expect(bundle).toMatchObject({
      slug: 'sample',
      metadata: { name: 'Sample Agent', version: '1.0.0', capabilities: [] },
      agent: { systemPrompt: 'You answer.' },
      tools: [{ name: 'answer' }],
      model: { model: 'openai:x' },
      source: 'directory',
      folder: join(root, 'dir/sample'),
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(await ask(bundle)).toBe('42');
    expect(Object.isFrozen(bundle) && Object.isFrozen(host.bundles())).toBe(true);
  });

  it('tries a plugin that is not well again and again, until it is', async () => {
    const { root } = await setUp();
    const places = { roots: [root], pluginsDir: join(root, 'dir') };
    const host = createPluginHost({ ...places, retries: { firstMs: 5, longestMs: 20 } });
    onTestFinished(() => host.close());
    const head = "import { existsSync, appendFileSync } from 'node:fs';";
    const file = (name: string) => JSON.stringify(join(root, name));
    await writePlugin(join(root, 'dir/sick'), {
      name: 'sick',
      head,
      more: `healthCheck: () => {
        appendFileSync(${file('asked')}, '.');
        return { healthy: existsSync(${file('cure')}) };
      },`,
    });
    await writePlugin(join(root, 'dir/broken'), {
      name: 'broken',
      head: `${head} appendFileSync(${file('read')}, '.'); throw 1;`,
    });
    await host.load();
    const count = async (name: string) => (await readFile(join(root, name), 'utf8')).length;
    await expect.poll(() => count('asked')).toBeGreaterThan(3);
    expect(overview(host)).toContain('sick directory failed');
    const changed = new Promise<ReloadReport>((resolve) => host.onChange(resolve));
    await writeFiles(root, { cure: '' });
    expect(await changed).toMatchObject({ added: ['sick'] });
    expect(await ask(host.get('sick'))).toBe('42');
    // Code that throws will throw again: only a change of it helps.
    expect(await count('read')).toBe(1);
  });

  it('lists what fails with its reason, and loads all others', async () => {
    const { root, host } = await setUp();
    const write = (name: string, sketch: object) => writePlugin(join(root, 'dir', name), { name, ...sketch });
    await write('good', { more: `healthCheck: () => ({ healthy: true, details: 'fine' }),` });
    await write('throws', { head: 'throw new Error("no luck");' });
    await write('hangs', { head: 'await new Promise(() => {});' });
    await write('lacks', { more: `validateDependencies: () => ['a key'],` });
    await write('sick', { more: 'healthCheck: () => ({ healthy: false }),' });
    await write('slow', { more: 'healthCheck: () => new Promise(() => {}),' });
    await writeFiles(await write('nonsense', {}), { 'src/index.ts': 'export default 7;' });
    await host.load();
    expect(host.bundles().map(({ slug }) => slug)).toEqual(['good']);
    const reasons = new Map(host.list().map((listing) => [listing.folder.split('/').at(-1), listing]));
    expect(reasons.get('good')).toMatchObject({
      status: 'loaded',
      health: { healthy: true, details: 'fine' },
    });
    for (const [name, reason] of [
      ['throws', /no luck/],
      ['hangs', /longer than 500 ms/],
      ['lacks', /a key/],
      ['sick', /not healthy/],
      ['slow', /longer than 500 ms/],
      ['nonsense', /PLUGIN|expected object/i],
    ] as const) {
      expect(reasons.get(name)).toMatchObject({
        status: 'failed',
        reason: expect.stringMatching(reason),
        hint: expect.any(String),
      });
    }
  });

  it('tells apart plugins that register themselves while others do the same', async () => {
    const { root, host } = await setUp();
    const names = ['one', 'two', 'three'];
    for (const name of names) {
      await writePlugin(join(root, 'dir', name), { name, head: `await 0;` });
      await writeFiles(join(root, 'dir', name), {
        'package.json': { type: 'module', cadence: { plugin: './main.ts' } },
        'main.ts': `import { registerPlugin } from '@cadence-agents/sdk'; await 0;
          const { default: plugin } = await import('./src/index.ts'); registerPlugin(plugin);`,
      });
    }
    await host.load();
    expect(overview(host)).toEqual(names.toSorted().map((name) => `${name} directory loaded`));
  });

  it('installs what a directory plugin lacks, and nothing when told not to', async () => {
    const { root, host } = await setUp();
    await writeFiles(root, {
      'greeting/package.json': { name: 'greeting', version: '1.0.0', type: 'module', exports: './index.js' },
      'greeting/index.js': 'export default 1;',
    });
    await writePlugin(join(root, 'dir/needy'), {
      head: `import 'greeting';`,
      manifest: { dependencies: { greeting: 'file:../../greeting' } },
    });
    const careful = createPluginHost({
      roots: [],
      pluginsDir: join(root, 'dir'),
      installDependencies: false,
    });
    await careful.load();
    expect(careful.list()).toMatchObject([
      { status: 'failed', reason: expect.stringContaining('"greeting"') },
    ]);
    await host.load();
    expect(overview(host)).toEqual(['sample directory loaded']);
    await careful.reload();
    expect(overview(careful)).toEqual(['sample directory loaded']);
  });
});

describe('precedence', () => {
  it('is uploaded, directory, package, and the list shows what is shadowed', async () => {
    const { root, host } = await setUp();
    for (const [place, version] of [
      ['packages', '1.0.0'],
      ['dir', '2.0.0'],
      ['store', '3.0.0'],
    ] as const)
      await writePlugin(join(root, place, 'sample'), { version });
    await host.load();
    expect(host.get('sample')).toMatchObject({ source: 'uploaded', metadata: { version: '3.0.0' } });
    expect(overview(host).sort()).toEqual([
      'sample directory shadowed',
      'sample package shadowed',
      'sample uploaded loaded',
    ]);
    expect(host.list().find(({ status }) => status === 'loaded')?.shadows).toEqual([
      { source: 'directory', folder: join(root, 'dir/sample'), version: '2.0.0' },
      { source: 'package', folder: join(root, 'packages/sample'), version: '1.0.0' },
    ]);
    await rm(join(root, 'store/sample'), { recursive: true });
    expect(await host.reload()).toMatchObject({ added: [], changed: ['sample'], removed: [] });
    expect(host.get('sample')?.source).toBe('directory');
  });

  it('refuses the second of the same source, naming both places', async () => {
    const { root, host } = await setUp();
    await writePlugin(join(root, 'dir/b'));
    await host.load();
    // A newcomer does not push out what serves, though it comes first in the alphabet.
    await writePlugin(join(root, 'dir/a'));
    expect(await host.reload()).toMatchObject({ changed: [], failed: [{ folder: join(root, 'dir/a') }] });
    const { reason } = host.list().find(({ status }) => status === 'failed') ?? {};
    expect(reason).toContain(join(root, 'dir/a'));
    expect(reason).toContain(join(root, 'dir/b'));
    expect(host.get('sample')?.folder).toBe(join(root, 'dir/b'));
  });

  it('refuses a plugin of another name with the same slug, whatever its source', async () => {
    const { root, host } = await setUp();
    await writePlugin(join(root, 'dir/x'), { name: 'My Math' });
    await writePlugin(join(root, 'packages/y'), { name: 'my-math agent' });
    await host.load();
    expect(overview(host)).toEqual(['my_math directory loaded', 'my_math package failed']);
    expect(host.list()[1]?.reason).toMatch(/"my-math agent".*"My Math".*"my_math"/);
  });

  it('lets a weaker plugin serve when the stronger one does not work', async () => {
    const { root, host } = await setUp();
    await writePlugin(join(root, 'dir/sample'), { answer: 'weaker' });
    await writePlugin(join(root, 'store/sample'), { head: 'throw new Error("no luck");' });
    await host.load();
    expect(await ask(host.get('sample'))).toBe('weaker');
    expect(overview(host).sort()).toEqual(['sample directory loaded', 'sample uploaded failed']);
  });
});

describe('reload', () => {
  it('takes up new, changed and removed plugins, while a run keeps those it started with', async () => {
    const { root, host } = await setUp();
    const reports: ReloadReport[] = [];
    const stop = host.onChange((report) => reports.push(report));
    await writePlugin(join(root, 'dir/stays'), { name: 'Stays' });
    await writePlugin(join(root, 'dir/changes'), { name: 'Changes', answer: 'old' });
    await writePlugin(join(root, 'dir/goes'), { name: 'Goes', answer: 'still here' });
    await host.load();
    const held = host.bundles();
    const heldSlugs = held.map(({ slug }) => slug);
    const stays = host.get('stays');

    await writePlugin(join(root, 'dir/changes'), { name: 'Changes', answer: 'new' });
    await writePlugin(join(root, 'dir/comes'), { name: 'Comes' });
    await rm(join(root, 'dir/goes'), { recursive: true });
    const report = await host.reload();
    expect(report).toEqual({ added: ['comes'], changed: ['changes'], removed: ['goes'], failed: [] });
    expect(reports).toEqual([
      { added: ['changes', 'goes', 'stays'], changed: [], removed: [], failed: [] },
      report,
    ]);

    expect(await ask(host.get('changes'))).toBe('new');
    expect(host.get('stays')).toBe(stays);
    expect(held.map(({ slug }) => slug)).toEqual(heldSlugs);
    expect(await ask(held.find(({ slug }) => slug === 'changes'))).toBe('old');
    expect(await ask(held.find(({ slug }) => slug === 'goes'))).toBe('still here');

    stop();
    await rm(join(root, 'dir/comes'), { recursive: true });
    await host.reload();
    expect(reports).toHaveLength(2);
  });

  it('does not import again what did not change', async () => {
    const { root, host } = await setUp();
    const key = JSON.stringify(root);
    const head = `globalThis[Symbol.for(${key})] = (globalThis[Symbol.for(${key})] ?? 0) + 1;`;
    await writePlugin(join(root, 'dir/sample'), { head });
    await host.load();
    const bundles = host.bundles();
    expect(await host.reload()).toEqual({ added: [], changed: [], removed: [], failed: [] });
    expect(Reflect.get(globalThis, Symbol.for(root))).toBe(1);
    expect(host.bundles()).toEqual(bundles);
  });

  it('keeps the old version when the changed one fails, and says so until it is mended', async () => {
    const { root, host } = await setUp();
    const folder = join(root, 'dir/sample');
    await writePlugin(folder, { answer: 'old' });
    await host.load();
    const { hash } = host.get('sample') ?? {};
    await writePlugin(folder, { head: 'throw new Error("no luck");' });
    for (let time = 0; time < 2; time++) {
      expect(await host.reload()).toMatchObject({ changed: [], failed: [{ slug: 'sample', folder }] });
      expect(await ask(host.get('sample'))).toBe('old');
      expect(host.list()).toMatchObject([
        { status: 'loaded', hash, reason: expect.stringMatching(/the one before goes on[\s\S]*no luck/) },
      ]);
    }
    await writePlugin(folder, { answer: 'new' });
    expect(await host.reload()).toMatchObject({ changed: ['sample'], failed: [] });
    expect(await ask(host.get('sample'))).toBe('new');
    expect(host.list()).toMatchObject([{ status: 'loaded', reason: undefined }]);
  });

  it('keeps the old version under its old name when the new name is taken', async () => {
    const { root, host } = await setUp();
    await writePlugin(join(root, 'dir/a'), { name: 'Alpha', answer: 'alpha' });
    await writePlugin(join(root, 'dir/b'), { name: 'Beta', answer: 'beta' });
    await host.load();
    await writePlugin(join(root, 'dir/b'), { name: 'Alpha', answer: 'impostor' });
    expect(await host.reload()).toMatchObject({ changed: [], removed: [], failed: [{ slug: 'beta' }] });
    expect(await ask(host.get('alpha'))).toBe('alpha');
    expect(await ask(host.get('beta'))).toBe('beta');
    await writePlugin(join(root, 'dir/b'), { head: 'throw new Error("worse");' });
    await host.reload();
    expect(await ask(host.get('beta'))).toBe('beta');
  });

  it('shows nothing of itself before it has finished', async () => {
    const { root, host } = await setUp();
    await writePlugin(join(root, 'dir/a'), { name: 'A' });
    await writePlugin(join(root, 'dir/b'), { name: 'B', head: 'await new Promise(() => {});' });
    const loading = host.load();
    const seen = new Set<number>();
    const watch = setInterval(() => seen.add(host.bundles().length), 5);
    await loading;
    clearInterval(watch);
    expect([...seen]).toEqual([0]);
    expect(host.bundles()).toHaveLength(1);
  });

  it('runs one after the other when asked twice at once', async () => {
    const { root, host } = await setUp();
    await writePlugin(join(root, 'dir/a'), { name: 'A' });
    const [first, second] = await Promise.all([host.reload(), host.reload()]);
    expect([first.added, second.added]).toEqual([['a'], []]);
  });

  it('survives a listener that throws', async () => {
    const { root, host } = await setUp();
    await writePlugin(join(root, 'dir/a'), { name: 'A' });
    host.onChange(() => {
      throw new Error('no luck');
    });
    await host.load();
    expect(host.get('a')).toBeDefined();
  });
});

describe('unload', () => {
  it('takes a plugin out, lets the one it shadowed in, and ends with the next reload', async () => {
    const { root, host } = await setUp();
    await writePlugin(join(root, 'dir/sample'), { answer: 'weaker' });
    await writePlugin(join(root, 'store/sample'), { answer: 'stronger' });
    await host.load();
    expect(await host.unload('sample')).toBe(true);
    expect(await ask(host.get('sample'))).toBe('weaker');
    expect(await host.unload('sample')).toBe(true);
    expect(host.list()).toEqual([]);
    expect(await host.unload('sample')).toBe(false);
    await host.reload();
    expect(await ask(host.get('sample'))).toBe('stronger');
  });
});

describe('node kinds', () => {
  const kindCode = (type: string) => `kinds: [{
    kind: defineKind({ type: '${type}', title: 'T', summary: 'S.', family: 'router', config: z.strictObject({}) }),
    behaviour: () => ({ label: null }),
  }],`;
  const head = `import { defineKind } from '@cadence-agents/sdk';`;

  it('come with the plugin', async () => {
    const { root, host } = await setUp();
    await writePlugin(join(root, 'dir/sample'), { head, more: kindCode('SAMPLE_X') });
    await host.load();
    expect(host.get('sample')?.kinds).toMatchObject([{ kind: { type: 'SAMPLE_X', icon: 'signpost' } }]);
  });

  it('keep a plugin from being loaded where the type is taken', async () => {
    const { root, host } = await setUp();
    await writePlugin(join(root, 'dir/a'), { name: 'Math', head, more: kindCode('MATH_MORE_X') });
    await writePlugin(join(root, 'dir/b'), { name: 'Math more', head, more: kindCode('MATH_MORE_X') });
    await writePlugin(join(root, 'dir/c'), { name: 'Tool', head, more: kindCode('TOOL_ROUTER') });
    await host.load();
    expect(host.bundles().map(({ slug }) => slug)).toEqual(['math']);
    expect(host.list().flatMap(({ reason }) => reason ?? [])).toEqual([
      'The node kind "MATH_MORE_X" is brought by the plugin "Math" already.',
      'The node kind "TOOL_ROUTER" is brought by Cadence itself already.',
    ]);
  });
});
