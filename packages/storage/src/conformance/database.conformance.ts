import { describe, expect, it } from 'vitest';
import { statement } from '../database/statement.ts';
import type { OpenTestDatabase } from './test-database.ts';
import { useDatabase } from './use-database.fixture.ts';

const createTable = statement(
  'CREATE TABLE things (id INTEGER PRIMARY KEY, text TEXT NOT NULL, bytes BYTES)',
);
const insert = statement<{ id: number; text: string }>('INSERT INTO things (id, text) VALUES ($id, $text)');
const insertBytes = statement<{ id: number; bytes: Uint8Array }>(
  "INSERT INTO things (id, text, bytes) VALUES ($id, '', $bytes)",
);
const select = statement<{ id: number }, { text: string; bytes: Uint8Array | null }>(
  'SELECT text, bytes FROM things WHERE id = $id',
);
const count = statement<Record<string, never>, { rows: number }>('SELECT COUNT(*) AS rows FROM things');
const clock = statement<Record<string, never>, { now: number }>('SELECT NOW_MS AS now');

export function databaseConformance(open: OpenTestDatabase): void {
  describe('database', () => {
    const db = useDatabase(open);

    it('write happens as a whole or not at all', async () => {
      await db.database.run(createTable, {});
      const failed = db.database.write(async (queries) => {
        await queries.run(insert, { id: 1, text: 'one' });
        throw new Error('changed my mind');
      });
      await expect(failed).rejects.toThrow('changed my mind');
      expect(await db.database.first(count, {})).toMatchObject({ rows: 0 });
    });

    it('writes that fail do not hurt those that wait with them', async () => {
      await db.database.run(createTable, {});
      await db.database.run(insert, { id: 100, text: 'taken' });
      const writes = Array.from({ length: 30 }, (_, id) =>
        db.database.write(
          async (queries) => {
            if (id % 10 === 3) throw new Error('before');
            await queries.run(insert, { id: id % 10 === 5 ? 100 : id, text: 'x' });
            if (id % 10 === 7) throw new Error('after');
            return id;
          },
          { durable: id % 4 === 0 },
        ),
      );
      const done = (await Promise.allSettled(writes)).flatMap((write) =>
        write.status === 'fulfilled' ? [write.value] : [],
      );
      const kept = Array.from({ length: 30 }, (_, id) => id).filter((id) => ![3, 5, 7].includes(id % 10));
      expect(done).toEqual(kept);
      expect(await db.database.first(count, {})).toMatchObject({ rows: kept.length + 1 });
    });

    it('reads see nothing that is not committed', async () => {
      await db.database.run(createTable, {});
      let read: Promise<number | undefined> | undefined;
      await db.database.write(async (queries) => {
        await queries.run(insert, { id: 1, text: 'one' });
        read = db.database.first(count, {}).then((row) => row?.rows);
        await queries.run(insert, { id: 2, text: 'two' });
        expect(await queries.first(count, {})).toMatchObject({ rows: 2 });
      });
      expect([0, 2]).toContain(await read);
    });

    it('keeps bytes', async () => {
      await db.database.run(createTable, {});
      const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
      await db.database.run(insertBytes, { id: 1, bytes });
      const row = await db.database.first(select, { id: 1 });
      expect(Uint8Array.from(row?.bytes ?? [])).toEqual(bytes);
    });

    it('refuses text that one of the databases would change', async () => {
      await db.database.run(createTable, {});
      for (const text of ['\u0000', '\ud800']) {
        await expect(db.database.run(insert, { id: 1, text })).rejects.toMatchObject({
          code: 'VALUE_NOT_STORABLE',
        });
      }
    });

    it('has a clock of milliseconds', async () => {
      const { now } = (await db.database.first(clock, {})) ?? { now: 0 };
      expect(Math.abs(now - Date.now())).toBeLessThan(5_000);
      expect(Number.isInteger(now)).toBe(true);
    });

    it('is opened by several processes at once, and closed for good', async () => {
      const others = await Promise.all([db.another(), db.another(), db.another()]);
      await Promise.all(others.map(({ store }) => store.probe()));
      const [first] = others;
      await first?.store.close();
      await first?.store.close();
      await expect(first?.store.probe()).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
      await expect(first?.database.run(createTable, {})).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
      await db.store.probe();
    });
  });
}
