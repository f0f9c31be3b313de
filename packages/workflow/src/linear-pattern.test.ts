import { describe, expect, it } from 'vitest';
import { linearPattern, patternSchema } from './linear-pattern.ts';

const refusal = (source: string) => patternSchema.safeParse(source).error?.issues[0]?.message;

describe('linearPattern', () => {
  it('matches what makes a backtracking engine stop for ever', () => {
    const text = `${'a'.repeat(20_000)}!`;
    for (const source of ['(a+)+$', '(a|aa)+$', '(.*a){20}b', '([a-z]+)*\\d']) {
      expect(linearPattern(source).test(text)).toBe(false);
    }
  });

  it.each([
    ['pass\\s*word', 'my PASS word', true],
    ['^a.c$', 'ABC', true],
    ['\\bfoo\\b', 'food', false],
    ['[\\u0041-\\u0043]', 'c', true],
    ['\\p{Lu}', 'É', true],
    ['(?<year>\\d{4})-\\d\\d', 'in 2026-11', true],
  ])('reads %s as JavaScript does', (source, text, matches) => {
    expect(linearPattern(source, { ignoreCase: true }).test(text)).toBe(matches);
  });

  it('replaces each match, word for word', () => {
    expect(linearPattern('K-\\d+').replaceAll('K-1 and K-22', '[$0 $&]')).toBe('[$0 $&] and [$0 $&]');
    expect(linearPattern('K-\\d+').replaceAll('none', 'x')).toBe('none');
  });

  it('throws in words', () => {
    expect(() => linearPattern('(')).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }));
  });
});

describe('patternSchema', () => {
  it.each(['(', '(?=a)b', '(?<!a)b', '(a)\\1', 'a**'])('refuses %s and says why', (source) => {
    expect(refusal(source)).toMatch(/^must be a regular expression that RE2 can match: ./);
  });

  it('refuses what is small to write and large to match', () => {
    expect(refusal('a{1000}'.repeat(140))).toMatch(/repeats too much: it comes to \d+ instructions/);
    expect(refusal('(?:a?){500}a{500}')).toMatch(/repeats too much/);
    expect(refusal('a'.repeat(1001))).toBe('is longer than 1000 characters');
    expect(refusal('')).toBeDefined();
  });

  it('takes an ordinary one', () => expect(refusal('internal use only|\\bsecret\\b')).toBeUndefined());
});
