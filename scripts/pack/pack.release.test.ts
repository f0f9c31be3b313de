// Packs what is published, installs it outside of the repository, and does there what people do first.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { published } from '@cadence-agents/contracts';
import { freePort } from '@cadence-agents/testkit';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { chromiumPath } from '../../packages/web/e2e/chromium.ts';
import { launchBrowser } from '../../packages/web/e2e/launch-browser.ts';
import { type Outside, openOutside, weigh } from './outside.fixture.ts';
import { pack, type Tarballs } from './pack.ts';
import { command, libraries, plugins, publishedExports, root } from './published.ts';
import { viteApp } from './vite-app.fixture.ts';

// Much of it is npm and compilers at work.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 400_000 });

const tarballFolder = mkdtempSync(join(tmpdir(), 'cadence-tarballs-'));
const figures: string[] = [];
let tarballs: Tarballs;
/** Has the command alone. */
let project: Outside;
/** Has the libraries, and the tools of somebody who writes programs with them. */
let workshop: Outside;
let browser: Awaited<ReturnType<typeof launchBrowser>> | undefined;

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  figures.push(`${what}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return result;
}

const filesOf = (names: readonly string[]) => names.map((name) => tarballs[name] ?? `no tarball of ${name}`);
const tarballOf = (name: string) => readFileSync(tarballs[name] ?? '');
/** Packages of others, as the repository has them. */
const others = (names: readonly string[]) =>
  names.map((name) => {
    const { version } = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'));
    return `${name}@${version}`;
  });
// A connection that stalls is given up soon and tried again: npm itself would wait five minutes.
const npmInstall = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--fetch-timeout=30000'];

beforeAll(async () => {
  tarballs = await timed('packed', () => pack(tarballFolder));
  if (chromiumPath !== undefined) browser = await launchBrowser();
  project = openOutside();
  project.write({ 'package.json': '{ "name": "project", "private": true, "type": "module" }' });
  const beside = [
    '@cadence-agents/contracts',
    '@cadence-agents/sdk',
    ...plugins.map(({ manifest }) => manifest.name),
  ];
  await timed(`${published.command} installed`, () =>
    project.run('npm', ...npmInstall, ...filesOf([published.command, ...beside])),
  );
  workshop = openOutside();
  workshop.write({ 'package.json': '{ "name": "workshop", "private": true, "type": "module" }' });
  const tools = [
    'typescript',
    '@types/node',
    '@types/react',
    '@types/react-dom',
    'react',
    'react-dom',
    'vite',
    '@vitejs/plugin-react',
  ];
  const ours = filesOf(libraries.map(({ manifest }) => manifest.name));
  await timed('libraries and tools installed', () =>
    workshop.run('npm', ...npmInstall, ...ours, ...others(tools)),
  );
});

afterAll(async () => {
  await browser?.close();
  await Promise.all([project?.close(), workshop?.close()]);
  rmSync(tarballFolder, { recursive: true });
  console.log(figures.join('\n'));
});

describe.each([command, ...libraries])('the package of $manifest.name', ({ manifest }) => {
  const isCommand = manifest === command.manifest;
  const tarball = () => tarballOf(isCommand ? published.command : manifest.name);
  const inTarball = (...args: string[]) =>
    execFileSync('tar', ['-xzO', ...args], { input: tarball(), encoding: 'utf8' });

  it('has a licence, a readme and types, and neither tests nor sources', () => {
    const files = execFileSync('tar', ['-tz'], { input: tarball(), encoding: 'utf8' }).trim().split('\n');
    expect(files).toEqual(
      expect.arrayContaining(['package/LICENSE', 'package/README.md', 'package/package.json']),
    );
    if (!isCommand) expect(files).toContain('package/dist/index.d.ts');
    expect(
      files.filter((file) => /\.(test|fixture|conformance)\.|(?<!\.d)\.tsx?$|\.rows\.json$/.test(file)),
    ).toEqual([]);
  });

  it('depends on packages of ours in its own version, and on nothing of the repository', () => {
    const { dependencies = {}, ...packed } = JSON.parse(inTarball('package/package.json'));
    expect(packed).not.toHaveProperty('private');
    expect(packed).not.toHaveProperty('devDependencies');
    const ours = Object.entries(dependencies).filter(([name]) => name.startsWith('@cadence-agents/'));
    expect(ours.filter(([, wanted]) => wanted !== packed.version)).toEqual([]);
  });

  it('finds favour with publint', async () => {
    const { messages, pkg } = await publint({
      pack: { tarball: new Uint8Array(tarball()).buffer },
      strict: true,
    });
    const said = messages.map((message) => formatMessage(message, pkg) ?? message.code);
    // The page is for browsers.
    expect(said.filter((text) => !text.includes('/packages/web/dist/'))).toEqual([]);
  });
});

describe.each(libraries)('the types of $manifest.name', ({ manifest }) => {
  it('are found by every way of resolving modules', async () => {
    const checked = await checkPackage(
      createPackageFromTarballData(new Uint8Array(tarballOf(manifest.name))),
    );
    if (!checked.types) throw new Error('It has no types.');
    // What cannot load modules, and what resolves them as ten years ago, is not served.
    const served = checked.problems.filter(
      (problem) =>
        !('resolutionKind' in problem) || !['node10', 'node16-cjs'].includes(problem.resolutionKind),
    );
    expect(served).toEqual([]);
  });
});

describe('the command, installed', () => {
  it('is light', () => {
    const { packages, bytes } = weigh(join(project.folder, 'node_modules'));
    figures.push(`${published.command}: ${packages} packages, ${(bytes / 1e6).toFixed(1)} MB`);
    expect(packages).toBeLessThanOrEqual(150);
    expect(bytes).toBeLessThanOrEqual(60e6);
  });

  it('answers', async () => {
    const answer = await timed('first answer', () =>
      project.run('npx', 'cadence', 'ask', 'What is 15 * 23?'),
    );
    expect(answer).toContain('345');
  });

  it('finds nothing wrong with itself, and says what to install for more', async () => {
    expect(await project.run('npx', 'cadence', 'doctor')).toMatch(
      /model providers: openai, anthropic, ollama\n.*For google-genai, run: npm install langchain @langchain\/core/,
    );
    project.write({ '.env': 'CADENCE_RUNTIME=langgraph\nCADENCE_DEFAULT_MODEL=groq:m\nGROQ_API_KEY=none' });
    const { code, stdout } = await project.attempt('npx', 'cadence', 'doctor');
    project.write({ '.env': '' });
    expect(code).toBe(1);
    expect(stdout).toMatch(/runtime langgraph: .*\n.*npm install @langchain\/core @langchain\/langgraph/);
    expect(stdout).toMatch(/model groq:m: .*\n.*npm install langchain @langchain\/core @langchain\/groq/);
  });

  it('tells a Node that is too old so, in one sentence', async () => {
    const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '22.1.0' } })`;
    const bin = 'node_modules/cadence-agents/bin/cadence.js';
    const args = ['--import', `data:text/javascript,${encodeURIComponent(older)}`, bin, 'ask', 'Hi'];
    const { code, stdout, stderr } = await project.attempt('node', ...args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe(
      'Cadence needs Node 24 or newer, and this is Node 22.1.0: install it from https://nodejs.org.\n',
    );
  });

  it('creates a plugin that type-checks, passes its tests, and answers from a process of its own', async () => {
    await project.run('npx', 'cadence', 'plugin', 'create', 'Text Desk', '--dir', 'text-desk');
    await project.run('npm', ...npmInstall, '--save-dev', ...others(['typescript', '@types/node']));
    await project.run('npx', 'tsc', '-p', 'text-desk');
    await project.run('npx', 'cadence', 'plugin', 'check', 'text-desk');
    expect(await project.run('npx', 'cadence', 'plugin', 'test', 'text-desk')).toMatch(/pass 2/);
    await project.run('npx', 'cadence', 'plugin', 'install', './text-desk');
    expect(await project.run('npx', 'cadence', 'plugin', 'list')).toContain('in a process of its own');
    const question = "How long does it take to read 'Hello there'?";
    expect(await project.run('npx', 'cadence', 'ask', question)).toContain('words: 2');
  });

  it('makes a project whose tests pass', async () => {
    await project.run('npx', 'cadence', 'init', 'my-assistant');
    await project.run('npm', '--prefix', 'my-assistant', ...npmInstall);
    expect(await project.run('npm', '--prefix', 'my-assistant', 'test')).toMatch(/pass 1/);
  });
});

