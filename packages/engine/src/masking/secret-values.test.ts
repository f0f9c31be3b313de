import { runs } from '@cadence-agents/testkit/random-runs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { secretValues } from './secret-values.ts';

const key = 'k7-no-known-form';
const { mask, stream } = secretValues([key, 'pass"word\n/of db', 'short']);

function inPieces(...pieces: string[]): string[] {
  const seen: string[] = [];
  const masked = stream((text) => void seen.push(text));
  for (const piece of pieces) masked.push(piece);
  masked.end();
  return seen;
}

describe('a text', () => {
  it('is masked wherever a secret stands in it', () => {
    expect(mask(`a ${key} and ${key}${key}.`)).toBe('a [redacted] and [redacted][redacted].');
  });

  it('is masked where the secret is written as in JSON or in an address', () => {
    const value = 'pass"word\n/of db';
    expect(mask(JSON.stringify({ value }))).toBe('{"value":"[redacted]"}');
    expect(mask(`https://x/?p=${encodeURIComponent(value)}`)).toBe('https://x/?p=[redacted]');
  });

  it('keeps what is too short to be told from a word, and what is only nearly a secret', () => {
    for (const text of ['short', 'k7-no-known-for', `${key.slice(0, -1)}!`, 'kkk7-no-k7-no-'])
      expect(mask(text)).toBe(text);
  });

  it('is masked whole where secrets overlap or contain one another', () => {
    const both = secretValues(['abcdefgh', 'efghijkl', 'zzabcdefghzz']);
    expect(both.mask('1abcdefghijkl2')).toBe('1[redacted]2');
    expect(both.mask('1zzabcdefghzz2')).toBe('1[redacted]2');
    expect(both.mask('1zzabcdefghz2')).toBe('1zz[redacted]z2');
  });

  it('is read once, whatever it repeats', () => {
    const { mask: of } = secretValues([`${'a'.repeat(2_000)}b`]);
    const text = 'a'.repeat(2_000_000);
    expect(of(text)).toBe(text);
  });
});

describe('text in pieces', () => {
  it('goes out at once where no secret can begin', () => {
    expect(inPieces('Hello ', 'there')).toEqual(['Hello ', 'there']);
  });

  it('is held back where a secret may have begun, and let go when it has not', () => {
    expect(inPieces('the k7-', 'no', ' more')).toEqual(['the ', 'k7-no more']);
    expect(inPieces('the k7-')).toEqual(['the ', 'k7-']);
  });

  it('shows no part of a secret that is split', () => {
    expect(inPieces('is ', ...key, '.').join('')).toBe('is [redacted].');
  });

  it('is forgotten when the reply begins anew', () => {
    const seen: string[] = [];
    const masked = stream((text) => void seen.push(text));
    masked.push('k7-no');
    masked.reset();
    masked.push('-known-form');
    masked.end();
    expect(seen).toEqual(['-known-form']);
  });

  it('is what the whole text would be, and has no secret in it', () => {
    const letter = fc.constantFrom('a', 'b');
    const secret = fc.array(letter, { minLength: 8, maxLength: 12 }).map((letters) => letters.join(''));
    const text = fc.array(fc.oneof(letter, fc.constant('c')), { maxLength: 200 });
    fc.assert(
      fc.property(
        fc.array(secret, { maxLength: 5 }),
        text,
        fc.array(fc.nat(9)),
        (secrets, letters, sizes) => {
          const values = secretValues(secrets);
          const seen: string[] = [];
          const masked = values.stream((part) => void seen.push(part));
          for (let from = 0, turn = 0; from < letters.length; turn++) {
            const size = 1 + (sizes[turn % Math.max(1, sizes.length)] ?? 0);
            masked.push(letters.slice(from, from + size).join(''));
            from += size;
          }
          masked.end();
          const whole = values.mask(letters.join(''));
          expect(seen.join('')).toBe(whole);
          for (const each of secrets) expect(whole).not.toContain(each);
          const hidden = new Set(
            secrets.flatMap((each) =>
              letters.flatMap((_, at) =>
                letters.join('').startsWith(each, at) ? each.split('').map((__, n) => at + n) : [],
              ),
            ),
          );
          const shown = letters.filter((_, at) => !hidden.has(at)).join('');
          expect(whole.replaceAll('[redacted]', '')).toBe(shown);
        },
      ),
      { numRuns: runs(2_000) },
    );
  });
});
