import { describe, expect, it } from 'vitest';
import { tokenise } from './tokenise.ts';

describe('tokenise', () => {
  it.each([
    ['test', 'tests', 'tested', 'testing'],
    ['code', 'codes', 'coding', 'coded'],
    ['query', 'queries', 'querying', 'Query'],
    ['index', 'indexes', 'indexing', 'indexed'],
    ['program', 'programs', 'programming', 'programmed'],
    ['class', 'classes', 'CLASS', 'classes,'],
    ['Zürich', 'zurich', 'ZÜRICH', '(Zürich)'],
  ])('makes %s and its forms equal', (word, ...forms) => {
    for (const form of forms) expect(tokenise(form)).toEqual(tokenise(word));
  });

  it.each([
    ['status', 'state'],
    ['thing', 'th'],
    ['news', 'newt'],
    ['promise', 'premise'],
  ])('keeps %s and %s apart', (a, b) => {
    expect(tokenise(a)).not.toEqual(tokenise(b));
  });

  it('keeps versions and names with signs together', () => {
    expect(tokenise('Python 3.7, C++ and C#: async/await.')).toEqual(
      ['python', '3.7', 'c++', 'and', 'c#', 'async', 'await'].flatMap(tokenise),
    );
    expect(tokenise('3.7 c++ c#')).toEqual(['3.7', 'c++', 'c#']);
  });

  it('takes languages without spaces by pairs of letters', () => {
    expect(tokenise('東京都test')).toEqual(['東京', '京都', 'test']);
  });

  it('leaves out what is too long for a word', () => {
    expect(tokenise(`key ${'x'.repeat(60)} end`)).toEqual(['key', 'end']);
  });
});
