import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../settings/read-settings.ts';
import { maskLine } from './mask-line.ts';

const read = await readSettings('/nowhere', {
  CADENCE_ADMIN_KEY: 'the "admin" key of tests',
  CADENCE_DATABASE_URL: 'postgres://cadence:pass%2Fword-of-db@db.example/cadence',
  OPENAI_API_KEY: 'no-known-form-of-a-key',
  HOME: '/the/home',
});
const mask = maskLine(read);

/** A line as the log has it. */
function masked(fields: object): string {
  let line = '';
  const keep = (text: string) => {
    line = text;
  };
  pino({ hooks: { streamWrite: mask } }, { write: keep }).info(fields, 'text');
  JSON.parse(line);
  return line;
}

describe('a line of the log', () => {
  it.each([
    ['the name of its field', { a: { b: { authorization: 'abc', 'x-api-key': 'abc', Cookie: 'abc' } } }],
    ['the name of its field, in a list', { a: [{ password: 'abc' }, { secrets: ['abc', 'x"abc'] }] }],
    ['the name of its field, with quotes in it', { clientSecret: 'x"\\"abc' }],
    ['its form', { url: 'https://x/?k=sk-abc4567890123456789', note: 'Bearer abcdefghijklmnopqrst' }],
    ['its form, our own', { error: { deep: 'with cad_abcdefgh_12345678' } }],
    ['being configured', { note: 'the "admin" key of tests', other: ['no-known-form-of-a-key'] }],
    ['being the password of an address', { note: 'as pass/word-of-db or pass%2Fword-of-db' }],
  ])('masks a secret by %s, and stays JSON', (_, fields) => {
    expect(masked(fields)).not.toMatch(/abc|admin|no-known|word-of-db/);
  });

  it('leaves everything else as it is', () => {
    const fields = { keyId: 'k1', inputTokens: 7, tenant: 'local', path: '/the/home', token: null };
    expect(JSON.parse(masked(fields))).toMatchObject(fields);
  });

  it.each([
    ['names of secrets', { note: 'secret'.repeat(50_000) }],
    ['openings of lists', { note: '"key":["'.repeat(30_000) }],
    ['spaces', { note: ' '.repeat(300_000) }],
  ])('reads a line with many %s once', (_, fields) => {
    expect(JSON.parse(masked(fields))).toMatchObject(fields);
  });
});
