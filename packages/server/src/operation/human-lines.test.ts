import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { humanLines } from './human-lines.ts';

it('writes a line that people read', () => {
  let written = '';
  const lines = humanLines({ write: (text) => (written += text) });
  const time = '2026-01-02T03:04:05.678Z';
  lines.write(
    JSON.stringify({ level: 'warn', time, pid: 1, route: '/x', n: 2, said: 'a b', msg: 'request' }),
  );
  expect(stripVTControlCharacters(written)).toBe("03:04:05.678 warn  request route=/x n=2 said='a b'\n");
});
