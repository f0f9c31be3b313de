// Every block of code in the docs that can run is run, as a reader would who copies it. One that cannot says why, in a
// comment above it: `<!-- not run: needs a key -->`.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, globSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type CodeBlock, codeBlocks } from '@cadence-agents/testkit';
import { describe, expect, it } from 'vitest';
import { serving, temporaryFolder, writeFiles } from './cli.fixture.ts';

const root = join(import.meta.dirname, '../../..');
const names = globSync(['README.md', 'docs/*.md', 'packages/*/README.md'], { cwd: root }).sort();
const pages = names.map((name) => ({ name, blocks: codeBlocks(readFileSync(join(root, name), 'utf8')) }));
const runnable = pages
  .map(({ name, blocks }) => ({ name, blocks: blocks.filter(({ notRun }) => notRun === undefined) }))
  .filter(({ blocks }) => blocks.some(({ language }) => ['sh', 'ts', 'console'].includes(language)));

/** Languages that no test here runs, and who does. */
const others: Record<string, string> = {
  '': 'what a program prints, or a picture',
  text: 'what a program prints, or a file of deployment.md',
  mermaid: 'a picture',
  diff: 'testkit/extending.release.test.ts',
  dockerfile: 'npm run image, for the Dockerfile that it builds on',
  ini: 'cli/deployment.test.ts',
  nginx: 'cli/deployment.test.ts',
  yaml: 'cli/deployment.test.ts',
};

/** Addresses, and ids that only the reader's own machine has. */
function filledIn(text: string, url: string): string {
  return text
    .replaceAll('http://127.0.0.1:8000', url)
    .replaceAll('--conversation ID', '--conversation $(last-run conversationId)')
    .replaceAll(/\bID\b|\b3f2a91c0\b|4f97…/g, '$(last-run id)');
}

/** A folder with the files of a page, what its code imports, and the commands that it calls. */
function readersFolder(blocks: readonly CodeBlock[]): string {
  const bin = join(import.meta.dirname, '../bin/cadence.js');
  const lastRun = `console.log(JSON.parse(require('node:fs').readFileSync(0, 'utf8'))[0][process.argv[1]])`;
  const files = blocks.filter(({ file }) => file !== undefined && !file.startsWith('/'));
  const folder = writeFiles(temporaryFolder(), {
    ...Object.fromEntries(files.map(({ file, text }) => [file ?? '', text])),
    'bin/cadence': `#!/bin/sh\nexec "${process.execPath}" "${bin}" "$@"\n`,
    'bin/last-run': `#!/bin/sh\ncadence run list --limit 1 --json | "${process.execPath}" -e "${lastRun}" "$1"\n`,
    'bin/curl': '#!/bin/sh\nexec /usr/bin/curl --silent --show-error --fail-with-body --max-time 60 "$@"\n',
  });
  for (const name of ['cadence', 'last-run', 'curl']) chmodSync(join(folder, 'bin', name), 0o755);
  for (const name of ['node_modules', 'workflows']) symlinkSync(join(root, name), join(folder, name));
  return folder;
}

interface Reader {
  folder: string;
  url: string;
}

