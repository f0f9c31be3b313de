import { execFileSync } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const root = join(import.meta.dirname, '..');
const manifests = '{.,packages/*,plugins/*,bench}/package.json';

/** The repository, as far as versions are concerned, without the changesets that wait. */
function copyOfRepository(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cadence-version-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const files = globSync(manifests, { cwd: root });
  for (const file of [...files, 'package-lock.json', '.changeset/config.json', '.changeset/changelog.ts']) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    copyFileSync(join(root, file), join(folder, file));
  }
  return folder;
}

it('makes one version of all packages, one changelog and a lock that fits', () => {
  const cwd = copyOfRepository();
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd, stdio: 'pipe', encoding: 'utf8' });
  const json = (file: string) => JSON.parse(readFileSync(join(cwd, file), 'utf8'));
  const before: string = json('package.json').version;
  const [major, minor] = before.split('.').map(Number);
  const next = `${major}.${(minor ?? 0) + 1}.0`;
  const changeset = (bump: string, summary: string) =>
    `---\n"@cadence-agents/cli": ${bump}\n---\n\n${summary}\n`;
  writeFileSync(
    join(cwd, 'CHANGELOG.md'),
    `# Changelog\n\nNewest first.\n\n## ${before}\n\n- It is there.\n`,
  );
  writeFileSync(join(cwd, '.changeset/fast-owls.md'), changeset('minor', 'Owls fly.\nAt night.'));
  writeFileSync(join(cwd, '.changeset/slow-owls.md'), changeset('patch', 'Owls land.'));
  run('git', 'init', '--quiet');
  run('git', 'add', '--all');
  run('git', '-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '--quiet', '-m', 'Begin');

  run(process.execPath, join(root, 'scripts/next-version.ts'));

  expect(run('git', 'ls-files', '--others')).toBe('');
  expect(run('git', 'ls-files', '--deleted').trim().split('\n')).toEqual([
    '.changeset/fast-owls.md',
    '.changeset/slow-owls.md',
  ]);
  expect(readFileSync(join(cwd, 'CHANGELOG.md'), 'utf8')).toBe(`# Changelog

Newest first.

## ${next}

### Minor Changes

- Owls fly.
  At night.

### Patch Changes

- Owls land.

## ${before}

- It is there.
`);
  const notes = (version: string) => run(process.execPath, join(root, 'scripts/release-notes.ts'), version);
  expect(notes(before)).toBe('- It is there.\n');
  expect(notes(next)).toMatch(/^### Minor Changes\n[\s\S]+Owls land\.\n$/);
  expect(() => notes('9.9.9')).toThrow('nothing of "9.9.9"');
  const versions = globSync(manifests, { cwd }).map((file) => json(file).version);
  expect(new Set(versions)).toEqual(new Set([next]));
  // What npm itself compares before it installs from a lock.
  const { packages } = json('package-lock.json');
  for (const file of globSync(manifests, { cwd })) {
    const { version, dependencies, devDependencies, peerDependencies } = json(file);
    const folder = dirname(file) === '.' ? '' : dirname(file);
    expect(packages[folder]).toMatchObject(
      Object.fromEntries(
        Object.entries({ version, dependencies, devDependencies, peerDependencies }).filter(([, had]) => had),
      ),
    );
  }
});
