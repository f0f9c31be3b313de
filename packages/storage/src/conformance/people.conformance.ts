import type { PersonalRecord } from '@cadence-agents/contracts';
import { describe, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { inventory } from '../people/inventory.ts';
import { canary, plant, plantOther, userId } from './people.fixture.ts';
import { newRun, tenantId } from './samples.fixture.ts';
import type { OpenTestDatabase } from './test-database.ts';
import { useDatabase } from './use-database.fixture.ts';

const columnsOf = {
  sqlite: `SELECT t.name AS place, c.name, c.type FROM sqlite_schema t JOIN pragma_table_info(t.name) c
    WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%'`,
  postgres: `SELECT table_name AS place, column_name AS name, data_type AS type FROM information_schema.columns
    WHERE table_schema = current_schema()
      AND NOT (SELECT relispartition FROM pg_class WHERE oid = CAST(quote_ident(table_name) AS regclass))`,
};
type Column = { place: string; name: string; type: string };
const columns = (database: Database) =>
  database.all(statement<Record<string, never>, Column>(columnsOf[database.dialect]), {});

/** What SQLite keeps the words of runs in, which it calls no type. */
const isOfWords = /^run_words_\w+/;
const bytesHave = {
  sqlite: (name: string) => `instr(${name}, CAST('${canary}' AS BLOB)) > 0`,
  postgres: (name: string) => `encode(${name}, 'escape') LIKE '%${canary}%'`,
};

/** The tables and columns in which the canary is found. */
async function found(database: Database): Promise<string[]> {
  const places: string[] = [];
  for (const { place, name, type } of await columns(database)) {
    const isBytes = /blob|bytea/i.test(type) || isOfWords.test(place);
    const has = isBytes ? bytesHave[database.dialect](name) : `CAST(${name} AS TEXT) LIKE '%${canary}%'`;
    const hit = statement(`SELECT 1 AS hit FROM ${place} WHERE ${has} LIMIT 1`);
    if (await database.first(hit, {})) places.push(`${place}.${name}`);
  }
  return places;
}

export function peopleConformance(open: OpenTestDatabase): void {
  describe('people', () => {
    const db = useDatabase(open);

    it('every table is in the inventory, and those of nobody name nobody', async () => {
      const all = await columns(db.database);
      const tables = [...new Set(all.map(({ place }) => place.replace(isOfWords, 'run_words')))];
      expect(tables.filter((table) => inventory[table] === undefined)).toEqual([]);
      const personal = /^(owner_id|user_id|actor|ip|author|email)$|_by$/;
      const told = all.filter(({ place, name }) => inventory[place] === 'of nobody' && personal.test(name));
      expect(told).toEqual([]);
    });

    it('list goes from one to the next, by id, with what each of them has', async () => {
      const { runs, profiles, keys } = db.store;
      const owned = (ownerId: string) => newRun({ ownerId, conversationId: `of ${ownerId}` });
      await runs.accept(owned('ann'));
      const last = await runs.accept(owned('ann'));
      await runs.accept(owned('anna'));
      await runs.accept(owned('bob'));
      await runs.accept({ ...owned('zoe'), tenantId: 'other' });
      await profiles.put(tenantId, 'ann', { name: 'Ann', roles: [], preferences: {} });
      await profiles.put(tenantId, 'carl', { roles: [], preferences: {} });
      const key = { role: 'viewer', tenantId, name: null, scopes: null, expiresAt: null } as const;
      await keys.create({ ...key, id: 'k', userId: 'dora', secretHash: 'x' });
      await keys.create({ ...key, id: 'nobody', userId: null, secretHash: 'x' });
      const ids = async (filter = {}) => {
        const { items, next } = await db.store.people.list(tenantId, filter);
        return [...items.map(({ id }) => id), next];
      };
      expect(await ids()).toEqual(['ann', 'anna', 'bob', 'carl', 'dora', null]);
      expect(await ids({ limit: 2 })).toEqual(['ann', 'anna', 'anna']);
      expect(await ids({ limit: 2, after: 'anna' })).toEqual(['bob', 'carl', 'carl']);
      expect(await ids({ prefix: 'ann' })).toEqual(['ann', 'anna', null]);
      expect(await ids({ prefix: 'ann', limit: 1 })).toEqual(['ann', 'ann']);
      expect(await ids({ prefix: 'ann', after: 'ann' })).toEqual(['anna', null]);
      expect((await db.store.people.list(tenantId, { limit: 1 })).items).toEqual([
        {
          ...{ id: 'ann', name: 'Ann', runs: 2, hasMoreRuns: false, keys: 0, hasProfile: true },
          lastSeenAt: last.createdAt,
        },
      ]);
    });

    it('list counts no more than a hundred runs and keys of a person', async () => {
      const { runs, keys } = db.store;
      const key = { role: 'viewer', tenantId, name: null, scopes: null, expiresAt: null } as const;
      const many = Array.from({ length: 101 }, (_, index) => index);
      await Promise.all(many.map(() => runs.accept(newRun({ ownerId: 'ann', conversationId: 'c' }))));
      for (const index of many)
        await keys.create({ ...key, id: `k${index}`, userId: 'ann', secretHash: 'x' });
      await Promise.all(
        many.slice(1).map(() => runs.accept(newRun({ ownerId: 'bob', conversationId: 'd' }))),
      );
      expect((await db.store.people.list(tenantId)).items).toMatchObject([
        { id: 'ann', runs: 100, hasMoreRuns: true, keys: 100 },
        { id: 'bob', runs: 100, hasMoreRuns: false, keys: 0 },
      ]);
    });

    it('export has what is kept of a person, of every kind, and nothing of others', async () => {
      await plant(db.store, db.database);
      await plantOther(db.store);
      const records: PersonalRecord[] = await Array.fromAsync(db.store.people.export(tenantId, userId));
      const kinds = [
        'audit entry',
        'conversation',
        'delivery',
        'event',
        'feedback',
        'file',
        'hand-off',
        'item',
        'key',
        'message',
        'plugin',
        'profile',
        'reply',
        'run',
        'schedule',
        'setting',
        'usage',
      ];
      expect([...new Set(records.map(({ kind }) => kind))].toSorted()).toEqual(kinds);
      for (const kind of kinds) {
        expect(JSON.stringify(records.filter((record) => record.kind === kind))).toContain(canary);
      }
      const said = records.flatMap(({ kind, data }) => (kind === 'message' ? [data.content] : []));
      expect(said).toEqual([`I know ${canary}.`, `Left behind by ${canary}.`]);
      expect(JSON.stringify(records)).not.toMatch(/bob|secretHash/);
      expect(await Array.fromAsync(db.store.people.export(tenantId, 'nobody'))).toEqual([]);
    });

    it('erase leaves nothing of a person in any column, and others as they were', async () => {
      await plantOther(db.store);
      const before = await Array.fromAsync(db.store.people.export(tenantId, 'bob'));
      const [bobs] = (await db.store.audit.list(tenantId)).items;
      await plant(db.store, db.database);
      const planted = await found(db.database);
      const personal = Object.entries(inventory).flatMap(([table, fate]) =>
        fate === 'of nobody' ? [] : [table],
      );
      const seen = new Set(planted.map((place) => place.split('.')[0]?.replace(isOfWords, 'run_words')));
      expect(personal.filter((table) => !seen.has(table))).toEqual([]);
      expect(await db.store.people.erase(tenantId, userId)).toMatchObject({
        ...{
          conversations: 1,
          profiles: 1,
          schedules: 1,
          store_items: 1,
          files: 1,
          api_keys: 1,
          kept_replies: 1,
          usage_totals: 2,
          usage_ranks: 2,
          idempotent_replies: 1,
          feedback: 1,
          plugin_versions: 1,
          settings: 1,
          audit_entries: 5,
        },
      });
      expect(await found(db.database)).toEqual([]);
      expect(await Array.fromAsync(db.store.people.export(tenantId, userId))).toEqual([]);
      expect(await Array.fromAsync(db.store.people.export(tenantId, 'bob'))).toEqual(before);
      const entries = (await db.store.audit.list(tenantId)).items;
      expect(entries.at(-1)).toEqual(bobs);
      expect(entries.filter(({ actor }) => actor === 'erased')).toMatchObject([
        { action: 'run.cancel', target: null, ip: null, requestId: null, outcome: 'done' },
      ]);
      expect(entries.filter(({ actor }) => actor === 'an admin')).toHaveLength(4);
      expect(await db.store.people.erase(tenantId, userId)).toMatchObject({
        conversations: 0,
        audit_entries: 0,
      });
    });
  });
}
