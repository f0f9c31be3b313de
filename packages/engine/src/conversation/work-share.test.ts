import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WorkShare } from './work-share.ts';

const capacity = fc.integer({ min: 1, max: 200 });

describe('a share of the work', () => {
  it('is all of it for a worker that is alone', () => {
    const share = new WorkShare(10);
    share.counted(1_000);
    expect(share.most).toBe(Number.POSITIVE_INFINITY);
  });

  it('is a third of 60 for one of three', () => {
    const share = new WorkShare(100);
    share.hear(200);
    for (let index = 0; index < 60; index++) share.accepted();
    expect(share.most).toBe(20);
  });

  it('leaves nothing that nobody takes, and no more to anybody than goes by capacity', () => {
    fc.assert(
      fc.property(fc.array(capacity, { minLength: 2, maxLength: 8 }), fc.nat(2_000), (capacities, open) => {
        const all = capacities.reduce((sum, one) => sum + one, 0);
        const shares = capacities.map((own) => {
          const share = new WorkShare(own);
          share.hear(all - own);
          share.counted(open);
          return share.most;
        });
        const taken = Math.min(open, all);
        expect(shares.reduce((sum, one) => sum + one, 0)).toBeGreaterThanOrEqual(taken);
        for (const [index, own] of capacities.entries()) {
          expect(shares[index]).toBeLessThanOrEqual(Math.max(4, (taken * own) / all + 1));
        }
      }),
    );
  });
});
