import { describe, expect, test } from 'vitest';
import { nearestName, onlyNearName } from './nearest-name.ts';

describe('nearestName', () => {
  test('finds a name with a slip, whatever its case', () => {
    expect(nearestName('TOOL_EXECUTER', ['AGENT', 'TOOL_EXECUTOR'])).toBe('TOOL_EXECUTOR');
    expect(nearestName('agent', ['AGENT', 'TOOL_EXECUTOR'])).toBe('AGENT');
    expect(nearestName('maxStep', ['maxSteps', 'maxTokens'])).toBe('maxSteps');
  });

  test('prefers the nearest of several', () => {
    expect(nearestName('node-12', ['node-34', 'node-13', 'node-21'])).toBe('node-13');
  });

  test('suggests nothing far-fetched', () => {
    expect(nearestName('coordinator', ['AGENT', 'TOOL_EXECUTOR'])).toBeUndefined();
    expect(nearestName('x', ['yz'])).toBeUndefined();
    expect(nearestName('', [])).toBeUndefined();
  });

  test('does not spend time on names longer than anybody mistypes', () => {
    expect(nearestName('x'.repeat(65), ['x'.repeat(64)])).toBeUndefined();
  });
});

describe('onlyNearName', () => {
  test.each([
    ['serch_agent', ['search_agent', 'math_agent'], 'search_agent'],
    ['rc3', ['RC1', 'RC2'], undefined],
    ['rc2x', ['RC1', 'RC2'], undefined],
    ['wizard', ['search', 'math'], undefined],
    ['maths', ['math'], 'math'],
    ['everything_get-sum', ['everything_echo'], undefined],
  ])('%s among %j is %s', (name, known, expected) => {
    expect(onlyNearName(name, known)).toBe(expected);
  });
});
