import { describe, expect, it } from 'vitest';
import { dependencyProblems, dependencyTable } from './dependency-table.ts';
import { readRepository } from './read-repository.ts';

describe('docs/DECISIONS.md', () => {
  it('has a reason for every dependency, and none for others', async () => {
    const files = await readRepository();
    const rows = dependencyTable(files.get('docs/DECISIONS.md') ?? '');
    expect(rows.length).toBeGreaterThan(0);
    expect(dependencyProblems(rows, files)).toEqual([]);
  });

  it('numbers its decisions one by one, each with a date', async () => {
    const markdown = (await readRepository()).get('docs/DECISIONS.md') ?? '';
    const titles = markdown.split('\n').filter((line) => line.startsWith('### '));
    const numbers = titles.map((title) => Number(/^### (\d+)\. .+ \(\d{4}-\d\d-\d\d\)$/.exec(title)?.[1]));
    expect(numbers).toEqual(titles.map((_, index) => index + 1));
    expect(numbers.length).toBeGreaterThan(0);
  });
});

describe('dependencyProblems', () => {
  const files = new Map([
    ['package.json', JSON.stringify({ devDependencies: { vitest: '5.1.0' } })],
    ['packages/engine/package.json', JSON.stringify({ dependencies: { zod: '4', '@cadence/sdk': '1' } })],
    ['packages/client/package.json', JSON.stringify({ peerDependencies: { zod: '4' } })],
    ['docs/package.json', 'not read'],
  ]);
  const problems = (...rows: string[]) => dependencyProblems(dependencyTable(rows.join('\n')), files);
  const vitest = '| `vitest` | root | tests |';
  const zod = '| `zod` | engine, client | schemas |';

  it('accepts a table that has all of them', () => {
    expect(problems(vitest, zod)).toEqual([]);
  });

  it.each([
    ['one without a row', [vitest], 'zod: has no reason in docs/DECISIONS.md'],
    [
      'one without a reason',
      [vitest, '| `zod` | engine, client |  |'],
      'zod: has no reason in docs/DECISIONS.md',
    ],
    [
      'one that is gone',
      [vitest, zod, '| `pg` | storage | a driver |'],
      'pg: is listed, and nobody depends on it',
    ],
    ['one in another place', [zod, '| `vitest` | sdk | tests |'], 'vitest: is listed for sdk; it is in root'],
  ])('finds %s', (_, rows, problem) => {
    expect(problems(...rows)).toEqual([problem]);
  });
});
