import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { queryTerms } from './query-terms.ts';
import { createTextIndex } from './text-index.ts';

function indexOf(documents: Record<string, [title: string, text: string]>) {
  const index = createTextIndex();
  for (const [id, [title, text]] of Object.entries(documents)) index.put(id, title, text);
  return index;
}
const idsOf = (matches: { id: string }[]) => matches.map(({ id }) => id);

describe('createTextIndex', () => {
  it('puts rare words above common ones', () => {
    const index = indexOf({
      a: ['', 'common common common'],
      b: ['', 'common rare words'],
      c: ['', 'common other words'],
    });
    expect(idsOf(index.search(queryTerms('common rare'), 10))[0]).toBe('b');
  });

  it('puts a title above a mention, and a short text above a long one', () => {
    const index = indexOf({
      long: ['', `cache ${'word '.repeat(200)}`],
      short: ['', 'cache word'],
      titled: ['cache', 'word word'],
      none: ['', 'word word'],
    });
    expect(idsOf(index.search(queryTerms('cache'), 10))).toEqual(['titled', 'short', 'long']);
    expect(idsOf(index.search(queryTerms('cache'), 1))).toEqual(['titled']);
  });

  it('forgets what was removed or replaced', () => {
    const index = indexOf({ a: ['', 'first'], b: ['', 'first'] });
    index.put('a', '', 'second');
    index.remove('b');
    index.remove('never there');
    expect(index.search(queryTerms('first'), 10)).toEqual([]);
    expect(idsOf(index.search(queryTerms('second'), 10))).toEqual(['a']);
  });

  it('ranks the same however it came to hold its documents', () => {
    const text = fc
      .array(fc.constantFrom('one', 'two', 'three', 'four'), { maxLength: 8 })
      .map((w) => w.join(' '));
    const history = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.option(text)), { maxLength: 12 });
    fc.assert(
      fc.property(history, (steps) => {
        const grown = createTextIndex();
        const last = new Map<string, string>();
        for (const [id, content] of steps) {
          if (content === null) grown.remove(id);
          else grown.put(id, id, content);
          if (content === null) last.delete(id);
          else last.set(id, content);
        }
        const fresh = createTextIndex();
        for (const [id, content] of last) fresh.put(id, id, content);
        const terms = ['one', 'two', 'a'];
        expect(grown.search(terms, 10)).toEqual(fresh.search(terms, 10));
      }),
    );
  });
});
