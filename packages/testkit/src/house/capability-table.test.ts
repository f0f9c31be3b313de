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

  it('has every number once, in order, in its table or among the open ones', async () => {
    const markdown = (await readRepository()).get('docs/capabilities.md') ?? '';
    const numbers = capabilityTable(markdown).map(({ number }) => number);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    const all = [...numbers, ...openCapabilities(markdown)].sort((a, b) => a - b);
    expect(all).toEqual(Array.from(all, (_, index) => index + 1));
  });

  it('has no row that is written otherwise', async () => {
    const markdown = (await readRepository()).get('docs/capabilities.md') ?? '';
    const lines = markdown.split('\n').filter((line) => /^\|\s*\d/.test(line));
    expect(capabilityTable(markdown)).toHaveLength(lines.length);
  });
});

describe('missingTests', () => {
  const files = new Map([['a.test.ts', "it('adds', f);\nit.each([1])('adds %s and more', f);"]]);
  const row = (tests: string) => capabilityTable(`| 7 | Adds | ${tests} |`);

  it('accepts titles that are strings of their file', () => {
    expect(missingTests(row('`a.test.ts` › adds<br>`a.test.ts` › adds %s and more'), files)).toEqual([]);
  });

  it.each([
    ['a file that is gone', '`b.test.ts` › adds', '7: there is no file "b.test.ts"'],
    ['a title that is gone', '`a.test.ts` › subtracts', '7: "a.test.ts" has no test "subtracts"'],
    ['half a title', '`a.test.ts` › adds %s', '7: "a.test.ts" has no test "adds %s"'],
    ['what is no test', 'by hand', '7: there is no file ""'],
  ])('finds %s', (_, tests, problem) => {
    expect(missingTests(row(tests), files)).toEqual([problem]);
  });
});
