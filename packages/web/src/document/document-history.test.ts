import { describe, expect, it } from 'vitest';
import { beginHistory, changeDocument, type DocumentChange } from './document-history.ts';

const after = (...changes: DocumentChange[]) => changes.reduce(changeDocument, beginHistory('a'));
const typed = (text: string, at: number): DocumentChange => ({ type: 'typed', text, at });
const edited = (text: string): DocumentChange => ({ type: 'edited', text });

describe('changeDocument', () => {
  it('undoes and redoes one edit at a time', () => {
    const changed = [edited('b'), edited('c')];
    expect(after(...changed, { type: 'undone' }).text).toBe('b');
    expect(after(...changed, { type: 'undone' }, { type: 'undone' }).text).toBe('a');
    expect(after(...changed, { type: 'undone' }, { type: 'redone' }).text).toBe('c');
  });

  it('undoes together what was typed without a pause', () => {
    const burst = [typed('ab', 0), typed('abc', 300), typed('abcd', 600)];
    expect(after(...burst, { type: 'undone' }).text).toBe('a');
    expect(after(...burst, typed('abcde', 5000), { type: 'undone' }).text).toBe('abcd');
  });

  it('undoes by itself what was typed after the cursor was moved', () => {
    const moved = [typed('ab', 0), { type: 'moved' } as const, typed('abc', 100), typed('abcd', 200)];
    expect(after(...moved, { type: 'undone' }).text).toBe('ab');
    expect(after(...moved, { type: 'undone' }, { type: 'undone' }).text).toBe('a');
  });

  it('forgets what was undone once something new is done', () => {
    const forked = after(edited('b'), { type: 'undone' }, edited('x'), { type: 'redone' });
    expect(forked.text).toBe('x');
  });

  it('does nothing where there is nothing to undo, redo or change', () => {
    expect(after({ type: 'undone' }, { type: 'redone' }, edited('a'))).toEqual(beginHistory('a'));
  });
});
