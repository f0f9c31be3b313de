// The life of an uploaded plugin beside calls that go well: loading, restarting, giving up, replacing, refusing.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { toolResultParts } from '../../tools/result-parts.ts';
import { toolSpec } from '../../tools/tool-spec.ts';
import { temporaryFolder, writeFiles } from '../plugin-folder.fixture.ts';
import { createPluginHost } from '../serve/plugin-host.ts';
import { bystander, ended, sketchFiles, toolContext, uploaded } from './isolated.fixture.ts';
import { isolationInForce } from './isolation.ts';
import { machineMeans } from './machine-means.ts';

const listing = (host: Awaited<ReturnType<typeof uploaded>>['host'], name: string) =>
  host.list().find(({ slug }) => slug === name);

describe('a plugin in a folder of the operator', () => {
  const looping = {
    tools: { loop: 'for (;;);', where: 'return process.env.PATH === undefined ? "apart" : "here";' },
    options: { loop: 'timeoutMs: 100,' },
  };

  it.each([
    ['its name is in the settings', { apart: ['busy'] }, {}],
    ['all are', { apart: ['all'] }, {}],
    ['it says so itself', {}, { cadence: { isolated: true } }],
  ])('runs in a process of its own, where a deadline ends it, when %s', async (_, isolation, more) => {
    const all = await uploaded({}, isolation, { busy: { ...looping, ...more } });
    expect(listing(all.host, 'busy')).toMatchObject({
      source: 'directory',
      isolation: expect.not.stringMatching('none'),
    });
    await expect(all.call('busy', 'loop')).rejects.toMatchObject({ code: 'TOOL_TIMEOUT' });
    await ended(all, /ran past its time, and nothing could interrupt it/);
    expect(await all.call('busy', 'where')).toBe('apart');
  });

  it('runs in this process otherwise', async () => {
    const all = await uploaded({}, { apart: ['another'] }, { busy: looping });
    expect(listing(all.host, 'busy')).toMatchObject({ isolation: 'none' });
    expect(await all.call('busy', 'where')).toBe('here');
  });
});

it('gets a secret that is entered later with its next call, without a reload', async () => {
  const known: Record<string, string> = {};
  const all = await uploaded(
    { keyed: { tools: { count: 'return (process.env.KEY ?? "").length;' }, cadence: { secrets: ['KEY'] } } },
    { secrets: () => ({ ...known }) },
  );
  expect(listing(all.host, 'keyed')).toMatchObject({ secrets: ['KEY'] });
  expect(await all.call('keyed', 'count')).toBe('0');
  known.KEY = 'a-secret';
  expect(await all.call('keyed', 'count')).toBe('0');
  await all.host.renewSecrets();
  expect(await all.call('keyed', 'count')).toBe('8');
  expect(all.warnings).toEqual([]);
});

it('hands over pictures beside words, which alone are masked', async () => {
  const image = '{ type: "image", mimeType: "image/png", data: "aGVsbG8gMTIzNA==" }';
  const { call } = await uploaded({
    charts: {
      tools: { draw: `return { content: [{ type: 'text', text: 'pin 1234' }, ${image}] };` },
      options: { draw: 'redact: [/\\d+/, /aGV/],' },
    },
  });
  expect(toolResultParts(await call('charts', 'draw'))).toEqual({
    text: 'pin [redacted]',
    files: [{ name: 'image.png', mediaType: 'image/png', base64: 'aGVsbG8gMTIzNA==' }],
  });
});

