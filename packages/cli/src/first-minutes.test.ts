// What a newcomer meets: help with examples, advice that can be typed, completion, a chat that can be left.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { cadence, cadenceIn, temporaryFolder } from './cli.fixture.ts';
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
    expect(stdout).toMatch(/\nExamples?:\n {2}(?:npx )?cadence run fork 4f1c2a9b --at 3/);
  });
});

describe('advice', () => {
  const asked = ['run', 'show', 'none'];

  it('goes through npx where a shell does not find the command', async () => {
    const { stderr } = await cadence(asked, {
      env: { PATH: `/nowhere:${temporaryFolder()}/node_modules/.bin` },
    });
    expect(stderr).toContain('npx cadence run list');
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
