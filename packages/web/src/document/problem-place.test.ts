import { readPath } from '@cadence-agents/workflow';
import { expect, it } from 'vitest';
import { selectionOf } from './problem-place.ts';

it.each([
  ['$', []],
  ['$.edges[14].targetNodeId', ['edges', 14, 'targetNodeId']],
  ['$.nodes[0].config["a \\"b\\" c"].x', ['nodes', 0, 'config', 'a "b" c', 'x']],
])('reads the path %s', (path, steps) => {
  expect(readPath(path)).toEqual(steps);
});

it('finds the node or edge that a problem is about', () => {
  expect(selectionOf(['nodes', 2, 'agentId'])).toEqual({ type: 'node', index: 2 });
  expect(selectionOf(['edges', 0])).toEqual({ type: 'edge', index: 0 });
  expect(selectionOf(['limits', 'maxSteps'])).toBeUndefined();
});
