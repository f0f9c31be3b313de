import { expect, it } from 'vitest';
import { graphModel } from './graph-model.ts';
import { arrows, nextBox } from './next-box.ts';

const node = (id: string) => ({ id, workflowId: 'w', nodeType: 'AGENT', nodeName: id });
const model = graphModel({
  nodes: ['a', 'b', 'c', 'd'].map(node),
  edges: [{ id: 'e', workflowId: 'w', sourceNodeId: 'a', targetNodeId: 'c', conditionType: 'ALWAYS' }],
});
const places = {
  direction: 'RIGHT' as const,
  boxes: new Map([
    ['node:a', { x: 0, y: 0 }],
    ['node:b', { x: 250, y: 0 }],
    ['node:c', { x: 500, y: 60 }],
    ['node:d', { x: 10, y: 200 }],
  ]),
};

it('follows an edge that way before it goes to what is near', () => {
  expect(nextBox(model, places, 'node:a', arrows.ArrowRight)).toBe('node:c');
  expect(nextBox(model, places, 'node:b', arrows.ArrowRight)).toBe('node:c');
  expect(nextBox(model, places, 'node:a', arrows.ArrowDown)).toBe('node:d');
  expect(nextBox(model, places, 'node:a', arrows.ArrowLeft)).toBeUndefined();
});
