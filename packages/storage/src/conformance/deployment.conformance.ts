import type { ProcessSign } from '@cadence-agents/contracts';
import { describe, expect, it } from 'vitest';
import { type NoParams, statement } from '../database/statement.ts';
import { newestSchema } from '../migrations/schema-version.ts';
import { claim, newRun, tenantId } from './samples.fixture.ts';
import type { OpenTestDatabase } from './test-database.ts';
import { useDatabase } from './use-database.fixture.ts';

const sign: ProcessSign = {
  id: 'one',
  host: 'machine',
  serves: true,
  works: true,
  version: '1.2.3',
  plugins: 'abc',
};
const moveAway = statement<{ id: string }>(
  "UPDATE processes SET place = 'elsewhere', pid = 7 WHERE id = $id",
);
const silence = statement<{ id: string; ms: number }>(
  'UPDATE processes SET seen_at = seen_at - $ms WHERE id = $id',
);
const killAll = statement<NoParams>("UPDATE processes SET started = 'long ago'");

const alive = { aliveMs: 60_000, leaseMs: 60_000 };

export function deploymentConformance(open: OpenTestDatabase): void {
  describe('deployment', () => {
    const db = useDatabase(open);

    it('tells each process with what it works on and how much it could', async () => {
      await db.store.deployment.tell(sign);
      await db.store.deployment.tell({ ...sign, id: 'front', works: false, plugins: 'other' });
      await db.database.run(moveAway, { id: 'front' });
      await db.store.runs.accept(newRun({ conversationId: 'a' }));
      await db.store.runs.accept(newRun({ conversationId: 'b' }));
      await claim(db.store, 'worker', 'a');
      await db.store.workers.beat('worker', { ...alive, capacity: 9, conversations: ['a'] });
      const found = await db.store.deployment.processes();
      expect(found).toHaveLength(2);
      expect(found).toContainEqual(
        expect.objectContaining({ ...sign, pid: process.pid, atWork: 1, capacity: 9, hasEnded: false }),
      );
      expect(found).toContainEqual(
        expect.objectContaining({ id: 'front', works: false, plugins: 'other', pid: 7, atWork: 0 }),
      );
    });

    it('tells of a worker that tells nothing of itself', async () => {
      await db.store.workers.beat('old', { ...alive, capacity: 3, conversations: [] });
      await db.store.workers.beat('a command', { ...alive, capacity: 0, conversations: [] });
      expect(await db.store.deployment.processes()).toMatchObject([
        { id: 'old', version: null, capacity: 3, works: true },
      ]);
    });

    it('tells for an hour of one that went silent, at once that it is gone, and nothing of one that left', async () => {
      await db.store.deployment.tell(sign);
      await db.database.run(killAll, {});
      await db.database.run(silence, { id: 'one', ms: 3_000_000 });
      const [found] = await db.store.deployment.processes();
      // Where the system does not tell when a process began, nothing is known.
      expect(found?.hasEnded).toBe(process.platform === 'linux');
      expect(found?.silentMs).toBeGreaterThanOrEqual(3_000_000);
      await db.database.run(silence, { id: 'one', ms: 3_600_000 });
      expect(await db.store.deployment.processes()).toEqual([]);
      await db.store.deployment.tell({ ...sign, id: 'two' });
      await db.store.deployment.leave('two');
      expect(await db.store.deployment.processes()).toEqual([]);
    });

    it('tells what waits, by tenant and workflow, the most first', async () => {
      expect(await db.store.deployment.queue()).toEqual({ waiting: 0, isMore: false, groups: [] });
      const first = await db.store.runs.accept(newRun({ conversationId: 'a' }));
      await db.store.runs.accept(newRun({ conversationId: 'b' }));
      await db.store.runs.accept(newRun({ conversationId: 'c', workflowId: 'other' }));
      await claim(db.store, 'worker', 'b');
      await db.store.runs.accept(newRun({ conversationId: 'a' }));
      const { workflowId, createdAt } = first;
      expect(await db.store.deployment.queue()).toMatchObject({
        waiting: 3,
        isMore: false,
        groups: [
          { tenantId, workflowId, waiting: 2, oldest: createdAt },
          { tenantId, workflowId: 'other', waiting: 1 },
        ],
      });
    });

    it('tells what the database is', async () => {
      const found = await db.store.deployment.storage();
      expect(found).toMatchObject({ kind: db.database.dialect, schema: newestSchema, newestSchema });
      expect(found.bytes).toBeGreaterThan(10_000);
      expect(found.pool === null).toBe(found.kind === 'sqlite');
      expect([found.replica, found.behindMs]).toEqual([null, null]);
    });
  });
}
