import { describe, expect, test } from 'vitest';
import { sketch } from '../definition.fixture.ts';
import { nested } from './broken-documents.fixture.ts';
import { check } from './check.ts';

const found = (input: unknown) => check(input).problems.map(({ code, path }) => `${code} ${path}`);

describe('hostile input', () => {
  test('of endless nesting is refused without exhausting the stack', () => {
    expect(found(nested(100_000))).toEqual([`DOCUMENT_TOO_DEEP $${'[0]'.repeat(64)}`]);
    const deep = JSON.parse(`{"id":"w","config":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`);
    expect(found(deep)).toEqual([`DOCUMENT_TOO_DEEP $.config${'.a'.repeat(63)}`]);
  });

  test('that unfolds without end from few objects is refused as too large', () => {
    let value: unknown = 'x';
    for (let i = 0; i < 40; i += 1) value = [value, value];
    expect(found({ id: value })).toEqual(['DOCUMENT_TOO_LARGE $']);
    expect(found({ id: new Array(4_000_000_000) })).toEqual(['DOCUMENT_TOO_LONG $.id']);
  });

  test('does not change what objects are', () => {
    check(JSON.parse('{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}'));
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    expect(found(JSON.parse('{"__proto__": 1, "constructor": 1, "toString": 2}'))).toEqual(
      expect.arrayContaining([
        'KEY_FORBIDDEN $.__proto__',
        'FIELD_UNKNOWN $.constructor',
        'FIELD_UNKNOWN $.toString',
      ]),
    );
  });

  test('with names like those of objects is like any other', () => {
    const lines = ['constructor -toString-> __proto__', '__proto__ -hasOwnProperty-> constructor'];
    expect(found(sketch(lines))).toEqual([]);
  });

  test('with more errors than anybody reads is told the first of them', () => {
    const agent = { id: 'a', name: 'a', systemPrompt: '', tools: new Array(9_000).fill(1) };
    const wrongTools = found({ agents: new Array(90).fill(agent) });
    expect(wrongTools).toContain('TOO_MANY_PROBLEMS $');
    expect(wrongTools.length).toBeLessThan(1_100);
    expect(found({ id: new Array(9_000).fill(Number.NaN) })).toHaveLength(1_000);
  });

  test('of the largest size that is allowed takes less than a second', () => {
    const long = (i: number) => `${i}`.padStart(60, 'x');
    const nodes = Array.from({ length: 500 }, (_, i) => ({
      id: long(i),
      workflowId: 'v',
      nodeType: 'AGNT',
      nodeName: 'n',
      config: { routes: [long(-i)] },
    }));
    const edges = Array.from({ length: 5_000 }, (_, i) => ({
      id: 'e',
      workflowId: 'v',
      sourceNodeId: long(i + 400),
      targetNodeId: long(i + 9_000),
      conditionType: 'ALWAYS',
    }));
    const before = performance.now();
    expect(found({ id: 'w', name: 'w', entrypointNodeId: 'z', nodes, edges }).length).toBeGreaterThan(1_000);
    expect(performance.now() - before).toBeLessThan(1_000);
  });
});