describe('the command, serving', () => {
  let url = '';
  let appPort = 0;

  beforeAll(async () => {
    appPort = await freePort();
    const env = { CADENCE_LOG_LEVEL: 'error', CADENCE_CORS_ORIGINS: `http://127.0.0.1:${appPort}` };
    const serve = ['node_modules/cadence-agents/bin/cadence.js', 'serve', '--port', '0'];
    url = await timed('serve until it listens', () =>
      project.startUntil(/listens on .*?(http:\/\/[\d.:]+\d)/, env, 'node', ...serve),
    );
  });

  it.skipIf(chromiumPath === undefined)('shows the page, which answers', async () => {
    const { page, errors } = await openPage(url);
    await page.getByRole('textbox', { name: 'Your message' }).fill('What is 15 * 23?');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Answer' }).getByText('345').first().waitFor();
    expect(errors).toEqual([]);
  });

  it('has the reference of the API', async () => {
    for (const path of ['/docs', '/docs/static/swagger-ui-bundle.js', '/openapi.json'])
      expect([path, (await fetch(`${url}${path}`)).status]).toEqual([path, 200]);
  });

  it('runs the ten lines of the readme, which type-check', async () => {
    const [, lines = ''] = /```ts\n(.*?)```/s.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? [];
    workshop.write({
      'ten-lines.ts': lines.replace('http://127.0.0.1:8000', url),
      'tsconfig.json': typeScriptConfig(['ten-lines.ts']),
    });
    await workshop.run('npx', 'tsc');
    const { stdout, stderr } = await workshop.attempt('node', 'ten-lines.ts');
    expect(stdout).toMatch(/\b8\b[\s\S]*\n completed/);
    expect(stderr).toMatch(/coordinator → /);
  });

  it.skipIf(chromiumPath === undefined)('answers to an app of Vite that uses the React hook', async () => {
    workshop.write(viteApp(url));
    await workshop.run('npx', 'tsc', '-p', 'app');
    await workshop.run('npx', 'vite', 'build', 'app');
    const preview = [
      'node_modules/vite/bin/vite.js',
      'preview',
      'app',
      '--host',
      '127.0.0.1',
      '--port',
      `${appPort}`,
    ];
    const address = await workshop.startUntil(/(http:\/\/[\d.:]+\d)/, { NO_COLOR: '1' }, 'node', ...preview);
    const { page, errors } = await openPage(address);
    await page.getByRole('button', { name: 'Ask' }).click();
    await page.getByRole('status').getByText('done').waitFor();
    expect(await page.getByRole('main').textContent()).toContain('345');
    expect(errors).toEqual([]);
  });
});

