import { expect, it } from 'vitest';
import { mcpToolName } from './tool-names.ts';

it.each([
  ['get-sum', 'files_get-sum'],
  ['read file/now', 'files_read_file_now'],
  ['été', 'files__t_'],
])('makes %j a name that providers take', (name, expected) => {
  expect(mcpToolName('files', name)).toBe(expected);
});

it('tells long names apart', () => {
  const long = 'a'.repeat(80);
  const names = [mcpToolName('s', `${long}1`), mcpToolName('s', `${long}2`)];
  expect(new Set(names).size).toBe(2);
  expect(names.every((name) => name.length === 64)).toBe(true);
});
