import { chmodSync, copyFileSync, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { newRun, tenantId } from '../conformance/samples.fixture.ts';
import { openStore } from '../open-store.ts';

const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'cadence-folder-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};
const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);

describe('a data folder', () => {
  let dataDir: string;
  const inFolder = (name: string) => join(dataDir, name);
  beforeEach(() => {
    dataDir = newFolder();
  });
  const open = async (folder = dataDir) => {
    const store = await openStore({ dataDir: folder });
    onTestFinished(() => store.close());
    return store;
  };
  /** A database as a server leaves it. */
  const used = async () => {
    const store = await open();
    const run = await store.runs.accept(newRun());
    await store.runs.claim('worker', 60_000);
    return { store, run };
  };

  it('is for its owner alone, with all that is in it, whoever could read it before', async () => {
    chmodSync(dataDir, 0o755);
    const store = await open();
    await store.runs.accept(newRun());
    expect(modeOf(dataDir)).toBe('700');
    for (const name of ['cadence.db', 'cadence.db-wal', 'cadence.db-shm']) {
      expect([name, modeOf(inFolder(name))]).toEqual([name, '600']);
    }
    await store.close();
    chmodSync(inFolder('cadence.db'), 0o644);
    await open();
    expect(modeOf(inFolder('cadence.db'))).toBe('600');
  });

  it('that is shared with other things stays as it is, and the database in it is private', async () => {
    chmodSync(dataDir, 0o755);
    writeFileSync(inFolder('letter.txt'), 'Dear all');
    await open();
    expect([modeOf(dataDir), modeOf(inFolder('cadence.db'))]).toEqual(['755', '600']);
  });

  it('whose database was copied while it was in use, without its log, is refused', async () => {
    const { run } = await used();
    const copy = newFolder();
    copyFileSync(inFolder('cadence.db'), join(copy, 'cadence.db'));
    const refused = { code: 'STORE_CORRUPT', hint: expect.stringContaining('make an empty file') };
    await expect(open(copy)).rejects.toMatchObject(refused);
    await expect(open(copy)).rejects.toMatchObject(refused);
    copyFileSync(inFolder('cadence.db-wal'), join(copy, 'cadence.db-wal'));
    expect(await (await open(copy)).runs.get(tenantId, run.id)).toMatchObject({ id: run.id });
  });

  it('goes on without a lost log when told to', async () => {
    await used();
    const copy = newFolder();
    copyFileSync(inFolder('cadence.db'), join(copy, 'cadence.db'));
    writeFileSync(join(copy, 'cadence.db-wal'), '');
    expect((await (await open(copy)).runs.list(tenantId)).items).toEqual([]);
  });

  it('whose database was closed in order can be copied as one file', async () => {
    const { store, run } = await used();
    await store.close();
    const copy = newFolder();
    copyFileSync(inFolder('cadence.db'), join(copy, 'cadence.db'));
    expect(await (await open(copy)).runs.get(tenantId, run.id)).toMatchObject({ id: run.id });
  });

  it.each(['empty', 'gone'])('whose database is %s is refused when it had one', async (state) => {
    const { store } = await used();
    await store.close();
    if (state === 'empty') truncateSync(inFolder('cadence.db'));
    else rmSync(inFolder('cadence.db'));
    await expect(open()).rejects.toMatchObject({
      code: 'STORE_CORRUPT',
      hint: expect.stringContaining('To begin anew'),
    });
    rmSync(inFolder('holders'), { recursive: true });
    expect((await (await open()).runs.list(tenantId)).items).toEqual([]);
  });

  it('whose database is empty beside its log keeps the log', async () => {
    await used();
    const copy = newFolder();
    for (const name of ['cadence.db', 'cadence.db-wal']) copyFileSync(inFolder(name), join(copy, name));
    truncateSync(join(copy, 'cadence.db'));
    await expect(open(copy)).rejects.toMatchObject({
      code: 'STORE_CORRUPT',
      message: expect.stringContaining('a log'),
    });
    expect(statSync(join(copy, 'cadence.db-wal')).size).toBeGreaterThan(1_000);
  });

  it('of an older version, whose file says that it is in use although it was closed, is opened', async () => {
    const { store, run } = await used();
    await store.close();
    const { DatabaseSync } = await import('node:sqlite');
    const older = new DatabaseSync(inFolder('cadence.db'));
    older.exec('PRAGMA user_version = 0; PRAGMA journal_mode = WAL');
    older.close();
    expect(await (await open()).runs.get(tenantId, run.id)).toMatchObject({ id: run.id });
  });
});
