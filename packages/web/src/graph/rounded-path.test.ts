import { expect, it } from 'vitest';
import { roundedPath } from './rounded-path.ts';

it('draws a straight line as it is', () => {
  expect(
    roundedPath([
      { x: 0, y: 0 },
      { x: 10, y: 0 },
    ]),
  ).toBe('M 0 0 L 10 0');
});

it('rounds a corner', () => {
  const points = [
    { x: 0, y: 0 },
    { x: 40, y: 0 },
    { x: 40, y: 40 },
  ];
  expect(roundedPath(points, 10)).toBe('M 0 0 L 30 0 Q 40 0 40 10 L 40 40');
});

it('rounds less where there is little room', () => {
  const points = [
    { x: 0, y: 0 },
    { x: 8, y: 0 },
    { x: 8, y: 40 },
  ];
  expect(roundedPath(points, 10)).toBe('M 0 0 L 4 0 Q 8 0 8 4 L 8 40');
});

it('has no path for no points, and survives points that coincide', () => {
  expect(roundedPath([])).toBe('');
  expect(
    roundedPath([
      { x: 1, y: 1 },
      { x: 1, y: 1 },
      { x: 1, y: 1 },
    ]),
  ).not.toContain('NaN');
});
