import { expect, it } from 'vitest';
import { askName } from './offered-tools.ts';

it('names the tool after the workflow', () => {
  expect(askName('2nChat')).toBe('ask_2nChat');
  expect(askName('plan-verify')).toBe('ask_plan-verify');
});

it('tells workflows apart whose ids no tool can have', () => {
  const ids = ['my flow', 'my/flow', 'été', 'a'.repeat(61), `${'a'.repeat(61)}b`];
  const names = ids.map(askName);
  expect(new Set(names).size).toBe(ids.length);
  expect(names.filter((name) => !/^[A-Za-z0-9_-]{1,64}$/.test(name))).toEqual([]);
});