describe('loading', () => {
  it('carries over all that a plugin says of itself', async () => {
    const { host, call } = await uploaded({
      full: {
        metadata: `capabilities: ['trying'], responseSuggestion: 'Be brief.', llmRequirements: { model: 'openai:x' },
          responseSchema: objectSchema('A quote', { euros: z.number() }),`,
        tools: { add: 'return "" + args.a + args.b;', mask: 'return "pin 1234";' },
        options: {
          add: `input: z.object({ a: z.number().describe('One.'), b: z.string().regex(/^x+$/).transform((b) => b + '!').default('xx') }),
            timeoutMs: 1234, retries: 2, idempotent: true, readOnly: true, requiresApproval: true,`,
          mask: 'redact: [/\\d+/],',
        },
        more: `healthCheck: () => ({ healthy: true, details: { since: 'today' } }),`,
      },
    });
    const bundle = host.get('full');
    expect(bundle).toMatchObject({
      metadata: { capabilities: ['trying'], responseSuggestion: 'Be brief.' },
      agent: { systemPrompt: 'You try.' },
      model: { model: 'openai:x' },
      tools: [
        { timeoutMs: 1234, retries: 2, idempotent: true, readOnly: true, requiresApproval: true },
        { name: 'mask' },
      ],
    });
    const schema = bundle?.metadata.responseSchema;
    expect(schema && z.toJSONSchema(schema)).toMatchObject({ properties: { euros: { type: 'number' } } });
    const [add] = bundle?.tools ?? [];
    expect(add && toolSpec(add).parameters).toMatchObject({
      type: 'object',
      properties: { a: { type: 'number', description: 'One.' }, b: { pattern: '^x+$' } },
      required: ['a'],
    });
    expect(add?.input.safeParse({ a: 'no' }).error?.issues).toMatchObject([{ path: ['a'] }]);
    expect(add?.input.safeParse({ a: 1 }).data).toEqual({ a: 1 });
    expect(await call('full', 'add', { a: 1 })).toBe('1xx');
    expect(await call('full', 'add', { a: 1, b: 'x' })).toBe('1x!');
    await expect(call('full', 'add', { a: 1, b: 'y' })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      message: expect.stringMatching(/arguments of "add" do not fit[\s\S]*b/),
    });
    expect(await call('full', 'mask')).toBe('pin [redacted]');
    expect(listing(host, 'full')).toMatchObject({ health: { healthy: true, details: { since: 'today' } } });
  });

  it('hands over what a call needs to know, and what it says meanwhile', async () => {
    const { call } = await uploaded({
      say: {
        tools: {
          say: 'ctx.emit({ half: "done" }); ctx.log("line", { n: 1 }); return [ctx.idempotencyKey, ctx.userId, ctx.conversationId ?? "none"];',
        },
      },
    });
    const said: unknown[] = [];
    const more = {
      userId: 'ann',
      emit: (data: unknown) => said.push(data),
      log: (message: string, fields?: unknown) => said.push([message, fields]),
    };
    expect(await call('say', 'say', {}, more)).toBe('["key","ann","none"]');
    expect(said).toEqual([{ half: 'done' }, ['line', { n: 1 }]]);
  });

  it('refuses one that brings node kinds, which run in the process of Cadence', async () => {
    const { host } = await uploaded({
      kinds: {
        head: `import { defineKind } from '@cadence-agents/sdk';
          const kind = defineKind({ type: 'KINDS_X', title: 'T', summary: 'S.', family: 'router', config: z.strictObject({}) });`,
        more: 'kinds: [{ kind, behaviour: () => ({ label: null }) }],',
      },
    });
    expect(listing(host, 'kinds')).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('$.kinds: A plugin that runs in a process of its own'),
      hint: expect.stringContaining('CADENCE_PLUGINS_DIR'),
    });
  });

  it('lists each that does not load with its reason, and loads the others', async () => {
    const { host, call } = await uploaded({
      bystander,
      import_loop: { head: 'for (;;);' },
      import_hang: { head: 'await new Promise(() => {});' },
      import_exit: { head: 'process.exit(0);' },
      import_throw: { head: 'throw new Error("no luck");' },
      import_hoard: { head: 'const all: unknown[] = []; for (;;) all.push(new Array(1e5).fill({ all }));' },
      agent_loop: { more: 'createAgent: () => { for (;;); },' },
      health_loop: { more: 'healthCheck: () => { for (;;); },' },
      health_exit: { more: 'healthCheck: () => process.exit(9),' },
      lacking: { more: 'validateDependencies: () => (process.env.KEY ? [] : ["Set KEY."]),' },
      lies: {
        head: 'import fs from "node:fs"; fs.writeSync(3, \'{"type":"loaded","plugin":{"problems":[]}}\\n\');',
      },
    });
    const reasons = Object.fromEntries(host.list().map(({ slug, reason }) => [slug, reason]));
    expect(reasons).toEqual({
      bystander: undefined,
      import_loop: expect.stringMatching(/did not answer for \d+ ms while it was imported/),
      import_hang: expect.stringMatching(/Importing it took longer than 1000 ms/),
      import_exit: expect.stringMatching(/it ended itself \(exit code 0\)/),
      import_throw: expect.stringMatching(/^index\.ts:\d+: Import failed: no luck/),
      import_hoard: expect.stringMatching(/MB of memory|while it was imported/),
      agent_loop: expect.stringMatching(/while it made its agent/),
      health_loop: expect.stringMatching(/in its health check/),
      health_exit: expect.stringMatching(/exit code 9/),
      lacking: expect.stringMatching(/Set KEY/),
      lies: expect.stringMatching(/could not be loaded/),
    });
    expect(host.bundles().map(({ slug }) => slug)).toEqual(['bystander']);
    expect(await call('bystander', 'quick')).toBe('here');
  });

  it('refuses what reaches around its walls before any of it runs', async () => {
    const storeDir = join(await temporaryFolder(), 'store');
    const write = (name: string, more: object, head = 'throw new Error("it ran");') =>
      writeFiles(join(storeDir, name), { ...sketchFiles(name, { head }), ...more });
    await write('npm', { '.npmrc': 'git=./evil.sh' });
    const manifest = {
      ...sketchFiles('local', {})['package.json'],
      dependencies: { x: 'file:/etc', y: 'git+ssh://h/y', good: '^1.2.0', alias: 'npm:@scope/good@1' },
      overrides: { z: { deep: 'link:..' } },
      workspaces: ['../../*'],
    };
    const lock = {
      packages: { a: { resolved: 'https://registry.example/a.tgz' }, b: { resolved: '../..', link: true } },
    };
    await write('local', { 'package.json': manifest, 'package-lock.json': lock });
    await write('linked', {});
    const metadata = 'dependencies: { x: "git://example/x" },';
    await writeFiles(join(storeDir, 'late'), sketchFiles('late', { metadata }));
    symlinkSync('/etc', join(storeDir, 'linked/etc'));
    const host = createPluginHost({ roots: [], storeDir });
    await host.load();
    const reason = (name: string) => listing(host, name)?.reason;
    expect(reason('npm')).toBe('.npmrc: It brings settings for npm.');
    expect(reason('local')?.split('\n')).toMatchObject([
      expect.stringMatching(
        /\$\.dependencies: A package is to come from "file:\/etc", which is not the registry/,
      ),
      expect.stringMatching(/"git\+ssh:\/\/h\/y"/),
      expect.stringMatching(/\$\.overrides: .*"link:\.\."/),
      expect.stringMatching(/workspaces/),
      expect.stringMatching(/^package-lock\.json: .*"\.\.\/\.\."/),
    ]);
    expect(reason('late')).toMatch(/^\$\.metadata\.dependencies: A package is to come from "git:/);
    expect(reason('linked')).toMatch(/"etc" is a link that leads out/);
  });

  it('does not take packages of the folders above for its own', async () => {
    const root = await temporaryFolder();
    await writeFiles(root, { 'node_modules/above/package.json': { name: 'above', version: '1.0.0' } });
    const files = sketchFiles('climber', {});
    await writeFiles(join(root, 'store/climber'), {
      ...files,
      'package.json': { ...files['package.json'], dependencies: { above: '1.0.0' } },
    });
    const host = createPluginHost({ roots: [], storeDir: join(root, 'store'), installDependencies: false });
    await host.load();
    expect(listing(host, 'climber')?.reason).toMatch(/"above" \(1\.0\.0\) is not installed/);
    await host.close();
  });
});

