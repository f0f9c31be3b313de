import { emptyCheckpoint } from '@langchain/langgraph-checkpoint';
import { describe, expect, it } from 'vitest';
import { HeldInputs } from './held-inputs.ts';

const address = { threadId: 't', ns: '' };
const input = (id: string) => ({
  address,
  checkpoint: { ...emptyCheckpoint(), id },
  metadata: { source: 'input' as const, step: -1, parents: {} },
  parentId: undefined,
  written: new Set<string>(),
});

describe('HeldInputs', () => {
  it('gives an input to what follows it, and to nothing else', () => {
    const held = new HeldInputs();
    held.hold(input('a'));
    expect(held.get(address, 'a')?.checkpoint.id).toBe('a');
    expect(held.get(address, 'another')).toBeUndefined();
    expect(held.get(address, undefined)).toBeUndefined();
    expect(held.get({ threadId: 'u', ns: '' }, 'a')).toBeUndefined();
  });

  it('holds the last one of a thread until something is stored', () => {
    const held = new HeldInputs();
    held.hold(input('a'));
    held.hold(input('b'));
    expect(held.get(address, 'a')).toBeUndefined();
    held.release(address);
    expect(held.get(address, 'b')).toBeUndefined();
  });
});
