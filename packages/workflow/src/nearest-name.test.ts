import { describe, expect, test } from 'vitest';
import { nearestName } from './nearest-name.ts';

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
