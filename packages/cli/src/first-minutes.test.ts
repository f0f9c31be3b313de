// What a newcomer meets: help with examples, advice that can be typed, completion, a chat that can be left.
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { cadence, cadenceIn, temporaryFolder, writeFiles } from './cli.fixture.ts';
import { examples } from './examples.ts';
import { addNouns } from './nouns.ts';
import { terminalMarkdown } from './terminal-markdown.ts';

async function commandNames(): Promise<string[]> {
  const program = new Command('cadence');
  await addNouns(program);
  const names = (command: Command, name: string): string[] => [
    name,
    ...command.commands.flatMap((each) => names(each, `${name} ${each.name()}`.trim())),
  ];
  return names(program, '');
}

describe('help', () => {
  it('has an example for every command, and none for what is no command', async () => {
    expect(Object.keys(examples).toSorted()).toEqual((await commandNames()).toSorted());
    for (const [name, lines] of Object.entries(examples))
      for (const line of lines) expect(line).toMatch(new RegExp(`^cadence ${name}`.trim()));
  });

  it('ends with it', async () => {
    const { stdout } = await cadence(['run', 'fork', '--help']);
    expect(stdout).toMatch(/\nExamples?:\n {2}\S*cadence\S* run fork 4f1c2a9b --at 3/);
  });
});

describe('advice', () => {
  const asked = ['run', 'show', 'none'];

  const unknown = { PATH: `/nowhere:${temporaryFolder()}/node_modules/.bin` };

  it.each(['.', 'docs'])(
    'leads to the installed command where a shell does not find it, in "%s"',
    async (below) => {
      const project = writeFiles(temporaryFolder(), { 'docs/index.md': '' });
      mkdirSync(join(project, 'node_modules/.bin'), { recursive: true });
      symlinkSync(process.execPath, join(project, 'node_modules/.bin/cadence'));
      const folder = join(project, below);
      const { stderr } = await cadence(asked, { cwd: folder, env: unknown });
      const [, typed = ''] = /(\S+) run list/.exec(stderr) ?? [];
      expect(resolve(folder, typed)).toBe(join(project, 'node_modules/.bin/cadence'));
      expect(typed).toMatch(/^(\.\.\/)?node_modules/);
    },
  );

  it('leads to the file that runs where nothing is installed, and never to npm', async () => {
    const { stderr } = await cadence(asked, { env: unknown });
    expect(stderr).toMatch(/\/bin\/cadence\.js run list/);
    expect(stderr).not.toContain('npx');
  });

  it('names the command as it is where a shell finds it', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'cadence'), '', { mode: 0o755 });
    const { stderr } = await cadence(asked, { env: { PATH: folder } });
    expect(stderr).toContain('cadence run list');
    expect(stderr).not.toContain('npx');
  });
});

describe('completion', () => {
  const complete = (script: string, words: string) => {
    const file = join(temporaryFolder(), 'complete.bash');
    const last = words.split(' ').length - 1;
    writeFileSync(
      file,
      `${script}\nCOMP_WORDS=(${words}); COMP_CWORD=${last}; _cadence; echo "\${COMPREPLY[*]}"`,
    );
    return execFileSync('bash', [file], { encoding: 'utf8' }).trim();
  };

  it('offers commands, then their own, then options, in bash', async () => {
    const { stdout } = await cadence(['completion', 'bash']);
    expect(complete(stdout, 'cadence workf')).toBe('workflow');
    expect(complete(stdout, 'cadence workflow ch')).toBe('check');
    expect(complete(stdout, 'cadence workflow check file.json --js')).toBe('--json');
  });

  it('is there for zsh and fish, and refuses others', async () => {
    expect((await cadence(['completion', 'zsh'])).stdout).toContain('bashcompinit');
    expect((await cadence(['completion', 'fish'])).stdout).toContain("-a workflow -d 'check, draw");
    expect(await cadence(['completion', 'fsh'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('fish'),
    });
  });
});

describe('chat', () => {
  it('helps, and ends when told to', async () => {
    const { stdout, code } = await cadence(['chat'], {
      input: '/help\n/nothing\nhello\n/exit\nWhat is 2 + 2?\n',
    });
    expect(code).toBe(0);
    expect(stdout).toContain('/exit  end the chat');
    expect(stdout).toContain('There is no /nothing here.');
    expect(stdout).toContain('Hello! I am Cadence');
    expect(stdout).not.toContain('= 4');
  });
});

describe('Markdown in the terminal', () => {
  it('has lists, code, tables and quotes, and nothing that steers the terminal', () => {
    process.env.NO_COLOR = '1';
    const shown = terminalMarkdown(
      '# Title\n\nSome **bold** and `code`, [a link](https://example.com).\n\n- one\n- two\n  1. deep\n\n> said\n\n| a | b |\n|---|---|\n| 1 | 22 |\n\n```js\nlet x;\n```\n\u001b[2Jgone\u0007',
    );
    delete process.env.NO_COLOR;
    expect(shown).toBe(
      'Title\n\nSome bold and code, a link (https://example.com).\n\n• one\n• two\n  1. deep\n\n│ said\n\na  b\n1  22\n\n  let x;\n\ngone',
    );
  });
});

describe('cadence db status and migrate', () => {
  it('tells where the database is and brings it up to date', async () => {
    const run = cadenceIn(temporaryFolder());
    expect(await run('db', 'status')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no database'),
    });
    expect((await run('db', 'migrate')).stdout).toMatch(/^Schema \d+, after none\.$/m);
    expect((await run('db', 'migrate')).stdout).toContain('nothing to do');
    const { stdout } = await run('db', 'status', '--json');
    const { schema, newestSchema, pending } = JSON.parse(stdout);
    expect({ schema, pending }).toEqual({ schema: newestSchema, pending: [] });
  });
});
