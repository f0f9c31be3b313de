import { linearPattern } from '@cadence-agents/workflow';
import { describe, expect, it } from 'vitest';
import { maskError, maskFields, maskSecrets, redact } from './redact.ts';

const mask = maskSecrets();
// Put together here so that no scanner takes the test for a leak.
const secrets = {
  'an API key': `sk-${'proj-a1B2'.repeat(4)}`,
  'a GitHub token': `ghp_${'a1'.repeat(18)}`,
  'a fine-grained GitHub token': `github_pat_${'A1_'.repeat(10)}`,
  'a Slack token': `xoxb-${'12345'.repeat(3)}`,
  'an AWS key id': `AKIA${'ABCD'.repeat(4)}`,
  'a Google key': `AIza${'x1-_y'.repeat(7)}`,
  'a JSON web token': `eyJ${'a'.repeat(12)}.${'b'.repeat(12)}.${'c'.repeat(12)}`,
};

describe('maskSecrets', () => {
  it.each(Object.entries(secrets))('masks %s', (_, secret) => {
    expect(mask(`before ${secret} after`)).toBe('before [redacted] after');
    expect(mask(JSON.stringify({ value: secret }))).toBe('{"value":"[redacted]"}');
  });

  it('masks a bearer token and leaves the scheme', () => {
    expect(mask('authorization: Bearer abcdefgh12345678.xyz')).toBe('authorization: Bearer [redacted]');
  });

  it('masks an AWS secret by the name before it', () => {
    expect(mask(`aws_secret_access_key = ${'aB3/'.repeat(10)}`)).toBe('aws_secret_access_key = [redacted]');
    const json = JSON.stringify({ SecretAccessKey: 'aB3/'.repeat(10) });
    expect(mask(json)).toBe('{"SecretAccessKey":"[redacted]"}');
  });

  it('masks a private key block, also in JSON and also one that was cut off', () => {
    const block = (label: string) => `-----BEGIN ${label}-----\nMIIE\n-----END ${label}-----`;
    expect(mask(`${block('RSA PRIVATE KEY')} rest`)).toBe('[redacted] rest');
    expect(mask(JSON.stringify([block('PRIVATE KEY')]))).toBe('["[redacted]"]');
    expect(mask('-----BEGIN PRIVATE KEY-----\nMIIE')).toBe('[redacted]');
    expect(mask(block('PUBLIC KEY'))).toBe(block('PUBLIC KEY'));
  });

  it('masks what the configuration names', () => {
    expect(maskSecrets([/CASE-\d+/])('CASE-1 and CASE-22')).toBe('[redacted] and [redacted]');
  });

  it('masks by a pattern of the settings', () => {
    expect(maskSecrets([linearPattern('CASE-\\d+')])('CASE-1 and CASE-22')).toBe('[redacted] and [redacted]');
  });

  it('masks a web token behind another part, and leaves dotted words', () => {
    const token = secrets['a JSON web token'];
    expect(mask(`eyJx.${token}`)).toBe('[redacted]');
    expect(mask('eyJabcdefghij.short.parts')).toBe('eyJabcdefghij.short.parts');
  });

  // Each of these took a backtracking pattern minutes and more.
  it.each([
    ['spaces', ' '.repeat(300_000)],
    ['a bearer of spaces', `bearer${' '.repeat(300_000)}`],
    ['openings of keys', 'sk-'.repeat(100_000)],
    ['openings of web tokens', 'eyJ-'.repeat(75_000)],
    ['parts of web tokens', 'eyJ.'.repeat(75_000)],
    ['openings of private keys', '-----BEGIN A'.repeat(25_000)],
  ])('reads a long text of %s once', (_, text) => expect(mask(text)).toBe(text));

  it.each([
    'a risk-management-and-control-plan',
    'sk-short',
    'the bearer of news',
    'AKIA is a name',
    'eyJust',
  ])('leaves "%s" alone', (text) => expect(mask(text)).toBe(text));
});

describe('redact', () => {
  it('masks by the tool’s own patterns or function', () => {
    expect(redact('pin 1234, pin 99', [/\d+/])).toBe('pin [redacted], pin [redacted]');
    expect(redact('abc', (text) => text.toUpperCase())).toBe('ABC');
    expect(redact('abc', undefined)).toBe('abc');
  });
});

describe('masking of values and errors', () => {
  const secret = secrets['an API key'];

  it('reaches texts at any depth and leaves the rest', () => {
    expect(maskFields({ a: [{ b: secret }, 1, null], c: true }, mask)).toEqual({
      a: [{ b: '[redacted]' }, 1, null],
      c: true,
    });
  });

  it('covers message and stack', () => {
    const masked = maskError(new TypeError(`no ${secret}`), mask);
    expect(`${masked.name} ${masked.message} ${masked.stack}`).not.toContain(secret);
    expect(masked.name).toBe('TypeError');
    expect(maskError(secret, mask).message).toBe('[redacted]');
  });
});
