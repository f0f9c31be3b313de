import { describe, expect, it } from 'vitest';
import { statement } from '../database/statement.ts';
import { claimed, outcome, tenantId } from './samples.fixture.ts';
import type { OpenTestDatabase } from './test-database.ts';
import { useDatabase } from './use-database.fixture.ts';

const ageRun = statement<{ id: string; at: number }>('UPDATE runs SET created_at = $at WHERE id = $id');

export function feedbackConformance(open: OpenTestDatabase): void {
  describe('feedback', () => {
    const db = useDatabase(open);
    const ran = async (conversationId: string) => {
      const { run, lease } = await claimed(db.store, { conversationId, ownerId: 'ann' });
      await db.store.runs.finish(lease, run.id, outcome());
      return run.id;
    };
    const listed = async (filter: object) =>
      (await db.store.runs.list(tenantId, filter)).items.map(({ id }) => id);

    it('is kept with its run, and what was said last stands', async () => {
      const [one, two, three] = [await ran('a'), await ran('b'), await ran('c')];
      const said = { value: 'down', note: 'Wrong: "½".', by: 'bob' } as const;
      expect(await db.store.runs.giveFeedback(tenantId, one, said)).toMatchObject({
        id: one,
        feedback: said,
      });
      await db.store.runs.giveFeedback(tenantId, two, said);
      await db.store.runs.giveFeedback(tenantId, two, { value: 'up', note: '', by: 'cem' });
      await db.store.runs.giveFeedback(tenantId, three, said);
      expect((await db.store.runs.get(tenantId, two))?.feedback).toMatchObject({ value: 'up', by: 'cem' });
      expect(await listed({ feedback: 'down' })).toEqual([three, one]);
      expect(await listed({ feedback: 'down', limit: 1, after: three })).toEqual([one]);
      expect(await listed({ feedback: 'up', ownerId: 'ann' })).toEqual([two]);
      expect(await listed({ feedback: 'up', ownerId: 'bob' })).toEqual([]);
      expect(await db.store.runs.giveFeedback(tenantId, three, null)).not.toHaveProperty('feedback');
      expect(await listed({ feedback: 'down' })).toEqual([one]);
    });

    it('is of runs that the tenant has', async () => {
      const id = await ran('a');
      const said = { value: 'up', note: '', by: 'bob' } as const;
      expect(await db.store.runs.giveFeedback('other', id, said)).toBeUndefined();
      expect(await db.store.runs.giveFeedback(tenantId, 'nowhere', said)).toBeUndefined();
      expect(await db.store.runs.get(tenantId, id)).not.toHaveProperty('feedback');
    });
  });

  describe('runs of a time', () => {
    const db = useDatabase(open);

    it('are those that were sent from then on, or before', async () => {
      const times: string[] = [];
      for (let index = 0; index < 5; index++) {
        const { run, lease } = await claimed(db.store, { conversationId: `c${index}` });
        const usage = { inputTokens: index * 100, outputTokens: 1, modelCalls: 1 };
        await db.store.runs.finish(
          lease,
          run.id,
          outcome({ usage, ...(index > 0 && { cost: index / 1_000_000 }) }),
        );
        const at = Date.parse('2026-01-01T00:00:00Z') + index * 86_400_000;
        await db.database.run(ageRun, { id: run.id, at });
        times.push(new Date(at).toISOString());
      }
      const places = async (filter: object) =>
        (await db.store.runs.list(tenantId, filter)).items.map(({ createdAt }) => times.indexOf(createdAt));
      const [, from = '', , to = ''] = times;
      expect(await places({ from, to })).toEqual([2, 1]);
      expect(await places({ from })).toEqual([4, 3, 2, 1]);
      expect(await places({ to })).toEqual([2, 1, 0]);
      expect(await places({ to, conversationId: 'c1' })).toEqual([1]);
      expect(await places({ from: '2027-01-01T00:00:00Z' })).toEqual([]);
      expect(await places({ minTokens: 301 })).toEqual([4, 3]);
      expect(await places({ minCost: 0.000003 })).toEqual([4, 3]);
      // Of one of them it is not known.
      expect(await places({ minCost: 0 })).toEqual([4, 3, 2, 1]);
      const costs = (await db.store.runs.list(tenantId)).items.map(({ cost }) => cost);
      expect(costs).toEqual([0.000004, 0.000003, 0.000002, 0.000001, undefined]);
    });
  });
}
