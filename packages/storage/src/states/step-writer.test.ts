import { expect, it } from 'vitest';
import type { StateHead } from './state-head.ts';
import { createHeadCache } from './step-writer.ts';

it('forgets the conversation that was at work longest ago when there is no room for another', () => {
  const heads = createHeadCache(1);
  const head = (size: number) => ({ size }) as StateHead;
  heads.set('a', head(600_000));
  heads.set('b', head(300_000));
  heads.set('c', head(300_000));
  expect(['a', 'b', 'c'].map((id) => heads.get(id) !== undefined)).toEqual([false, true, true]);
});