describe('the libraries, installed', () => {
  it('have types that are right by themselves', async () => {
    const names = libraries
      .flatMap((library) => publishedExports(library).map(([path]) => join(library.manifest.name, path)))
      // It has the types of a package that is installed by those who want it.
      .filter((name) => name !== '@cadence-agents/langgraph/firestore');
    workshop.write({
      'all.ts': names.map((name, index) => `export * as all${index} from '${name}';`).join('\n'),
      'tsconfig.json': typeScriptConfig(['all.ts']),
    });
    const { stdout } = await workshop.attempt('npx', 'tsc');
    // Those of others may have errors of their own.
    expect(
      stdout.split('\n').filter((line) => /^(?:all\.ts|node_modules\/@cadence-agents)/.test(line)),
    ).toEqual([]);
  });

  it('compile in an empty project, with the types of Node and without', async () => {
    const empty = openOutside();
    onTestFinished(() => empty.close());
    const names = ['contracts', 'sdk', 'client', 'workflow'].map((name) => `${published.scope}/${name}`);
    const paths = [...names, `${published.scope}/sdk/testing`];
    empty.write({
      'package.json': '{ "name": "empty", "private": true, "type": "module" }',
      'all.ts': paths.map((name, index) => `export * as all${index} from '${name}';`).join('\n'),
    });
    const compile = (...options: string[]) =>
      empty.run('npx', 'tsc', '--strict', '--noEmit', ...options, 'all.ts');
    await empty.run('npm', ...npmInstall, ...filesOf(names), ...others(['typescript']));
    await compile();
    await empty.run('npm', ...npmInstall, ...others(['@types/node']));
    await compile();
    await compile('--types', 'node', '--lib', 'es2024', '--module', 'nodenext', '--target', 'es2024');
  });

  it('serve and answer within a program', async () => {
    workshop.write({
      'serve.ts': `import { createClient } from '@cadence-agents/client';
        import { createLogger, serve } from '@cadence-agents/server/serve';
        import { readSettings } from '@cadence-agents/server/settings';
        const read = await readSettings(process.cwd(), { CADENCE_PORT: '0', CADENCE_LOG_LEVEL: 'error' });
        const server = await serve({ ...read, logger: createLogger(read) });
        const cadence = createClient({ baseUrl: server.url });
        for await (const event of cadence.stream('one', { message: 'What is 15 * 23?' }))
          if (event.type === 'on_chat_model_stream') process.stdout.write(event.data.chunk);
        await server.close();`,
    });
    expect(await workshop.run('node', 'serve.ts')).toContain('345');
  });
});

const typeScriptConfig = (files: string[]) =>
  JSON.stringify({
    compilerOptions: { target: 'es2024', module: 'nodenext', strict: true, noEmit: true, types: ['node'] },
    files,
  });

async function openPage(url: string) {
  const page = await browser?.newPage();
  if (!page) throw new Error('There is no browser.');
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto(url);
  return { page, errors };
}
