import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { statement } from '../database/statement.ts';
import { sqliteTestDatabase } from './sqlite-test-database.fixture.ts';

const insert = statement<{ id: number }>('INSERT INTO things (id) VALUES ($id)');

describe('writes that wait at the same time', () => {
  let db: Awaited<ReturnType<typeof sqliteTestDatabase>>;
  beforeEach(async () => {
    db = await sqliteTestDatabase();
  });
  afterEach(() => db.dispose());

  it('share one commit', async () => {
    const { database } = await db.connect();
    const { database: other } = await db.connect();
    await database.run(statement('CREATE TABLE things (id INTEGER PRIMARY KEY)'), {});
    // Counts up once a commit of another connection.
    const version = async () =>
      (
        await other.first(
          statement<Record<string, never>, { data_version: number }>('PRAGMA data_version'),
          {},
        )
      )?.data_version ?? 0;
    const before = await version();
    const writes = Array.from({ length: 50 }, (_, id) =>
      database.write((queries) => queries.run(insert, { id }), { durable: id % 2 === 0 }),
    );
    const seen = new Set<number>();
    for (const write of writes) {
      await write;
      seen.add(await version());
    }
    seen.delete(before);
    expect(seen.size).toBe(1);
  });

  it('wait for company in a crowd, and no longer than until there is enough', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { database } = await db.connect();
    await database.run(statement('CREATE TABLE things (id INTEGER PRIMARY KEY)'), {});
    let ended = 0;
    const write = async (id: number) => {
      await database.run(insert, { id });
      ended += 1;
    };
    const many = (from: number, count: number) =>
      Promise.all(Array.from({ length: count }, (_, at) => write(from + at)));
    await many(0, 5);
    const few = many(5, 2);
    await setImmediate();
    expect(vi.getTimerCount()).toBe(1);
    expect(ended).toBe(5);
    // Nobody turns the clock on: it is the company that ends the wait.
    await many(7, 22);
    await few;
    expect(ended).toBe(29);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('run again alone when one of them fails after a change', async () => {
    const { database } = await db.connect();
    await database.run(statement('CREATE TABLE things (id INTEGER PRIMARY KEY)'), {});
    const attempts = [0, 0, 0];
    const writes = attempts.map((_, id) =>
      database.write(async (queries) => {
        attempts[id] = (attempts[id] ?? 0) + 1;
        await queries.run(insert, { id });
        if (id === 1) throw new Error('no');
      }),
    );
    const ends = await Promise.allSettled(writes);
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(attempts).toEqual([2, 2, 1]);
  });

  it('hear of their commit, and one that cannot bear the news disturbs no other', async () => {
    const { database } = await db.connect();
    await database.run(statement('CREATE TABLE things (id INTEGER PRIMARY KEY)'), {});
    const heard: number[] = [];
    const writes = [0, 1, 2].map((id) =>
      database.write(
        async (queries) => {
          await queries.run(insert, { id });
          return id;
        },
        {
          durable: id === 2,
          onCommit(result) {
            heard.push(result);
            if (result === 1) throw new Error('no');
          },
        },
      ),
    );
    const ends = await Promise.allSettled(writes);
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(heard).toEqual([0, 1, 2]);
    await database.run(insert, { id: 3 });
  });

  it('keep their transaction when one of them fails before any change', async () => {
    const { database } = await db.connect();
    await database.run(statement('CREATE TABLE things (id INTEGER PRIMARY KEY)'), {});
    let attempts = 0;
    const good = database.write(async (queries) => {
      attempts++;
      await queries.run(insert, { id: 1 });
    });
    const bad = database.write(async () => {
      throw new Error('no');
    });
    await expect(bad).rejects.toThrow('no');
    await good;
    expect(attempts).toBe(1);
  });

  it('are all done before the database is closed', async () => {
    const { database, store } = await db.connect();
    await database.run(statement('CREATE TABLE things (id INTEGER PRIMARY KEY)'), {});
    const writes = [1, 2, 3].map((id) => database.run(insert, { id }));
    await store.close();
    expect(await Promise.all(writes)).toEqual([1, 1, 1]);
  });
});
