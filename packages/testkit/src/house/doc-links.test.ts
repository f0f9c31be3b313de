import { describe, expect, it } from 'vitest';
import { deadLinks } from './doc-links.ts';
import { readRepository } from './read-repository.ts';

describe('links between the pages', () => {
  it('lead to files and headings that are there', async () => {
    expect(deadLinks(await readRepository())).toEqual([]);
  });

  it('are named when they do not', () => {
    const files = new Map([
      ['README.md', '[a](docs/a.md#two-words) [b](docs/b.md) [c](https://example.org) `[d](no.md)`'],
      ['docs/a.md', '# A\n\n## Two words!\n\n[up](../README.md) [here](#three)\n\n```sh\n# three\n```\n'],
    ]);
    expect(deadLinks(files)).toEqual(['README.md: docs/b.md', 'docs/a.md: #three']);
  });
});
