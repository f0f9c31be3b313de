import { describe, expect, it } from 'vitest';
import { dependencyProblems, listedDependencies, withPlaces } from './dependency-table.ts';
import { readRepository } from './read-repository.ts';

describe('docs/DECISIONS.md', () => {
  it('has a reason for every dependency, and none for others', async () => {
    const files = await readRepository();
    const markdown = files.get('docs/DECISIONS.md') ?? '';
    expect(listedDependencies(markdown).length).toBeGreaterThan(0);
    expect(dependencyProblems(markdown, files)).toEqual([]);
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
    [
      'packages/engine/package.json',
      JSON.stringify({ dependencies: { zod: '4', '@cadence-agents/sdk': '1' } }),
    ],
    ['packages/client/package.json', JSON.stringify({ peerDependencies: { zod: '4' } })],
    ['docs/package.json', 'not read'],
  ]);
  const problems = (...rows: string[]) => dependencyProblems(rows.join('\n'), files);
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
  ])('finds %s', (_, rows, problem) => {
    expect(problems(...rows)).toEqual([problem]);
  });
});

describe('withPlaces', () => {
  const files = new Map([
    ['package.json', JSON.stringify({ devDependencies: { vitest: '5.1.0' } })],
    ['plugins/math/package.json', JSON.stringify({ dependencies: { zod: '4' } })],
    ['packages/engine/package.json', JSON.stringify({ dependencies: { zod: '4' } })],
    ['bench/http/package.json', JSON.stringify({ dependencies: { zod: '4' } })],
  ]);

  it('puts down where each package is asked for, and leaves the rest of the document', () => {
    const markdown =
      '# Title\n| `zod` | sdk | schemas |\n| `pg` | storage | a driver |\n| `vitest` | root | tests |';
    expect(withPlaces(markdown, files)).toBe(
      '# Title\n| `zod` | bench, engine, plugins/math | schemas |\n| `pg` | storage | a driver |\n| `vitest` | root | tests |',
    );
  });
});
