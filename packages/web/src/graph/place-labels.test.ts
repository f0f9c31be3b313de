import { expect, it } from 'vitest';
import type { GraphEdge } from './graph-model.ts';
import { NODE } from './node-size.ts';
import { placeLabels } from './place-labels.ts';

const part = { index: 0, from: 'a', to: 'b', label: 'a_rather_long_label' };
const edge: GraphEdge = { key: 'a→b', source: 'a', target: 'b', parts: [part], labelled: [part] };

/** The label of a line that goes straight from one box to the next, so far away. */
function labelAcross(gap: number) {
  const boxes = [
    { x: 0, y: 0, ...NODE },
    { x: NODE.width + gap, y: 0, ...NODE },
  ];
  const y = NODE.height / 2;
  const points = [
    { x: NODE.width, y },
    { x: NODE.width + gap, y },
  ];
  return placeLabels([edge], new Map([[edge.key, points]]), boxes).get(edge.key);
}

it('cuts a label short rather than have it lie under the boxes at both ends of its line', () => {
  const { label, labelRoom = Number.NaN } = labelAcross(100) ?? {};
  expect(label).toEqual({ x: NODE.width + 50, y: NODE.height / 2 });
  expect(labelRoom).toBeLessThan(100);
  expect(labelRoom).toBeGreaterThan(60);
});

it('leaves a label whole where there is room for it', () => {
  expect(labelAcross(300)?.labelRoom).toBeUndefined();
});