describe('a demanded level', () => {
  it('is in force, or nothing uploaded is loaded', async () => {
    const { namespaces } = await machineMeans();
    const { host } = await uploaded({ bystander }, { demand: 'namespace' });
    if (namespaces) {
      expect(listing(host, 'bystander')).toMatchObject({
        status: 'loaded',
        isolation: 'namespace',
        network: false,
      });
      expect(await isolationInForce('namespace')).toMatchObject({ level: 'namespace' });
    } else {
      expect(listing(host, 'bystander')).toMatchObject({
        status: 'failed',
        isolation: 'none',
        reason: expect.stringContaining('"namespace" is demanded, and this machine does not have it'),
      });
      expect((await isolationInForce('namespace')).level).toBeUndefined();
    }
    expect((await isolationInForce('process')).level).toBe('process');
    expect((await isolationInForce('auto')).level).toBe(namespaces ? 'namespace' : 'process');
  });
});

describe('a process that ends', () => {
  it('is started again by the next call, and given up after the sixth end in a minute', async () => {
    const { host, call } = await uploaded({
      fragile: { tools: { exit: 'process.exit(1);', well: 'return "well";' } },
      bystander,
    });
    const changed = Promise.withResolvers<unknown>();
    host.onChange(changed.resolve);
    const bundle = host.get('fragile');
    for (let end = 1; end <= 5; end++) {
      await expect(call('fragile', 'exit')).rejects.toThrow(/ended itself/);
      expect(await call('fragile', 'well')).toBe('well');
    }
    expect(listing(host, 'fragile')).toMatchObject({ status: 'loaded' });
    await expect(call('fragile', 'exit')).rejects.toThrow(/ended itself/);
    expect(await changed.promise).toMatchObject({ removed: ['fragile'] });
    expect(listing(host, 'fragile')).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/given up: its process ended 6 times within a minute.*exit code 1/),
    });
    expect(host.bundles().map(({ slug }) => slug)).toEqual(['bystander']);
    const held = bundle?.tools.find(({ name }) => name === 'well');
    await expect(held?.run({}, toolContext())).rejects.toThrow(/is not running.*6 times/);
    expect(await call('bystander', 'quick')).toBe('here');
    expect(await host.reload()).toMatchObject({ added: ['fragile'] });
    expect(await call('fragile', 'well')).toBe('well');
  });

  it('is started once for calls that come together', async () => {
    const { call } = await uploaded({
      once: {
        head: 'const born = Math.random();',
        tools: { exit: 'process.exit(1);', born: 'return "" + born;' },
      },
    });
    await expect(call('once', 'exit')).rejects.toThrow();
    const answers = await Promise.all(Array.from({ length: 5 }, () => call('once', 'born')));
    expect(new Set(answers).size).toBe(1);
  });

  it('does not come back with other files than it was loaded from', async () => {
    const { host, storeDir } = await uploaded({
      swap: { tools: { exit: 'process.exit(1);', well: 'return 1;' } },
    });
    const [exit, well] = host.get('swap')?.tools ?? [];
    await writeFiles(join(storeDir, 'swap'), { 'other.ts': '' });
    await expect(exit?.run({}, toolContext())).rejects.toThrow(/ended itself/);
    await expect(well?.run({}, toolContext())).rejects.toThrow(/files were changed or taken away/);
  });
});

