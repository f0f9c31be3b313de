import { describe, expect, it } from 'vitest';
import { machinePaths, registryHosts } from './machine-traces.ts';
import { readRepository } from './read-repository.ts';

// Put together here, because this file is checked as well.
const path = (folder: string) => `/${folder}/x`;

describe('machinePaths', () => {
  it('finds none in this repository', async () => {
    expect(machinePaths(await readRepository())).toEqual([]);
  });

  it.each(['work', 'root', 'home'])('finds a path under %s', (folder) => {
    const files = new Map([
      ['quoted.ts', `\nconst a = '${path(folder)}';`],
      ['bare.md', `see ${path(folder)}`],
      ['url.md', `file://${path(folder)}`],
    ]);
    expect(machinePaths(files)).toEqual(['quoted.ts:2', 'bare.md:1', 'url.md:1']);
  });

  it('accepts a path that only goes through such a name', () => {
    const files = new Map([
      ['a.md', ['https://example.org', 'docs', '.', '~'].map((start) => start + path('home')).join('\n')],
    ]);
    expect(machinePaths(files)).toEqual([]);
  });
});

describe('registryHosts', () => {
  it('finds none in the lockfile', async () => {
    const lockfile = (await readRepository()).get('package-lock.json');
    expect(lockfile).toContain('"lockfileVersion"');
    expect(registryHosts(lockfile ?? '')).toEqual([]);
  });

  it('finds a package bound to a registry, and accepts a link', () => {
    const bound = '"resolved": "https://registry.example.org/a.tgz",';
    expect(registryHosts(`${bound}\n"resolved": "packages/cli",`)).toEqual([bound]);
  });
});
