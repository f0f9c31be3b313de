import { expect, it } from 'vitest';
import { viewportOf, wholePicture } from './viewport-of.ts';

const frame = { width: 1000, height: 800 };
const node = { x: 100, y: 5000, width: 200, height: 50 };

it('shows a picture whole and in the middle, however small that is', () => {
  const { x, y, zoom } = wholePicture({ x: 0, y: 0, width: 1968, height: 500 }, frame);
  expect(zoom).toBeCloseTo(0.5);
  expect(x + (1968 * zoom) / 2).toBeCloseTo(500);
  expect(y + (500 * zoom) / 2).toBeCloseTo(400);
});

it('does not blow a small picture up', () => {
  expect(wholePicture({ x: 0, y: 0, width: 200, height: 60 }, frame).zoom).toBe(1.1);
});

it('stays where it is while all of the picture can be read', () => {
  const picture = { x: 0, y: 0, width: 1400, height: 900 };
  expect(viewportOf(picture, frame, node)).toEqual(wholePicture(picture, frame));
});

it('goes where something happens when the whole could not be read', () => {
  const { x, y, zoom } = viewportOf({ x: 0, y: 0, width: 900, height: 20_000 }, frame, node);
  expect(zoom).toBe(0.95);
  expect(x + 450 * zoom).toBeCloseTo(500);
  expect(y + 5025 * zoom).toBeCloseTo(400);
});

it('shows no empty space for the sake of what is at the rim', () => {
  const { y } = viewportOf({ x: 0, y: 0, width: 900, height: 20_000 }, frame, { ...node, y: 0 });
  expect(y).toBe(8);
});

it('shows all of a place that can be read, and its middle when it cannot', () => {
  const picture = { x: 0, y: 0, width: 4_000, height: 20_000 };
  const way = { x: 500, y: 3_000, width: 1_230, height: 900 };
  const { x, y, zoom } = viewportOf(picture, frame, way);
  expect(zoom).toBeCloseTo(0.8);
  expect(x + (way.x + way.width / 2) * zoom).toBeCloseTo(500);
  expect(y + (way.y + way.height / 2) * zoom).toBeCloseTo(400);
  expect(viewportOf(picture, frame, { ...way, width: 2_000 }).zoom).toBe(0.95);
});
