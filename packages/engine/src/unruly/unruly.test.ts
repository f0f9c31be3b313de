// What models do on a bad day, at every place where one is asked, in all three designs.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { badReplies } from './bad-replies.fixture.ts';
import { unrulyPage } from './page.fixture.ts';
import { places } from './places.fixture.ts';
import { type Cell, playAll } from './table.fixture.ts';

const page = new URL('../../../../docs/unruly.md', import.meta.url);

describe('whatever a model replies', () => {
  const played: Cell[] = [];

  it('there are at least sixty ways to misbehave, each with a name of its own', () => {
    const names = new Set(badReplies.map(({ name }) => name));
    expect(names.size).toBe(badReplies.length);
    expect(names.size).toBeGreaterThanOrEqual(60);
  });

  it.each(places)('$design, $name: the run ends in words that hold what was found', async (place) => {
    const cells = await playAll([place]);
    played.push(...cells);
    expect(cells.length).toBeGreaterThanOrEqual(60);
    expect(
      cells.flatMap(({ bad, problems }) => problems.map((problem) => `${bad.name}: ${problem}`)),
    ).toEqual([]);
  });

  it('is what docs/unruly.md says; if not, run: npm run unruly', () => {
    expect(readFileSync(page, 'utf8')).toBe(unrulyPage(played));
  });
});