/** What a block prints; an error when it fails. What it leaves running is ended with it. */
async function play(block: CodeBlock, { folder, url }: Reader): Promise<string> {
  const { language, text, line, before = '' } = block;
  const file = `block-${line}.${language === 'ts' ? 'ts' : 'sh'}`;
  const script = language === 'ts' ? filledIn(text, url) : `${before}\n${filledIn(text, url)}`;
  writeFiles(folder, { [file]: script });
  const PATH = [join(folder, 'bin'), dirname(process.execPath), '/usr/bin', '/bin'].join(':');
  const [program, ...args] = language === 'ts' ? [process.execPath] : ['/bin/bash', '-euo', 'pipefail'];
  const child = spawn(program ?? '', [...args, file], {
    cwd: folder,
    env: { PATH, HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, which can be ended whole.
    detached: true,
  });
  const timer = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGKILL'), 150_000);
  const printed = Promise.all([child.stdout.toArray(), child.stderr.toArray()]);
  const [[code], [stdout, stderr]] = await Promise.all([once(child, 'exit'), printed]);
  clearTimeout(timer);
  if (code !== 0) throw new Error(`exit code ${code}\n${stdout.join('')}${stderr.join('')}`);
  return stdout.join('');
}

const asked = /^\$ (.*)$/gm;
/** Months and numbers are of the day. */
const undated = (text: string) =>
  text.replaceAll(/\b(?:[A-Z][a-z]+ber|January|February|March|April|May|June|July|August)\b|\d+/g, '#');

/** What a page shows of TypeScript: whole files by their names, the rest as modules of their own. */
function sourcesOf(blocks: readonly CodeBlock[]): Record<string, string> {
  const sources = blocks.filter(({ language }) => language === 'ts');
  return Object.fromEntries(
    sources.map(({ file, line, text }) => [
      file ?? `block-${line}.ts`,
      /^(?:import|export) /m.test(text) ? text : `${text}export {};\n`,
    ]),
  );
}

describe('the code in the docs', () => {
  it('is in languages that somebody runs, or says why it is not run', () => {
    const unknown = pages.flatMap(({ name, blocks }) =>
      blocks
        .filter(({ language, notRun }) => notRun === undefined && !(language in others))
        .filter(({ language }) => !['sh', 'ts', 'json', 'console'].includes(language))
        .map(({ language, line }) => `${name}:${line}: ${language}`),
    );
    expect(unknown).toEqual([]);
  });

  it('serves nothing: what runs until it is stopped is marked', () => {
    const serving = /^(?!#).*\b(?:cadence (?:serve|worker)|npm start)\b/m;
    const unmarked = runnable.flatMap(({ name, blocks }) =>
      blocks
        .filter(({ language, text }) => language === 'sh' && serving.test(text))
        .map(({ line }) => `${name}:${line}`),
    );
    expect(unmarked).toEqual([]);
  });

  it('is JSON where it says so', () => {
    for (const { name, blocks } of pages)
      for (const { language, text, line } of blocks.filter(({ language }) => language === 'json')) {
        const value = () => JSON.parse(text.startsWith('"') ? `{${text}}` : text);
        expect(value, `${name}:${line} (${language})`).not.toThrow();
      }
  });

  it('compiles', { timeout: 240_000 }, async () => {
    const folder = temporaryFolder();
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    for (const { name, blocks } of runnable)
      writeFiles(join(folder, name.replace('.md', '')), sourcesOf(blocks));
    const compilerOptions = { types: [join(root, 'node_modules/@types/node')] };
    const project = {
      extends: join(root, 'tsconfig.json'),
      include: ['**/*.ts'],
      exclude: ['node_modules'],
      compilerOptions,
    };
    writeFiles(folder, { 'package.json': '{"type": "module"}', 'tsconfig.json': JSON.stringify(project) });
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const { stdout } = await promisify(execFile)(process.execPath, [tsc, '-p', folder], {
      cwd: folder,
    }).catch((error) => error);
    expect(stdout).toBe('');
  });

  it.each(runnable)('of $name runs', { timeout: 300_000 }, async ({ name, blocks }) => {
    const folder = readersFolder(blocks);
    const toRun = blocks.filter(
      ({ language, file }) => file === undefined && ['sh', 'ts', 'console'].includes(language),
    );
    const needsServer = toRun.some(({ text }) => text.includes('http://127.0.0.1:8000'));
    const { url } = needsServer ? await serving(folder) : { url: '' };
    for (const block of toRun) {
      const at = `${name}:${block.line}`;
      if (block.language !== 'console')
        await play(block, { folder, url }).catch((error) => expect.fail(`${at}: ${error.message}`));
      else {
        const commands = [...block.text.matchAll(asked)].map(([, command]) => command).join('\n');
        const printed = await play({ ...block, text: commands }, { folder, url });
        expect(undated(printed), at).toBe(undated(block.text.replaceAll(/^\$ .*\n/gm, '')));
      }
    }
  });
});
