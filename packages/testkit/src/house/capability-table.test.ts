import { describe, expect, it } from 'vitest';
import { capabilityTable, missingTests, openCapabilities } from './capability-table.ts';
import { readRepository } from './read-repository.ts';

describe('docs/capabilities.md', () => {
  it('names only tests that exist', async () => {
    const files = await readRepository();
    const rows = capabilityTable(files.get('docs/capabilities.md') ?? '');
    expect(rows.length).toBeGreaterThan(0);
    expect(missingTests(rows, files)).toEqual([]);
  });

  it('has every number of the sources and beyond once, in order, in its table or among those that are not there', async () => {
    const markdown = (await readRepository()).get('docs/capabilities.md') ?? '';
    const numbers = capabilityTable(markdown).map(({ number }) => number);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    const all = [...numbers, ...openCapabilities(markdown)].sort((a, b) => a - b);
    const upTo = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, index) => from + index);
    expect(all).toEqual([...upTo(1, 154), ...upTo(201, 268)]);
  });

  it('has no row that is written otherwise', async () => {
    const markdown = (await readRepository()).get('docs/capabilities.md') ?? '';
    const lines = markdown.split('\n').filter((line) => /^\|\s*\d/.test(line));
    expect(capabilityTable(markdown)).toHaveLength(lines.length);
  });
});

describe('missingTests', () => {
  const files = new Map([
    ['packages/engine/src/deep/a.test.ts', "it('adds', f);\nit.each([1])('adds %s and more', f);"],
    ['packages/server/src/a.test.ts', "it('adds', f);"],
    ['packages/server/src/a.ts', "const text = 'multiplies';"],
    [
      'packages/server/src/b.test.ts',
      "describe.each([1])('divides', () => it.skip('rounds', f));\nsay('powers', f);",
    ],
  ]);
  const row = (tests: string) => capabilityTable(`| 7 | Adds | ${tests} |`);

  it('accepts titles that are strings of a test of that name, in whatever folder', () => {
    const named = '`engine/a.test.ts` › adds<br>`engine/a.test.ts` › adds %s and more';
    expect(missingTests(row(named), files)).toEqual([]);
  });

  it('follows a test to another file by a title that no other has', () => {
    expect(missingTests(row('`engine/old.test.ts` › adds %s and more'), files)).toEqual([]);
  });

  it.each([
    [
      'a file that is gone, where others have that title',
      '`cli/a.test.ts` › adds',
      '7: "cli/a.test.ts" has no test "adds"',
    ],
    [
      'a title that is gone',
      '`engine/a.test.ts` › subtracts',
      '7: "engine/a.test.ts" has no test "subtracts"',
    ],
    ['half a title', '`engine/a.test.ts` › adds %s', '7: "engine/a.test.ts" has no test "adds %s"'],
    ['a title that is in no test', '`server/a.ts` › multiplies', '7: "server/a.ts" has no test "multiplies"'],
    [
      'a title of several tests',
      '`server/b.test.ts` › divides',
      '7: "server/b.test.ts" has no test "divides"',
    ],
    ['a test that is skipped', '`server/b.test.ts` › rounds', '7: "server/b.test.ts" has no test "rounds"'],
    ['any other text', '`server/b.test.ts` › powers', '7: "server/b.test.ts" has no test "powers"'],
    ['what is no test', 'by hand', '7: "" has no test ""'],
  ])('finds %s', (_, tests, problem) => {
    expect(missingTests(row(tests), files)).toEqual([problem]);
  });
});
