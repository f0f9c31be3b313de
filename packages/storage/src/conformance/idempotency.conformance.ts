import type { IdempotentRequest } from '@cadence-agents/contracts';
import { describe, expect, it } from 'vitest';
import { statement } from '../database/statement.ts';
import { tenantId } from './samples.fixture.ts';
import type { OpenTestDatabase } from './test-database.ts';
import { useDatabase } from './use-database.fixture.ts';

const age = statement<{ by: number }>('UPDATE kept_replies SET created_at = created_at - $by');
const keys = statement<Record<string, never>, { idempotency_key: string }>(
  'SELECT idempotency_key FROM kept_replies ORDER BY idempotency_key',
);
const day = 86_400_000;
const reply = { status: 201, body: { id: 'f1', list: [1, null] } };

const request = (fields: Partial<IdempotentRequest> = {}): IdempotentRequest => ({
  tenantId,
  ownerId: 'ann',
  key: 'k',
  route: 'POST /api/v1/runs/1/fork',
  digest: 'd1',
  ...fields,
});

export function idempotencyConformance(open: OpenTestDatabase): void {
  describe('idempotency', () => {
    const db = useDatabase(open);

    it('is busy until the first is done, then gives its reply', async () => {
      const { idempotency } = db.store;
      expect(await idempotency.begin(request())).toBe('new');
      expect(await idempotency.begin(request())).toBe('busy');
      await idempotency.finish(request(), reply);
      expect(await idempotency.begin(request())).toStrictEqual({ reply });
      await idempotency.finish(request(), { status: 200, body: 'late' });
      await idempotency.forget(request());
      expect(await idempotency.begin(request())).toStrictEqual({ reply });
    });

    it('refuses a key that was used for another body or address', async () => {
      const { idempotency } = db.store;
      await idempotency.begin(request());
      const conflict = { code: 'IDEMPOTENCY_CONFLICT' };
      await expect(idempotency.begin(request({ digest: 'd2' }))).rejects.toMatchObject(conflict);
      await idempotency.finish(request(), reply);
      await expect(idempotency.begin(request({ digest: 'd2' }))).rejects.toMatchObject(conflict);
      await expect(idempotency.begin(request({ route: 'POST /else' }))).rejects.toMatchObject(conflict);
      expect(await idempotency.begin(request({ tenantId: 'other', digest: 'd2' }))).toBe('new');
      expect(await idempotency.begin(request({ ownerId: 'bob', digest: 'd2' }))).toBe('new');
    });

    it('frees the key of what failed', async () => {
      const { idempotency } = db.store;
      await idempotency.begin(request());
      await idempotency.forget(request());
      expect(await idempotency.begin(request({ digest: 'd2' }))).toBe('new');
    });

    it('lets the same request go on where a process died, not another', async () => {
      const { idempotency } = db.store;
      await idempotency.begin(request());
      await db.database.run(age, { by: 600_001 });
      await expect(idempotency.begin(request({ digest: 'd2' }))).rejects.toMatchObject({
        code: 'IDEMPOTENCY_CONFLICT',
      });
      expect(await idempotency.begin(request())).toBe('new');
      expect(await idempotency.begin(request())).toBe('busy');
    });

    it('forgets after a day, and drops what is older', async () => {
      const { idempotency } = db.store;
      for (const key of ['k', 'old']) {
        await idempotency.begin(request({ key }));
        await idempotency.finish(request({ key }), reply);
      }
      await db.database.run(age, { by: day - 60_000 });
      expect(await idempotency.begin(request())).toStrictEqual({ reply });
      await db.database.run(age, { by: 60_001 });
      expect(await idempotency.begin(request({ digest: 'd2' }))).toBe('new');
      await (await db.another()).store.idempotency.begin(request({ key: 'next' }));
      expect((await db.database.all(keys, {})).map((row) => row.idempotency_key)).toEqual(['k', 'next']);
    });

    it('lets one of many that come at once begin', async () => {
      const { store: other } = await db.another();
      const begun = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          (index % 2 === 0 ? db.store : other).idempotency.begin(request()),
        ),
      );
      expect(begun.filter((state) => state === 'new')).toHaveLength(1);
      expect(begun.filter((state) => state === 'busy')).toHaveLength(11);
    });
  });
}