describe('a plugin that is replaced or taken out', () => {
  it('finishes the calls that run, and serves runs that hold it', async () => {
    const { host, storeDir } = await uploaded({ bystander });
    const [walk, quick] = host.get('bystander')?.tools ?? [];
    const walking = walk?.run({}, toolContext());
    await host.unload('bystander');
    expect(await walking).toBe('arrived');
    expect(await quick?.run({}, toolContext())).toBe('here');
    rmSync(join(storeDir, 'bystander'), { recursive: true });
    await vi.waitFor(() => expect(quick?.run({}, toolContext())).rejects.toThrow(/taken away/));
  });

  it('ends with the host', async () => {
    const { host } = await uploaded({ bystander });
    const [walk, quick] = host.get('bystander')?.tools ?? [];
    const walking = expect(walk?.run({}, toolContext())).rejects.toThrow(/Cadence is stopping/);
    await quick?.run({}, toolContext());
    await host.close();
    await walking;
    await expect(quick?.run({}, toolContext())).rejects.toThrow(/Cadence is stopping/);
  });

  it('does not outlive Cadence, not even while it loops', async () => {
    const { dieWithParent } = await machineMeans();
    const storeDir = join(await temporaryFolder(), 'store');
    await writeFiles(
      join(storeDir, 'orphan'),
      sketchFiles('orphan', { tools: { loop: 'ctx.emit({}); for (;;);' } }),
    );
    const engine = fileURLToPath(new URL('../../index.ts', import.meta.url));
    const script = `process.on('SIGTERM', () => process.exit());
      const { createPluginHost } = await import(${JSON.stringify(engine)});
      const host = createPluginHost({ roots: [], storeDir: ${JSON.stringify(storeDir)} });
      await host.load();
      const emit = () => console.log('looping');
      host.get('orphan').tools[0].run({}, { signal: new AbortController().signal, emit, log() {} });`;
    const cadence = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise((resolve) => cadence.stdout.once('data', resolve));
    if (existsSync('/proc')) expect(processesOf(storeDir)).not.toEqual([]);
    // Where nothing ties the two together, Cadence ends its plugins itself; killed at once, it could not.
    cadence.kill(dieWithParent.length > 0 ? 'SIGKILL' : 'SIGTERM');
    await vi.waitFor(() => expect(processesOf(storeDir)).toEqual([]), { timeout: 10_000 });
  });
});

/** Processes that were started for plugins of this folder. */
function processesOf(folder: string): string[] {
  const flag = `--allow-fs-read=${folder}`;
  const pids = existsSync('/proc') ? readdirSync('/proc') : [];
  return pids.filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(flag);
    } catch {
      return false;
    }
  });
}
