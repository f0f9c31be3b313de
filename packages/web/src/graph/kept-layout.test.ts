import { workflowLayoutSchema } from '@cadence-agents/contracts';
import { expect, it } from 'vitest';
import { END_KEY, nodeKey } from './box-keys.ts';
import { layoutOf, placesOf } from './kept-layout.ts';

const at = { x: 1, y: 2 };

it('keeps nothing of boxes whose ids no node can have yet', () => {
  const ids = ['anna', '', 'x'.repeat(201)];
  const boxes = new Map([...ids.map((id) => [nodeKey(id), at] as const), [END_KEY, at]]);
  const layout = layoutOf({ direction: 'RIGHT', boxes });
  expect(workflowLayoutSchema.parse(layout)).toEqual({
    direction: 'RIGHT',
    nodes: [{ id: 'anna', ...at }],
    end: at,
  });
  expect([...placesOf(layout).boxes.keys()]).toEqual([nodeKey('anna'), END_KEY]);
});
