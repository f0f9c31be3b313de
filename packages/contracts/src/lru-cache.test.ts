import { describe, expect, it, vi } from 'vitest';
import { LruCache } from './lru-cache.ts';

describe('LruCache', () => {
  it('evicts the entry that was not used for the longest time', () => {
    const cache = new LruCache<string, number>(2);
    cache.set('a', 1);
    cache.set('b', 2);
    cache.get('a');
    cache.set('c', 3);
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3]);
  });

  it('replaces a value without evicting another', () => {
    const cache = new LruCache<string, number>(2);
    cache.set('a', 1);
    cache.set('b', 2);
    cache.set('b', 3);
    expect([cache.get('a'), cache.get('b')]).toEqual([1, 3]);
  });

  it('evicts by weight too, and does not keep what is too heavy by itself', () => {
    const cache = new LruCache<string, string>({ maxEntries: 9, maxSize: 5, sizeOf: (text) => text.length });
    for (const text of ['aa', 'bb', 'cc']) cache.set(text, text);
    expect([cache.get('aa'), cache.get('bb'), cache.get('cc')]).toEqual([undefined, 'bb', 'cc']);
    cache.set('bb', 'b');
    cache.set('dd', 'dd');
    expect([cache.get('bb'), cache.get('cc'), cache.get('dd')]).toEqual(['b', 'cc', 'dd']);
    cache.set('heavy', 'heavier');
    expect(cache.get('heavy')).toBeUndefined();
  });

  it('forgets what is deleted', () => {
    const cache = new LruCache<string, number>(2);
    cache.set('a', 1);
    cache.delete('a');
    expect(cache.get('a')).toBeUndefined();
  });

  it('creates a value once, and nothing when that fails', () => {
    const cache = new LruCache<string, number>(2);
    const create = vi.fn(() => 1);
    expect([cache.getOrCreate('a', create), cache.getOrCreate('a', create)]).toEqual([1, 1]);
    expect(create).toHaveBeenCalledOnce();
    const fail = () => {
      throw new Error('no');
    };
    expect(() => cache.getOrCreate('b', fail)).toThrow('no');
    expect(cache.get('b')).toBeUndefined();
  });
});
