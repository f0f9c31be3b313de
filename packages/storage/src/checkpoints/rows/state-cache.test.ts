import { describe, expect, it } from 'vitest';
import { emptyState } from '../delta/checkpoint-state.ts';
import { StateCache } from './state-cache.ts';

const thread = { threadId: 't', ns: '' };
const checkpoint = (checkpointId: string, size: number) => ({
  checkpointId,
  key: { ordinal: 1, revision: 0 },
  state: { ...emptyState, readCost: size },
  anchor: undefined,
});

describe('StateCache', () => {
  it('drops what was used longest ago once it holds more than it may', () => {
    const cache = new StateCache({ size: 100, entries: 10 });
    cache.set(thread, checkpoint('a', 40));
    cache.set(thread, checkpoint('b', 40));
    cache.get(thread, 'a');
    cache.set(thread, checkpoint('c', 40));
    expect(['a', 'b', 'c'].filter((id) => cache.get(thread, id))).toEqual(['a', 'c']);
  });

  it('holds no more entries than it may', () => {
    const cache = new StateCache({ size: 100, entries: 2 });
    for (const id of ['a', 'b', 'c']) cache.set(thread, checkpoint(id, 1));
    expect(['a', 'b', 'c'].filter((id) => cache.get(thread, id))).toEqual(['b', 'c']);
  });

  it('gives the room of what it replaces or drops to others', () => {
    const cache = new StateCache({ size: 100, entries: 10 });
    for (let round = 0; round < 50; round++) cache.set(thread, checkpoint('a', 40));
    cache.set(thread, checkpoint('b', 40), 'a');
    cache.set(thread, checkpoint('c', 40));
    expect(['a', 'b', 'c'].filter((id) => cache.get(thread, id))).toEqual(['b', 'c']);
  });

  it('does not hold what is larger than itself', () => {
    const cache = new StateCache({ size: 100, entries: 10 });
    cache.set(thread, checkpoint('a', 101));
    expect(cache.get(thread, 'a')).toBeUndefined();
  });

  it('keeps threads and namespaces apart', () => {
    const cache = new StateCache({ size: 100, entries: 10 });
    cache.set(thread, checkpoint('a', 1));
    expect(cache.get({ threadId: 't', ns: 'child' }, 'a')).toBeUndefined();
    expect(cache.get({ threadId: 'u', ns: '' }, 'a')).toBeUndefined();
  });
});
