import { expect, it } from 'vitest';
import { witnessProgress } from './witness-progress.ts';

const witness = {
  visits: [
    { node: 'a', does: 'routes' as const, label: 'b' },
    { node: 'b', does: 'goesBack' as const },
    { node: 'a', does: 'says' as const },
  ],
};

it('lights the visits of a route one after the other, and its end at last', () => {
  expect(witnessProgress(witness, 1)).toMatchObject({ activeNode: 'a', visits: { a: 1 }, taken: {} });
  const third = witnessProgress(witness, 3);
  expect(third).toMatchObject({ activeNode: 'a', visits: { a: 2, b: 1 }, status: 'running' });
  expect(Object.keys(third.taken)).toEqual(['a→b', 'b→a']);
  const over = witnessProgress(witness, 4);
  expect(over).toMatchObject({ activeNode: null, status: 'completed' });
  expect(over.taken['a→']).toMatchObject({ to: null, times: 1 });
});
