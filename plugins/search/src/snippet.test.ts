import { describe, expect, it } from 'vitest';
import { queryTerms } from './query-terms.ts';
import { snippet } from './snippet.ts';

describe('snippet', () => {
  it('is the sentence with the most of the words', () => {
    const text =
      'Python asyncio\n\nPython is a language. Its asyncio library appeared in Python 3.4. Others followed.';
    expect(snippet({ title: 'Python asyncio', text }, queryTerms('When did asyncio appear in Python?'))).toBe(
      'Its asyncio library appeared in Python 3.4.',
    );
  });

  it('cuts a long sentence around the first of the words', () => {
    const text = `${'before '.repeat(100)}needle ${'after '.repeat(100)}`;
    const cut = snippet({ title: '', text }, queryTerms('needle'));
    expect(cut).toMatch(/^…before .* needle after .*…$/);
    expect(cut.length).toBeLessThanOrEqual(242);
  });

  it('is the beginning where no word is found, and empty for a text that is only a title', () => {
    expect(snippet({ title: '', text: 'One. Two.' }, ['three'])).toBe('One.');
    expect(snippet({ title: 'three', text: 'three' }, ['three'])).toBe('');
  });
});
