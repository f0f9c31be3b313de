import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { statement } from '../database/statement.ts';
import { claimed, newRun, outcome, tenantId } from './samples.fixture.ts';
import type { OpenTestDatabase } from './test-database.ts';
import { useDatabase } from './use-database.fixture.ts';

const bytes = Buffer.from([0, 255, 1, 2, 3]);
const countBytes = statement<Record<string, never>, { found: number }>(
  'SELECT CAST(COUNT(*) AS INTEGER) AS found FROM file_bytes',
);
const age = statement('UPDATE files SET expires_at = 1 WHERE expires_at IS NOT NULL');

export function filesConformance(open: OpenTestDatabase): void {
  describe('files', () => {
    const db = useDatabase(open);
    const put = (ownerId = 'ann', tenant = tenantId, content: Uint8Array = bytes) =>
      db.store.files.put({
        ...{ tenantId: tenant, ownerId, bytes: content, name: 'ü.png', mediaType: 'image/png' },
      });
    const kept = async () => (await db.database.first(countBytes, {}))?.found;

    it('are kept to the byte, for their tenant alone', async () => {
      const { files } = db.store;
      const made = await put();
      const hash = createHash('sha256').update(bytes).digest('hex');
      expect(made).toMatchObject({ ownerId: 'ann', hash, name: 'ü.png', mediaType: 'image/png', size: 5 });
      expect(await files.get(tenantId, made.id)).toStrictEqual(made);
      expect(Buffer.from((await files.read(tenantId, made.id)) ?? [])).toEqual(bytes);
      expect(await files.get('other', made.id)).toBeUndefined();
      expect(await files.read('other', made.id)).toBeUndefined();
      expect(await files.delete('other', made.id)).toBe(false);
    });

    it('are one when the same owner stores the same again, and their bytes are kept once for a tenant', async () => {
      const { files } = db.store;
      const [first, again, bobs] = [await put(), await put(), await put('bob')];
      expect(again.id).toBe(first.id);
      expect(bobs.id).not.toBe(first.id);
      await put('ann', 'other');
      expect(await kept()).toBe(2);
      await files.delete(tenantId, first.id);
      expect(Buffer.from((await files.read(tenantId, bobs.id)) ?? [])).toEqual(bytes);
      await files.delete(tenantId, bobs.id);
      expect(await kept()).toBe(1);
    });

    it('stay while a conversation uses them, and go after the last one that did', async () => {
      const { files, conversations, runs } = db.store;
      const used = await put();
      const unused = await put('bob');
      const part = { type: 'file', fileId: used.id, mediaType: 'image/png', size: 5 } as const;
      const { run, lease } = await claimed(db.store, { conversationId: 'a', inputParts: [part] });
      await runs.finish(lease, run.id, outcome());
      await runs.accept(newRun({ conversationId: 'b' }));
      await files.use(tenantId, 'b', [used.id, 'nothing']);
      expect((await files.usedIn(used.id, 5)).toSorted()).toEqual(['a', 'b']);
      await db.database.run(age, {});
      await db.store.tend();
      expect(await files.get(tenantId, unused.id)).toBeUndefined();
      await conversations.delete(tenantId, 'a');
      await db.store.tend();
      expect(await files.get(tenantId, used.id)).toBeDefined();
      await conversations.delete(tenantId, 'b');
      await db.store.tend();
      expect(await files.get(tenantId, used.id)).toBeUndefined();
      expect(await kept()).toBe(0);
    });
  });
}
