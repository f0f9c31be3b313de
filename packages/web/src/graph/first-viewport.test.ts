import { expect, it } from 'vitest';
import { firstViewport } from './first-viewport.ts';
import { graphModel } from './graph-model.ts';

const model = graphModel({
  entrypointNodeId: 'a',
  nodes: [{ id: 'a', nodeType: 'AGENT', nodeName: 'A' }],
  edges: [],
});
const laidOut = (width: number, height: number) => ({
  model,
  direction: 'RIGHT' as const,
  layout: { size: { width, height }, nodes: new Map([['node:a', { x: 0, y: 5000 }]]), edges: new Map() },
});
const frame = { width: 1000, height: 800 };

it('shows a picture whole and in the middle', () => {
  const { x, y, zoom } = firstViewport(laidOut(1888, 500), frame);
  expect(zoom).toBeCloseTo(0.5);
  expect(x + (1888 * zoom) / 2).toBeCloseTo(500);
  expect(y + (500 * zoom) / 2).toBeCloseTo(400);
});

it('does not blow a small picture up', () => {
  expect(firstViewport(laidOut(200, 60), frame).zoom).toBe(1.1);
});

it('begins where the workflow starts when the whole could not be read', () => {
  const { x, y, zoom } = firstViewport(laidOut(900, 20_000), frame);
  expect(zoom).toBe(0.7);
  expect(x + 98 * zoom).toBeCloseTo(200);
  expect(y + 5028 * zoom).toBeCloseTo(400);
});
