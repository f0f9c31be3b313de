import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cadence, cadenceIn, temporaryFolder, writeFiles } from './cli.fixture.ts';

const guide = readFileSync(join(import.meta.dirname, '../../../docs/plugins.md'), 'utf8');

/** The files that the guide has its reader write: each is named right before its code. */
function filesOfGuide(): Record<string, string> {
  const blocks = guide.matchAll(/^`(shipping\/[\w./]+)`\n\n```\w+\n(.*?)^```$/gms);
  return Object.fromEntries([...blocks].map(([, name = '', code = '']) => [name, code]));
}

const plugin = (version: string, body = '') => ({
  'package.json': JSON.stringify({
    name: 'greeter',
    version,
    type: 'module',
    cadence: { plugin: './index.ts' },
  }),
  'index.ts': `${body}
    import { defineAgent, definePlugin } from '@cadence-agents/sdk';
    export default definePlugin({
      metadata: { name: 'Greeter', version: '${version}', description: 'Greets people.' },
      createAgent: () => defineAgent({ systemPrompt: 'You greet.', tools: [] }),
    });`,
});
const pack = (command: string, args: string[], cwd: string) => {
  const { status, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} failed: ${stderr}`);
};

describe('the guide for plugin authors', () => {
  it('begins with a plugin of about thirty lines', () => {
    const files = filesOfGuide();
    expect(Object.keys(files)).toEqual([
      'shipping/package.json',
      'shipping/src/index.ts',
      'shipping/src/index.test.ts',
    ]);
    expect(files['shipping/src/index.ts']?.trim().split('\n').length).toBeLessThanOrEqual(36);
  });

  it('leads to a plugin that is found, used, changed on disk and used again', async () => {
    const folder = writeFiles(temporaryFolder(), filesOfGuide());
    const run = cadenceIn(folder, { CADENCE_PLUGINS_DIR: './shipping' });
    expect(await run('plugin', 'check', './shipping')).toMatchObject({
      code: 0,
      stdout: './shipping: 0 errors, 0 warnings.\n',
    });
    expect(await run('plugin', 'test', './shipping')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/pass 2/),
    });
    const [, question = ''] = /cadence ask "([^"]+)"/.exec(guide) ?? [];
    const asked = await run('ask', question);
    expect(asked.stderr).toMatch(/● shipping_agent\n● shipping_tools\n {2}shipping_cost {"weightKg":3/);
    expect(asked.stdout).toContain('euros: 10');

    const file = join(folder, 'shipping/src/index.ts');
    writeFileSync(file, readFileSync(file, 'utf8').replace('4 + 2 * weightKg', '5 + 3 * weightKg'));
    expect((await run('ask', question)).stdout).toContain('euros: 14');
  });
});

describe('cadence plugin create', () => {
  it('writes a plugin that passes its check and its tests, and answers the question it suggests', async () => {
    const folder = temporaryFolder();
    const run = cadenceIn(folder);
    const { stdout, code } = await run('plugin', 'create', 'Text desk');
    expect(code).toBe(0);
    expect(readdirSync(join(folder, 'text-desk'))).toContain('package.json');
    expect((await run('plugin', 'check', './text-desk')).code).toBe(0);
    expect((await run('plugin', 'test', './text-desk')).code).toBe(0);
    const [, question = ''] = /cadence ask "([^"]+)"/.exec(stdout) ?? [];
    const asked = await cadence(['ask', question], {
      cwd: folder,
      env: { CADENCE_PLUGINS_DIR: './text-desk' },
    });
    expect(asked.stdout).toContain('words: 2');
    expect((await run('plugin', 'create', 'Text desk')).stderr).toContain('is not empty');
    expect((await run('plugin', 'create', 'coordinator')).stderr).toContain('uses itself');
  });
});

describe('cadence plugin check', () => {
  it('tells every problem at once, and ends with 1', async () => {
    const folder = writeFiles(temporaryFolder(), {
      'package.json': JSON.stringify({ name: 'x', cadence: { plugin: './index.ts' } }),
      'index.ts': `import { definePlugin } from '@cadence-agents/sdk';
        export default definePlugin({ metadata: { name: '', version: 'one', description: '' }, createAgent: () => ({}) });`,
    });
    const { code, stdout } = await cadence(['plugin', 'check', '--json', folder]);
    expect(code).toBe(1);
    const { ok, problems } = JSON.parse(stdout);
    expect(ok).toBe(false);
    const paths = problems.map(({ path }: { path: string }) => path);
    expect(paths).toEqual(expect.arrayContaining(['$.metadata.name', '$.metadata.version']));
  });

  it('ends although the plugin leaves something open', async () => {
    const folder = writeFiles(temporaryFolder(), plugin('1.0.0', 'setInterval(() => {}, 1000);'));
    expect((await cadence(['plugin', 'check', folder])).code).toBe(0);
  });
});

describe('cadence plugin install and remove', () => {
  it('installs a folder, a .tgz and a .zip one over the other, and removes it', async () => {
    const folder = temporaryFolder();
    const run = cadenceIn(folder);
    writeFiles(join(folder, 'one'), plugin('1.0.0'));
    writeFiles(join(folder, 'two/package'), plugin('2.0.0'));
    writeFiles(join(folder, 'three'), plugin('3.0.0'));
    pack('tar', ['-czf', '../two.tgz', 'package'], join(folder, 'two'));
    pack('zip', ['-qr', '../three.zip', '.'], join(folder, 'three'));

    expect((await run('plugin', 'install', './one')).stdout).toContain('Installed "greeter" 1.0.0 to');
    expect((await run('plugin', 'install', 'two.tgz')).stdout).toContain('2.0.0 in place of 1.0.0');
    expect((await run('plugin', 'install', 'three.zip')).stdout).toContain('3.0.0 in place of 2.0.0');
    expect((await run('plugin', 'list')).stdout).toMatch(/^greeter +3\.0\.0 +uploaded +loaded/m);
    expect((await run('plugin', 'remove', 'Greeter')).stdout).toBe('Removed "greeter".\n');
    expect((await run('plugin', 'list')).stdout).not.toContain('greeter');
    expect(readdirSync(join(folder, '.cadence/plugins'))).toEqual([]);
  });

  it('keeps the version before when the new one does not work', async () => {
    const folder = temporaryFolder();
    const run = cadenceIn(folder);
    writeFiles(join(folder, 'good'), plugin('1.0.0'));
    writeFiles(join(folder, 'bad'), plugin('2.0.0', 'throw new Error("not today");'));
    await run('plugin', 'install', './good');
    const { code, stderr } = await run('plugin', 'install', './bad');
    expect(code).toBe(1);
    expect(stderr).toMatch(/"\.\/bad" was not installed:\n.*not today/);
    expect((await run('plugin', 'list')).stdout).toMatch(/^greeter +1\.0\.0 +uploaded +loaded/m);
    expect(readdirSync(join(folder, '.cadence/plugins'))).toEqual(['.versions', 'greeter']);
  });

  it('refuses what would be written elsewhere, and writes none of it', async () => {
    const folder = temporaryFolder();
    const run = cadenceIn(folder);
    writeFiles(join(folder, 'in/package'), plugin('1.0.0'));
    symlinkSync('/etc', join(folder, 'in/package/link'));
    mkdirSync(join(folder, 'in/deep'));
    pack('tar', ['-czf', '../link.tgz', 'package'], join(folder, 'in'));
    pack('tar', ['-czPf', '../../up.tgz', '../package/index.ts'], join(folder, 'in/deep'));
    pack('tar', ['-czPf', '../root.tgz', join(folder, 'in/package/index.ts')], join(folder, 'in'));
    pack('zip', ['-qry', '../link.zip', 'package'], join(folder, 'in'));
    writeFiles(folder, { 'junk.tgz': 'junk', 'junk.zip': 'junk' });
    const told = async (source: string) => (await run('plugin', 'install', source)).stderr;
    expect(await told('link.tgz')).toMatch(/holds a link/);
    expect(await told('link.zip')).toMatch(/holds a link/);
    expect(await told('./in/package')).toMatch(/holds a link/);
    expect(await told('up.tgz')).toMatch(/leads out of its folder/);
    expect(await told('root.tgz')).toMatch(/is an absolute path/);
    expect(await told('junk.tgz')).toMatch(/not a gzipped tar/);
    expect(await told('junk.zip')).toMatch(/not a sound ZIP/);
    expect(await told('missing.tgz')).toMatch(/"missing\.tgz" does not exist/);
    expect(readdirSync(join(folder, '.cadence/plugins'))).toEqual([]);
  });

  it('removes nothing that it did not install', async () => {
    const folder = temporaryFolder();
    writeFiles(join(folder, 'mine'), plugin('1.0.0'));
    const run = cadenceIn(folder, { CADENCE_PLUGINS_DIR: './mine' });
    const { code, stderr } = await run('plugin', 'remove', 'greeter');
    expect(code).toBe(1);
    expect(stderr).toMatch(/was not installed by Cadence[\s\S]*CADENCE_PLUGINS_DIR/);
    expect(existsSync(join(folder, 'mine/index.ts'))).toBe(true);
    expect((await run('plugin', 'remove', 'nobody')).stderr).toContain('no plugin "nobody"');
  });
});

describe('cadence plugin list', () => {
  it('says what was not loaded and why, and what stands in front of what', async () => {
    const folder = temporaryFolder();
    writeFiles(join(folder, 'all/broken'), plugin('1.0.0', 'throw new Error("not today");'));
    writeFiles(join(folder, 'all/math'), {
      ...plugin('9.0.0'),
      'index.ts': plugin('9.0.0')['index.ts'].replace('Greeter', 'math'),
    });
    const env = { CADENCE_PLUGINS_DIR: join(folder, 'all') };
    const { stdout, code, stderr } = await cadence(['plugin', 'list'], { cwd: folder, env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^greeter .* failed\n.*not today/m);
    expect(stdout).toMatch(/^math +9\.0\.0 +directory +loaded\n +stands in front of the package plugin/m);
    const asked = await cadence(['ask', 'Hello'], { cwd: folder, env });
    expect(asked.stderr).toMatch(/^warning: plugin not loaded \(.*not today.*\)$/m);
  });
});

describe('cadence plugin reload', () => {
  const reload = async (status: number, body: string) => {
    const seen: string[] = [];
    const server = createServer((request, response) => {
      seen.push(`${request.method} ${request.url} ${request.headers.authorization}`);
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address: AddressInfo | string | null = server.address();
    const port = typeof address === 'object' && address ? String(address.port) : '';
    const result = await cadence(['plugin', 'reload'], {
      env: { CADENCE_PORT: port, CADENCE_ADMIN_KEY: 'hush-hush-hush-hush' },
    });
    server.close();
    return { ...result, seen };
  };

  it('has a running server reload, and reports what changed', async () => {
    const report = { added: ['a'], changed: ['b'], removed: [], failed: [] };
    const { stdout, code, seen } = await reload(200, JSON.stringify(report));
    expect({ stdout, code }).toEqual({ stdout: 'added: a\nchanged: b\n', code: 0 });
    expect(seen).toEqual(['POST /api/v1/plugins/reload Bearer hush-hush-hush-hush']);
  });

  it('says why a server refuses', async () => {
    const error = { error: { code: 'KEY_REFUSED', message: 'This key may not do that.' } };
    const { stderr, code } = await reload(403, JSON.stringify(error));
    expect(code).toBe(1);
    expect(stderr).toContain('This key may not do that.');
  });

  it('tells what a start would load where no Cadence answers', async () => {
    const { stdout, code } = await reload(404, 'not here');
    expect(code).toBe(0);
    expect(stdout).toMatch(/No server runs at .*\nadded: info, math, search\n/);
  });
});
