import { describe, expect, it } from 'vitest';
import { newRun, tenantId } from './samples.fixture.ts';
import type { OpenTestDatabase } from './test-database.ts';
import { useDatabase } from './use-database.fixture.ts';

export function foundRunsConformance(open: OpenTestDatabase): void {
  describe('runs that are found again', () => {
    const db = useDatabase(open);
    const ann = { tenantId, ownerId: 'ann' };

    it('findBy finds the newest of its owner, by the last key alone', async () => {
      const { runs } = db.store;
      const terms = { instructions: 'Be brief.', stop: ['END'], format: { type: 'object' as const } };
      const first = await runs.accept(newRun({ conversationId: 'one', terms }));
      const second = await runs.accept(newRun({ conversationId: 'two' }));
      for (const { id } of [first, second]) await runs.letFind(tenantId, id, 'k');
      expect((await runs.findBy(ann, 'k'))?.conversationId).toMatch(/one|two/);
      await runs.letFind(tenantId, second.id, 'other');
      expect(await runs.findBy(ann, 'k')).toMatchObject({ id: first.id, terms });
      expect(second.terms).toBeUndefined();
      expect(await runs.findBy({ ...ann, ownerId: 'bob' }, 'k')).toBeUndefined();
      expect(await runs.findBy({ ...ann, tenantId: 'elsewhere' }, 'k')).toBeUndefined();
      expect(await runs.findBy(ann, 'none')).toBeUndefined();
    });
  });
}
