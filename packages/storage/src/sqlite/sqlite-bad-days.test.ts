import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newRun, tenantId } from '../conformance/samples.fixture.ts';
import { statement } from '../database/statement.ts';
import { openStore } from '../open-store.ts';
import { sqliteTestDatabase } from './sqlite-test-database.fixture.ts';

const pageSize = 1_024;
const lockProgram = fileURLToPath(new URL('./hold-lock.fixture.ts', import.meta.url));

async function holdLock(file: string): Promise<{ release(): Promise<void> }> {
  const child: ChildProcess = spawn(process.execPath, [lockProgram, file], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  if (child.stdout) await once(child.stdout, 'data');
  return {
    async release() {
      const exit = once(child, 'exit');
      child.stdin?.end();
      await exit;
    },
  };
}

describe('SQLite on a bad day', () => {
  let db: Awaited<ReturnType<typeof sqliteTestDatabase>>;
  const file = () => join(db.dataDir, 'cadence.db');
  beforeEach(async () => {
    db = await sqliteTestDatabase();
  });
  afterEach(() => db.dispose());

  it('waits for another process without stopping the event loop', async () => {
    const { store } = await db.connect();
    const lock = await holdLock(file());
    let done = false;
    const write = store.runs.accept(newRun()).then(() => {
      done = true;
    });
    const gaps: number[] = [];
    for (let tick = 0, last = performance.now(); tick < 30; tick++) {
      // A tick of the event loop, whose delay is measured.
      await new Promise((resolve) => setTimeout(resolve, 5));
      gaps.push(performance.now() - last);
      last = performance.now();
    }
    expect(done).toBe(false);
    expect((await store.runs.list(tenantId)).items).toEqual([]);
    // A wait that blocks would hold the loop until the lock is gone or 10 s are over; a busy machine holds it less.
    expect(Math.max(...gaps)).toBeLessThan(1_000);
    await lock.release();
    await write;
    expect((await store.runs.list(tenantId)).items).toHaveLength(1);
  });

  it('gives up with STORE_LOCKED and works again when the lock is gone', async () => {
    await (await db.connect()).store.close();
    const store = await openStore({ dataDir: db.dataDir, waitMs: 50 });
    const lock = await holdLock(file());
    const writes = await Promise.allSettled([store.runs.accept(newRun()), store.runs.accept(newRun())]);
    expect(writes).toMatchObject([
      { reason: { code: 'STORE_LOCKED', hint: expect.stringContaining('Stop the other program') } },
      { reason: { code: 'STORE_LOCKED' } },
    ]);
    await expect(openStore({ dataDir: db.dataDir, waitMs: 50 })).rejects.toMatchObject({
      code: 'STORE_LOCKED',
    });
    await lock.release();
    expect(await store.runs.accept(newRun())).toMatchObject({ position: 1 });
    await store.close();
  });

  it('says STORE_FULL, loses nothing, and works again when there is room', async () => {
    const { store, database } = await db.connect();
    const kept = await store.runs.accept(newRun());
    const pages = await database.first(
      statement<Record<string, never>, { page_count: number }>('PRAGMA page_count'),
      {},
    );
    await database.all(statement(`PRAGMA max_page_count = ${(pages?.page_count ?? 0) + 2}`), {});
    const big = newRun({ input: 'x'.repeat(100_000) });
    const writes = await Promise.allSettled([store.runs.accept(newRun()), store.runs.accept(big)]);
    expect(writes[0]).toMatchObject({ status: 'fulfilled' });
    expect(writes[1]).toMatchObject({
      reason: { code: 'STORE_FULL', hint: expect.stringContaining('Free space') },
    });
    expect(await store.runs.get(tenantId, kept.id)).toEqual(kept);
    await database.all(statement('PRAGMA max_page_count = 100000'), {});
    expect(await store.runs.accept(big)).toMatchObject({ position: 3 });
  });

  it('says STORE_CORRUPT when a page is damaged, and other data stays readable', async () => {
    const { store, database } = await db.connect();
    const run = await store.runs.accept(newRun());
    const root = await database.first(
      statement<Record<string, never>, { page: number }>(
        "SELECT rootpage AS page FROM sqlite_schema WHERE name = 'runs'",
      ),
      {},
    );
    await store.close();
    const handle = await open(file(), 'r+');
    await handle.write(Buffer.alloc(pageSize, 0xa5), 0, pageSize, ((root?.page ?? 0) - 1) * pageSize);
    await handle.close();
    const { store: damaged } = await db.connect();
    const corrupt = { code: 'STORE_CORRUPT', hint: expect.stringContaining('restore a backup') };
    await expect(damaged.runs.get(tenantId, run.id)).rejects.toMatchObject(corrupt);
    await expect(damaged.runs.accept(newRun())).rejects.toMatchObject(corrupt);
    await expect(damaged.probe()).rejects.toMatchObject(corrupt);
    expect(await damaged.conversations.get(tenantId, run.conversationId)).toBeDefined();
  });

  it('finds damaged pages at the start, wherever they are, when asked to look', async () => {
    const { store } = await db.connect();
    for (let index = 0; index < 20; index++) {
      await store.runs.accept(newRun({ conversationId: `c${index}`, input: 'x'.repeat(3_000) }));
    }
    await store.close();
    const { size } = await stat(file());
    const whole = await readFile(file());
    const opened = await openStore({ dataDir: db.dataDir, quickCheck: true });
    await opened.probe();
    await opened.close();
    // A page that is only the middle of a long text has no structure to check.
    const pages = Array.from({ length: size / pageSize }, (_, page) => page).filter((page) => page % 7 === 1);
    let found = 0;
    for (const page of pages) {
      const overwritten = Buffer.from(whole);
      overwritten.fill(0xaa, page * pageSize, (page + 1) * pageSize);
      await writeFile(file(), overwritten);
      const refused = await openStore({ dataDir: db.dataDir, quickCheck: true }).then(
        (wrongly) => wrongly.close(),
        (error: unknown) => error,
      );
      if (refused) expect(refused).toMatchObject({ code: 'STORE_CORRUPT' });
      found += refused ? 1 : 0;
    }
    expect(found).toBeGreaterThan(pages.length / 2);
  });

  it('says STORE_CORRUPT when the file is no database', async () => {
    await writeFile(file(), 'Dear diary, '.repeat(1_000));
    await expect(db.connect()).rejects.toMatchObject({ code: 'STORE_CORRUPT' });
  });

  it('says STORE_NEWER, with both versions, when a newer program has changed the schema', async () => {
    const { store, database } = await db.connect();
    const run = await store.runs.accept(newRun());
    await database.run(statement("INSERT INTO cadence_schema VALUES (9999, 'of the future', 0)"), {});
    await database.run(statement("INSERT INTO cadence_contracts VALUES (9999, 9998, '99.0')"), {});
    await store.close();
    await expect(db.connect()).rejects.toMatchObject({
      code: 'STORE_NEWER',
      message: expect.stringMatching(/9999.*up to \d/),
      hint: expect.stringContaining('Install'),
    });
    const { DatabaseSync } = await import('node:sqlite');
    const raw = new DatabaseSync(file());
    raw.exec('DELETE FROM cadence_contracts');
    raw.close();
    expect(await (await db.connect()).store.runs.get(tenantId, run.id)).toEqual(run);
  });

  it('says STORE_UNWRITABLE when the data folder cannot be made or the file not opened', async () => {
    await writeFile(join(db.dataDir, 'file'), '');
    await expect(openStore({ dataDir: join(db.dataDir, 'file', 'data') })).rejects.toMatchObject({
      code: 'STORE_UNWRITABLE',
      hint: expect.stringContaining('CADENCE_DATA_DIR'),
    });
    await mkdir(file());
    await expect(db.connect()).rejects.toMatchObject({ code: 'STORE_UNWRITABLE' });
    await rm(file(), { recursive: true });
    await (await db.connect()).store.probe();
  });
});
